import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';

const everyMs = 60_000;

/** Logs trouble that lasts once a minute: what fails is tried again each second, maybe for days. */
export class Complaints {
  readonly #log: Logger;
  readonly #time: Pick<Time, 'clock'>;
  /** When it was last logged, monotonic ms, by what it is about. */
  readonly #lastMs = new Map<string, number>();

  constructor(log: Logger, time: Pick<Time, 'clock'>) {
    this.#log = log;
    this.#time = time;
  }

  /** @param about tells one trouble from another */
  add(about: string, fields: object, text: string): void {
    const { monoMs } = this.#time.clock();
    for (const [key, ms] of this.#lastMs) if (monoMs - ms >= everyMs) this.#lastMs.delete(key);
    if (this.#lastMs.has(about)) return;
    this.#lastMs.set(about, monoMs);
    this.#log.error(fields, text);
  }

  addError(error: Error, text: string): void {
    this.add(error.message, { err: error }, text);
  }
}
