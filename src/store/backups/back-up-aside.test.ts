import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countMigrations } from '../../../tests/support/migrations.ts';
import { openTestStore, testStart } from '../../../tests/support/monitor.ts';
import { readMeta, writeMeta } from '../engine/meta.ts';
import { openStore } from '../engine/open.ts';
import { StoreUnusable } from '../engine/unusable.ts';
import { backUpAside } from './back-up-aside.ts';
import { readManifest, unpackBackup } from './backup-file.ts';

const origin = { appVersion: '1.2.3', nowMs: testStart };
let dir: string;
const path = (name: string) => join(dir, name);

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-aside-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

test('copies what was written, while more is being written', async () => {
  const store = openTestStore(path('a.db'));
  writeMeta(store, 'alive_at', '1');
  const copying = backUpAside(path('a.db'), path('copies/one.db.zst'), origin);
  writeMeta(store, 'alive_at', '2');
  expect(await copying).toBe(statSync(path('copies/one.db.zst')).size);
  store.close();

  expect(statSync(path('copies/one.db.zst')).mode & 0o777).toBe(0o600);
  expect(readdirSync(path('copies'))).toEqual(['one.db.zst']);
  const manifest = readManifest(path('copies/one.db.zst'));
  await unpackBackup(path('copies/one.db.zst'), manifest, path('one.db'));
  expect(manifest).toEqual({
    format: 'faiwatch-backup/1',
    created_at: new Date(testStart).toISOString(),
    app_version: '1.2.3',
    schema_version: countMigrations(),
    database_bytes: statSync(path('one.db')).size,
    database_sha256: new Bun.CryptoHasher('sha256')
      .update(await Bun.file(path('one.db')).bytes())
      .digest('hex'),
  });
  const copy = openStore(path('one.db'), { migrationsDir: 'drizzle' });
  expect(['1', '2']).toContain(readMeta(copy, 'alive_at') ?? 'missing');
  copy.close();
});

test('is a file that every zstd program decompresses to the database', async () => {
  openTestStore(path('z.db')).close();
  await backUpAside(path('z.db'), path('z.db.zst'), origin);
  const plain = Bun.zstdDecompressSync(await Bun.file(path('z.db.zst')).bytes());
  const database = Database.deserialize(plain);
  expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
  database.close();
  expect(statSync(path('z.db.zst')).size).toBeLessThan(plain.length / 4);
});

test('gives a plain database where the name asks for one', async () => {
  openTestStore(path('p.db')).close();
  await backUpAside(path('p.db'), path('copies/plain.db'), origin);
  expect(readManifest(path('copies/plain.db'))).toBeNull();
  openStore(path('copies/plain.db'), { migrationsDir: 'drizzle' }).close();
});

test('compresses a database of more than one piece', async () => {
  const store = openTestStore(path('large.db'));
  store.sqlite.run('CREATE TABLE filler (content BLOB)');
  const insert = store.sqlite.query('INSERT INTO filler VALUES (randomblob(1000000))');
  for (let i = 0; i < 10; i += 1) insert.run();
  await backUpAside(path('large.db'), path('large.db.zst'), origin);
  store.close();
  const manifest = readManifest(path('large.db.zst'));
  expect(manifest?.database_bytes).toBeGreaterThan(10_000_000);
  await unpackBackup(path('large.db.zst'), manifest, path('large-again.db'));
  const again = new Database(path('large-again.db'));
  expect(again.query('SELECT count(*) FROM filler').values()).toEqual([[10]]);
  again.close();
});

test('never writes over a copy', async () => {
  openTestStore(path('b.db')).close();
  await backUpAside(path('b.db'), path('b-copy.db.zst'), origin);
  const again = backUpAside(path('b.db'), path('b-copy.db.zst'), origin);
  await expect(again).rejects.toThrow(StoreUnusable);
});

test('leaves nothing behind when it fails', async () => {
  const copying = backUpAside(path('nowhere.db'), path('none/copy.db.zst'), origin);
  await expect(copying).rejects.toThrow(/unable to open/);
  expect(readdirSync(path('none'))).toEqual([]);
  expect(existsSync(path('nowhere.db'))).toBe(false);
});

test('says of a damaged database how to mend it', async () => {
  await Bun.write(path('broken.db'), `SQLite format 3\0${'x'.repeat(5000)}`);
  const copying = backUpAside(path('broken.db'), path('none/copy.db.zst'), origin);
  await expect(copying).rejects.toThrow(/damaged.*backup restore FILE/);
});
