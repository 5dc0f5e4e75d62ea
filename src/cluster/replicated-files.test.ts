import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { FilesWatch } from './replicated-files.ts';

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
