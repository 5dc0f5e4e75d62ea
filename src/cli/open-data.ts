import { mkdirSync } from 'node:fs';
import { migrationsDir } from '../assets.ts';
import { loadConfig } from '../config.ts';
import type { Settings } from '../domain/settings.ts';
import { backupPath, databasePath, lockPath } from '../paths.ts';
import { openStore, type Store } from '../store/open.ts';
import { isServerRunning } from '../store/server-lock.ts';
import { readSettings } from '../store/settings.ts';

/** What a command works on: the data directory's database, while the server may be running. */
export interface CommandData {
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
  const { data: dataDir } = loadConfig({ data: options.data }, process.env);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const isServing = isServerRunning(lockPath(dataDir));
  const store = openStore(databasePath(dataDir), {
    migrationsDir: migrationsDir(),
    backupPath: () => backupPath(dataDir, 'before-migration', Date.now()),
    // A running server has walked through the file, and its shape is the server's to change.
    checkIntegrity: !isServing,
    mayMigrate: !isServing,
  });
  try {
    return await work({ dataDir, store, settings: readSettings(store) });
  } finally {
    store.close();
  }
}
