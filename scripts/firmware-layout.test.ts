/** The layout of the flash as builds have it (firmware/*.csv, sdkconfig.*), beside what servers and pages assume. */
import { expect, test } from 'bun:test';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partLayout } from '../src/domain/firmware/firmware-layout.ts';
import { tempDir } from '../tests/support/temp-dir.ts';
import { repositoryDir } from './lib/paths.ts';

const firmware = join(repositoryDir, 'firmware');
const read = (file: string) => readFileSync(join(firmware, file), 'utf8');

function placeIn(table: string, partition: string) {
  const row = read(table)
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .find(([name]) => name === partition);
  return { offset: Number(row?.[3]), maxBytes: Number(row?.[4]) };
}

const tableOffset = (settings: string) =>
  Number(/^CONFIG_PARTITION_TABLE_OFFSET=(.*)$/m.exec(read(settings))?.[1]);

test('what servers and pages assume is what builds have', () => {
  expect(tableOffset('sdkconfig.defaults')).toBe(partLayout['partition-table'].offset);
  for (const table of ['partitions.csv', 'partitions-secure.csv']) {
    expect(placeIn(table, 'otadata')).toEqual(partLayout.otadata);
    expect(placeIn(table, 'ota_0')).toEqual(partLayout.app);
  }
});

/** Runs the check on a copy, in which a file is changed. */
function checkLoaders(change?: { file: string; from: string; to: string }, args: string[] = []) {
  const dir = tempDir('loader');
  for (const file of ['check-loader.sh', 'loader-sizes.txt', 'sdkconfig.secure']) {
    cpSync(join(firmware, file), join(dir, file));
  }
  if (change !== undefined) {
    writeFileSync(join(dir, change.file), read(change.file).replace(change.from, change.to));
  }
  const { exitCode, stdout } = Bun.spawnSync(['sh', join(dir, 'check-loader.sh'), ...args]);
  return { code: exitCode, lines: stdout.toString().trim().split('\n') };
}

test('the signed boot loader of every secure board ends before its partition table', () => {
  expect(checkLoaders()).toEqual({
    code: 0,
    lines: [
      't-display: 27232 bytes, signed 32768 of 53248',
      's2-mini: 24928 bytes, signed 32768 of 53248',
      'c3-mini: 23840 bytes, signed 28672 of 57344',
    ],
  });
});

test.each([
  ['a table where ordinary boards have it', 'sdkconfig.secure', '=0xe000', '=0x8000'],
  ['no table', 'sdkconfig.secure', 'PARTITION_TABLE_OFFSET', 'ELSE'],
  ['a loader that one chip cannot check', 'loader-sizes.txt', '23840', '65537'],
])('refuses %s', (_, file, from, to) => {
  expect(checkLoaders({ file, from, to }).code).toBe(1);
});

test('a board without a size is not passed over', () => {
  expect(checkLoaders(undefined, ['s3-mini']).code).toBe(1);
});
