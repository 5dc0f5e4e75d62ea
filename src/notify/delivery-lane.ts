import { messageKinds, retryDelayMs } from '../domain/alerts/delivery.ts';
import type { Awaited } from '../domain/alerts/messages/outage.ts';
import type { Clock } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { maskAddress, showAddressInLog } from '../domain/people/mask-address.ts';
import type { ChannelName } from '../domain/states.ts';
import { type Store, StoreUnavailable } from '../store/engine/open.ts';
import type { ClaimedMessage } from '../store/outbox/claim.ts';
import {
  type ClaimPlan,
  type ClaimRequest,
  claimDue,
  planClaim,
  readNextDueAt,
} from '../store/outbox/claim.ts';
import type { DigestMessage } from '../store/outbox/digests.ts';
import type { OutboxChange } from '../store/outbox/mark.ts';
import { isAnyLasting } from '../store/outbox/outage-alerts.ts';
import { AnswerLane } from './answer-lane.ts';
import {
  asSendError,
  type Channel,
  type Message,
  type Receipt,
  type SendError,
} from './channel.ts';
import { ChannelHealth } from './channel-health.ts';
import type { DeliveryCounters } from './delivery-counters.ts';
import { refuseOverPart } from './equal-parts.ts';
import { renderMessage } from './messages/render.ts';
import { renderStatusNews } from './messages/render-status-news.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { retryKeyOf } from './retry-key.ts';
import { SendLimits } from './send-limits.ts';
import { UnheardCalls } from './unheard-calls.ts';

export interface LaneOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** IANA name of the zone of the times in messages, and of the night. */
  readonly timezone: string;
  /** The system page of the console, for the operator. Null: the server's address is not known. */
  readonly systemUrl: string | null;
  /** The public page, likewise. */
  readonly statusUrl: string | null;
  /** In [0, 1). Spreads repeated tries. */
  readonly random: () => number;
  readonly outcomes: OutcomeWriter;
  readonly counters: DeliveryCounters;
  /** Called when a far end did not take a message though nothing is wrong with it. */
  readonly onTrouble?: ((channel: ChannelName) => void) | undefined;
  /** Called when a far end takes no messages for anybody for so long, in ms, with what it said. */
  readonly onLimited?: ((channel: ChannelName, forMs: number, detail: string) => void) | undefined;
  /** Null: nobody makes them. */
  readonly composeDigest: ComposeDigest | null;
  /** Resolves once what was claimed is on other machines, too. Undefined: there are none, or it is. */
  readonly settled?: (() => Promise<void> | undefined) | undefined;
  /**
   * Time in which nothing is told yet, in ms, as boards could not be answered and may have more to say. Left out:
   * they always can be.
   */
  readonly catchUpMs?: (() => number) | undefined;
  /** Whether another machine may soon send what this one can send, but not note. Left out: there is none. */
  readonly mayBeRelieved?: (() => boolean) | undefined;
  /**
   * Whether a board may still come back after an absence of this server. Left out: no board is awaited.
   * @param isThroughLine whether it is to be told by way of this server's own line
   */
  readonly awaitBoard?: ((deviceId: string, isThroughLine: boolean) => Awaited | null) | undefined;
  /** Has `pump` called soon. */
  readonly wake: () => void;
}

/**
 * Puts the report of a month into words.
 * @param takesFiles whether it can go along as a file
 * @returns null: nothing is known of that month
 */
export type ComposeDigest = (
  message: DigestMessage,
  takesFiles: boolean,
) => Promise<Message | null>;

/** Messages on their way at once. At 30 a second, 64 are enough for a messenger that takes 2 s. */
const maxInFlight = 64;
/** Messages that are claimed together when more wait than may go, so that a storm costs few writes. */
const stormBatch = 8;
/**
 * Longest pause for everybody on the guess that a limit holds for all. A group in slow mode asks for as
 * much as an hour, and means only itself.
 */
const longestGuessMs = 30_000;
const relievedLookMs = 1_000;
/**
 * One channel's share of the outbox: takes what may go now, sends it, and says what became of it.
 * An address has at most one message on its way, so its messages arrive in order. Answers in chats keep
 * to the same limits. They go after the outbox has taken what may go.
 */
export class DeliveryLane {
  readonly channel: Channel;
  readonly #options: LaneOptions;
  readonly #limits: SendLimits;
  readonly #health: ChannelHealth;
  readonly #answers: AnswerLane;
  /** Addresses with a message on its way or not yet marked. */
  readonly #busy = new Set<string>();
  /** The end of the pause that the messenger asked for (monotonic ms), by address. */
  readonly #rateLimited = new Map<string, number>();
  readonly #unheard = new UnheardCalls();
  /** Messages on their way that can be called off, with the ids of their notifications. */
  readonly #onTheirWay = new Map<AbortController, readonly number[]>();
  #inFlight = 0;
  /** The last claim left due messages behind, as there was no room for them. */
  #hasBacklog = false;

  constructor(channel: Channel, options: LaneOptions) {
    this.channel = channel;
    this.#options = options;
    this.#limits = new SendLimits(channel.limits);
    this.#health = new ChannelHealth(options.random);
    this.#answers = new AnswerLane(channel.name, this.#limits, this.#busy, options);
  }

  /** Whether any message is on its way. */
  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#answers.isIdle;
  }

  answer(address: string, send: () => Promise<unknown>): void {
    this.#answers.add(address, send);
  }

  /** Counts a message that somebody else sent to `address`. */
  countOther(address: string): void {
    const { monoMs } = this.#options.clock();
    this.#limits.take(monoMs);
    this.#limits.settle(address, monoMs);
  }

  /**
   * Sends what may go now.
   * @returns when to look again (monotonic ms). Infinity: only an outcome or new work changes anything
   */
  pump(): number {
    this.#callOff();
    return Math.min(this.#pumpOutbox(), this.#answers.pump());
  }

  /** Nothing is left to say once all was acknowledged, or power is back. */
  #callOff(): void {
    for (const [message, ids] of this.#onTheirWay) {
      if (isAnyLasting(this.#options.store, ids)) continue;
      this.#onTheirWay.delete(message);
      message.abort();
    }
  }

  #pumpOutbox(): number {
    const { clock, outcomes } = this.#options;
    const { monoMs } = clock();
    if (outcomes.isFull) return Number.POSITIVE_INFINITY;
    const most = Math.min(maxInFlight, this.channel.atOnce ?? maxInFlight);
    const slots = this.#health.capacity(monoMs, most) - this.#inFlight;
    if (slots <= 0) {
      // A pause ends with time. Otherwise the next outcome makes room.
      const pauseMs = this.#health.waitMs(monoMs);
      return pauseMs > 0 ? monoMs + pauseMs : Number.POSITIVE_INFINITY;
    }
    const catchUpMs = this.#options.catchUpMs?.() ?? 0;
    // What is claimed before the log answers counts as a message that may have left, should this process end
    // meanwhile; the next one would have to tell its end, however short the loss was.
    if (catchUpMs > 0) return monoMs + catchUpMs;
    const wanted = this.#hasBacklog ? Math.min(stormBatch, slots) : 1;
    const waitMs = this.#limits.waitMs(monoMs, wanted);
    if (waitMs > 0) return monoMs + waitMs;
    return this.#claimAndSend(Math.min(slots, this.#limits.available(monoMs)));
  }

  #claimAndSend(capacity: number): number {
    const { clock, store, outcomes, counters, timezone, awaitBoard } = this.#options;
    const isThroughLine = this.channel.service !== undefined;
    const { wallMs, monoMs } = clock();
    const heldBack = this.#limits.heldBack(monoMs);
    const reserved = this.#unheard.reserved(monoMs);
    const plan = this.#claim({
      channel: this.channel.name,
      capacity,
      blocked: new Set([...this.#busy, ...heldBack.addresses]),
      onlyCritical: reserved.phones,
      held: outcomes.held,
      now: wallMs,
      timezone,
      leavesOut: this.channel.leavesOut,
      keepTryingMs: this.channel.keepTryingMs,
      awaitBoard: awaitBoard && ((deviceId) => awaitBoard(deviceId, isThroughLine)),
    });
    if (plan === null) return monoMs + relievedLookMs;
    for (const change of plan.changes) counters.count(this.channel, change);
    for (const message of plan.messages) this.#start(message);
    this.#hasBacklog = !plan.isExhausted;
    if (!plan.isExhausted && plan.messages.length === 0) return monoMs;
    const nextDueAt = readNextDueAt(store, this.channel.name, wallMs);
    return Math.min(
      nextDueAt === null ? Number.POSITIVE_INFINITY : monoMs + nextDueAt - wallMs,
      heldBack.nextFreeAt,
      reserved.nextFreeAt,
      this.#hasBacklog
        ? monoMs + this.#limits.waitMs(monoMs, stormBatch)
        : Number.POSITIVE_INFINITY,
    );
  }

  /**
   * While the disk takes no writes, messages are claimed in memory and go out all the same.
   * @returns null: another machine may send them
   */
  #claim(request: ClaimRequest): ClaimPlan | null {
    const { store, outcomes } = this.#options;
    // A claim is a write. Mostly nothing is due, which a read finds out.
    const nextDueAt = readNextDueAt(store, this.channel.name, 0);
    if (nextDueAt === null || nextDueAt > request.now) {
      return { messages: [], changes: [], isExhausted: true };
    }
    try {
      if (!outcomes.isStuck) return claimDue(store, request);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    if (this.#options.mayBeRelieved?.() === true) return null;
    const plan = planClaim(store, request);
    for (const message of plan.messages) outcomes.hold(message.rows.map((row) => row.id));
    for (const change of plan.changes) {
      if (change.type === 'claimed' || !('ids' in change)) continue;
      outcomes.hold(change.ids);
      outcomes.add([change], change.ids, () => {});
    }
    return plan;
  }

  #start(message: ClaimedMessage): void {
    const { clock, outcomes } = this.#options;
    const ids = message.rows.map((row) => row.id);
    this.#busy.add(message.address);
    this.#inFlight += 1;
    this.#limits.take(clock().monoMs);
    this.#send(message, ids).then((changes) => {
      this.#inFlight -= 1;
      this.#limits.settle(message.address, clock().monoMs);
      for (const change of changes) {
        this.#options.counters.count(this.channel, change, message);
      }
      outcomes.add(changes, ids, () => this.#busy.delete(message.address));
    });
  }

  /** Never throws: every failure becomes an outcome. */
  async #send(message: ClaimedMessage, ids: readonly number[]): Promise<readonly OutboxChange[]> {
    const { clock, log } = this.#options;
    const retryKey = retryKeyOf(message);
    let rendered: Message | null;
    try {
      rendered = saidBefore(message, retryKey) ?? (await this.#render(message));
    } catch (error) {
      log.error({ err: error, notification: ids[0] }, 'a message could not be put into words');
      // A report takes a whole month of rows, and a thread: what fails now may well succeed later.
      if (message.kind === 'digest') {
        return this.#tryLater(message, ids, {
          reason: 'it could not be drawn',
          isAmbiguous: false,
        });
      }
      const reason = 'it could not be put into words';
      return [{ type: 'failed', ids, reason, at: clock().wallMs }];
    }
    if (rendered === null) {
      return [{ type: 'superseded', ids, reason: 'nothing is known of that month' }];
    }
    const onItsWay = this.#options.settled?.();
    if (onItsWay !== undefined) await onItsWay;
    const catchUpMs = this.#options.catchUpMs?.() ?? 0;
    if (catchUpMs > 0) {
      // Its loss may be over: a board tells of the end once its beginning was acknowledged.
      const reason = 'boards could not be answered, and may have more to say';
      return [{ type: 'postponed', ids, until: clock().wallMs + catchUpMs, reason }];
    }
    const startedAt = clock().wallMs;
    const controller = new AbortController();
    if (this.channel.canBeCalledOff && message.kind === 'alert') {
      this.#onTheirWay.set(controller, ids);
    }
    try {
      const refusal = this.#refuseOverPart(message);
      if (refusal !== null) {
        log.warn({ channel: message.channel, reason: refusal }, 'a message was left out');
        return [{ type: 'failed', ids, reason: refusal, at: clock().wallMs }];
      }
      const { signal: calledOff } = controller;
      const receipt = await this.channel.send(message.address, rendered, { retryKey, calledOff });
      this.#health.succeed();
      this.#rateLimited.clear();
      return this.#succeed(message, ids, receipt, endsToldBy(rendered));
    } catch (error) {
      const said =
        // The secret of a link is kept nowhere.
        this.channel.keepsWords === true && message.kind !== 'digest'
          ? JSON.stringify({ retryKey, rendered })
          : undefined;
      const sendError = asSendError(error, this.#options.log);
      const again = sendError.isUnheard
        ? this.#unheard.settle({ message, error: sendError, startedAt }, clock())
        : null;
      if (again === null) return this.#fail(message, ids, sendError, said);
      this.#health.succeed();
      return [again];
    } finally {
      this.#onTheirWay.delete(controller);
    }
  }

  /** Null: the message may go. */
  #refuseOverPart(message: ClaimedMessage): string | null {
    const { store, clock, timezone } = this.#options;
    const quota = this.channel.quota?.() ?? null;
    return quota && refuseOverPart(store, message, quota, clock().wallMs, timezone);
  }

  /** @returns null: there is nothing to say */
  async #render(message: ClaimedMessage): Promise<Message | null> {
    const { clock, timezone, composeDigest, systemUrl, statusUrl } = this.#options;
    if (message.kind === 'status') {
      return renderStatusNews(message, clock().wallMs, timezone, statusUrl);
    }
    if (message.kind !== 'digest') {
      return renderMessage(message, clock().wallMs, timezone, systemUrl);
    }
    const takesFiles = this.channel.takesFiles === true;
    return (await composeDigest?.(message, takesFiles)) ?? null;
  }

  #succeed(
    { channel, address }: ClaimedMessage,
    ids: readonly number[],
    { externalId, movedTo }: Receipt,
    endsTold: readonly number[],
  ): readonly OutboxChange[] {
    const at = this.#options.clock().wallMs;
    const sent = { type: 'sent', ids, at, externalId, endsTold } as const;
    if (movedTo === undefined || movedTo === address) return [sent];
    this.#options.log.info({ from: address, to: movedTo }, 'a recipient moved to another address');
    return [{ type: 'recipient-moved', channel, from: address, to: movedTo }, sent];
  }

  #fail(
    message: ClaimedMessage,
    ids: readonly number[],
    error: SendError,
    said: string | undefined,
  ): OutboxChange[] {
    const { clock, log } = this.#options;
    const { channel, address } = message;
    const { wallMs, monoMs } = clock();
    const reason = error.message;
    const isFollower = messageKinds[message.kind].tells === 'follower';
    const to = isFollower ? maskAddress(address) : showAddressInLog(channel, address);
    // A messenger that refuses a message can be reached.
    if (error.permanent || error.retryAfterMs !== undefined) this.#health.succeed();
    if (error.isOvertaken) return [{ type: 'superseded', ids, reason }];
    if (error.isRecipientGone) {
      log.warn({ channel, address: to, reason }, 'a recipient cannot be reached any more');
      return [{ type: 'recipient-gone', ids, channel, address, reason, at: wallMs }];
    }
    if (error.isDeclined) {
      log.info({ channel, address: to, reason }, 'a recipient passes a message on');
      return [{ type: 'failed', ids, reason, at: wallMs }];
    }
    if (error.permanent) {
      log.error({ channel, address: to, reason, notification: ids[0] }, 'a message was refused');
      return [{ type: 'failed', ids, reason, at: wallMs }];
    }
    if (error.retryAfterMs !== undefined) {
      this.#waitAsAsked(address, monoMs, error.retryAfterMs, error);
      if (error.isGlobalLimit) this.#options.onLimited?.(channel, error.retryAfterMs, reason);
      const nextAttemptAt = this.#nextTryAt(message, wallMs + error.retryAfterMs);
      const waits = { type: 'retried', ids, at: wallMs, nextAttemptAt } as const;
      return [{ ...waits, reason, isAmbiguous: false, said }];
    }
    if (!this.channel.hasManyFarEnds) {
      this.#health.fail(address, monoMs);
      this.#options.onTrouble?.(channel);
    }
    log.warn({ channel, address: to, reason }, 'a message did not get through');
    return this.#tryLater(message, ids, { reason, isAmbiguous: error.isAmbiguous, said });
  }

  #tryLater(
    message: ClaimedMessage,
    ids: readonly number[],
    why: Pick<Extract<OutboxChange, { type: 'retried' }>, 'reason' | 'isAmbiguous' | 'said'>,
  ): OutboxChange[] {
    const { clock, random } = this.#options;
    const attempts = Math.max(...message.rows.map((row) => row.attempts)) + 1;
    const at = clock().wallMs;
    const nextAttemptAt = this.#nextTryAt(message, at + this.#retryDelayMs(attempts, random()));
    return [{ type: 'retried', ids, at, nextAttemptAt, ...why }];
  }

  /**
   * Waits as long as the messenger asked. It may not say for whom its limit is: when two addresses are
   * limited at the same time, and no message was taken in between, the limit probably holds for all.
   */
  #waitAsAsked(
    address: string,
    now: number,
    waitMs: number,
    { isGlobalLimit, isOwnLimit, isUnheard }: SendError,
  ): void {
    if (isUnheard) {
      this.#unheard.reserve(address, now + waitMs);
      return;
    }
    if (isOwnLimit) {
      this.#limits.pauseRecipient(address, now + waitMs);
      return;
    }
    for (const [other, until] of this.#rateLimited) {
      if (until <= now) this.#rateLimited.delete(other);
    }
    this.#rateLimited.set(address, now + waitMs);
    this.#limits.pauseRecipient(address, now + waitMs);
    if (isGlobalLimit) this.#limits.pauseAll(now + waitMs);
    else if (this.#rateLimited.size > 1 && !this.channel.hasManyFarEnds) {
      this.#limits.pauseAll(now + Math.min(waitMs, longestGuessMs));
    }
  }

  /** When to try again (epoch ms): as wanted, or when the message is given up if that is sooner. */
  #nextTryAt({ lapsesAt }: ClaimedMessage, wantedAt: number): number {
    return Math.min(wantedAt, lapsesAt ?? wantedAt);
  }

  #retryDelayMs(attempts: number, random: number): number {
    const delays = this.channel.retryDelaysMs;
    const own = delays?.[attempts - 1] ?? delays?.at(-1);
    return own === undefined ? retryDelayMs(attempts, random) : own * (1 + random / 10);
  }
}

/** Outages whose beginning and end are told in one: an alert that waits until power is known to be back or not. */
function endsToldBy({ outages = [] }: Message): readonly number[] {
  return outages
    .filter(({ kind, recoverAt }) => kind === 'alert' && recoverAt !== null)
    .map(({ outageId }) => outageId);
}

/** The words of the last try of the same message. Null: there was none, or they are not kept. */
function saidBefore({ rows: [first] }: ClaimedMessage, retryKey: string): Message | null {
  if (first.said == null) return null;
  const kept = JSON.parse(first.said) as { readonly retryKey: string; readonly rendered: Message };
  return kept.retryKey === retryKey ? kept.rendered : null;
}
