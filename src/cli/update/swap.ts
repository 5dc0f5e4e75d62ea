import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from '../../store/engine/sync-to-disk.ts';

/** Where the executable of before an update stays. */
export function previousPath(binary: string): string {
  return `${binary}.previous`;
}

/**
 * Puts a new executable in the place of another, which is kept beside it. At every moment there is one
 * under the name, whole; a process that runs goes on with its own.
 * @param fresh on the same disk, already synced
 */
export function swapIn(binary: string, fresh: string): void {
  const unfinished = `${previousPath(binary)}.part`;
  rmSync(unfinished, { force: true });
  try {
    linkSync(binary, unfinished);
  } catch {
    // A file system that knows no second names.
    copyFileSync(binary, unfinished);
    syncToDisk(unfinished);
  }
  renameSync(unfinished, previousPath(binary));
  renameSync(fresh, binary);
  syncToDisk(dirname(binary));
}

/** Takes an update back; the executable that did not do is gone. */
export function swapBack(binary: string): void {
  renameSync(previousPath(binary), binary);
  syncToDisk(dirname(binary));
}
