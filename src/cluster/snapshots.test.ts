import { expect, test } from 'bun:test';
import { isSnapshotDue } from './snapshots.ts';

const megabyte = 1_048_576;

test.each([
  ['there is none yet', 10, 0, undefined, 0, true],
  ['little has come since', 1_000, megabyte, 10, 0, false],
  ['many small entries have come', 100_010, megabyte, 10, 0, true],
  ['few large ones have come', 1_000, 33 * megabyte, 10, 0, true],
  ['the log is small beside the database', 1_000, 64 * megabyte, 10, 900 * megabyte, false],
  ['most of a large log came before the last', 1_000, 64 * megabyte, 900, 0, false],
])('whether a snapshot is made when %s', (_, last, bytes, newest, databaseBytes, isDue) => {
  expect(isSnapshotDue({ first: 1, last, bytes }, newest, databaseBytes)).toBe(isDue);
});
