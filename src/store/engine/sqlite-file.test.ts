import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir } from '../../installation/assets.ts';
import { devices } from '../devices/tables.ts';
import { openStore } from './open.ts';
import { SqliteFile } from './sqlite-file.ts';

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-sqlite-file-'));
  path = join(dir, 'a.db');
});
afterEach(() => rmSync(dir, { recursive: true }));

test('closing lets go of the files, whatever was prepared', () => {
  const sqlite = new SqliteFile(path, { create: true, strict: true });
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run('CREATE TABLE t (a)');
  const insert = sqlite.prepare('INSERT INTO t VALUES (?)');
  insert.run(1);
  const unread = sqlite.prepare('SELECT a FROM t');
  expect(unread.values()).toEqual([[1]]);
  expect(openFiles()).not.toEqual([]);
  sqlite.close();
  expect(openFiles()).toEqual([]);
  expect(readdirSync(dir)).toEqual(['a.db']);
});

test('statements that drizzle prepared do not keep a closed store open', () => {
  const store = openStore(path, { migrationsDir: migrationsDir() });
  store.transaction(() => store.db.select().from(devices).all());
  store.close();
  expect(openFiles()).toEqual([]);
  const other = new Database(path);
  expect(other.query('PRAGMA journal_mode = DELETE').values()).toEqual([['delete']]);
  other.close();
});

test('a statement keeps its plan, whatever it is run with', () => {
  const sqlite = new SqliteFile(':memory:');
  sqlite.run('CREATE TABLE t (a, b)');
  sqlite.run('CREATE INDEX ones ON t (b) WHERE a = 1');
  const planFor = (sql: string, ...values: number[]) =>
    sqlite.query(`EXPLAIN QUERY PLAN ${sql}`).values(...values);
  const sorted = 'SELECT b FROM t WHERE a = ? ORDER BY b';
  expect(planFor(sorted, 1)).toEqual(planFor(sorted, 2));
  // SQLite replans this statement, as it does without the rewriting.
  const limited = `${sorted} LIMIT ?`;
  expect(planFor(limited, 1, 9)).not.toEqual(planFor(limited, 2, 9));
  sqlite.close();
});

test('values of statements are compared as without the rewriting', () => {
  const sqlite = new SqliteFile(':memory:');
  sqlite.run("CREATE TABLE t (i INTEGER, s TEXT); INSERT INTO t VALUES (1, '1'), (NULL, NULL)");
  const count = (where: string, value: string | number | null) =>
    sqlite.query(`SELECT count(*) FROM t WHERE ${where}`).values(value)[0]?.[0];
  expect(count('i = ?', '1')).toBe(1);
  expect(count('s=?1', 1)).toBe(1);
  expect(count('i IS ?', null)).toBe(1);
  expect(count('i <= ?', 1)).toBe(1);
  expect(count("'= ?' = s || ?", '')).toBe(0);
  expect(sqlite.query("SELECT '= ?' AS s").values()).toEqual([['= ?']]);
  sqlite.close();
});

/** Files of the directory that this process holds open. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(join('/proc/self/fd', descriptor));
      return file.startsWith(dir) ? [file] : [];
    } catch {
      return [];
    }
  });
}
