import { type Api, GrammyError } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { SetTimer } from '../../domain/instant.ts';
import {
  askedWaitMs,
  describeTelegramError,
} from '../../notify/channels/telegram/telegram-errors.ts';

/**
 * `polling`: all is well. `conflict`: another program polls with the same token (409). `unreachable`: no
 * answer, or none yet. `refused`: the token is not valid. `off`: not running.
 */
export type PollState = 'off' | 'polling' | 'conflict' | 'unreachable' | 'refused';

interface PollOptions {
  /** The time-out must be longer than `pollSeconds`. */
  readonly api: Api;
  /** One call waits so long for something to happen. */
  readonly pollSeconds: number;
  /**
   * Called whenever the service is reached again, before the first update. If it fails, the service
   * counts as not reached.
   */
  readonly onReached: (me: UserFromGetMe) => Promise<void>;
  /** Must not throw. */
  readonly onUpdate: (update: Update) => Promise<void>;
  readonly onState: (state: PollState, detail: string | null) => void;
  readonly random: () => number;
  readonly setTimer: SetTimer;
}

const allowedUpdates = ['message', 'callback_query', 'my_chat_member'] as const;
const longestDelayMs = 30_000;
/** The pause before a retry where only a person can mend it. */
const refusedDelayMs = 60_000;
const conflictDelayMs = 10_000;
/** At stop: how long confirming the last updates may take. */
const confirmMs = 1_000;

/**
 * Long polling that never gives up: every failure is reported and tried again
 * (https://core.telegram.org/bots/api#getupdates).
 */
export class UpdatePoller {
  readonly #options: PollOptions;
  readonly #stop = new AbortController();
  #offset = 0;
  #confirmedOffset = 0;
  #failures = 0;
  #isReached = false;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends the open call, finishes the updates at hand, and waits at most `boundMs` for that. */
  async stop(boundMs: number): Promise<void> {
    this.#stop.abort();
    this.#wake?.();
    const bound = Promise.withResolvers<void>();
    const cancel = this.#options.setTimer(boundMs, bound.resolve);
    await Promise.race([this.#running, bound.promise]);
    cancel();
    this.#options.onState('off', null);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let isConflict = false;
    this.#options.onState('unreachable', null);
    while (!signal.aborted) {
      try {
        if (!this.#isReached) await this.#reach();
        // After a failure, a call that does not wait shows at once that the service is back. After a
        // conflict only a call that waits can show it.
        const isWaiting = isConflict || this.#failures === 0;
        await this.#poll(isWaiting ? this.#options.pollSeconds : 0);
        isConflict = false;
        this.#failures = 0;
        this.#options.onState('polling', null);
      } catch (error) {
        if (signal.aborted) break;
        isConflict = isConflictError(error);
        this.#failures += 1;
        await this.#pause(this.#report(error));
      }
    }
    await this.#confirm();
  }

  async #reach(): Promise<void> {
    const { api, onReached } = this.#options;
    const me = await api.getMe(this.#signal());
    // A webhook left by another program prevents polling. If deleting it fails, polling reports that.
    await api.deleteWebhook({}, this.#signal()).catch(() => {});
    await onReached(me);
    this.#isReached = true;
    this.#failures = Math.max(1, this.#failures);
  }

  async #poll(timeout: number): Promise<void> {
    const { api, onUpdate } = this.#options;
    const request = { offset: this.#offset, limit: 100, timeout, allowed_updates: allowedUpdates };
    const updates = await api.getUpdates(request, this.#signal());
    this.#confirmedOffset = this.#offset;
    // Updates of one chat are handled in order, but no chat waits for another.
    const chats = Map.groupBy(updates, chatOf);
    await Promise.all(
      [...chats.values()].map(async (ofChat) => {
        for (const update of ofChat) await onUpdate(update);
      }),
    );
    const last = updates.at(-1);
    // An empty answer means that everything is confirmed, so no offset is sent: after a week without
    // updates their numbers start anew, perhaps lower.
    this.#offset = last === undefined ? 0 : last.update_id + 1;
  }

  /** @returns the wait in ms */
  #report(error: unknown): number {
    const { onState, random } = this.#options;
    const detail = describeTelegramError(error);
    const code = error instanceof GrammyError ? error.error_code : 0;
    if (isConflictError(error)) {
      onState('conflict', detail);
      return conflictDelayMs;
    }
    this.#isReached = false;
    if (code === 401 || code === 404) {
      onState('refused', detail);
      return refusedDelayMs;
    }
    onState('unreachable', detail);
    const askedMs = error instanceof GrammyError ? (askedWaitMs(error) ?? 0) : 0;
    const ceiling = Math.min(longestDelayMs, 1_000 * 2 ** Math.min(this.#failures - 1, 10));
    return Math.max(askedMs, ceiling * (0.5 + random() / 2));
  }

  #pause(delayMs: number): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#options.setTimer(delayMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Confirms the handled updates, so that the next start does not get them again. */
  async #confirm(): Promise<void> {
    if (this.#offset === 0 || this.#offset === this.#confirmedOffset) return;
    const request = { offset: this.#offset, limit: 1, timeout: 0 };
    const bound = new AbortController();
    const cancel = this.#options.setTimer(confirmMs, () => bound.abort());
    try {
      await this.#options.api.getUpdates(request, asShimSignal(bound.signal));
    } catch {
      // If this fails, the updates come again; every action that matters can be repeated.
    }
    cancel();
  }

  #signal() {
    return asShimSignal(this.#stop.signal);
  }
}

/** grammY's types ask for the signal of a package it brings along; any signal works. */
function asShimSignal(signal: AbortSignal): Parameters<Api['getUpdates']>[1] {
  return signal as unknown as Parameters<Api['getUpdates']>[1];
}

function isConflictError(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === 409;
}

function chatOf(update: Update): number {
  const source = update.message ?? update.callback_query?.message ?? update.my_chat_member;
  return source?.chat.id ?? update.callback_query?.from.id ?? 0;
}
