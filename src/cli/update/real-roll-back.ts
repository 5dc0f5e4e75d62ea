import { Database } from 'bun:sqlite';
import { migrationsDir } from '../../installation/assets.ts';
import { openBackupShelf } from '../../installation/backups.ts';
import type { Config } from '../../installation/config.ts';
import { databasePath } from '../../installation/paths.ts';
import { readOurSchema, readSchema } from '../../store/engine/schema-version.ts';
import { runProgram } from '../service/system.ts';
import type { RollBackOptions } from './roll-back.ts';

/**
 * What a roll-back needs of the data directory. This process is of the release before, so what it knows
 * of migrations is what that can read.
 * @param beganAt epoch ms; a backup from before then is not of this update
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
      // Names have whole seconds.
      const made = openBackupShelf(config.data)
        .list()
        .find(
          ({ reason, createdAt }) => reason === 'before-migration' && createdAt >= beganAt - 1000,
        );
      return made?.name ?? null;
    },
    // As a program of its own, which becomes the user to whom the data belongs.
    restore: (name) => runProgram(binary, 'backup', 'restore', name, '--data', config.data),
  };
}
