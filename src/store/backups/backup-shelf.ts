import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';

/** A copy of the database, as it lies in the data directory. */
export interface Backup {
  readonly name: string;
  readonly bytes: number;
  /** Epoch ms, by its name. */
  readonly createdAt: number;
  readonly reason: string;
}

export interface BackupShelfOptions {
  /** The folder, which need not exist yet. */
  readonly dir: string;
  /** Copies the database as it is now to a path that does not exist yet. */
  readonly copy: (path: string, nowMs: number) => Promise<unknown>;
  /** Whether one more copy fits, and leaves room to work. */
  readonly hasRoom: () => boolean;
  /** The path of a new copy, from the reason and the moment (epoch ms). */
  readonly pathOf: (reason: string, nowMs: number) => string;
}

const dayMs = 86_400_000;

/** `faiwatch-20261121T050000Z-manual.db.zst`, or `.db` where it is not compressed. */
const namePattern =
  /^faiwatch-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z][a-z-]{0,39})\.db(?:\.zst)?$/;

/** The facts in the name of a backup. Undefined: it is not one of ours. */
export function parseBackupName(
  name: string,
): { readonly createdAt: number; readonly reason: string } | undefined {
  const [, year, month, day, hour, minute, second, reason] = namePattern.exec(name) ?? [];
  if (reason === undefined) return undefined;
  const createdAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(createdAt) ? undefined : { createdAt, reason };
}

/** The copies of the database. Only files with our pattern of name are ever listed or opened. */
export class BackupShelf {
  readonly #options: BackupShelfOptions;
  #isBusy = false;

  constructor(options: BackupShelfOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): Backup[] {
    return this.#names()
      .flatMap((name) => this.find(name) ?? [])
      .sort((one, other) => other.createdAt - one.createdAt || (one.name < other.name ? 1 : -1));
  }

  /** A copy by its name. Undefined: it does not exist. */
  find(name: string): Backup | undefined {
    const said = parseBackupName(name);
    if (said === undefined) return undefined;
    const path = this.pathOf(name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return undefined;
    // With a log beside it, the file alone is not the whole copy.
    if (existsSync(`${path}-wal`)) return undefined;
    return { name, bytes: stats.size, ...said };
  }

  pathOf(name: string): string {
    return join(this.#options.dir, name);
  }

  /**
   * Makes a copy.
   * @throws AppError CONFLICT while one is being made, UNAVAILABLE when there is no room for it;
   *   StoreUnavailable when the disk fails
   */
  async add(reason: string, nowMs: number): Promise<Backup> {
    const path = this.#options.pathOf(reason, nowMs);
    if (this.#isBusy || existsSync(path)) {
      throw new AppError('CONFLICT', 'A backup is being made already.');
    }
    if (!this.#options.hasRoom()) {
      throw new AppError('UNAVAILABLE', refusals.noRoomForBackup);
    }
    this.#isBusy = true;
    try {
      this.#dropUnfinished(nowMs);
      await this.#options.copy(path, nowMs);
    } finally {
      this.#isBusy = false;
    }
    const made = this.find(basename(path));
    if (made === undefined) throw new Error(`the backup ${path} is not there`);
    return made;
  }

  /** Deletes a copy. A missing one is no failure. */
  remove(name: string): void {
    if (this.find(name) !== undefined) rmSync(this.pathOf(name), { force: true });
  }

  /** Deletes unfinished copies of a stop or a power cut, but not what a command may be writing now. */
  #dropUnfinished(nowMs: number): void {
    for (const name of this.#names()) {
      const [, whole] = /^(.+?)(?:\.plain)?\.part$/.exec(name) ?? [];
      if (whole === undefined || !namePattern.test(whole)) continue;
      const path = this.pathOf(name);
      const { mtimeMs = nowMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (nowMs - mtimeMs > dayMs) rmSync(path, { force: true });
    }
  }

  #names(): string[] {
    const { dir } = this.#options;
    return existsSync(dir) ? readdirSync(dir) : [];
  }
}
