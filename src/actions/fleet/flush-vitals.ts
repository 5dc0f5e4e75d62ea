import { type DeviceState, storeDeviceState, storeHeard } from '../../domain/fleet/device-state.ts';
import { updateDeviceState, writeDeviceVitals } from '../../store/fleet/devices.ts';
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
    writeDeviceVitals(
      monitor.store,
      dirty.map((device) => vitalsOf(device, device.state)),
    );
    for (const device of dirty) {
      if (device.isRowDirty) updateDeviceState(monitor.store, device.row, rowOf(device));
    }
  });
  for (const device of dirty) {
    device.isDirty = false;
    device.isRowDirty = false;
  }
  return dirty.length;
}

/** The row of what was heard of a device that is in this state. */
export function vitalsOf({ row, vitals }: LiveDevice, state: DeviceState) {
  return { deviceRow: row, ...storeHeard(state), ...vitals };
}

function rowOf(device: LiveDevice) {
  return { ...storeDeviceState(device.state), ...saidOfItself(device) };
}
