import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reserveBytes, spaceForBackup } from '../../domain/system/system-problems.ts';
import { StoreUnusable } from './unusable.ts';

interface DiskSpace {
  /** The bytes that this user may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The disk of a folder that exists or will be created. Null: the system does not say. */
export function readDiskSpace(dir: string): DiskSpace | null {
  try {
    const { bsize, bavail, blocks } = statfsSync(dir);
    return blocks === 0 ? null : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT' && dirname(dir) !== dir;
    return isMissing ? readDiskSpace(dirname(dir)) : null;
  }
}

/** Sizes of a database and of its write-ahead log, in bytes. */
export function readDatabaseBytes(path: string): { readonly file: number; readonly wal: number } {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  return { file: sizeOf(path), wal: sizeOf(`${path}-wal`) };
}

/** Whether a backup of a database fits into a folder, and leaves room to work. */
export function hasRoomForBackup(database: string, dir: string): boolean {
  const { file, wal } = readDatabaseBytes(database);
  const disk = readDiskSpace(dir);
  return disk === null || disk.freeBytes >= spaceForBackup(file + wal) + reserveBytes;
}

/** @throws StoreUnusable when this much does not fit into a folder */
export function assertRoom(dir: string, bytes: number, what: string): void {
  const disk = readDiskSpace(dir);
  if (disk === null || disk.freeBytes >= bytes) return;
  throw new StoreUnusable(
    `There is not enough free space in ${dir} for ${what}: it takes ${inMegabytes(bytes)}, and ${inMegabytes(disk.freeBytes)} are free.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
