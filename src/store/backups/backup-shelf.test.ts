import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { AppError } from '../../domain/errors.ts';
import { BackupShelf } from './backup-shelf.ts';

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 10, 21, 5, 0, 0);

let dir: string;
let hasRoom: boolean;
/** Writes the copy; a test may hold it back or have it fail. */
let copy: (path: string) => Promise<void>;

beforeEach(() => {
  dir = join(tempDir('faiwatch-shelf'), 'backups');
  hasRoom = true;
  copy = async (path) => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(path, 'copy');
  };
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true }));

const openShelf = () =>
  new BackupShelf({
    dir,
    copy: (path) => copy(path),
    hasRoom: () => hasRoom,
    pathOf: (reason, atMs) => {
      const stamp = new Date(atMs).toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
      return join(dir, `faiwatch-${stamp}Z-${reason}.db`);
    },
  });

const put = (name: string, ageMs = 0) => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), 'x');
  const at = (nowMs - ageMs) / 1000;
  utimesSync(join(dir, name), at, at);
};

test('is empty where there is no folder yet', () => {
  expect(openShelf().list()).toEqual([]);
});

test('keeps copies, newest first, by why and when they were made', async () => {
  const shelf = openShelf();
  await shelf.add('before-migration', nowMs - dayMs);
  const made = await shelf.add('manual', nowMs);
  expect(made).toEqual({
    name: 'faiwatch-20261121T050000Z-manual.db',
    bytes: 4,
    createdAt: nowMs,
    reason: 'manual',
  });
  expect(shelf.list().map(({ name }) => name)).toEqual([
    'faiwatch-20261121T050000Z-manual.db',
    'faiwatch-20261120T050000Z-before-migration.db',
  ]);
});

test.each([
  '../faiwatch.db',
  '..',
  '/etc/passwd',
  'faiwatch-20261121T050000Z-manual.db/../../faiwatch.db',
  'faiwatch-20261121T050000Z-../x.db',
  'faiwatch-20261121T050000Z-manual.db\0',
  'faiwatch-20269921T050000Z-manual.db',
  'faiwatch-20261121T050000Z-manual.db.part',
  'faiwatch-20261121T050000Z-manual.db.gz',
  'notes.txt',
  '',
])('does not know %p, even where such a file is', (name) => {
  put('notes.txt');
  put('faiwatch-20261121T050000Z-manual.db');
  put('faiwatch-20261121T050000Z-manual.db.part');
  put('faiwatch-20269921T050000Z-manual.db');
  writeFileSync(join(dir, '..', 'faiwatch.db'), 'x');
  const shelf = openShelf();
  expect(shelf.find(name)).toBeUndefined();
  expect(shelf.list()).toHaveLength(1);
});

test('leaves out a folder, and a copy of which a part lies in a log beside it', () => {
  put('faiwatch-20261121T050000Z-before-restore.db');
  put('faiwatch-20261121T050000Z-before-restore.db-wal');
  mkdirSync(join(dir, 'faiwatch-20261121T050000Z-manual.db'));
  expect(openShelf().list()).toEqual([]);
});

test('makes one at a time', async () => {
  const writing = Promise.withResolvers<void>();
  const write = copy;
  copy = async (path) => {
    await writing.promise;
    await write(path);
  };
  const shelf = openShelf();
  const first = shelf.add('manual', nowMs);
  const second = shelf.add('manual', nowMs + 1000);
  await expect(second).rejects.toMatchObject({ code: 'CONFLICT' });
  writing.resolve();
  await first;
  await shelf.add('manual', nowMs + 2000);
  // Within one second there is one name.
  await expect(shelf.add('manual', nowMs)).rejects.toThrow(AppError);
  expect(shelf.list()).toHaveLength(2);
});

test('goes on after one that failed', async () => {
  const write = copy;
  copy = async () => {
    throw new Error('the disk is gone');
  };
  const shelf = openShelf();
  await expect(shelf.add('manual', nowMs)).rejects.toThrow('the disk is gone');
  copy = write;
  expect((await shelf.add('manual', nowMs)).bytes).toBe(4);
});

test('begins none for which there is no room', async () => {
  hasRoom = false;
  await expect(openShelf().add('manual', nowMs)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(openShelf().list()).toEqual([]);
});

test('shows compressed copies beside those of earlier releases', () => {
  put('faiwatch-20261121T050000Z-nightly.db.zst');
  put('faiwatch-20261101T050000Z-manual.db');
  expect(openShelf().list()).toMatchObject([
    { name: 'faiwatch-20261121T050000Z-nightly.db.zst', reason: 'nightly', createdAt: nowMs },
    { name: 'faiwatch-20261101T050000Z-manual.db', reason: 'manual' },
  ]);
});

test('takes away a copy, and nothing that is none', () => {
  put('faiwatch-20261121T050000Z-nightly.db.zst');
  put('notes.txt');
  const shelf = openShelf();
  shelf.remove('faiwatch-20261121T050000Z-nightly.db.zst');
  shelf.remove('faiwatch-20261121T050000Z-nightly.db.zst');
  shelf.remove('notes.txt');
  expect(readdirSync(dir)).toEqual(['notes.txt']);
});

test('clears away what was left half done long ago, and nothing else', async () => {
  put('faiwatch-20261101T050000Z-manual.db.zst.part', 20 * dayMs);
  put('faiwatch-20261101T050000Z-manual.db.zst.plain.part', 20 * dayMs);
  put('faiwatch-20261121T045900Z-manual.db.part', 60_000);
  put('notes.txt.part', 20 * dayMs);
  await openShelf().add('manual', nowMs);
  expect(readdirSync(dir).sort()).toEqual([
    'faiwatch-20261121T045900Z-manual.db.part',
    'faiwatch-20261121T050000Z-manual.db',
    'notes.txt.part',
  ]);
});
