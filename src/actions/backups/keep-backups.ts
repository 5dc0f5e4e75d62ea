import {
  findSurplus,
  lastTimeOfDay,
  nextTimeOfDay,
  nightlyReason,
  type RetentionRule,
} from '../../domain/backups/backup-plan.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Backup, BackupShelf } from '../../store/backups/backup-shelf.ts';
import {
  type BackupJob,
  type BackupJobState,
  type BackupState,
  noJobState,
  readBackupState,
  writeBackupState,
} from '../../store/backups/backup-state.ts';
import type { BackupTarget } from '../../store/backups/backup-target.ts';
import type { Monitor } from '../monitor.ts';
import { makeBackup } from './make-backup.ts';

export interface BackupKeeperOptions {
  readonly shelf: BackupShelf;
  /** At most one target of each kind. */
  readonly targets: readonly BackupTarget[];
  /** When the nightly copy is made: minutes after midnight; null: never. */
  readonly minuteOfDay: number | null;
  readonly retention: RetentionRule;
  readonly timezone: string;
  /** The file that records how the backups go. */
  readonly statePath: string;
}

/** The standing of backups, for the system page and `doctor`. */
export interface BackupStanding {
  /** Null: no backups are scheduled. */
  readonly nextAt: number | null;
  readonly nightly: BackupJobState;
  readonly targets: readonly (BackupJobState & {
    readonly kind: BackupTarget['kind'];
    readonly where: string;
  })[];
}

/** More failures in a row than this are no passing trouble of a network. */
const triesUntilFailing = 3;
const shortestDelayMs = 60_000;
const longestDelayMs = 3_600_000;

/** Whether some backup work keeps failing. */
export function isBackupFailing({ nightly, targets }: BackupStanding): boolean {
  return [nightly, ...targets].some(({ failure }) => (failure?.tries ?? 0) >= triesUntilFailing);
}

const scheduled = { name: 'schedule', address: null };

/**
 * Makes the nightly backup, copies the newest backup to the targets, and drops what retention no longer
 * keeps. Work that fails is tried again after one minute, two, four … at most an hour.
 */
export class BackupKeeper {
  readonly #monitor: Pick<Monitor, 'store' | 'log'>;
  #options: BackupKeeperOptions;
  #state: BackupState;

  constructor(monitor: Pick<Monitor, 'store' | 'log'>, options: BackupKeeperOptions) {
    this.#monitor = monitor;
    this.#options = options;
    this.#state = readBackupState(options.statePath);
  }

  /** Does what is due. Never throws for trouble with disks and networks. */
  async run(now: Instant): Promise<void> {
    await this.#makeNightly(now);
    for (const target of this.#options.targets) await this.#send(target, now);
  }

  /** From now on backups are copied there. */
  copyTo(targets: BackupKeeperOptions['targets']): void {
    this.#options = { ...this.#options, targets };
  }

  standing(now: Instant): BackupStanding {
    const { minuteOfDay, targets, timezone } = this.#options;
    return {
      nextAt: minuteOfDay === null ? null : nextTimeOfDay(now.wallMs, minuteOfDay, timezone),
      nightly: this.#jobState('nightly'),
      targets: targets.map(({ kind, where }) => ({ kind, where, ...this.#jobState(kind) })),
    };
  }

  async #makeNightly(now: Instant): Promise<void> {
    const { shelf, minuteOfDay, retention, timezone } = this.#options;
    if (minuteOfDay === null) return;
    const dueAt = lastTimeOfDay(now.wallMs, minuteOfDay, timezone);
    // A backup dated in the future was made while the clock was wrong.
    const isDone = shelf
      .list()
      .some(
        ({ reason, createdAt }) =>
          reason === nightlyReason && createdAt >= dueAt && createdAt <= now.wallMs,
      );
    if (isDone || !this.#mayTry('nightly', now)) return;
    await this.#attempt('nightly', now, async () => {
      const { name } = await makeBackup(this.#monitor, shelf, scheduled, now, nightlyReason);
      for (const copy of findSurplus(shelf.list(), retention, timezone)) shelf.remove(copy.name);
      return name;
    });
  }

  async #send(target: BackupTarget, now: Instant): Promise<void> {
    const newest = findNewestToSend(this.#options.shelf.list(), now);
    const { doneName } = this.#jobState(target.kind);
    if (newest === undefined || newest.name === doneName || !this.#mayTry(target.kind, now)) return;
    await this.#attempt(target.kind, now, async () => {
      await sendBackup(target, this.#options.shelf, newest, this.#options);
      return newest.name;
    });
  }

  #mayTry(job: BackupJob, now: Instant): boolean {
    const { failure } = this.#jobState(job);
    if (failure === null || failure.nextTryAt <= now.wallMs) return true;
    // The clock was set back.
    return failure.nextTryAt - now.wallMs > longestDelayMs;
  }

  async #attempt(job: BackupJob, now: Instant, work: () => Promise<string>): Promise<void> {
    try {
      const name = await work();
      this.#save(job, { doneAt: now.wallMs, doneName: name, failure: null });
    } catch (error) {
      const before = this.#jobState(job);
      const tries = (before.failure?.tries ?? 0) + 1;
      const delayMs = Math.min(longestDelayMs, shortestDelayMs * 2 ** (tries - 1));
      this.#save(job, {
        ...before,
        failure: {
          firstAt: before.failure?.firstAt ?? now.wallMs,
          lastAt: now.wallMs,
          tries,
          nextTryAt: now.wallMs + delayMs,
          text: error instanceof Error ? error.message : String(error),
        },
      });
      this.#monitor.log.error({ err: error, job, tries }, 'a backup failed; it is tried again');
    }
  }

  #jobState(job: BackupJob): BackupJobState {
    return this.#state[job] ?? noJobState;
  }

  #save(job: BackupJob, state: BackupJobState): void {
    this.#state = { ...this.#state, [job]: state };
    try {
      writeBackupState(this.#options.statePath, this.#state);
    } catch (error) {
      // The disk may be full. This process remembers the state without the file.
      this.#monitor.log.warn({ err: error }, 'how the backups go could not be written down');
    }
  }
}

/** Backups made before an update or restore are of use only here. @param copies newest first */
function findNewestToSend(copies: readonly Backup[], now: Instant): Backup | undefined {
  return copies.find(
    ({ reason, createdAt }) =>
      (reason === nightlyReason || reason === 'manual') && createdAt <= now.wallMs,
  );
}

/**
 * Copies a backup to a target, unless it is there, and drops there what retention no longer keeps.
 * @throws TargetFailed
 */
export async function sendBackup(
  target: BackupTarget,
  shelf: BackupShelf,
  copy: Backup,
  { retention, timezone }: Pick<BackupKeeperOptions, 'retention' | 'timezone'>,
): Promise<void> {
  const stored = await target.list();
  const others = stored.filter(({ name }) => name !== copy.name);
  if (!stored.some(({ name, bytes }) => name === copy.name && bytes === copy.bytes)) {
    await target.put(shelf.pathOf(copy.name), copy.name);
  }
  for (const old of findSurplus([...others, copy], retention, timezone)) {
    await target.remove(old.name);
  }
}
