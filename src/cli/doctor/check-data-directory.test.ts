import { expect, test } from 'bun:test';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePatient } from '../../../tests/support/patient.ts';
import { canUse } from '../can-use.ts';
import { checkDataDirectory } from './check-data-directory.ts';

const makeDir = () => {
  const patient = makePatient();
  writeFileSync(join(patient.config.data, 'faiwatch.db'), 'x', { mode: 0o600 });
  return patient;
};

test('a folder that only its owner can read is fine', () => {
  expect(checkDataDirectory(makeDir())).toMatchObject([{ state: 'ok' }]);
});

test('a folder that is not there is named', () => {
  const patient = makeDir();
  rmSync(patient.config.data, { recursive: true });
  expect(canUse(patient.config.data)).toBe(false);
  expect(checkDataDirectory(patient)).toMatchObject([
    { state: 'wrong', mend: expect.stringContaining('--data') },
  ]);
});

test('files that others can read are wrong, unless they cannot enter the folder', () => {
  const patient = makeDir();
  chmodSync(join(patient.config.data, 'faiwatch.db'), 0o644);
  expect(checkDataDirectory(patient)).toMatchObject([{ state: 'ok' }]);
  chmodSync(patient.config.data, 0o755);
  expect(checkDataDirectory(patient)).toMatchObject([
    {
      state: 'wrong',
      text: expect.stringContaining('can read faiwatch.db'),
      mend: expect.stringContaining('chmod'),
    },
  ]);
});

test.skipIf(process.getuid?.() !== 0)('a file that a command made as root is found', () => {
  const patient = makeDir();
  chownSync(patient.config.data, 12_345, 12_345);
  expect(checkDataDirectory(patient)).toMatchObject([
    {
      state: 'wrong',
      text: expect.stringContaining('faiwatch.db'),
      mend: expect.stringContaining('chown'),
    },
  ]);
});
