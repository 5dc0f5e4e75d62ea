import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testStart } from '../../../tests/support/monitor.ts';
import { makePatient } from '../../../tests/support/patient.ts';
import { backupPath, backupStatePath, backupsDir } from '../../installation/paths.ts';
import { noJobState, writeBackupState } from '../../store/backups/backup-state.ts';
import { checkBackups, describeAge, describeFailures } from './check-backups.ts';

const hourMs = 3_600_000;
const nightly = { backup_time: 180 };
const byHand = { backup_time: null };

test.each([
  [10 * hourMs, nightly, 'ok'],
  [49 * hourMs, nightly, 'ok'],
  [50 * hourMs, nightly, 'wrong'],
  [50 * hourMs, byHand, 'ok'],
  [8 * 24 * hourMs, byHand, 'wrong'],
  [null, nightly, 'warning'],
  [null, byHand, 'wrong'],
] as const)('the newest being %p ms old, with %p: %s', (ageMs, config, state) => {
  const finding = describeAge(ageMs, config);
  expect(finding.state).toBe(state);
  expect(finding.mend === null).toBe(state === 'ok');
});

test('a failed backup is shown with its reason, and three in a row are wrong', () => {
  const failing = (tries: number) => ({
    ...noJobState,
    failure: { firstAt: 1, lastAt: 2, tries, nextTryAt: 3, text: 'AccessDenied: no' },
  });
  expect(describeFailures({ nightly: noJobState })).toEqual([]);
  expect(describeFailures({ s3: failing(2), nightly: failing(3) })).toMatchObject([
    {
      state: 'warning',
      text: 'Copying a backup to the s3 failed 2 times in a row: AccessDenied: no',
    },
    { state: 'wrong', text: expect.stringContaining('The nightly backup failed 3 times') },
  ]);
});

test('reads the data directory, and warns where all copies lie on one disk', () => {
  const patient = makePatient();
  const { data } = patient.config;
  mkdirSync(backupsDir(data));
  writeFileSync(backupPath(data, 'nightly', testStart - 5 * hourMs), 'x');
  writeBackupState(backupStatePath(data), {});
  expect(checkBackups(patient)).toMatchObject([
    { state: 'ok', text: 'The newest backup is 5 hours old.' },
    { state: 'warning', text: expect.stringContaining('on the same disk as the database') },
  ]);
});

test('a folder for copies has to be there, and on another disk', () => {
  const missing = makePatient({ FAIWATCH_BACKUP_DIRECTORY: '/nowhere/usb' });
  expect(checkBackups(missing)[1]).toMatchObject({ state: 'wrong' });
  const beside = join(makePatient().config.data, 'copies');
  mkdirSync(beside);
  const same = makePatient({ FAIWATCH_BACKUP_DIRECTORY: beside });
  expect(checkBackups(same)[1]).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('same disk'),
  });
});
