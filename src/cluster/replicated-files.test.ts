import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { FilesWatch, writeReplicatedFile } from './replicated-files.ts';

test('files are shipped when they come, change and go, and only those that nodes share', () => {
  const dir = tempDir('files');
  writeFileSync(join(dir, 'jwt-secret'), 'one');
  writeFileSync(join(dir, 'faiwatch.toml'), 'mine');
  const shipped: string[] = [];
  const files = new FilesWatch(dir, async (path, content) => {
    shipped.push(`${path}: ${Buffer.from(content).toString()}`);
  });
  const look = () => {
    files.look();
    return shipped.splice(0);
  };
  expect(look()).toEqual(['jwt-secret: one']);
  expect(look()).toEqual([]);
  writeFileSync(join(dir, 'channels.json'), '{}');
  writeFileSync(join(dir, 'jwt-secret'), 'another');
  expect(look()).toEqual(['channels.json: {}', 'jwt-secret: another']);
  rmSync(join(dir, 'channels.json'));
  expect(look()).toEqual(['channels.json: ']);
});

test('settings of the console go to all, but for those of one machine', async () => {
  const [leader, other] = [tempDir('files'), tempDir('files')];
  const read = (dir: string) => JSON.parse(readFileSync(join(dir, 'console.json'), 'utf8'));
  const keep = (dir: string, settings: object) =>
    writeFileSync(join(dir, 'console.json'), JSON.stringify(settings));
  keep(leader, { timezone: 'Asia/Tokyo', backup_directory: '/mnt/leader' });
  keep(other, { public_url: 'https://old.example', backup_directory: '/mnt/other' });
  const shipped: string[] = [];
  const files = new FilesWatch(leader, async (path, content) => {
    shipped.push(Buffer.from(content).toString());
    writeReplicatedFile(other, path, content);
  });
  files.look();
  expect(read(other)).toEqual({ timezone: 'Asia/Tokyo', backup_directory: '/mnt/other' });
  expect(shipped.join()).not.toContain('/mnt');
  rmSync(join(leader, 'console.json'));
  files.look();
  expect(read(other)).toEqual({ backup_directory: '/mnt/other' });
});

test('a file that only a later release shares is left out', () => {
  const dir = tempDir('files');
  for (const path of ['later.json', '../outside', 'faiwatch.toml']) {
    writeReplicatedFile(dir, path, Buffer.from('x'));
  }
  expect(readdirSync(dir)).toEqual([]);
});
