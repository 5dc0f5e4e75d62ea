import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { openBackupShelf, openBackupTargets } from '../../installation/backups.ts';
import type { Config } from '../../installation/config.ts';
import { backupPath } from '../../installation/paths.ts';
import { parseBackupName } from '../../store/backups/backup-shelf.ts';
import { StoreUnusable } from '../../store/engine/unusable.ts';
import { CommandFailed } from '../output.ts';

/**
 * Finds the backup that somebody named: a path, a name in the data directory, or `directory:NAME` or
 * `s3:NAME`, which is copied here while `work` runs.
 * @throws CommandFailed, TargetFailed
 */
export async function withBackup<T>(
  config: Config,
  named: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const [, kind, name] = /^(directory|s3):(.+)$/.exec(named) ?? [];
  if (kind === undefined || name === undefined) return work(findHere(config, named));
  if (parseBackupName(name) === undefined) {
    throw new CommandFailed(
      `${name} is not the name of a backup; see: backup list --target ${kind}`,
    );
  }
  const target = openBackupTargets(config).find((one) => one.kind === kind);
  if (target === undefined) throw new CommandFailed(`No ${kind} is set under [backup].`);
  // The next backup removes files with this name, in case this process is killed.
  const brought = `${backupPath(config.data, 'fetched', Date.now())}.part`;
  mkdirSync(dirname(brought), { recursive: true, mode: 0o700 });
  rmSync(brought, { force: true });
  try {
    await target.fetch(name, brought);
    return await work(brought);
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    throw new StoreUnusable(error.message.replaceAll(brought, named));
  } finally {
    rmSync(brought, { force: true });
  }
}

function findHere(config: Config, named: string): string {
  const path = resolve(named);
  if (existsSync(path) || basename(named) !== named) return path;
  const shelf = openBackupShelf(config.data);
  return shelf.find(named) === undefined ? path : shelf.pathOf(named);
}
