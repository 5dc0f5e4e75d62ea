import { expect, test } from 'bun:test';
import { makePatient } from '../../../tests/support/patient.ts';
import { checkDisk, describeDisk } from './check-disk.ts';

test.each([
  [50e9, 200e6, 'ok'],
  [450e6, 10e6, 'warning'],
  // Too little for a backup.
  [450e6, 200e6, 'wrong'],
  [50e6, 1e6, 'wrong'],
] as const)('%d bytes free beside a database of %d: %s', (freeBytes, databaseBytes, state) => {
  const [finding] = describeDisk(freeBytes, databaseBytes);
  expect(finding?.state).toBe(state);
  expect(finding?.mend === null).toBe(state === 'ok');
});

test("the free space is that of the data directory's disk", () => {
  expect(checkDisk(makePatient())[0]?.text).toMatch(/\d (MB|GB|TB) are free/);
});
