import type { Instant } from '../../domain/instant.ts';
import { readSettings } from '../../store/system/settings.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import { refreshFleet } from '../fleet/load-fleet.ts';
import type { Monitor } from '../monitor.ts';

/** Notices what a command, another process, has written to the database, and follows it up. */
export class CommandWatch {
  readonly #read: () => unknown;
  #seen: unknown;

  /** To be made before anything is read that a command may change, so that none is missed. */
  constructor({ sqlite }: Monitor['store']) {
    const dataVersion = sqlite.query('PRAGMA data_version');
    this.#read = () => dataVersion.values()[0]?.[0];
    this.#seen = this.#read();
  }

  /** What the server's own actions do when they have written the same. */
  follow(monitor: Monitor, now: Instant): void {
    const version = this.#read();
    if (version === this.#seen) return;
    const { store, commits } = monitor;
    monitor.settings = readSettings(store);
    refreshFleet(monitor, now);
    commits.flush();
    store.transaction(() => resumeAlerts(monitor, {}, now));
    monitor.wakeOutbox();
    this.#seen = version;
  }
}
