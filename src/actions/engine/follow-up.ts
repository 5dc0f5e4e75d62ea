import type { Instant } from '../../domain/instant.ts';
import { readSettings } from '../../store/system/settings.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import { refreshFleet } from '../fleet/load-fleet.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Lets the running server follow what was written: devices in memory, their sessions, and what is to be
 * told. For an action of its own, and for a command beside it; in the command's process there is nothing
 * to follow.
 * @param deviceIds whose rows or keys may have changed; undefined: nobody knows
 */
export function followUp(
  monitor: Monitor | Pick<Monitor, 'store'>,
  now: Instant,
  deviceIds?: readonly string[],
): void {
  if (!('fleet' in monitor)) return;
  const { store, commits } = monitor;
  if (deviceIds === undefined) monitor.settings = readSettings(store);
  if (deviceIds?.length !== 0) {
    refreshFleet(monitor, now, deviceIds);
    // So that whoever looks next finds an outage closed that nobody watches any more.
    commits.flush();
  }
  if (deviceIds === undefined) store.transaction(() => resumeAlerts(monitor, {}, now));
  monitor.wakeOutbox();
}
