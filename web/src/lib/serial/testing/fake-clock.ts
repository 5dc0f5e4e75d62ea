import type { Clock } from '../find-again.ts';

/** A clock that a test advances. */
export class FakeClock implements Clock {
  #nowMs = 0;
  #due: { atMs: number; run: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { atMs: this.#nowMs + ms, run };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  /** Lets time pass, everything due in its turn, and what follows from it before the next. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await settle();
    for (;;) {
      const next = this.#due
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.#due = this.#due.filter((other) => other !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
      await settle();
    }
    this.#nowMs = untilMs;
  }
}

/** Lets all pending promises settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
