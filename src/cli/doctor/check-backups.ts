import { statSync } from 'node:fs';
import { openBackupShelf, openBackupTargets } from '../../installation/backups.ts';
import type { Config } from '../../installation/config.ts';
import { backupStatePath } from '../../installation/paths.ts';
import { type BackupState, readBackupState } from '../../store/backups/backup-state.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('backups');

const hourMs = 3_600_000;
/** Ages above which a backup is too old. One night may be missed. */
const oldAfterMs = { nightly: 49 * hourMs, byHand: 7 * 24 * hourMs };

/** Whether there is a recent backup, and one that survives this disk. */
export function checkBackups({ config, nowMs }: Patient): Finding[] {
  const [newest] = openBackupShelf(config.data)
    .list()
    .filter(({ createdAt }) => createdAt <= nowMs);
  return [
    describeAge(newest === undefined ? null : nowMs - newest.createdAt, config),
    ...describeFailures(readBackupState(backupStatePath(config.data))),
    ...describePlaces(config),
  ];
}

/** @param ageMs of the newest backup. Null: there is none */
export function describeAge(ageMs: number | null, config: Pick<Config, 'backup_time'>): Finding {
  const mend = 'Make one: faiwatch backup create';
  if (ageMs === null) {
    return config.backup_time === null
      ? wrong('There is no backup.', `${mend}; and set backup_time.`)
      : warning('There is no backup yet; the server makes one every night.', mend);
  }
  const limitMs = config.backup_time === null ? oldAfterMs.byHand : oldAfterMs.nightly;
  const age = `The newest backup is ${Math.floor(ageMs / hourMs)} hours old.`;
  if (ageMs <= limitMs) return ok(age);
  return wrong(age, config.backup_time === null ? `${mend}; and set backup_time.` : mend);
}

/** Describes work of the server or of a command that failed. */
export function describeFailures(state: BackupState): Finding[] {
  return Object.entries(state).flatMap(([job, { failure }]) => {
    if (failure === null) return [];
    const what = job === 'nightly' ? 'The nightly backup' : `Copying a backup to the ${job}`;
    const text = `${what} failed ${failure.tries} times in a row: ${failure.text}`;
    const mend = 'Mend that. The server tries again by itself; to try now: faiwatch backup create';
    return [failure.tries >= 3 ? wrong(text, mend) : warning(text, mend)];
  });
}

function describePlaces(config: Config): Finding[] {
  const targets = openBackupTargets(config);
  if (targets.length === 0) {
    return [
      warning(
        'All backups lie on the same disk as the database.',
        'Set [backup] directory, or a bucket, in faiwatch.toml.',
      ),
    ];
  }
  const { backup_directory: dir } = config;
  if (dir === undefined) return [];
  const there = statSync(dir, { throwIfNoEntry: false });
  if (there === undefined) {
    return [
      wrong(`There is no folder ${dir} for backups.`, 'Mount its disk, or create the folder.'),
    ];
  }
  return there.dev === statSync(config.data).dev
    ? [
        warning(
          `${dir} lies on the same disk as the data.`,
          'Mount another disk there, and list it in /etc/fstab.',
        ),
      ]
    : [];
}
