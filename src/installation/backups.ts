/** The backups of an installation by its configuration, for the server and the commands. */
import { version } from '../../package.json';
import { BackupKeeper, type BackupKeeperOptions } from '../actions/backups/keep-backups.ts';
import type { Monitor } from '../actions/monitor.ts';
import { findSurplus } from '../domain/backups/backup-plan.ts';
import type { Tick } from '../domain/instant.ts';
import { backUpAside } from '../store/backups/back-up-aside.ts';
import { BackupShelf } from '../store/backups/backup-shelf.ts';
import type { BackupTarget } from '../store/backups/backup-target.ts';
import { makeDirectoryTarget } from '../store/backups/directory-target.ts';
import { makeS3Target } from '../store/backups/s3-target.ts';
import { hasRoomForBackup } from '../store/engine/disk-space.ts';
import type { Config } from './config.ts';
import { backupPath, backupStatePath, backupsDir, databasePath } from './paths.ts';

/** Opens the backups in the data directory. */
export function openBackupShelf(dataDir: string): BackupShelf {
  const database = databasePath(dataDir);
  return new BackupShelf({
    dir: backupsDir(dataDir),
    pathOf: (reason, nowMs) => backupPath(dataDir, reason, nowMs),
    copy: (path, nowMs) => backUpAside(database, path, { appVersion: version, nowMs }),
    hasRoom: () => hasRoomForBackup(database, dataDir),
  });
}

/**
 * Makes the backup before a migration. Only a few earlier ones are kept, so that starts that fail again
 * and again do not fill the disk.
 */
export async function backUpBeforeMigration(config: Config, nowMs: number): Promise<void> {
  const shelf = openBackupShelf(config.data);
  await shelf.add('before-migration', nowMs);
  const { retention, timezone } = backupRules(config);
  for (const { name } of findSurplus(shelf.list(), retention, timezone)) shelf.remove(name);
}

/** Opens the places outside the data directory to which backups are copied. */
export function openBackupTargets(
  config: Config,
  directory: string | null = config.backup_directory ?? null,
): BackupTarget[] {
  const targets: BackupTarget[] = [];
  if (directory !== null) targets.push(makeDirectoryTarget(directory));
  const {
    backup_s3_endpoint: endpoint,
    backup_s3_bucket: bucket,
    backup_s3_access_key: accessKey,
    backup_s3_secret_key: secretKey,
  } = config;
  if (
    endpoint !== undefined &&
    bucket !== undefined &&
    accessKey !== undefined &&
    secretKey !== undefined
  ) {
    const { backup_s3_region: region, backup_s3_prefix: prefix } = config;
    targets.push(makeS3Target({ endpoint, bucket, region, prefix, accessKey, secretKey }));
  }
  return targets;
}

/** Backups that are kept, and the time zone in which days begin. */
export function backupRules(config: Config): Pick<BackupKeeperOptions, 'retention' | 'timezone'> {
  return {
    timezone: config.timezone,
    retention: {
      daily: config.backup_keep_daily,
      weekly: config.backup_keep_weekly,
      monthly: config.backup_keep_monthly,
    },
  };
}

export function makeBackupKeeper(
  monitor: Pick<Monitor, 'store' | 'log'>,
  shelf: BackupShelf,
  config: Config,
): BackupKeeper {
  return new BackupKeeper(monitor, {
    shelf,
    targets: openBackupTargets(config),
    minuteOfDay: config.backup_time,
    statePath: backupStatePath(config.data),
    ...backupRules(config),
  });
}

/**
 * No backup is due in the first minutes (ms): a start has enough to do, and a Pi without a clock has to
 * fetch the time.
 */
export const firstBackupAfterMs = 180_000;

/** Makes backups when they are due. @param clock the first look is by its monotonic part */
export function keepBackups(keeper: BackupKeeper, clock: Monitor['clock']): Tick {
  const startMono = clock().monoMs;
  return {
    name: 'backup',
    everyMs: 60_000,
    async run() {
      const now = clock();
      if (now.monoMs - startMono < firstBackupAfterMs) return;
      await keeper.run(now);
    },
  };
}
