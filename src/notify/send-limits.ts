import { TokenBucket } from '../domain/token-bucket.ts';
import type { ChannelLimits } from './channel.ts';

interface RecipientState {
  readonly buckets: readonly TokenBucket[];
  pausedUntil: number;
}

/**
 * The messenger's rate limits, in all and to each address. Only addresses that have to wait are
 * remembered. All times are monotonic ms.
 */
export class SendLimits {
  readonly #limits: ChannelLimits | undefined;
  readonly #overall: TokenBucket | null;
  readonly #recipients = new Map<string, RecipientState>();
  #pausedUntil = Number.NEGATIVE_INFINITY;

  /** @param limits undefined: the channel has none */
  constructor(limits: ChannelLimits | undefined) {
    this.#limits = limits;
    this.#overall = limits === undefined ? null : new TokenBucket(limits.overall);
  }

  /** Messages that may go now, by the rate limit of all addresses together. */
  available(now: number): number {
    if (now < this.#pausedUntil) return 0;
    return this.#overall === null ? Number.POSITIVE_INFINITY : this.#overall.available(now);
  }

  /**
   * Time until `count` messages may go, by the rate limit of all addresses together.
   * @param count more than the burst counts as the burst
   */
  waitMs(now: number, count = 1): number {
    const burst = this.#limits?.overall.burst ?? 1;
    const tokensMs = this.#overall?.waitMs(now, Math.min(count, burst)) ?? 0;
    return Math.max(tokensMs, this.#pausedUntil - now);
  }

  /** Counts a message that is on its way. */
  take(now: number): void {
    this.#overall?.take(now);
  }

  /**
   * Counts a message to `address` that the messenger has answered. The distance to the next one begins
   * with the answer: the messenger measures it at its end, however long a request takes to get there.
   */
  settle(address: string, now: number): void {
    const state = this.#stateOf(address);
    for (const bucket of state.buckets) bucket.take(now);
  }

  /** Sends nothing to this address before `untilMs`. */
  pauseRecipient(address: string, untilMs: number): void {
    const state = this.#stateOf(address);
    state.pausedUntil = Math.max(state.pausedUntil, untilMs);
  }

  /** Sends nothing to anybody before `untilMs`. */
  pauseAll(untilMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, untilMs);
  }

  /** Addresses that have to wait, and when the first of them is free. Infinity: none waits. */
  heldBack(now: number): { readonly addresses: readonly string[]; readonly nextFreeAt: number } {
    const addresses: string[] = [];
    let nextFreeAt = Number.POSITIVE_INFINITY;
    for (const [address, state] of this.#recipients) {
      const waitMs = waitOf(state, now);
      if (waitMs > 0) {
        addresses.push(address);
        nextFreeAt = Math.min(nextFreeAt, now + waitMs);
      } else if (state.buckets.every((bucket) => bucket.isFull(now))) {
        this.#recipients.delete(address);
      }
    }
    return { addresses, nextFreeAt };
  }

  /** Whether a message may go to this address now, as far as the address alone is concerned. */
  isFree(address: string, now: number): boolean {
    const state = this.#recipients.get(address);
    return state === undefined || waitOf(state, now) <= 0;
  }

  #stateOf(address: string): RecipientState {
    const known = this.#recipients.get(address);
    if (known !== undefined) return known;
    const rates = this.#limits?.perRecipient(address) ?? [];
    const state = {
      buckets: rates.map((rate) => new TokenBucket(rate)),
      pausedUntil: Number.NEGATIVE_INFINITY,
    };
    this.#recipients.set(address, state);
    return state;
  }
}

function waitOf({ buckets, pausedUntil }: RecipientState, now: number): number {
  return Math.max(pausedUntil - now, ...buckets.map((bucket) => bucket.waitMs(now)));
}
