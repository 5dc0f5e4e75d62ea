import { constants } from 'node:fs';
import { access, chmod, copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBackupName } from './backup-shelf.ts';
import { type BackupTarget, type StoredBackup, TargetFailed } from './backup-target.ts';

/**
 * A folder on another disk, or a mounted one. It is never created: where a disk is not mounted, the
 * folder would lie on the very disk that the copy should be independent of.
 */
export function makeDirectoryTarget(dir: string): BackupTarget {
  const fail = (what: string, error: unknown) =>
    new TargetFailed(`${what} in ${dir}: ${(error as Error).message}`);

  async function find(name: string): Promise<StoredBackup[]> {
    const said = parseBackupName(name);
    if (said === undefined) return [];
    const stats = await stat(join(dir, name)).catch(() => undefined);
    return stats?.isFile() === true ? [{ name, bytes: stats.size, ...said }] : [];
  }

  return {
    kind: 'directory',
    where: dir,

    async list() {
      const names = await readdir(dir).catch((error: { code?: unknown }) => {
        if (error.code !== 'ENOENT') throw fail('The backups cannot be listed', error);
        throw new TargetFailed(`There is no folder ${dir}; is its disk mounted?`);
      });
      return (await Promise.all(names.map(find))).flat();
    },

    async put(path, name) {
      const unfinished = join(dir, `${name}.part`);
      try {
        await copyFile(path, unfinished);
        // Some file systems, such as that of a USB stick, know no owners and rights.
        await chmod(unfinished, 0o600).catch(() => {});
        await syncFile(unfinished);
        await rename(unfinished, join(dir, name));
        await syncFile(dir).catch(() => {});
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw fail('The backup could not be stored', error);
      }
    },

    async fetch(name, to) {
      try {
        await access(join(dir, name));
        await copyFile(join(dir, name), to, constants.COPYFILE_EXCL);
      } catch (error) {
        throw fail(`The backup ${name} could not be read`, error);
      }
    },

    async remove(name) {
      try {
        await rm(join(dir, name), { force: true });
      } catch (error) {
        throw fail(`The backup ${name} could not be removed`, error);
      }
    },
  };
}

/** Like `syncToDisk`, without keeping the server waiting: a USB stick takes seconds. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
