import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where things lie in the data directory. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'faiwatch.db');
}

export function backupsDir(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** The files of firmware images, and the public key that releases are checked with. */
export function firmwareDir(dataDir: string): string {
  return join(dataDir, 'firmware');
}

/** What /metrics is read with. */
export function metricsTokenPath(dataDir: string): string {
  return join(dataDir, 'metrics-token');
}

/** The bot's token, where an operator gave it in the console; a secret. */
export function botTokenPath(dataDir: string): string {
  return join(dataDir, 'telegram-token');
}

/** Held by the one server that works on this directory. */
export function lockPath(dataDir: string): string {
  return join(dataDir, 'serve.lock');
}

/** The account with the certificate authority, the certificate and its key; a secret. */
export function acmePath(dataDir: string): string {
  return join(dataDir, 'acme.json');
}

/** A sortable name with the reason of the copy. @param nowMs epoch ms */
export function backupPath(dataDir: string, reason: string, nowMs: number): string {
  return join(backupsDir(dataDir), `${backupStem(reason, nowMs)}.db.zst`);
}

/**
 * Where a restore puts the database that it replaces, unchanged and uncompressed. Names have seconds; of
 * two restores in the same second, the later one is dated a second later.
 */
export function replacedPath(dataDir: string, nowMs: number): string {
  const path = join(backupsDir(dataDir), `${backupStem('before-restore', nowMs)}.db`);
  return existsSync(path) ? replacedPath(dataDir, nowMs + 1_000) : path;
}

/** The state of the backups. */
export function backupStatePath(dataDir: string): string {
  return join(backupsDir(dataDir), 'state.json');
}

function backupStem(reason: string, nowMs: number): string {
  const stamp = new Date(nowMs)
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z/, 'Z');
  return `faiwatch-${stamp}-${reason}`;
}
