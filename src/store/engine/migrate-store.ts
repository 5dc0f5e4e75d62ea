import type { Database } from 'bun:sqlite';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { migrate } from 'drizzle-orm/bun-sqlite/migrator';
import { readOurSchema, readSchema } from './schema-version.ts';
import { checkIntegrity, StoreUnusable } from './unusable.ts';

export interface MigrationOptions {
  /** Folder with the SQL files and their journal. */
  readonly migrationsDir: string;
  /** Whether an older file may be migrated; default true. `openSafely` copies it first. */
  readonly mayMigrate?: boolean;
  /** Whether to check the whole file for damage first; default true. A migration always does. */
  readonly checkIntegrity?: boolean;
}

/** @throws StoreUnusable when the file was written by a newer release, or may not be migrated */
export function migrateStore(
  sqlite: Database,
  db: BunSQLiteDatabase,
  path: string,
  options: MigrationOptions,
): void {
  const { newest } = readOurSchema(options.migrationsDir);
  const applied = readSchema(sqlite)?.newest ?? 0;
  if (applied > newest) {
    throw new StoreUnusable(
      `The database ${path} was written by a newer release of FaiWatch; install that release or restore an older backup with: faiwatch backup restore FILE`,
    );
  }
  if (applied === newest) return;
  if (options.mayMigrate === false) {
    throw new StoreUnusable(
      `The server that runs on ${path} is of an older release; stop it first, or use its own commands.`,
    );
  }
  // A migration may copy tables, and bury the damage under them.
  if (options.checkIntegrity === false && applied > 0) checkIntegrity(sqlite, path);
  // Foreign keys are off: SQLite ignores that setting inside the migration's transaction, where
  // rebuilding a table would delete rows that refer to it. They are checked afterwards instead.
  sqlite.run('PRAGMA foreign_keys = OFF');
  migrate(db, { migrationsFolder: options.migrationsDir });
  const broken = sqlite.query('PRAGMA foreign_key_check').values();
  if (broken.length > 0) {
    throw new StoreUnusable(
      `The database ${path} did not survive its migration; restore the copy that was made before with: faiwatch backup restore FILE`,
    );
  }
  sqlite.run('PRAGMA foreign_keys = ON');
}
