/** Databases that carry a mark, to tell which of two lies somewhere. */
import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { openTestStore } from './monitor.ts';

/**
 * Writes a mark into a database, which is made if it is not there. No connection stays open, as a
 * store of which statements are still in use would leave one.
 */
export function writeMark(path: string, mark: string): void {
  if (!existsSync(path)) {
    const store = openTestStore();
    store.sqlite.run('VACUUM INTO ?', [path]);
    store.close();
  }
  const database = new Database(path);
  database.run('PRAGMA journal_mode = WAL');
  database.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('alive_at', ?)", [mark]);
  database.close(true);
}

/** @throws Error when the database is damaged, or has no mark */
export function readMark(path: string): string {
  const database = new Database(path);
  const read = (sql: string) => {
    const statement = database.prepare(sql);
    const value = statement.values()[0]?.[0];
    statement.finalize();
    return value;
  };
  const verdict = read('PRAGMA integrity_check');
  const mark = read("SELECT value FROM meta WHERE key = 'alive_at'");
  database.close(true);
  if (verdict !== 'ok') throw new Error(`${path} is damaged: ${verdict}`);
  if (typeof mark !== 'string') throw new Error(`${path} has no mark`);
  return mark;
}
