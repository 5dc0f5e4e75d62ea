import { keptVoltageMs } from '../../domain/fleet/mains-voltage.ts';
import type { Instant } from '../../domain/instant.ts';
import { insertEvent, pruneHeartbeatEvents } from '../../store/fleet/events.ts';
import { addVoltageHour, pruneVoltages } from '../../store/fleet/mains-voltages.ts';
import type { Monitor } from '../monitor.ts';
import { forgetRolledUp, type LiveDevice } from './live-device.ts';

/** How long roll-ups are kept. Outages and all other events are kept forever. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * Writes one HEARTBEAT event per device heard since the last roll-up: how many heartbeats, the last
 * signal, and the board's own readings; and what it measured of the mains. Single heartbeats are never
 * rows.
 * @throws StoreUnavailable; the counts stay and go with the next roll-up
 */
export function rollUpHeartbeats(monitor: Monitor, now: Instant): number {
  const heard = [...monitor.fleet.all()].filter((device) => device.beatsThisHour > 0);
  monitor.store.relaxedTransaction(() => {
    for (const device of heard) recordBeatsSoFar(monitor, device, now);
    pruneHeartbeatEvents(monitor.store, now.wallMs - keptMs);
    pruneVoltages(monitor.store, now.wallMs - keptVoltageMs);
  });
  for (const device of heard) forgetRolledUp(device);
  return heard.length;
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
    customerId: device.config.customerId,
    eventType: 'HEARTBEAT',
    occurredAt: now.wallMs,
    createdAt: now.wallMs,
    outageId: null,
    bootId: null,
    seq: null,
    voltage,
    batteryLevel,
    message: null,
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
