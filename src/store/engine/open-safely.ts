import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { AppError } from '../../domain/errors.ts';
import { type OpenStoreOptions, openStore, type Store } from './open.ts';
import { readOurSchema, readSchema } from './schema-version.ts';
import { isDamage, StoreUnusable } from './unusable.ts';

interface OpenSafelyOptions extends OpenStoreOptions {
  /** Makes a backup of the database before a migration changes it. */
  readonly backUp: () => Promise<unknown>;
}

/**
 * Opens the database of an installation as `openStore` does, after a backup if a migration is due.
 * @throws StoreUnusable as `openStore` does, and when there is no room for the backup: nothing has changed
 */
export async function openSafely(path: string, options: OpenSafelyOptions): Promise<Store> {
  if (options.mayMigrate !== false && isOlder(path, options.migrationsDir)) {
    try {
      await options.backUp();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new StoreUnusable(
        `The database ${path} has to be brought up to date, and no backup could be made before that: ${error.message}`,
      );
    }
  }
  return openStore(path, options);
}

/** Whether a migration is due for a database that is already in use. */
function isOlder(path: string, migrationsDir: string): boolean {
  if (!existsSync(path)) return false;
  try {
    // A connection that may write copies, on closing, the WAL of a crash into a database that was not checked yet.
    const sqlite = new Database(path, { readonly: true });
    try {
      sqlite.run('PRAGMA busy_timeout = 5000');
      const applied = readSchema(sqlite)?.newest ?? 0;
      return applied > 0 && applied < readOurSchema(migrationsDir).newest;
    } finally {
      sqlite.close();
    }
  } catch (error) {
    // Opening the database later reports what to do.
    if (isDamage(error)) return false;
    throw error;
  }
}
