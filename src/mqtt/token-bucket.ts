/** A token bucket on the monotonic clock: `burst` at once, `perSecond` in the long run. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #filledMono: number;

  /** @param perSecond Infinity: never empty */
  constructor(perSecond: number, burst: number, nowMono: number) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledMono = nowMono;
  }

  /** Takes one token; false when there is none. */
  take(nowMono: number): boolean {
    if (this.#perMs === Number.POSITIVE_INFINITY) return true;
    const elapsedMs = Math.max(0, nowMono - this.#filledMono);
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedMs * this.#perMs);
    this.#filledMono = nowMono;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  /** Milliseconds until `count` tokens are there, counted from the last `take`. */
  msUntil(count: number): number {
    return Math.max(0, (Math.min(count, this.#burst) - this.#tokens) / this.#perMs);
  }
}
