import { join } from 'node:path';

/** Where things lie in the data directory. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'faiwatch.db');
}

export function backupsDir(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Held by the one server that works on this directory. */
export function lockPath(dataDir: string): string {
  return join(dataDir, 'serve.lock');
}

/** A sortable name that says why the copy was made. @param nowMs epoch ms */
export function backupPath(dataDir: string, reason: string, nowMs: number): string {
  const stamp = new Date(nowMs)
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z/, 'Z');
  return join(backupsDir(dataDir), `faiwatch-${stamp}-${reason}.db`);
}
