import type { Instant } from '../../domain/instant.ts';
import { StoreUnavailable } from '../../store/engine/open.ts';
import { recordFailure } from '../../store/firmware/firmware-outcomes.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Records which update a device says it has rolled back, so that this image is not offered again.
 * @param version null: none, because another update has succeeded or the device is to try again
 */
export function noteFailedUpdate(
  { store, log }: Pick<Monitor, 'store' | 'log'>,
  device: LiveDevice,
  version: string | null,
  now: Instant,
): void {
  if (version !== null) {
    const { row, deviceId } = device;
    const board = device.config.deviceType;
    try {
      store.transaction(() => recordFailure(store, { row, board }, version, now.wallMs));
    } catch (error) {
      // The device repeats it with every heartbeat, so a failed write refuses none of them.
      if (error instanceof StoreUnavailable) return;
      throw error;
    }
    log.warn({ device: deviceId, version }, 'an update failed and was rolled back');
  }
  device.updateFailed = version;
  // The next flush writes it.
  device.isRowDirty = true;
}
