/** When this many different addresses fail in a row, the channel is at fault, not the address. */
const suspiciousAddresses = 3;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Whether a messenger answers at all. When one address after the other fails, nothing is sent for a
 * while, then one message at a time: each failed try is a write to the SD card. All times are
 * monotonic ms.
 */
export class ChannelHealth {
  readonly #random: () => number;
  readonly #failing = new Set<string>();
  #pauses = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** True from the first pause until a message gets through. */
  get isFailing(): boolean {
    return this.#pauses > 0;
  }

  /** Messages that may be on their way at once. */
  capacity(now: number, usual: number): number {
    if (now < this.#pausedUntil) return 0;
    return this.isFailing ? 1 : usual;
  }

  waitMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  succeed(): void {
    this.#failing.clear();
    this.#pauses = 0;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  }

  /** Notes a try that failed because of the messenger or the way to it. */
  fail(address: string, now: number): void {
    if (this.#failing.size < suspiciousAddresses) this.#failing.add(address);
    if (this.#failing.size < suspiciousAddresses) return;
    // Messages that were on their way when the pause began fail together and count once.
    if (now < this.#pausedUntil) return;
    const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#pauses, 10));
    this.#pauses += 1;
    this.#pausedUntil = now + ceiling * (0.5 + this.#random() / 2);
  }
}
