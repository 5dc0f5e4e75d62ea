import type { Logger } from '../domain/logger.ts';
import type { Tick } from './scheduler.ts';

export interface PingOptions {
  /** Where to call; for example a check of healthchecks.io. It is a secret. */
  readonly url: string;
  /** Whether the service does its work; when not, no call is made. */
  readonly isWell: () => boolean;
  readonly log: Logger;
  /** For tests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

const everyMs = 60_000;
const timeoutMs = 10_000;

/**
 * A dead man's switch: as long as the service works it calls an address of the operator's once a
 * minute, and whoever is behind it tells when the calls stay out. Nobody else can tell that this machine
 * is gone.
 */
export class PingWatchdog {
  /** To be given to the scheduler. */
  readonly tick: Tick = { name: 'ping-watchdog', everyMs, run: () => this.call() };
  /** Calls that were answered with success, and those that were not, since start. */
  readonly counters = { answered: 0, failed: 0 };
  readonly #options: PingOptions;
  #isFailing = false;

  constructor(options: PingOptions) {
    this.#options = options;
  }

  async call(): Promise<void> {
    const { url, isWell, log } = this.#options;
    if (!isWell()) {
      log.warn({}, 'the service does not work as it should; the dead man’s switch is not called');
      return;
    }
    const problem = await this.#try(url);
    if (problem === null) this.counters.answered += 1;
    else this.counters.failed += 1;
    // Once as it begins and once as it ends: the address is somebody else's, and may be down for days.
    if (problem !== null && !this.#isFailing) {
      log.warn({ problem }, 'the dead man’s switch could not be called');
    } else if (problem === null && this.#isFailing) {
      log.info({}, 'the dead man’s switch is called again');
    }
    this.#isFailing = problem !== null;
  }

  /** @returns what went wrong, without the address; null: nothing */
  async #try(url: string): Promise<string | null> {
    const call = this.#options.fetch ?? fetch;
    try {
      const response = await call(url, { signal: AbortSignal.timeout(timeoutMs) });
      await response.body?.cancel();
      return response.ok ? null : `answered ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown';
    }
  }
}
