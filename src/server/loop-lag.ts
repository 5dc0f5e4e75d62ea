import type { Tick } from '../domain/instant.ts';

const everyMs = 500;
const windowMs = 60_000;

/** The delay with which this process does what is due: because of a slow card, a busy processor, a long query. */
export class LoopLag {
  /** To be given to the scheduler. */
  readonly tick: Tick = { name: 'loop-lag', everyMs, run: () => this.sample() };
  readonly #clock: () => number;
  #lastMono: number;
  #windowBeganMono: number;
  /** The worst lag of the last whole window. */
  #before = 0;
  #worst = 0;

  /** @param clock monotonic ms */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#lastMono = clock();
    this.#windowBeganMono = this.#lastMono;
  }

  sample(): void {
    const monoMs = this.#clock();
    if (monoMs - this.#windowBeganMono >= windowMs) {
      this.#before = this.#worst;
      this.#worst = 0;
      this.#windowBeganMono = monoMs;
    }
    this.#worst = Math.max(this.#worst, monoMs - this.#lastMono - everyMs);
    this.#lastMono = monoMs;
  }

  /** The worst lag of the last minute or two, in ms, including one that goes on. */
  worstMs(): number {
    const now = this.#clock() - this.#lastMono - everyMs;
    return Math.max(0, this.#before, this.#worst, now);
  }
}
