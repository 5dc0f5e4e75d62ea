import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { assertRoom } from '../engine/disk-space.ts';
import { readOurSchema, readSchema } from '../engine/schema-version.ts';
import { isDamage, StoreUnusable } from '../engine/unusable.ts';
import { type BackupManifest, readManifest, unpackBackup } from './backup-file.ts';

/** The facts about a backup that was read from end to end. */
interface CheckedBackup {
  /** Null: a plain database, which has no checksum. */
  readonly manifest: BackupManifest | null;
  readonly databaseBytes: number;
  readonly schemaVersion: number;
}

/**
 * Reads a backup from end to end: its checksum, its structure as SQLite sees it (`quick_check`), and
 * whether this release can use it.
 * @param scratch where it may be unpacked; deleted afterwards
 * @throws StoreUnusable with what is wrong
 */
export async function checkBackup(
  path: string,
  scratch: string,
  migrationsDir: string,
): Promise<CheckedBackup> {
  try {
    return await unpackChecked(path, scratch, migrationsDir);
  } finally {
    removeDatabase(scratch);
  }
}

/**
 * The same, and leaves the plain database at `to`.
 * @throws StoreUnusable; then nothing is left there
 */
export async function unpackChecked(
  path: string,
  to: string,
  migrationsDir: string,
): Promise<CheckedBackup> {
  const manifest = readManifest(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (manifest === null && log !== undefined && log.size > 0) {
    throw new StoreUnusable(
      `${path} is a database that was in use: a part of it lies in ${path}-wal. Make a backup of it with: faiwatch backup create`,
    );
  }
  removeDatabase(to);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const databaseBytes = manifest?.database_bytes ?? statSync(path).size;
  assertRoom(dirname(to), databaseBytes, 'unpacking the backup');
  try {
    await unpackBackup(path, manifest, to);
    return { manifest, databaseBytes, schemaVersion: inspect(path, manifest, to, migrationsDir) };
  } catch (error) {
    removeDatabase(to);
    throw error;
  }
}

/** @returns how many migrations the database has been through */
function inspect(
  path: string,
  manifest: BackupManifest | null,
  plain: string,
  migrationsDir: string,
): number {
  let schema: ReturnType<typeof readSchema>;
  let verdict: unknown;
  try {
    const sqlite = new Database(plain);
    try {
      schema = readSchema(sqlite);
      verdict = sqlite.query('PRAGMA quick_check(1)').values()[0]?.[0];
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new StoreUnusable(`${path} is not a readable database: ${(error as Error).message}.`);
  }
  if (schema === null) throw new StoreUnusable(`${path} is not a backup of FaiWatch.`);
  if (verdict !== 'ok') {
    // SQLite reports over several lines; the last says what is wrong.
    const detail = String(verdict).split('\n').at(-1);
    throw new StoreUnusable(`The backup ${path} is damaged (${detail}). Use another one.`);
  }
  const ours = readOurSchema(migrationsDir);
  if (schema.newest > ours.newest) {
    const release = manifest === null ? 'a newer release' : `release ${manifest.app_version}`;
    throw new StoreUnusable(
      `${path} was made by ${release} of FaiWatch and cannot be used by this older one; install that release first.`,
    );
  }
  return schema.count;
}

/** A database with whatever may lie beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
