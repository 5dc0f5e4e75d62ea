import { type DeviceState, storeDeviceState, storeHeard } from '../../domain/fleet/device-state.ts';
import { updateDeviceState } from '../../store/fleet/devices.ts';
import { storeAlive } from '../../store/fleet/sign-of-life.ts';
import { type StoredVitals, writeVitals } from '../../store/fleet/vitals.ts';
import type { Monitor } from '../monitor.ts';
import { type LiveDevice, saidOfItself } from './live-device.ts';

/**
 * Writes last-heard times and readings of every device heard since the last flush, in one batch. They
 * matter only after a restart, so the batch does not wait for the disk.
 * @throws StoreUnavailable; everything stays marked and goes with the next flush
 */
export function flushVitals(monitor: Monitor): number {
  const dirty = [...monitor.fleet.all()].filter(
    (device) => (device.isDirty || device.isRowDirty) && device.state.lastHeardAt !== null,
  );
  if (dirty.length === 0) return 0;
  monitor.store.relaxedTransaction(() => {
    writeVitals(
      monitor.store,
      dirty.flatMap((device) => vitalsOf(device, device.state)),
    );
    for (const device of dirty) {
      if (device.isRowDirty) updateDeviceState(monitor.store, device.row, rowOf(device));
    }
    // So that it seldom needs a transaction of its own.
    storeAlive(monitor.store, monitor.clock().wallMs);
  });
  for (const device of dirty) {
    device.isDirty = false;
    device.isRowDirty = false;
  }
  return dirty.length;
}

/** What was heard of a device that is in this state; none of one that was never heard. */
export function vitalsOf({ row, vitals }: LiveDevice, state: DeviceState): StoredVitals[] {
  const { lastHeardAt, lastUpAt } = storeHeard(state);
  if (lastHeardAt === null) return [];
  const { rssi, voltage, batteryLevel } = vitals;
  return [{ deviceRow: row, lastHeardAt, lastUpAt, rssi, voltage, batteryLevel }];
}

function rowOf(device: LiveDevice) {
  return { ...storeDeviceState(device.state), ...saidOfItself(device) };
}
