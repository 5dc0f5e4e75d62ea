import type { Tick } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { callOut } from '../outbound/call-out.ts';
import { OutboundError } from '../outbound/outbound-error.ts';

interface PingOptions {
  /** The address to call, for example a check of healthchecks.io. A secret. */
  readonly url: string;
  /** Whether the service does its work. No call is made while it does not. */
  readonly isWell: () => boolean;
  readonly log: Logger;
  /** For tests. */
  readonly call?: typeof callOut;
}

const everyMs = 60_000;
/** The answer is not read beyond this. */
const bounds = { timeoutMs: 10_000, maxBytes: 1024 };
/** From http to https, and from a name to another. */
const mostRedirects = 3;

/**
 * A dead man's switch. While the service works it calls the operator's address once a minute. Whoever is
 * behind that address notices when the calls end: this machine cannot tell of its own end.
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
    // One line when calls begin to fail and one when they succeed again: the address may be down for days.
    if (problem !== null && !this.#isFailing) {
      log.warn({ problem }, 'the dead man’s switch could not be called');
    } else if (problem === null && this.#isFailing) {
      log.info({}, 'the dead man’s switch is called again');
    }
    this.#isFailing = problem !== null;
  }

  /** @returns what went wrong, without the address. Null: nothing */
  async #try(url: string): Promise<string | null> {
    const call = this.#options.call ?? callOut;
    try {
      const { isOk, status } = await call(url, { ...bounds, mostRedirects });
      return isOk ? null : `answered ${status}`;
    } catch (error) {
      if (error instanceof OutboundError) return error.message;
      return error instanceof Error ? error.name : 'unknown';
    }
  }
}
