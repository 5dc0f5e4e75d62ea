import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from './sync-to-disk.ts';

/**
 * Writes a file that only its owner can read. After a power cut either the old or the new one is there,
 * whole.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.new`;
  // One that was left behind could have another owner, or be open to others.
  rmSync(unfinished, { force: true });
  writeSynced(unfinished, content);
  renameSync(unfinished, path);
  syncToDisk(folder);
}

/**
 * Writes a new file that only its owner can read, and waits until its content is on the disk.
 * @throws the system's error EEXIST, among others
 */
export function writeSynced(path: string, content: string | Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
