import { Database } from 'bun:sqlite';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk } from '../../disk/sync-to-disk.ts';
import { isTransient, openStore, type Store } from '../engine/open.ts';
import { isDamage, StoreUnusable } from '../engine/unusable.ts';
import { removeDatabase, unpackChecked } from './check-backup.ts';
import { type EndedAgain, endRevived } from './end-revived.ts';
import { type Replaced, readReplaced } from './read-replaced.ts';

export interface RestoreOptions {
  /** The database that is replaced; it need not exist. */
  readonly path: string;
  /** Where the present database goes. */
  readonly keepAs: string;
  readonly migrationsDir: string;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Called with the restored and migrated database before it takes its place. */
  readonly onReady?: (store: Store) => void;
}

/**
 * Clears away the leftovers of a restore that was killed: unpacked files, and a second name of the
 * database that was not replaced. The caller holds the server lock.
 * @param keptDir where restores put the previous database
 */
export function clearKilledRestore(path: string, keptDir: string): void {
  removeDatabase(incomingPath(path));
  const database = statSync(path, { throwIfNoEntry: false });
  if (database === undefined || database.nlink < 2 || !existsSync(keptDir)) return;
  for (const name of readdirSync(keptDir)) {
    const { ino, dev } = statSync(join(keptDir, name), { throwIfNoEntry: false }) ?? {};
    if (ino === database.ino && dev === database.dev) rmSync(join(keptDir, name));
  }
}

/** Where a backup is unpacked. It is useless once a restore has ended or was killed. */
export function incomingPath(path: string): string {
  return `${path}.incoming`;
}

/**
 * Puts a backup in the place of the database; the caller holds the server lock. The previous database is
 * kept, so that a wrong restore can be undone. Whenever this is killed, the old or the new database is in
 * place, whole: all long work happens beside it, and the decisive step is a rename. What has ended since
 * the backup was made does not come back.
 *
 * @returns what had to be ended again
 * @throws StoreUnusable when the backup is damaged, no backup of FaiWatch or from a newer release, or
 *   somebody is working on the database; nothing has changed then
 */
export async function restoreBackup(
  backup: string,
  { path, keepAs, migrationsDir, nowMs, onReady }: RestoreOptions,
): Promise<EndedAgain> {
  const incoming = incomingPath(path);
  await unpackChecked(backup, incoming, migrationsDir);
  let ended: EndedAgain;
  try {
    const replaced = readOld(path);
    const store = openStore(incoming, { migrationsDir, checkIntegrity: false });
    try {
      ended = endRevived(store, replaced, nowMs);
      onReady?.(store);
      foldLog(store.sqlite, incoming);
    } finally {
      store.close();
    }
    chmodSync(incoming, 0o600);
    syncToDisk(incoming);
    if (existsSync(path)) keepOld(path, keepAs);
    renameSync(incoming, path);
    syncToDisk(dirname(path));
  } finally {
    removeDatabase(incoming);
  }
  return ended;
}

function readOld(path: string): Replaced | null {
  try {
    return readReplaced(path);
  } catch (error) {
    throw isTransient(error) ? inUse(path) : error;
  }
}

/** Another disk, or a file system without hard links. */
const cannotLink: readonly string[] = [
  'EXDEV',
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
];

/** Gives the present database a second name, which remains when the first one is taken from it. */
function keepOld(path: string, keepAs: string): void {
  mkdirSync(dirname(keepAs), { recursive: true, mode: 0o700 });
  try {
    const sqlite = new Database(path);
    try {
      sqlite.run('PRAGMA busy_timeout = 2000');
      foldLog(sqlite, path);
      // Without it the copy would depend on files with the old name.
      const mode = sqlite.query('PRAGMA journal_mode = DELETE').values()[0]?.[0];
      if (mode !== 'delete') throw inUse(path);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    // A damaged database is kept as it is, with its log.
    if (!isDamage(error)) throw isTransient(error) ? inUse(path) : error;
  }
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, keepAs + suffix);
  }
  try {
    linkSync(path, keepAs);
  } catch (error) {
    if (!cannotLink.includes(String((error as { code?: unknown }).code))) throw error;
    copyFileSync(path, `${keepAs}.part`);
    syncToDisk(`${keepAs}.part`);
    renameSync(`${keepAs}.part`, keepAs);
  }
  chmodSync(keepAs, 0o600);
  syncToDisk(dirname(keepAs));
}

/** Writes the log into the file, so that the file alone is the whole database. */
function foldLog(sqlite: Database, path: string): void {
  const isBusy = sqlite.query('PRAGMA wal_checkpoint(TRUNCATE)').values()[0]?.[0];
  if (isBusy === 1) throw inUse(path);
}

function inUse(path: string): StoreUnusable {
  return new StoreUnusable(
    `Another command is working on ${path}; wait until it has ended and try again.`,
  );
}
