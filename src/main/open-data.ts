import type { Database } from 'bun:sqlite';
import { existsSync, mkdirSync } from 'node:fs';
import type { LeaderDisk } from '../cluster/disk-watch.ts';
import type { Replication } from '../cluster/replication.ts';
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
import { proveWritable } from '../store/engine/prove-writable.ts';
import { takeServerLock } from '../store/engine/server-lock.ts';
import {
  hasFragments,
  isSweepDue,
  type Sweep,
  sweepFile,
  sweepLeader,
} from '../store/engine/sweep-file.ts';
import type { StoreUnusable } from '../store/engine/unusable.ts';
import { judgeMarked, walkFile } from '../store/engine/walk-file.ts';
import { sealPlainNames } from '../store/people/sealed-names.ts';

/** Has everything that is in a database, and will be, go to other machines. */
export type Replicate = (database: Database, disk: LeaderDisk) => Promise<Replication>;

interface OpenedData {
  readonly store: Store;
  /** Null: the operator has no certificate of their own. */
  readonly tls: CertificateFiles | null;
  /** Undefined: this is the only machine. */
  readonly replication: Replication | undefined;
  /** The outcome of doing away with remains of deleted content. Null: it was not due. */
  readonly sweep: Sweep | null;
  /** Settles only if the database turns out to be damaged. */
  readonly damage: Promise<StoreUnusable>;
}

/**
 * Takes the data directory for this server alone, and opens the database in it.
 * @param replicate left out: this is the only machine
 * @throws ServerRunning, StoreUnusable, ConfigError
 */
export async function openData(
  config: Config,
  time: Time,
  closers: Closer[],
  replicate: Replicate | undefined,
): Promise<OpenedData> {
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  closers.push(takeServerLock(lockPath(config.data)));
  const tls = readCertificate(config);
  clearKilledRestore(databasePath(config.data), backupsDir(config.data));
  const path = databasePath(config.data);
  const isNew = !existsSync(path);
  judgeMarked(path);
  const open = () =>
    openSafely(path, {
      migrationsDir: migrationsDir(),
      backUp: () => backUpBeforeMigration(config, time.clock().wallMs),
      // It would hold up the start; devices are listened to meanwhile.
      checkIntegrity: false,
      keepsWal: replicate !== undefined,
    });
  const { store, sweep } = await sweepOnce(await open(), replicate === undefined ? open : null);
  const walk = isNew ? null : walkFile(path);
  if (walk !== null) closers.push(() => walk.close());
  let replication: Replication | undefined;
  closers.push(() => replication?.release());
  closers.push(() => store.close());
  replication = await replicate?.(store.sqlite, {
    isRefusing: () => store.disk.isRefusing,
    proveWritable: () => proveWritable(store),
  });
  closers.push(() => replication?.stop());
  const damage = walk?.damage ?? Promise.withResolvers<StoreUnusable>().promise;
  return { store, tls, replication, damage, sweep };
}

/**
 * After an update, or the deletion of a customer, does away with what is left of what was deleted.
 * @param reopen null: other machines follow the file, which stays
 */
async function sweepOnce(
  store: Store,
  reopen: (() => Promise<Store>) | null,
): Promise<Pick<OpenedData, 'store' | 'sweep'>> {
  const hasTraces = isSweepDue(store);
  if (!hasTraces && (reopen === null || !hasFragments(store))) return { store, sweep: null };
  try {
    if (hasTraces) sealPlainNames(store);
    if (reopen === null) return { store, sweep: sweepLeader(store) };
  } catch (error) {
    store.close();
    throw error;
  }
  store.close();
  const sweep = sweepFile(store.path);
  return { store: await reopen(), sweep };
}
