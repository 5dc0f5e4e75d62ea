import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { laterMigrations } from '../../../tests/support/migrations.ts';
import { openTestStore } from '../../../tests/support/monitor.ts';
import { makePatient } from '../../../tests/support/patient.ts';
import { clusterDir } from '../../cluster/paths.ts';
import { databasePath } from '../../installation/paths.ts';
import { openStore } from '../../store/engine/open.ts';
import { checkDatabase } from './check-database.ts';

test('a whole database is fine', () => {
  const patient = makePatient();
  openTestStore(databasePath(patient.config.data)).close();
  expect(checkDatabase(patient)).toMatchObject([
    { state: 'ok', text: expect.stringContaining('sound') },
  ]);
});

test('one that was not rewritten at the update names what to do', () => {
  const patient = makePatient();
  const store = openTestStore(databasePath(patient.config.data));
  store.sqlite.run("INSERT INTO meta VALUES ('traces_due', 'yes')");
  store.close();
  expect(checkDatabase(patient)).toMatchObject([
    { state: 'ok' },
    { state: 'warning', mend: expect.stringContaining('restart') },
  ]);
});

test('none yet is a warning', () => {
  expect(checkDatabase(makePatient())).toMatchObject([{ state: 'warning' }]);
});

test('a damaged one names the way out', () => {
  const patient = makePatient();
  writeFileSync(databasePath(patient.config.data), `SQLite format 3\0${'x'.repeat(9000)}`);
  const findings = checkDatabase(patient);
  expect(findings).toMatchObject([
    { state: 'wrong', mend: expect.stringContaining('backup restore') },
  ]);
  expect(findings[0]?.text).not.toContain('\n');
});

test('a database of a newer release is wrong', () => {
  const patient = makePatient();
  const path = databasePath(patient.config.data);
  openStore(path, { migrationsDir: laterMigrations() }).close();
  expect(checkDatabase(patient)).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('newer release') },
  ]);
});

test('that of a machine which follows is left alone', () => {
  const patient = makePatient();
  mkdirSync(clusterDir(patient.config.data), { recursive: true });
  // As in the middle of an entry.
  writeFileSync(databasePath(patient.config.data), `SQLite format 3\0${'x'.repeat(9000)}`);
  expect(checkDatabase(patient)).toMatchObject([
    { state: 'ok', text: expect.stringContaining('the machine that leads') },
  ]);
});
