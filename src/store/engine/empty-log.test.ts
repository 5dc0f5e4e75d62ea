import { expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openTestStore } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { emptyLog, markLog } from './empty-log.ts';
import { readMeta } from './meta.ts';
import { SqliteFile } from './open.ts';

test('the log is emptied of what was deleted as soon as nobody reads, without waiting for them', () => {
  const store = openTestStore(join(tempDir('faiwatch-log'), 'faiwatch.db'));
  const { sqlite, path } = store;
  const log = () => readFileSync(`${path}-wal`);
  sqlite.run("INSERT INTO meta VALUES ('shop', 'MARKED-CUSTOMER')");
  const reader = new SqliteFile(path, { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM meta').get();
  store.transaction(() => {
    sqlite.run("DELETE FROM meta WHERE key = 'shop'");
    markLog(store);
  });
  const begin = performance.now();
  expect(emptyLog(store)).toBe(false);
  expect(performance.now() - begin).toBeLessThan(2_000);
  expect(log().includes('MARKED-CUSTOMER')).toBe(true);
  reader.close();
  expect(emptyLog(store)).toBe(true);
  expect(log().includes('MARKED-CUSTOMER')).toBe(false);
  expect(readFileSync(path).includes('MARKED-CUSTOMER')).toBe(false);
  expect(readMeta(store, 'log_holds_deleted')).toBeUndefined();
  expect(sqlite.query('PRAGMA busy_timeout').values()).toEqual([[5_000]]);
  // A second time there is nothing to do.
  const { size } = statSync(`${path}-wal`);
  expect(emptyLog(store)).toBe(true);
  expect(statSync(`${path}-wal`).size).toBe(size);
  store.close();
});
