import { beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import type { BackupTarget } from './backup-target.ts';
import { makeDirectoryTarget } from './directory-target.ts';

const name = 'faiwatch-20261121T200000Z-nightly.db.zst';

let dir: string;
let disk: string;
let file: string;
let target: BackupTarget;

beforeEach(() => {
  dir = tempDir('faiwatch-target');
  disk = join(dir, 'disk');
  mkdirSync(disk);
  file = join(dir, 'copy');
  writeFileSync(file, 'everything', { mode: 0o644 });
  target = makeDirectoryTarget(disk);
});

test('stores a copy that only its owner can read, lists it, brings it back, takes it away', async () => {
  await target.put(file, name);
  expect(readdirSync(disk)).toEqual([name]);
  expect(statSync(join(disk, name)).mode & 0o777).toBe(0o600);
  writeFileSync(join(disk, 'holiday.jpg'), '');
  expect(await target.list()).toEqual([
    { name, bytes: 10, createdAt: Date.UTC(2026, 10, 21, 20), reason: 'nightly' },
  ]);
  await target.fetch(name, join(dir, 'back'));
  expect(readFileSync(join(dir, 'back'), 'utf8')).toBe('everything');
  await target.remove(name);
  expect(readdirSync(disk)).toEqual(['holiday.jpg']);
});

test('does not make a folder that is not there: its disk may not be mounted', async () => {
  const missing = makeDirectoryTarget(join(dir, 'usb'));
  await expect(missing.list()).rejects.toThrow(/is its disk mounted/);
  await expect(missing.put(file, name)).rejects.toThrow(/could not be stored in/);
  expect(readdirSync(dir).sort()).toEqual(['copy', 'disk']);
});

test('leaves nothing half done behind when the copy cannot be read', async () => {
  await expect(target.put(join(dir, 'gone'), name)).rejects.toThrow(/ENOENT/);
  expect(readdirSync(disk)).toEqual([]);
});
