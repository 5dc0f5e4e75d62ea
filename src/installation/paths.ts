import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The database in the data directory. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'faiwatch.db');
}

/** The file of settings. */
export function configPath(dataDir: string): string {
  return join(dataDir, 'faiwatch.toml');
}

export function backupsDir(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Firmware images, and the public key of their releases. */
export function firmwareDir(dataDir: string): string {
  return join(dataDir, 'firmware');
}

/** The operator's map of streets, if there is one. */
export function mapPath(dataDir: string): string {
  return join(dataDir, 'map.pmtiles');
}

/** The token that gives access to /metrics; a secret. */
export function metricsTokenPath(dataDir: string): string {
  return join(dataDir, 'metrics-token');
}

/** The settings of the machine that an owner gave in the console. */
export function consoleSettingsPath(dataDir: string): string {
  return join(dataDir, 'console.json');
}

/** The settings of channels that an operator gave in the console; secrets. */
export function channelSettingsPath(dataDir: string): string {
  return join(dataDir, 'channels.json');
}

/** The folder that a channel keeps for what it runs, while it does; secrets. */
export function channelFolder(dataDir: string, name: string): string {
  return join(dataDir, name);
}

/** The file that the running server holds locked. */
export function lockPath(dataDir: string): string {
  return join(dataDir, 'serve.lock');
}

/** The socket at which the running server tells what it runs with; it holds secrets. */
export function runningConfigPath(dataDir: string): string {
  return join(dataDir, 'serve.sock');
}

/** The account with the certificate authority, the certificate and its key; a secret. */
export function acmePath(dataDir: string): string {
  return join(dataDir, 'acme.json');
}

/**
 * A backup's path, with a sortable name and the reason.
 * @param nowMs epoch ms
 */
export function backupPath(dataDir: string, reason: string, nowMs: number): string {
  return join(backupsDir(dataDir), `${backupStem(reason, nowMs)}.db.zst`);
}

/**
 * Where a restore puts the database that it replaces, unchanged and uncompressed. Names contain the time
 * in seconds. The second of two restores in the same second is dated a second later.
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
