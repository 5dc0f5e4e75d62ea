import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestStore } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { incomingPath } from '../backups/restore-backup.ts';
import { emptyLog } from './empty-log.ts';
import { writeMeta } from './meta.ts';
import { openStore, type Store } from './open.ts';
import {
  hasFragments,
  isSweepDue,
  markDeleted,
  sweepFile,
  sweepFragments,
  sweepLeader,
} from './sweep-file.ts';

const mark = 'MARKED-CUSTOMER';

/** A database as an earlier release left it: what was deleted is still in free pages. */
function makeOldStore(): Store {
  const store = openTestStore(join(tempDir('faiwatch-sweep'), 'faiwatch.db'));
  store.sqlite.run('PRAGMA secure_delete = OFF');
  store.sqlite.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO audit_log (at, actor, action, subject, before)
    SELECT i, 'cli', 'customer.edit', iif(i % 2, '${mark}', 'customer:1'), NULL FROM n`,
  );
  store.sqlite.run(`DELETE FROM audit_log WHERE subject = '${mark}'`);
  writeMeta(store, 'traces_due', 'yes');
  store.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)');
  return store;
}

const isIn = (path: string) =>
  ['', '-wal', '-shm'].some(
    (suffix) => existsSync(path + suffix) && readFileSync(path + suffix).includes(mark),
  );

test('a file is rewritten without what was deleted, and with everything else', () => {
  const old = makeOldStore();
  const { path } = old;
  old.close();
  expect(isIn(path)).toBe(true);
  expect(sweepFile(path)).toBe('swept');
  expect(isIn(path)).toBe(false);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(incomingPath(path))).toBe(false);
  const store = openTestStore(path);
  expect(isSweepDue(store)).toBe(false);
  expect(store.sqlite.query('SELECT count(*) FROM audit_log').values()).toEqual([[1000]]);
  expect(store.sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
  store.close();
});

test('a file that a command has open stays, for a later start', () => {
  const command = makeOldStore();
  const { path } = command;
  expect(sweepFile(path)).toBe('in_use');
  command.sqlite.run("INSERT INTO meta VALUES ('alive_at', '7')");
  command.close();
  expect(existsSync(incomingPath(path))).toBe(false);
  const store = openTestStore(path);
  expect(isSweepDue(store)).toBe(true);
  expect(store.sqlite.query("SELECT value FROM meta WHERE key = 'alive_at'").values()).toEqual([
    ['7'],
  ]);
  store.close();
  expect(sweepFile(path)).toBe('swept');
});

test('in a cluster the file itself is cleared, page by page', () => {
  const store = makeOldStore();
  expect(sweepLeader(store)).toBe('swept');
  expect(isSweepDue(store)).toBe(false);
  store.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(isIn(store.path)).toBe(false);
  store.close();
});

test('a small file is cleared while the server works, once a customer was deleted, and not while a command writes', () => {
  const store = makeOldStore();
  expect(sweepFragments(store)).toBe(true);
  expect(isIn(store.path)).toBe(true);

  store.transaction(() => markDeleted(store));
  const command = openTestStore(store.path);
  command.sqlite.run('BEGIN IMMEDIATE');
  store.sqlite.run('PRAGMA busy_timeout = 0');
  expect(sweepFragments(store)).toBe(false);
  command.sqlite.run('ROLLBACK');
  command.close();

  expect(sweepFragments(store)).toBe(true);
  expect(emptyLog(store)).toBe(true);
  expect(isIn(store.path)).toBe(false);
  expect(hasFragments(store)).toBe(false);
  expect(store.sqlite.query('SELECT count(*) FROM audit_log').values()).toEqual([[1000]]);
  store.close();
});

describe('it is due', () => {
  test('after the update of a database that somebody has used', () => {
    const path = join(tempDir('faiwatch-sweep'), 'faiwatch.db');
    const packed = readFileSync('tests/fixtures/releases/1.0.0.db.zst');
    writeFileSync(path, Bun.zstdDecompressSync(packed));
    const store = openStore(path, { migrationsDir: 'drizzle' });
    expect(isSweepDue(store)).toBe(true);
    store.close();
  });

  test('not where everything was ever deleted by this release', () => {
    const store = openTestStore();
    expect(isSweepDue(store)).toBe(false);
    store.close();
  });
});
