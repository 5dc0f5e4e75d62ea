/**
 * Folders of a test. They need not be removed: `leave-nothing.ts` does that after the last test, and
 * complains of whatever else is left.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** A path that nothing is at yet. */
export function tempPath(name: string): string {
  const path = join(tmpdir(), `${name}-${process.pid}-${made.size + 1}`);
  made.add(path);
  return path;
}

/** An empty folder. */
export function tempDir(name: string): string {
  const path = tempPath(name);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Whether a path was given out here. */
export function isTempPath(path: string): boolean {
  return made.has(path);
}
