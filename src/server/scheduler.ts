import type { SetTimer, Tick } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';

/**
 * Runs each tick at its interval, never twice at once. A tick that fails is logged, and runs again at its
 * interval.
 */
export class Scheduler {
  readonly #setTimer: SetTimer;
  readonly #log: Logger;
  readonly #cancels: (() => void)[] = [];
  readonly #running = new Set<Promise<void>>();
  /** Ticks that failed unexpectedly since start, for /metrics. */
  failures = 0;

  constructor(setTimer: SetTimer, log: Logger) {
    this.#setTimer = setTimer;
    this.#log = log;
  }

  start(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      let isRunning = false;
      const arm = () => this.#setTimer(tick.everyMs, comeRound);
      const comeRound = () => {
        this.#cancels[place] = arm();
        if (isRunning) return;
        isRunning = true;
        const run = this.#run(tick).finally(() => {
          isRunning = false;
          this.#running.delete(run);
        });
        this.#running.add(run);
      };
      const place = this.#cancels.push(arm()) - 1;
    }
  }

  /** Resolves once no tick is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Starts no more ticks. Settles once running ticks have ended, or after `boundMs`. */
  async stop(boundMs = 300): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    const bound = Promise.withResolvers<void>();
    const cancelBound = this.#setTimer(boundMs, bound.resolve);
    await Promise.race([this.settled(), bound.promise]);
    cancelBound();
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
