import type { Board } from '../../domain/devices/device-type.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { deleteImage } from '../../store/firmware/firmware-images.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';
import { getImage } from './get-firmware.ts';

/**
 * Removes an image and its list of failures. Devices that run it keep it.
 * @throws AppError NOT_FOUND, CONFLICT while it is being rolled out
 */
export function removeFirmware(
  { store }: Pick<Monitor, 'store'>,
  shelf: FirmwareShelf,
  { board, version }: { readonly board: Board; readonly version: string },
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    const { id, percent, deviceIds, isPaused, size, sha256 } = getImage(store, board, version);
    if (!isPaused && (percent > 0 || deviceIds.size > 0)) {
      throw new AppError(
        'CONFLICT',
        `${version} for ${board} is being rolled out. Pause it first, or set it to 0 per cent and to no devices.`,
      );
    }
    deleteImage(store, id);
    const before = { size, sha256, percent, devices: [...deviceIds] };
    const subject = `${board} ${version}`;
    writeAudit(store, { actor, action: 'firmware.remove', subject, before }, now.wallMs);
    // Within the lock, so that somebody who adds the same version again keeps their files.
    shelf.remove({ board, version });
  });
}
