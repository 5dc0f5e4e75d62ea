import { existsSync, mkdirSync } from 'node:fs';
import { migrationsDir } from '../assets.ts';
import { backUpBeforeMigration } from '../backups.ts';
import { readClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Settings } from '../domain/settings.ts';
import { databasePath, lockPath } from '../paths.ts';
import type { Store } from '../store/open.ts';
import { openSafely } from '../store/open-safely.ts';
import { incomingPath } from '../store/restore-backup.ts';
import { isServerRunning } from '../store/server-lock.ts';
import { readSettings } from '../store/settings.ts';
import { loadCommandConfig } from './command-config.ts';
import { CommandFailed } from './output.ts';

/** What a command works on: the data directory's database, while the server may be running. */
export interface CommandData {
  readonly config: Config;
  readonly dataDir: string;
  readonly store: Store;
  readonly settings: Settings;
}

/**
 * Opens the data directory for a command, making it if it is not there yet; closes it afterwards.
 * @throws ConfigError, StoreUnusable, and what `work` throws
 */
export async function withData<T>(
  options: { readonly data?: string },
  work: (data: CommandData) => T | Promise<T>,
): Promise<T> {
  const config = loadCommandConfig(options);
  const dataDir = config.data;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const isServing = isServerRunning(lockPath(dataDir));
  // A restore holds the lock, too; what was written now would go to the database that it replaces.
  if (isServing && existsSync(incomingPath(databasePath(dataDir)))) {
    throw new CommandFailed('A restore is under way; try again when it has ended.');
  }
  const store = await openSafely(databasePath(dataDir), {
    migrationsDir: migrationsDir(),
    backUp: () => backUpBeforeMigration(config, readClock().wallMs),
    // A running server has walked through the file, and its shape is the server's to change.
    checkIntegrity: !isServing,
    mayMigrate: !isServing,
  });
  try {
    return await work({ config, dataDir, store, settings: readSettings(store) });
  } finally {
    store.close();
  }
}
