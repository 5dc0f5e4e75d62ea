import type { Instant } from '../../domain/instant.ts';
import { readSettings } from '../../store/system/settings.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { refreshFleet } from '../fleet/load-fleet.ts';
import type { CommandMonitor, Monitor } from '../monitor.ts';

/**
 * A device in memory, for an action that is about to change it. Another process may have enrolled it a
 * moment ago, so that only its row is there yet.
 * @throws Error when it has no row either
 */
export function catchUpWith(
  monitor: Monitor,
  { row, deviceId }: Pick<LiveDevice, 'row' | 'deviceId'>,
  now: Instant,
): LiveDevice {
  if (monitor.fleet.get(deviceId)?.row !== row) refreshFleet(monitor, now, [deviceId]);
  const live = monitor.fleet.get(deviceId);
  if (live === undefined) throw new Error(`${deviceId} is not among the devices`);
  return live;
}

/**
 * Lets the running server follow what was written: devices in memory, their sessions, and messages. It
 * serves actions of the server and commands beside it; within a command's own process there is nothing to
 * follow.
 * @param deviceIds devices whose rows or keys may have changed. Undefined: not known
 */
export function followUp(
  monitor: Monitor | CommandMonitor,
  now: Instant,
  deviceIds?: readonly string[],
): void {
  if (monitor.runsIn === 'command') return;
  const { store, commits } = monitor;
  if (deviceIds === undefined) monitor.settings = readSettings(store);
  if (deviceIds?.length !== 0) {
    refreshFleet(monitor, now, deviceIds);
    // An outage that nobody watches any more is closed before anybody looks.
    commits.flush();
  }
  if (deviceIds === undefined) store.transaction(() => resumeAlerts(monitor, {}, now));
  sendQueued(monitor);
}

/** The same after a change that leaves all devices as they were: what it queued is sent at once. */
export function sendQueued(monitor: Monitor | CommandMonitor): void {
  if (monitor.runsIn === 'server') monitor.wakeOutbox();
}
