import { TokenBucket } from '../domain/token-bucket.ts';
import type { ChannelLimits } from './channel.ts';

interface RecipientState {
  readonly buckets: readonly TokenBucket[];
  pausedUntil: number;
}

/**
 * What the messenger allows now: over all and to each address. Remembers only addresses that are
 * held back, so it stays small. All times are monotonic ms.
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

  /** How many messages may go now, to whatever addresses. */
  available(now: number): number {
    if (now < this.#pausedUntil) return 0;
    return this.#overall === null ? Number.POSITIVE_INFINITY : this.#overall.available(now);
  }

  /**
   * How long until `count` messages may go, as far as all addresses together are concerned.
   * @param count capped at the burst
   */
  waitMs(now: number, count = 1): number {
    const burst = this.#limits?.overall.burst ?? 1;
    const tokensMs = this.#overall?.waitMs(now, Math.min(count, burst)) ?? 0;
    return Math.max(tokensMs, this.#pausedUntil - now);
  }

  /** One message is on its way. */
  take(now: number): void {
    this.#overall?.take(now);
  }

  /**
   * A message to `address` has been answered. The distance to the next one counts from here: only so
   * is it kept where it matters, at the messenger, however long each request was on its way.
   */
  settle(address: string, now: number): void {
    const state = this.#stateOf(address);
    for (const bucket of state.buckets) bucket.take(now);
  }

  /** The messenger asks to leave this address alone for a while. */
  pauseRecipient(address: string, untilMs: number): void {
    const state = this.#stateOf(address);
    state.pausedUntil = Math.max(state.pausedUntil, untilMs);
  }

  /** The messenger asks to leave it alone altogether for a while. */
  pauseAll(untilMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, untilMs);
  }

  /** Addresses that have to wait, and when the first of them is free (infinity: none waits). */
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
