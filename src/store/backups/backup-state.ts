import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../disk/replace-file.ts';

/** The progress of one kind of backup work: the nightly copy, or sending to one target. Epoch ms. */
export interface BackupJobState {
  /** When it last succeeded. Null: never. */
  readonly doneAt: number | null;
  /** The copy that was made or sent then. */
  readonly doneName: string | null;
  /** The failures since then. Null: none. */
  readonly failure: BackupFailure | null;
}

export interface BackupFailure {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly tries: number;
  readonly nextTryAt: number;
  /** One sentence for the operator. */
  readonly text: string;
}

const backupJobs = ['nightly', 'directory', 's3'] as const;
export type BackupJob = (typeof backupJobs)[number];
export type BackupState = Readonly<Partial<Record<BackupJob, BackupJobState>>>;

export const noJobState: BackupJobState = { doneAt: null, doneName: null, failure: null };

/**
 * The state of the backups. It lies beside the copies and not in the database: a restore would take the
 * database back to an earlier state, and a full disk would not let it be written.
 */
export function readBackupState(path: string): BackupState {
  if (!existsSync(path)) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // A power cut came in between. It only leads to another try.
    return {};
  }
  const state: Partial<Record<BackupJob, BackupJobState>> = {};
  for (const job of backupJobs) {
    const read = readJob(readField(value, job));
    if (read !== null) state[job] = read;
  }
  return state;
}

export function writeBackupState(path: string, state: BackupState): void {
  replaceFile(path, `${JSON.stringify(state, null, 2)}\n`);
}

function readJob(value: unknown): BackupJobState | null {
  if (value === undefined) return null;
  const failure = readField(value, 'failure');
  return {
    doneAt: readNumber(value, 'doneAt'),
    doneName: readText(value, 'doneName'),
    failure: failure === null || failure === undefined ? null : readFailure(failure),
  };
}

function readFailure(value: unknown): BackupFailure {
  return {
    firstAt: readNumber(value, 'firstAt') ?? 0,
    lastAt: readNumber(value, 'lastAt') ?? 0,
    tries: readNumber(value, 'tries') ?? 1,
    nextTryAt: readNumber(value, 'nextTryAt') ?? 0,
    text: readText(value, 'text') ?? '',
  };
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

function readNumber(value: unknown, name: string): number | null {
  const field = readField(value, name);
  return typeof field === 'number' ? field : null;
}

function readText(value: unknown, name: string): string | null {
  const field = readField(value, name);
  return typeof field === 'string' ? field : null;
}
