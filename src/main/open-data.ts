import { mkdirSync } from 'node:fs';
import type { Time } from '../domain/instant.ts';
import { migrationsDir } from '../installation/assets.ts';
import { backUpBeforeMigration } from '../installation/backups.ts';
import type { Config } from '../installation/config.ts';
import { backupsDir, databasePath, lockPath } from '../installation/paths.ts';
import { type CertificateFiles, readCertificate } from '../server/certificate.ts';
import type { Closer } from '../server/close-all.ts';
import { clearKilledRestore } from '../store/backups/restore-backup.ts';
import type { Store } from '../store/engine/open.ts';
import { openSafely } from '../store/engine/open-safely.ts';
import { takeServerLock } from '../store/engine/server-lock.ts';

export interface OpenedData {
  readonly store: Store;
  /** Null: the operator has no certificate of their own. */
  readonly tls: CertificateFiles | null;
}

/**
 * Takes the data directory for this server alone, and opens the database in it.
 * @throws ServerRunning, StoreUnusable, ConfigError
 */
export async function openData(config: Config, time: Time, closers: Closer[]): Promise<OpenedData> {
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  closers.push(takeServerLock(lockPath(config.data)));
  const tls = readCertificate(config);
  clearKilledRestore(databasePath(config.data), backupsDir(config.data));
  const store = await openSafely(databasePath(config.data), {
    migrationsDir: migrationsDir(),
    backUp: () => backUpBeforeMigration(config, time.clock().wallMs),
  });
  closers.push(() => store.close());
  return { store, tls };
}
