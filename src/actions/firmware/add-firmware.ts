import { createHash, type KeyObject } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { findImage, insertImage } from '../../store/firmware/firmware-images.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';
import { checkRelease, type FirmwareRelease } from './check-firmware.ts';

/**
 * Adds a release: checks it, stores its files and records it. It is offered to nobody yet. Two additions
 * at once come one after the other. Adding the same release again changes nothing, but brings back lost
 * files.
 *
 * @param publicKey the release key's
 * @returns whether it was new
 * @throws AppError VALIDATION for a release that is not taken, CONFLICT when the version is there with
 *   other content, UNAVAILABLE when the files cannot be stored
 */
export function addFirmware(
  { store }: Pick<Monitor, 'store'>,
  shelf: FirmwareShelf,
  publicKey: KeyObject,
  release: FirmwareRelease,
  actor: Actor,
  now: Instant,
): boolean {
  const { board, version, signature, parts, app } = checkRelease(release, publicKey);
  const described = parts.map(({ name, offset, bytes, sha256 }) => ({
    name,
    offset,
    size: bytes.length,
    sha256,
    md5: createHash('md5').update(bytes).digest('hex'),
  }));
  const staged = shelf.stage({ board, version }, parts, now.wallMs);
  try {
    // The lock holds off everybody who adds or removes at the same time, other processes included.
    return store.transaction(() => {
      const present = findImage(store, board, version);
      if (present !== undefined) {
        const isSame = described.every(({ name, sha256 }) =>
          present.parts.some((part) => part.name === name && part.sha256 === sha256),
        );
        if (!isSame) {
          throw new AppError(
            'CONFLICT',
            `${version} for ${board} is there already, with other content. Give the new one a version of its own.`,
          );
        }
        if (!shelf.has(present)) staged.place();
        return false;
      }
      const image = { board, version, size: app.bytes.length, sha256: app.sha256 };
      insertImage(store, { ...image, signature, parts: described }, now.wallMs);
      const subject = `${board} ${version}`;
      const after = { size: image.size, sha256: image.sha256 };
      writeAudit(store, { actor, action: 'firmware.add', subject, after }, now.wallMs);
      staged.place();
      return true;
    });
  } finally {
    staged.drop();
  }
}
