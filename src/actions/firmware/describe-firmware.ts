import type { FirmwareImage } from '../../store/firmware/firmware-images.ts';
import { countFailures, type VersionCount } from '../../store/firmware/firmware-outcomes.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import type { Monitor } from '../monitor.ts';
import { chooseFlashImages, readAvailable } from './offer-firmware.ts';

/** Images with the field names of the API, as calls and commands show them. */
export function describeImages(
  monitor: Pick<Monitor, 'store'>,
  shelf: FirmwareShelf,
  images: readonly FirmwareImage[],
  versions: readonly VersionCount[],
) {
  const failures = countFailures(monitor.store);
  const flashed = chooseFlashImages(readAvailable(monitor, shelf));
  return images.map((image) => {
    const { id, board, version, size, sha256, addedAt, percent, deviceIds, isPaused } = image;
    const running = versions.find((one) => one.board === board && one.version === version);
    return {
      board,
      version,
      size,
      sha256,
      added_at: new Date(addedAt).toISOString(),
      percent,
      device_ids: [...deviceIds],
      is_paused: isPaused,
      is_for_flashing: flashed.get(board)?.id === id,
      is_missing: !shelf.has(image),
      installed_count: running?.devices ?? 0,
      failed_count: failures.get(id) ?? 0,
    };
  });
}
