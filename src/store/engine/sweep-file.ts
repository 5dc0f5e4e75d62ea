/**
 * Rewrites a database file without what was deleted. Once, at the update that brought `secure_delete`: until then it
 * stayed in free pages. And in the night, or at the next start, after somebody was deleted: where SQLite has moved a row to another
 * page, a copy may be left in the gap, which `secure_delete` does not see.
 */
import { Database } from 'bun:sqlite';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from '../../disk/sync-to-disk.ts';
import { reserveBytes } from '../../domain/system/system-problems.ts';
import { removeDatabase } from '../backups/check-backup.ts';
import { incomingPath } from '../backups/restore-backup.ts';
import { readDatabaseBytes, readDiskSpace } from './disk-space.ts';
import { markLog } from './empty-log.ts';
import { deleteMeta, readMeta, writeMeta } from './meta.ts';
import { isTransient, SqliteFile, type Store } from './open.ts';
import { checkIntegrity } from './unusable.ts';

/** `no_room`: too little free space. `in_use`: a command has the file open. `too_big`: for the log of a cluster. */
export type Sweep = 'swept' | 'no_room' | 'in_use' | 'too_big';

/** All pages go into the log of the cluster, which other machines follow. */
const mostInCluster = 256_000_000;

/** Larger files are not rewritten at each start after a deletion; this takes two or three seconds. */
const mostForFragments = 256_000_000;

/** Nor are larger ones while the server works: it takes two tenths of a second, in which boards wait. */
const mostWhileAtWork = 16_000_000;

/** Whether the file may hold what earlier releases deleted. */
export function isSweepDue(store: Store): boolean {
  return readMeta(store, 'traces_due') !== undefined;
}

/** Notes that somebody was deleted, of whom log and file are to keep nothing. Inside the transaction that deletes them. */
export function markDeleted(store: Store): void {
  markLog(store);
  writeMeta(store, 'fragments_due', 'yes');
}

/** Whether fragments of a deleted customer may be left, and a start is not held up by doing away with them. */
export function hasFragments(store: Store): boolean {
  const isDue = readMeta(store, 'fragments_due') !== undefined;
  return isDue && readDatabaseBytes(store.path).file <= mostForFragments;
}

/**
 * Puts a fresh copy in the place of a file that this process alone works on; the caller holds the server lock. As in a
 * restore, the file is whole whenever this is killed, commands are refused meanwhile, and the next start clears up.
 * @returns whether it was done. If not, nothing has changed
 * @throws StoreUnusable when the file is damaged
 */
export function sweepFile(path: string): Sweep {
  const { file, wal } = readDatabaseBytes(path);
  const disk = readDiskSpace(dirname(path));
  if (disk !== null && disk.freeBytes < file + wal + reserveBytes) return 'no_room';
  const fresh = incomingPath(path);
  removeDatabase(fresh);
  try {
    // From now on commands see that the file is being replaced.
    writeFileSync(fresh, '', { mode: 0o600 });
    const isCopied = copyAlone(path, fresh);
    if (!isCopied) return 'in_use';
    const copy = new Database(fresh);
    copy.run("DELETE FROM meta WHERE key IN ('traces_due', 'fragments_due')");
    copy.close();
    chmodSync(fresh, 0o600);
    syncToDisk(fresh);
    renameSync(fresh, path);
    syncToDisk(dirname(path));
    return 'swept';
  } catch (error) {
    if (isTransient(error)) return 'no_room';
    throw error;
  } finally {
    removeDatabase(fresh);
  }
}

/** @returns false: another process has the file open */
function copyAlone(path: string, fresh: string): boolean {
  const sqlite = new SqliteFile(path, { strict: true });
  try {
    sqlite.run('PRAGMA busy_timeout = 2000');
    // A copy would bury the damage.
    checkIntegrity(sqlite, path);
    try {
      // Only who is alone can end the write-ahead log.
      if (sqlite.query('PRAGMA journal_mode = DELETE').values()[0]?.[0] !== 'delete') return false;
    } catch (error) {
      if (!isTransient(error)) throw error;
      return false;
    }
    sqlite.query('VACUUM INTO ?').run(fresh);
    return true;
  } finally {
    sqlite.close();
  }
}

/** The same on a machine that leads a cluster, through the log that the others follow. */
export function sweepLeader(store: Store): Sweep {
  if (readDatabaseBytes(store.path).file > mostInCluster) return 'too_big';
  return rewriteInPlace(store);
}

/**
 * The same while the server works, where a customer was deleted and the file is small.
 * @returns whether nothing is left to do; a statement under way, or a command that writes, puts it off
 */
export function sweepFragments(store: Store): boolean {
  if (readMeta(store, 'fragments_due') === undefined) return true;
  if (readDatabaseBytes(store.path).file > mostWhileAtWork) return false;
  try {
    return rewriteInPlace(store) === 'swept';
  } catch (error) {
    if (isTransient(error) || /statements in progress/.test(String(error))) return false;
    throw error;
  }
}

function rewriteInPlace(store: Store): Sweep {
  const { sqlite, path } = store;
  const disk = readDiskSpace(dirname(path));
  if (disk !== null && disk.freeBytes < 2 * readDatabaseBytes(path).file + reserveBytes) {
    return 'no_room';
  }
  // It takes as much as the database, which is more than a small machine's memory.
  sqlite.run('PRAGMA temp_store = FILE');
  try {
    sqlite.run('VACUUM');
  } finally {
    sqlite.run('PRAGMA temp_store = MEMORY');
  }
  store.transaction(() => {
    deleteMeta(store, 'traces_due');
    deleteMeta(store, 'fragments_due');
    // It has the pages of before.
    markLog(store);
  });
  return 'swept';
}
