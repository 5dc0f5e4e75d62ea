/** The rate in the long run, of which `burst` may come at once. Infinity: no limit. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * A token bucket in its time form (generic cell rate algorithm, ITU-T I.371): it remembers only when
 * the next token would regularly be due. All times are monotonic ms.
 */
export class TokenBucket {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  #nextDueMs = Number.NEGATIVE_INFINITY;

  constructor({ perSecond, burst }: Rate) {
    this.#intervalMs = 1000 / perSecond;
    this.#toleranceMs = (burst - 1) * this.#intervalMs;
  }

  /** Time until `count` tokens are available; 0: now. `count` is at most the burst. */
  waitMs(now: number, count = 1): number {
    const waitMs = this.#nextDueMs + (count - 1) * this.#intervalMs - this.#toleranceMs - now;
    // In floating point, thirty thirds of a second are not quite ten seconds.
    return waitMs > 1e-6 ? waitMs : 0;
  }

  /** Tokens that are available now. */
  available(now: number): number {
    const spentMs = Math.max(0, this.#nextDueMs - now);
    return Math.max(0, Math.floor((this.#toleranceMs - spentMs) / this.#intervalMs + 1 + 1e-9));
  }

  /** Takes tokens even if there are none: then the next ones come later. */
  take(now: number, count = 1): void {
    // Without a limit nothing may become due later, not even by a clock that was read a moment before.
    if (this.#intervalMs === 0) return;
    this.#nextDueMs = Math.max(this.#nextDueMs, now) + count * this.#intervalMs;
  }

  /** Whether the bucket is full again, so that a new one would be the same. */
  isFull(now: number): boolean {
    return this.#nextDueMs <= now;
  }
}
