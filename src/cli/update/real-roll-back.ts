import { Database } from 'bun:sqlite';
import { migrationsDir } from '../../installation/assets.ts';
import { openBackupShelf } from '../../installation/backups.ts';
import type { Config } from '../../installation/config.ts';
import { databasePath } from '../../installation/paths.ts';
import { readOurSchema, readSchema } from '../../store/engine/schema-version.ts';
import { runProgram } from '../service/system.ts';
import type { RollBackOptions } from './roll-back.ts';

/**
 * Access of a roll-back to the data directory. This process is of the former release, so it knows the
 * migrations that the former release can read.
 * @param beganAt epoch ms of the update's beginning. Earlier backups do not belong to this update
 */
export function readRollBack(
  config: Config,
  binary: string,
  beganAt: number,
): Pick<RollBackOptions, 'isDatabaseNewer' | 'findBackup' | 'restore'> {
  return {
    isDatabaseNewer() {
      const database = new Database(databasePath(config.data), { readonly: true });
      try {
        return (readSchema(database)?.newest ?? 0) > readOurSchema(migrationsDir()).newest;
      } finally {
        database.close();
      }
    },
    findBackup() {
      // Names of backups have whole seconds.
      const made = openBackupShelf(config.data)
        .list()
        .find(
          ({ reason, createdAt }) => reason === 'before-migration' && createdAt >= beganAt - 1000,
        );
      return made?.name ?? null;
    },
    // A process of its own, as it becomes the user to whom the data belongs.
    restore: (name) => runProgram(binary, 'backup', 'restore', name, '--data', config.data),
  };
}
