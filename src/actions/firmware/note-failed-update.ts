import type { Instant } from '../../domain/instant.ts';
import { StoreUnavailable } from '../../store/engine/open.ts';
import { recordFailure } from '../../store/firmware/firmware-outcomes.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Takes in which update a device says it has rolled back, so that it is not offered that image again.
 * @param version null: none, since another update has succeeded or it is to try again
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
      // It says so with every heartbeat; none of them is worth refusing for this.
      if (error instanceof StoreUnavailable) return;
      throw error;
    }
    log.warn({ device: deviceId, version }, 'an update failed and was rolled back');
  }
  device.updateFailed = version;
  // The next flush writes it.
  device.isRowDirty = true;
}
