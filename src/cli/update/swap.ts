import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from '../../disk/sync-to-disk.ts';

/** Path of the executable from before an update. */
export function previousPath(binary: string): string {
  return `${binary}.previous`;
}

/**
 * Puts a new executable in the place of another, which is kept beside it. At every moment there is a whole
 * executable under the name. A running process goes on with its own.
 * @param fresh on the same disk, already synced
 */
export function swapIn(binary: string, fresh: string): void {
  const unfinished = `${previousPath(binary)}.part`;
  rmSync(unfinished, { force: true });
  try {
    linkSync(binary, unfinished);
  } catch {
    // The file system has no hard links.
    copyFileSync(binary, unfinished);
    syncToDisk(unfinished);
  }
  renameSync(unfinished, previousPath(binary));
  renameSync(fresh, binary);
  syncToDisk(dirname(binary));
}

/** Puts the former executable back in place. The new one is lost. */
export function swapBack(binary: string): void {
  renameSync(previousPath(binary), binary);
  syncToDisk(dirname(binary));
}
