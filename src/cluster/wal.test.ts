import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { copyFileSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { Prng } from '../domain/prng.ts';
import { applyPages } from './apply-pages.ts';
import { WalBroken, WalReader } from './wal.ts';

function openLeader(dir: string): Database {
  const database = new Database(join(dir, 'leader.db'), { create: true });
  database.run('PRAGMA journal_mode = WAL');
  database.run('PRAGMA wal_autocheckpoint = 0');
  return database;
}

const contentOf = (path: string) => Bun.hash(readFileSync(path)).toString(16);

/** One random transaction, which may be rolled back. */
function write(database: Database, random: () => number): void {
  const below = (n: number) => Math.floor(random() * n);
  database.run('BEGIN IMMEDIATE');
  for (let i = below(20); i >= 0; i -= 1) {
    const what = random();
    if (what < 0.7) {
      database.run('INSERT INTO t (v) VALUES (?)', [Buffer.alloc(below(9000), below(256))]);
    } else if (what < 0.85) {
      database.run('DELETE FROM t WHERE id % 7 = ?', [below(7)]);
    } else {
      database.run('UPDATE t SET v = v || ? WHERE id % 5 = ?', [`${below(1000)}`, below(5)]);
    }
  }
  database.run(random() < 0.15 ? 'ROLLBACK' : 'COMMIT');
}

describe('the write-ahead log', () => {
  test.each(['a', 'b', 'c', 'd', 'e', 'f'])(
    'read and applied makes the same file, seed %s',
    (seed) => {
      const prng = new Prng(seed);
      const random = () => prng.next();
      const dir = tempDir('wal');
      const path = join(dir, 'leader.db');
      const database = openLeader(dir);
      database.run('CREATE TABLE t (id INTEGER PRIMARY KEY, v)');
      database.run('PRAGMA wal_checkpoint(TRUNCATE)');
      const copy = join(dir, 'copy.db');
      copyFileSync(path, copy);
      const reader = new WalReader(`${path}-wal`);
      for (let round = 0; round < 120; round += 1) {
        write(database, random);
        if (random() < 0.05) database.run('VACUUM');
        if (random() < 0.4) {
          const commits = reader.read();
          if (commits !== null) applyPages(copy, random() < 0.2 ? [commits, commits] : [commits]);
        }
        // Only what was read may leave the log.
        if (random() < 0.1) {
          const commits = reader.read();
          if (commits !== null) applyPages(copy, [commits]);
          database.run('PRAGMA wal_checkpoint(PASSIVE)');
          expect(contentOf(copy)).toBe(contentOf(path));
        }
      }
      const commits = reader.read();
      if (commits !== null) applyPages(copy, [commits]);
      expect(reader.read()).toBeNull();
      database.run('PRAGMA wal_checkpoint(TRUNCATE)');
      expect(contentOf(copy)).toBe(contentOf(path));
      const reopened = new Database(copy, { readonly: true });
      expect(reopened.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
      expect(reopened.query('SELECT count(*), sum(length(v)) FROM t').values()).toEqual(
        database.query('SELECT count(*), sum(length(v)) FROM t').values(),
      );
      reopened.close();
      database.close();
    },
  );

  test('a transaction counts only once all of it is there', () => {
    const dir = tempDir('wal');
    const database = openLeader(dir);
    database.run('CREATE TABLE t (v)');
    const wal = join(dir, 'leader.db-wal');
    const reader = new WalReader(wal);
    expect(reader.read()?.pages.size).toBe(2);
    database.run('INSERT INTO t VALUES (?)', [Buffer.alloc(20_000, 7)]);
    const whole = readFileSync(wal);
    const cut = join(dir, 'cut-wal');
    copyFileSync(wal, cut);
    const cutReader = new WalReader(cut);
    truncateSync(cut, whole.length - 1);
    expect(cutReader.read()?.position.frames).toBe(2);
    expect(cutReader.read()).toBeNull();
    // A byte that the disk has not got right yet.
    copyFileSync(wal, cut);
    writeSync(
      openSync(cut, 'r+'),
      new Uint8Array([(whole.at(-9) ?? 0) ^ 1]),
      0,
      1,
      whole.length - 9,
    );
    expect(cutReader.read()).toBeNull();
    copyFileSync(wal, cut);
    expect(cutReader.read()?.position.frames).toBeGreaterThan(2);
    database.close();
  });

  test('what is left over in the file is not read', () => {
    const dir = tempDir('wal');
    const database = openLeader(dir);
    database.run('CREATE TABLE t (v)');
    database.run('INSERT INTO t VALUES (?)', [Buffer.alloc(2_000_000, 7)]);
    const reader = new WalReader(join(dir, 'leader.db-wal'));
    reader.read();
    database.run('PRAGMA wal_checkpoint(RESTART)');
    database.run('INSERT INTO t VALUES (1)');
    const [page] = reader.read()?.pages.values() ?? [];
    expect(page?.buffer.byteLength).toBeLessThan(100_000);
    database.close();
  });

  test('a log that was begun again twice is refused', () => {
    const dir = tempDir('wal');
    const database = openLeader(dir);
    database.run('CREATE TABLE t (v)');
    const reader = new WalReader(join(dir, 'leader.db-wal'));
    reader.read();
    for (let i = 0; i < 2; i += 1) {
      database.run('PRAGMA wal_checkpoint(RESTART)');
      database.run('INSERT INTO t VALUES (1)');
    }
    expect(() => reader.read()).toThrow(WalBroken);
    database.close();
  });
});
