import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countMigrations, laterMigrations } from '../../../tests/support/migrations.ts';
import { openTestStore, testStart } from '../../../tests/support/monitor.ts';
import { openStore } from '../engine/open.ts';
import { backUpAside } from './back-up-aside.ts';
import { checkBackup } from './check-backup.ts';

let dir: string;
const path = (name: string) => join(dir, name);
const check = (name: string) => checkBackup(path(name), path('scratch/one'), 'drizzle');

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-check-'));
  openTestStore(path('live.db')).close();
  const origin = { appVersion: '1.2.3', nowMs: testStart };
  await backUpAside(path('live.db'), path('good.db.zst'), origin);
  await backUpAside(path('live.db'), path('plain.db'), origin);
  openStore(path('newer-live.db'), { migrationsDir: laterMigrations() }).close();
  await backUpAside(path('newer-live.db'), path('newer.db.zst'), origin);
  await backUpAside(path('newer-live.db'), path('newer.db'), origin);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** A copy of the good backup of which some bytes are other ones. */
function damage(name: string, change: (bytes: Buffer) => Buffer): string {
  const bytes = Buffer.from(new Uint8Array(Bun.mmap(path('good.db.zst'))));
  writeFileSync(path(name), change(bytes));
  return name;
}

test('a backup that is whole says what it is, and leaves nothing behind', async () => {
  const checked = await check('good.db.zst');
  expect(checked.schemaVersion).toBe(countMigrations());
  expect(checked.manifest?.app_version).toBe('1.2.3');
  expect(checked.databaseBytes).toBe(checked.manifest?.database_bytes ?? 0);
  expect(readdirSync(path('scratch'))).toEqual([]);
});

test('a plain database is looked into, too, and is not touched', async () => {
  expect(await check('plain.db')).toMatchObject({ manifest: null });
  expect(existsSync(path('plain.db-wal'))).toBe(false);
});

describe('refuses', () => {
  test.each<[string, () => string, RegExp]>([
    [
      'one of which a byte was changed',
      () =>
        damage('flipped.db.zst', (bytes) => {
          const middle = bytes.length >> 1;
          bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
          return bytes;
        }),
      /damaged: (its checksum is wrong|it cannot be decompressed|it is not complete)/,
    ],
    [
      'one that was cut off',
      () => damage('cut.db.zst', (bytes) => bytes.subarray(0, bytes.length - 100)),
      /damaged: it (is not complete|cannot be decompressed)/,
    ],
    [
      'one that names another checksum',
      () =>
        damage('sum.db.zst', (bytes) => {
          const at = bytes.indexOf('database_sha256":"') + 18;
          bytes.write('0000', at);
          return bytes;
        }),
      /damaged: its checksum is wrong/,
    ],
    [
      'one whose first part is broken',
      () =>
        damage('head.db.zst', (bytes) => {
          bytes.write('}}}', 8);
          return bytes;
        }),
      /damaged: its first part/,
    ],
    [
      'one of a format to come',
      () =>
        damage('format.db.zst', (bytes) => {
          bytes.write('backup/9', bytes.indexOf('backup/1'));
          return bytes;
        }),
      /newer release/,
    ],
    ['one of a newer release', () => 'newer.db.zst', /made by release 1\.2\.3 of FaiWatch/],
    ['a plain one of a newer release', () => 'newer.db', /made by a newer release of FaiWatch/],
    [
      'another program’s zstd file',
      () => {
        writeFileSync(path('other.zst'), Bun.zstdCompressSync(Buffer.from('hello')));
        return 'other.zst';
      },
      /is not a backup of FaiWatch/,
    ],
    [
      'another program’s database',
      () => {
        const other = new Database(path('other.db'));
        other.run('CREATE TABLE t (a)');
        other.close();
        return 'other.db';
      },
      /is not a backup of FaiWatch/,
    ],
    [
      'a damaged plain database',
      () => {
        copyFileSync(path('plain.db'), path('bad.db'));
        const bytes = Buffer.from(new Uint8Array(Bun.mmap(path('bad.db'))));
        bytes.fill(0xa5, 20_000, 40_000);
        writeFileSync(path('bad.db'), bytes);
        return 'bad.db';
      },
      /damaged|not a readable database/,
    ],
    [
      'a database of which a part lies in a log',
      () => {
        copyFileSync(path('plain.db'), path('live-copy.db'));
        writeFileSync(path('live-copy.db-wal'), 'a part');
        return 'live-copy.db';
      },
      /a part of it lies in .*live-copy\.db-wal/,
    ],
    ['a file that is not there', () => 'missing.db', /There is no file/],
    ['a folder', () => 'scratch', /There is no file/],
  ])('%s', async (_name, make, expected) => {
    const checking = check(make());
    await expect(checking).rejects.toThrow(expected);
    await expect(checking).rejects.not.toThrow(/\n/);
    expect(readdirSync(path('scratch'))).toEqual([]);
  });
});
