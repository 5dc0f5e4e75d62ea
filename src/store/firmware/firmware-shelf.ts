import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeSynced } from '../../disk/replace-file.ts';
import { syncToDisk } from '../../disk/sync-to-disk.ts';
import type { Board } from '../../domain/devices/device-type.ts';
import { AppError } from '../../domain/errors.ts';
import type { PartName } from '../../domain/firmware/firmware-layout.ts';

/** The name of an image; its version is one, so nothing in it leads elsewhere. */
interface ImageName {
  readonly board: Board;
  readonly version: string;
}

/** Files that are on the disk but not yet in their place. */
interface StagedImage {
  /**
   * Moves the files into place, over anything a power cut left there. Quick, for use within a
   * transaction.
   */
  place(): void;
  /** Removes what was not moved into place; to be called in any case. */
  drop(): void;
}

/** Unfinished files older than this belong to nobody any more, in ms. */
const abandonedMs = 86_400_000;

/** The files of firmware images: `<board>/<version>/<part>.bin` in one folder, created when needed. */
export class FirmwareShelf {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  pathOf({ board, version }: ImageName, part: PartName): string {
    return join(this.#folderOf({ board, version }), `${part}.bin`);
  }

  /** Whether all files of an image are there in their full length. */
  has(
    image: ImageName & {
      readonly parts: readonly { readonly name: PartName; readonly size: number }[];
    },
  ): boolean {
    return image.parts.every(({ name, size }) => {
      const stats = statSync(this.pathOf(image, name), { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size === size;
    });
  }

  /**
   * Writes the files of an image beside their final place, and waits until they are on the disk.
   * @throws AppError UNAVAILABLE when they cannot be written
   */
  stage(
    image: ImageName,
    parts: readonly { readonly name: PartName; readonly bytes: Uint8Array }[],
    nowMs: number,
  ): StagedImage {
    const staged = join(this.#dir, `.adding-${randomUUID()}`);
    const drop = () => {
      try {
        rmSync(staged, { recursive: true, force: true });
      } catch {
        // The next addition, a day later, clears away the rest; the reason of the failure matters more.
      }
    };
    try {
      mkdirSync(staged, { recursive: true, mode: 0o700 });
      this.#dropAbandoned(nowMs);
      for (const { name, bytes } of parts) writeSynced(join(staged, `${name}.bin`), bytes);
      syncToDisk(staged);
    } catch (error) {
      drop();
      throw asUnavailable(error);
    }
    return { place: () => this.#place(staged, image), drop };
  }

  /** Deletes an image. A missing one is no failure. */
  remove(image: ImageName): void {
    this.#clear(this.#folderOf(image));
  }

  #place(staged: string, image: ImageName): void {
    const folder = this.#folderOf(image);
    const parent = join(this.#dir, image.board);
    try {
      mkdirSync(parent, { recursive: true, mode: 0o700 });
      this.#clear(folder);
      renameSync(staged, folder);
      syncToDisk(parent);
      syncToDisk(this.#dir);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Hidden at once, so that nobody finds half of it. */
  #clear(folder: string): void {
    const aside = join(this.#dir, `.removed-${randomUUID()}`);
    try {
      renameSync(folder, aside);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return;
      throw error;
    }
    rmSync(aside, { recursive: true, force: true });
  }

  #folderOf({ board, version }: ImageName): string {
    return join(this.#dir, board, version);
  }

  #dropAbandoned(nowMs: number): void {
    for (const name of readdirSync(this.#dir)) {
      if (!/^\.(adding|removed)-/.test(name)) continue;
      const path = join(this.#dir, name);
      const { mtimeMs = nowMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (nowMs - mtimeMs > abandonedMs) rmSync(path, { recursive: true, force: true });
    }
  }
}

function asUnavailable(error: unknown): AppError {
  const { message } = error as Error;
  return new AppError('UNAVAILABLE', `The image could not be stored: ${message}`);
}
