/** The database of a node, while no server has it open. */
import { Database } from 'bun:sqlite';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { syncToDisk } from '../disk/sync-to-disk.ts';
import { isDoubtful } from './beside-the-leader.ts';
import type { ClusterNode } from './cluster-node.ts';
import { notePath, openedPath, resumedPath } from './paths.ts';
import { type WalPosition, WalReader } from './wal.ts';

/** Keeps the database for a look, under another name, so that the node joins anew. */
export function setAside({ dataDir, databasePath }: ClusterNode): void {
  rmSync(openedPath(dataDir), { force: true });
  for (const end of ['-wal', '-shm']) rmSync(`${databasePath}${end}`, { force: true });
  renameSync(databasePath, `${databasePath}.before-rebuild`);
  forgetApplied(dataDir);
}

/** After the database is gone: one without a note would be an installation of its own. */
function forgetApplied(dataDir: string): void {
  syncToDisk(dataDir);
  rmSync(notePath(dataDir), { force: true });
}

/** Makes a database whose every further change goes through its write-ahead log. */
export function prepareDatabase(path: string): void {
  const database = new Database(path, { create: true });
  try {
    database.run('PRAGMA busy_timeout = 5000');
    database.run('PRAGMA journal_mode = WAL');
    database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  chmodSync(path, 0o600);
}

/** @returns how far it goes. Null: there is none */
export function readWholeWal(databasePath: string): WalPosition | null {
  const reader = new WalReader(`${databasePath}-wal`);
  reader.read();
  return reader.position;
}

/**
 * Drops what the log does not hold: nobody was told of it. The rest is written anew from the log.
 * @returns false: somebody has written all of it into the database, which is set aside as a whole
 */
export function dropUnshipped(node: ClusterNode): boolean {
  const { dataDir, databasePath } = node;
  const isBroken = isDoubtful(dataDir, databasePath);
  if (isBroken) setAside(node);
  for (const path of [openedPath(dataDir), resumedPath(dataDir)]) rmSync(path, { force: true });
  for (const end of ['-wal', '-shm']) rmSync(`${databasePath}${end}`, { force: true });
  return !isBroken;
}
