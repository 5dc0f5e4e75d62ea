import { Database } from 'bun:sqlite';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openStore, type Store, StoreUnusable } from './open.ts';
import { syncToDisk } from './sync-to-disk.ts';

/**
 * Copies the database while it is in use: one consistent moment, everything acknowledged before it.
 * @param path where to; must not exist yet
 * @returns size in bytes
 */
export function backUp(store: Store, path: string): number {
  const unfinished = beginBackup(path);
  try {
    store.sqlite.query('VACUUM INTO ?').run(unfinished);
    syncToDisk(unfinished);
    return finishBackup(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** @returns where to copy to, so that half a copy never looks like a whole one */
export function beginBackup(path: string): string {
  if (existsSync(path)) throw new StoreUnusable(`${path} is there already; choose another name.`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true });
  return unfinished;
}

/**
 * Gives a copy that is on the disk its name.
 * @returns size in bytes
 */
export function finishBackup(unfinished: string, path: string): number {
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, path);
  syncToDisk(dirname(path));
  return Bun.file(path).size;
}

/**
 * Puts a backup in the place of the database; the caller holds the server lock. What was there is
 * kept beside it, so that a wrong restore can be undone.
 *
 * @param keepAs where the present database goes
 * @param options as for openStore; a backup of an earlier release is brought up to date
 * @throws StoreUnusable when the backup is damaged, no FaiWatch database or from a newer release;
 *   nothing has changed then
 */
export function restoreBackup(
  backup: string,
  path: string,
  keepAs: string,
  options: { readonly migrationsDir: string },
): void {
  if (!existsSync(backup)) throw new StoreUnusable(`There is no file ${backup}.`);
  checkIsOurs(backup);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const incoming = `${path}.incoming`;
  removeDatabase(incoming);
  try {
    copyFileSync(backup, incoming);
    chmodSync(incoming, 0o600);
    // Walks the whole file and migrates it, before anything is replaced.
    const store = openStore(incoming, options);
    store.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)');
    store.close();
    syncToDisk(incoming);
  } catch (error) {
    removeDatabase(incoming);
    throw error;
  }
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, keepAs + suffix);
  }
  renameSync(incoming, path);
  removeDatabase(incoming);
  syncToDisk(dirname(path));
}

function checkIsOurs(path: string): void {
  let names: unknown[];
  try {
    const file = new Database(path, { readonly: true });
    try {
      names = file.query("SELECT name FROM sqlite_master WHERE type = 'table'").values().flat();
    } finally {
      file.close();
    }
  } catch (error) {
    throw new StoreUnusable(`${path} is not a readable database: ${(error as Error).message}.`);
  }
  if (!names.includes('devices') || !names.includes('__drizzle_migrations')) {
    throw new StoreUnusable(`${path} is not a backup of FaiWatch.`);
  }
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
