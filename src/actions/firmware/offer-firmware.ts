import type { Board } from '../../domain/devices/device-type.ts';
import { AppError } from '../../domain/errors.ts';
import { chooseOffer } from '../../domain/firmware/firmware-rollout.ts';
import { isPrerelease } from '../../domain/firmware/firmware-version.ts';
import { type FirmwareImage, readImages } from '../../store/firmware/firmware-images.ts';
import { readFailedVersions } from '../../store/firmware/firmware-outcomes.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';
import { getImage } from './get-firmware.ts';

/** The available images of one board or of all; those of a board newest first. */
export function readAvailable(
  { store }: Pick<Monitor, 'store'>,
  shelf: FirmwareShelf,
  board?: Board,
): FirmwareImage[] {
  return readImages(store, board).filter((image) => shelf.has(image));
}

/**
 * The image that a device should run instead of its present one. Null: it runs the right one.
 * @param available of the board that the device names: it may have been flashed since it was enrolled
 * @param version that the device names
 */
export function offerFirmware(
  { store }: Pick<Monitor, 'store'>,
  available: readonly FirmwareImage[],
  { deviceId, row }: Pick<LiveDevice, 'deviceId' | 'row'>,
  version: string | null,
): FirmwareImage | null {
  return chooseOffer(available, { deviceId, version }, (candidate) =>
    readFailedVersions(store, row).has(candidate),
  );
}

/**
 * The image of a version for a device that was offered it a moment ago.
 * @throws AppError NOT_FOUND when it is paused by now, too, or its file is lost
 */
export function getOfferedImage(
  { store }: Pick<Monitor, 'store'>,
  shelf: FirmwareShelf,
  board: Board,
  version: string,
): FirmwareImage {
  const image = getImage(store, board, version);
  if (image.isPaused) throw new AppError('NOT_FOUND', `The roll-out of ${version} is paused.`);
  return requireFiles(shelf, image);
}

/**
 * The image with which each board is flashed by hand: the newest that is not paused. Releases come before
 * versions meant for trying out.
 */
export function chooseFlashImages(
  available: readonly FirmwareImage[],
): ReadonlyMap<Board, FirmwareImage> {
  const chosen = new Map<Board, FirmwareImage>();
  for (const image of available) {
    if (image.isPaused) continue;
    const best = chosen.get(image.board);
    const isBetter =
      best === undefined || (isPrerelease(best.version) && !isPrerelease(image.version));
    if (isBetter) chosen.set(image.board, image);
  }
  return chosen;
}

/** @throws AppError NOT_FOUND when the image's files are lost */
export function requireFiles(shelf: FirmwareShelf, image: FirmwareImage): FirmwareImage {
  if (shelf.has(image)) return image;
  throw new AppError('NOT_FOUND', `The files of ${image.version} for ${image.board} are lost.`);
}
