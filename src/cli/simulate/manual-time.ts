import type { Instant } from '../../domain/instant.ts';
import type { Cancel, Time } from './time.ts';

interface Timer {
  readonly atMs: number;
  readonly act: () => void;
}

/** A clock for tests: it moves only when told to, and timers run at their moments, in order. */
export class ManualTime implements Time {
  #monoMs = 0;
  readonly #startWallMs: number;
  #timers: Timer[] = [];

  constructor(startWallMs = Date.parse('2026-11-21T13:00:00Z')) {
    this.#startWallMs = startWallMs;
  }

  now(): Instant {
    return { wallMs: this.#startWallMs + this.#monoMs, monoMs: this.#monoMs };
  }

  after(delayMs: number, act: () => void): Cancel {
    const timer = { atMs: this.#monoMs + Math.max(0, delayMs), act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves on, running what comes due, and lets settled promises have their say after each. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#monoMs + ms;
    await settle();
    for (;;) {
      const [next] = this.#timers
        .filter((timer) => timer.atMs <= endMs)
        .sort((one, other) => one.atMs - other.atMs);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#monoMs = next.atMs;
      next.act();
      await settle();
    }
    this.#monoMs = endMs;
  }
}

/** Promise chains of a few links are done after this. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
