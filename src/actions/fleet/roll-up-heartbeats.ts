import { keptVoltageMs } from '../../domain/fleet/mains-voltage.ts';
import type { Instant } from '../../domain/instant.ts';
import { finish, inSteps, type Steps } from '../../domain/steps.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { addVoltageHour, pruneVoltages } from '../../store/fleet/mains-voltages.ts';
import { pruneRollUps } from '../../store/fleet/roll-ups.ts';
import type { Monitor } from '../monitor.ts';
import { forgetRolledUp, type LiveDevice } from './live-device.ts';

const hourMs = 3_600_000;

/** Roll-ups are kept so long. Outages and all other events are kept forever. */
const keptMs = 30 * 24 * hourMs;

/** Rows that are written or deleted in one step: a few milliseconds. */
const rowsPerStep = 200;

/** All of `rollUpInSteps` at once, for the end of a run. */
export function rollUpHeartbeats(monitor: Monitor, now: Instant): number {
  return finish(rollUpInSteps(monitor, now));
}

/**
 * Writes one HEARTBEAT event per device heard since the last roll-up: how many heartbeats, the last
 * signal, and the board's own readings; and what it measured of the mains. Single heartbeats are never
 * rows. For a hundred thousand devices that takes seconds, in which events must not wait.
 * @throws StoreUnavailable; the counts of those that are not written yet stay and go with the next roll-up
 */
export function* rollUpInSteps(monitor: Monitor, now: Instant): Steps<number> {
  const { store, fleet } = monitor;
  const heard = [...fleet.all()].filter((device) => device.beatsThisHour > 0);
  const written = yield* inSteps(heard, rowsPerStep, (part) => {
    // Another may have been deleted since the last step.
    const present = part.filter((device) => fleet.get(device.deviceId) === device);
    store.relaxedTransaction(() => {
      for (const device of present) recordBeatsSoFar(monitor, device, now);
    });
    for (const device of present) forgetRolledUp(device);
    return present;
  });
  const isMore = () =>
    store.relaxedTransaction(() => pruneRollUps(store, now.wallMs - keptMs, rowsPerStep)) ===
    rowsPerStep;
  while (isMore()) yield;
  store.relaxedTransaction(() => pruneVoltages(store, now.wallMs - keptVoltageMs));
  return written.length;
}

/**
 * Writes the HEARTBEAT event of one device and what it measured, if it was heard since its last one. Must run inside a
 * transaction, after which the caller resets the count.
 */
export function recordBeatsSoFar(
  { store }: Pick<Monitor, 'store'>,
  device: LiveDevice,
  now: Instant,
): void {
  if (device.beatsThisHour === 0) return;
  for (const [hourAt, hour] of device.mainsVoltages) {
    addVoltageHour(store, device.row, hourAt, hour);
  }
  const { rssi, ssid, voltage, batteryLevel } = device.vitals;
  const { freeHeap, largestBlock, reconnects, starts, restartCause } = device.health;
  insertEvent(store, {
    deviceRow: device.row,
    customerId: null,
    eventType: 'HEARTBEAT',
    occurredAt: now.wallMs,
    createdAt: now.wallMs,
    voltage,
    batteryLevel,
    details: {
      count: device.beatsThisHour,
      ...(rssi !== null && { rssi }),
      ...(ssid !== null && { ssid }),
      ...(freeHeap !== null && { free_heap: freeHeap }),
      ...(largestBlock !== null && { largest_block: largestBlock }),
      ...(reconnects !== null && { reconnects }),
      ...(starts !== null && { starts }),
      ...(restartCause !== null && { restart_cause: restartCause }),
    },
  });
}
