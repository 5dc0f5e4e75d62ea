import { deleteMeta, readMeta, writeMeta } from './meta.ts';
import type { Store } from './open.ts';

/** Notes that the write-ahead log holds what was deleted. Inside the transaction that deletes it. */
export function markLog(store: Store): void {
  writeMeta(store, 'log_holds_deleted', 'yes');
}

/**
 * Empties the write-ahead log, where it holds what was deleted: its pages of before lie there until they are written
 * over. A reader, such as a backup that is being made, or a writer keeps it from that; then it is for a later try.
 * In a cluster the log is not ours to empty.
 * @returns whether nothing is left to do
 */
export function emptyLog(store: Store): boolean {
  if (readMeta(store, 'log_holds_deleted') === undefined) return true;
  const { sqlite } = store;
  const pragma = (text: string) => sqlite.query(`PRAGMA ${text}`).values()[0]?.[0];
  if (pragma('wal_autocheckpoint') === 0) return false;
  const timeout = pragma('busy_timeout');
  // Nobody is to wait for it.
  sqlite.run('PRAGMA busy_timeout = 0');
  try {
    if (pragma('wal_checkpoint(TRUNCATE)') !== 0) return false;
  } finally {
    sqlite.run(`PRAGMA busy_timeout = ${timeout}`);
  }
  store.transaction(() => deleteMeta(store, 'log_holds_deleted'));
  return true;
}
