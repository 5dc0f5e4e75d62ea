import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner can read. After a power cut either the old or the new one is there. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  syncFolder(folder);
}

/** Waits until the names in a folder are on the disk. */
export function syncFolder(folder: string): void {
  const names = openSync(folder, 'r');
  try {
    fsyncSync(names);
  } finally {
    closeSync(names);
  }
}
