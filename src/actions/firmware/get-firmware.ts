import type { Board } from '../../domain/devices/device-type.ts';
import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/engine/open.ts';
import { type FirmwareImage, findImage } from '../../store/firmware/firmware-images.ts';

/** @throws AppError NOT_FOUND */
export function getImage(store: Store, board: Board, version: string): FirmwareImage {
  const image = findImage(store, board, version);
  if (image === undefined) {
    throw new AppError('NOT_FOUND', `There is no firmware ${version} for ${board}.`);
  }
  return image;
}
