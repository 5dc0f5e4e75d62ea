import type { Logger } from './domain/logger.ts';

/** Work that comes round again; the scheduler knows when, the work knows what. */
export interface Tick {
  readonly name: string;
  readonly everyMs: number;
  run(): void | Promise<void>;
}

/**
 * Runs each tick at its interval, never twice at once. A tick that fails is logged and comes round
 * again; it never ends the process.
 */
export class Scheduler {
  readonly #log: Logger;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  readonly #running = new Set<Promise<void>>();
  /** Ticks that failed unexpectedly since start, for /metrics. */
  failures = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  start(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      let isRunning = false;
      const timer = setInterval(() => {
        if (isRunning) return;
        isRunning = true;
        const run = this.#run(tick).finally(() => {
          isRunning = false;
          this.#running.delete(run);
        });
        this.#running.add(run);
      }, tick.everyMs);
      this.#timers.push(timer);
    }
  }

  /** Starts nothing any more; settles once what was running has ended, or after `boundMs`. */
  async stop(boundMs = 300): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.race([Promise.all(this.#running), Bun.sleep(boundMs)]);
  }

  async #run(tick: Tick): Promise<void> {
    try {
      await tick.run();
    } catch (error) {
      this.failures += 1;
      this.#log.error({ err: error, tick: tick.name }, 'a scheduled task failed');
    }
  }
}
