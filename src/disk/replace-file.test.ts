import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { replaceFile } from './replace-file.ts';

test('a file is replaced by one for its owner alone, whatever a crash has left beside it', () => {
  const folder = join(tempDir('faiwatch-disk'), 'new folder');
  const path = join(folder, 'secret');
  replaceFile(path, 'old');
  writeFileSync(`${path}.new`, 'left behind, and longer', { mode: 0o644 });
  replaceFile(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual(['secret']);
});
