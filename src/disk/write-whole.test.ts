import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';

/** Where files may have 2,560 bytes, a write of 4,096 takes these and does not fail. */
const program = `
  const { openSync } = require('node:fs');
  const { writeWhole } = require('./src/disk/write-whole.ts');
  const file = openSync(process.argv[1], 'w');
  try {
    writeWhole(file, new Uint8Array(4096), 0);
  } catch (error) {
    console.log(error.code);
  }`;

test('a write that the disk takes in part is no success', () => {
  const path = join(tempDir('faiwatch-disk'), 'file');
  const { stdout } = Bun.spawnSync(
    [
      'sh',
      '-c',
      'trap "" XFSZ; ulimit -f 5; exec "$@"',
      'sh',
      process.execPath,
      '-e',
      program,
      path,
    ],
    { cwd: join(import.meta.dir, '../..') },
  );
  expect(stdout.toString()).toBe('EFBIG\n');
  expect(statSync(path).size).toBe(2_560);
});
