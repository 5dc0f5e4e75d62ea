import { updateDeviceState, writeDeviceVitals } from '../../store/fleet/devices.ts';
import type { Monitor } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';

/**
 * Writes last-heard times and readings of every device heard since the last flush, in one batch.
 * They matter only after a restart, so the disk is not waited for.
 * @throws StoreUnavailable; everything stays marked and goes with the next flush
 */
export function flushVitals(monitor: Monitor): number {
  const dirty = [...monitor.fleet.all()].filter(
    (device) => (device.isDirty || device.isRowDirty) && device.state.lastHeardAt !== null,
  );
  if (dirty.length === 0) return 0;
  monitor.store.relaxedTransaction(() => {
    writeDeviceVitals(monitor.store, dirty.map(vitalsOf));
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

function vitalsOf(device: LiveDevice) {
  return {
    deviceRow: device.row,
    lastHeardAt: device.state.lastHeardAt ?? 0,
    lastUpAt: device.state.lastUpAt,
    ...device.vitals,
  };
}

function rowOf(device: LiveDevice) {
  const { link, power, bootId } = device.state;
  const { hasMainsSense, transport, firmwareVersion, updateFailed } = device;
  return { link, power, bootId, hasMainsSense, transport, firmwareVersion, updateFailed };
}
