import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestMonitor, openTestStore } from '../../tests/support/monitor.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import {
  backUpBeforeMigration,
  firstBackupAfterMs,
  keepBackups,
  makeBackupKeeper,
  openBackupShelf,
  openBackupTargets,
} from './backups.ts';
import { loadConfig } from './config.ts';
import { backupsDir, databasePath } from './paths.ts';

const makeConfig = (env: Record<string, string> = {}) =>
  loadConfig({ data: tempDir('faiwatch-backups') }, env);

test('backups are copied only to configured places', () => {
  expect(openBackupTargets(makeConfig())).toEqual([]);
  const targets = openBackupTargets(
    makeConfig({
      FAIWATCH_BACKUP_DIRECTORY: '/mnt/usb',
      FAIWATCH_BACKUP_S3_ENDPOINT: 'https://s3.example.com',
      FAIWATCH_BACKUP_S3_BUCKET: 'copies',
      FAIWATCH_BACKUP_S3_PREFIX: 'pi/',
      FAIWATCH_BACKUP_S3_ACCESS_KEY: 'AK',
      FAIWATCH_BACKUP_S3_SECRET_KEY: 'secret',
    }),
  );
  expect(targets.map(({ kind, where }) => [kind, where])).toEqual([
    ['directory', '/mnt/usb'],
    ['s3', 's3://copies/pi/'],
  ]);
});

test('no backup is made in the first minutes after a start', async () => {
  const config = makeConfig();
  openTestStore(databasePath(config.data)).close();
  const monitor = makeTestMonitor();
  const shelf = openBackupShelf(config.data);
  const tick = keepBackups(makeBackupKeeper(monitor, shelf, config), monitor.clock);
  monitor.time.advanceMs(firstBackupAfterMs - 1);
  await tick.run();
  expect(shelf.list()).toEqual([]);
  monitor.time.advanceMs(1);
  await tick.run();
  expect(shelf.list()).toMatchObject([{ reason: 'nightly' }]);
});

test('starts that fail again and again at a migration do not fill the disk', async () => {
  const config = makeConfig();
  openTestStore(databasePath(config.data)).close();
  const dir = backupsDir(config.data);
  mkdirSync(dir);
  for (const hour of ['01', '02', '03', '04', '05']) {
    writeFileSync(join(dir, `faiwatch-20260115T${hour}0000Z-before-migration.db.zst`), 'x');
  }
  await backUpBeforeMigration(config, Date.now());
  const kept = readdirSync(dir).sort();
  expect(kept).toHaveLength(3);
  expect(kept.slice(0, 2)).toEqual([
    'faiwatch-20260115T040000Z-before-migration.db.zst',
    'faiwatch-20260115T050000Z-before-migration.db.zst',
  ]);
});
