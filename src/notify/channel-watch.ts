import type { Instant } from '../domain/instant.ts';
import type { ChannelState } from '../domain/system/channel-standing.ts';
import { SendError } from './channel.ts';

/** The far end is asked so often while all is well, and while it is not. */
const askEveryMs = 300_000;
const askAgainMs = 60_000;
/** A shorter one is the pace of a storm, and nothing that anybody could mend; in ms. */
const shortestLimitMs = 60_000;

interface WatchedState {
  readonly state: ChannelState;
  /** Epoch ms. */
  readonly since: number;
  readonly detail: string | null;
  readonly identity: string | null;
}

/** Asks the far end of one channel from time to time whether it still knows our settings. */
export class ChannelWatch {
  readonly #ask: (() => Promise<string>) | undefined;
  #seen: WatchedState;
  #nextMono = Number.NEGATIVE_INFINITY;
  /** Until then (monotonic ms) the far end takes no more messages. */
  #limitedUntilMono = Number.NEGATIVE_INFINITY;

  /**
   * @param ask gives what the far end calls us, or throws a SendError. Undefined: there is nobody to ask
   * @param identity as the far end has just said it. Null: it was not asked
   */
  constructor(ask: (() => Promise<string>) | undefined, identity: string | null, now: Instant) {
    this.#ask = ask;
    const state = ask === undefined || identity !== null ? 'working' : 'starting';
    this.#seen = { state, since: now.wallMs, detail: null, identity };
    if (identity !== null) this.#nextMono = now.monoMs + askEveryMs;
  }

  get seen(): WatchedState {
    return this.#seen;
  }

  /** Has the far end asked at the next look: it did not take a message. */
  doubt(): void {
    if (this.#seen.state === 'working') this.#nextMono = Number.NEGATIVE_INFINITY;
  }

  /**
   * The far end knows our settings, but takes no more messages for so long, in ms.
   * @param detail what it said
   */
  limit(forMs: number, detail: string, now: Instant): void {
    if (forMs < shortestLimitMs) return;
    this.#limitedUntilMono = now.monoMs + forMs;
    this.#note('limited', detail, this.#seen.identity, now);
  }

  async look(now: Instant): Promise<void> {
    const isLimited = now.monoMs < this.#limitedUntilMono;
    if (this.#seen.state === 'limited' && !isLimited) {
      this.#note('working', null, this.#seen.identity, now);
    }
    if (this.#ask === undefined || isLimited || now.monoMs < this.#nextMono) return;
    this.#nextMono = now.monoMs + askAgainMs;
    try {
      const identity = await this.#ask();
      this.#note('working', null, identity, now);
      this.#nextMono = now.monoMs + askEveryMs;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      const state = error.permanent ? 'refused' : 'unreachable';
      this.#note(state, error.message, this.#seen.identity, now);
    }
  }

  #note(state: ChannelState, detail: string | null, identity: string | null, now: Instant): void {
    const since = state === this.#seen.state ? this.#seen.since : now.wallMs;
    this.#seen = { state, since, detail, identity };
  }
}
