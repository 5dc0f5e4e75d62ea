import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../monitor.ts';
import { followUp } from './follow-up.ts';

/** Notices what a command, which is another process, has written to the database, and follows it up. */
export class CommandWatch {
  readonly #read: () => unknown;
  #seen: unknown;

  /** Must be created before anything is read that a command may change, so that no change is missed. */
  constructor({ sqlite }: Monitor['store']) {
    const dataVersion = sqlite.query('PRAGMA data_version');
    this.#read = () => dataVersion.values()[0]?.[0];
    this.#seen = this.#read();
  }

  follow(monitor: Monitor, now: Instant): void {
    const version = this.#read();
    if (version === this.#seen) return;
    followUp(monitor, now);
    this.#seen = version;
  }
}
