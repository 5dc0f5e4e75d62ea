/**
 * A backup is one file, `….db.zst`: a zstd file whose first frame, which every decompressor skips, says
 * what is in it. So `zstd -d` gives the plain database, and nothing has to lie beside it. Copies of
 * earlier releases, and what a restore puts aside, are plain database files, `….db`.
 */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { StoreUnusable } from '../engine/unusable.ts';

/** The description of a backup, within itself. */
export interface BackupManifest {
  readonly format: typeof backupFormat;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** The release that made it. */
  readonly app_version: string;
  /** The number of applied migrations. */
  readonly schema_version: number;
  /** Uncompressed. */
  readonly database_bytes: number;
  /** Of the uncompressed database; hex. */
  readonly database_sha256: string;
}

export const backupFormat = 'faiwatch-backup/1';
/** The frame with the manifest: eight bytes of zstd's, then JSON, filled up with blanks. */
export const headBytes = 1024;

const skippableFrame = 0x184d2a50;
const sqliteMagic = 'SQLite format 3\0';

/** Whether a name asks for a plain database. */
export function isPlainName(path: string): boolean {
  return /\.(db|sqlite3?)$/.test(path);
}

/**
 * @returns what a backup says about itself. Null: it is a plain database
 * @throws StoreUnusable when it is neither
 */
export function readManifest(path: string): BackupManifest | null {
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new StoreUnusable(`There is no file ${path}, or it may not be read by this user.`);
  }
  const head = Buffer.alloc(headBytes);
  const file = openSync(path, 'r');
  let length: number;
  try {
    length = readSync(file, head, 0, headBytes, 0);
  } finally {
    closeSync(file);
  }
  if (head.toString('latin1', 0, sqliteMagic.length) === sqliteMagic) return null;
  const isOurs =
    length === headBytes &&
    head.readUInt32LE(0) === skippableFrame &&
    head.readUInt32LE(4) === headBytes - 8;
  if (!isOurs) throw new StoreUnusable(`${path} is not a backup of FaiWatch.`);
  return parseManifest(path, head.toString('utf8', 8));
}

function parseManifest(path: string, text: string): BackupManifest {
  let value: Partial<Record<keyof BackupManifest, unknown>>;
  try {
    value = JSON.parse(text);
  } catch {
    throw damagedBackup(path, 'its first part cannot be read');
  }
  const { format, created_at, app_version, schema_version } = value;
  if (format !== backupFormat) {
    const isLater = typeof format === 'string' && format.startsWith('faiwatch-backup/');
    if (!isLater) throw damagedBackup(path, 'its first part cannot be read');
    throw new StoreUnusable(
      `${path} was made by a newer release of FaiWatch; install that release first.`,
    );
  }
  const { database_bytes, database_sha256 } = value;
  if (
    typeof created_at !== 'string' ||
    typeof app_version !== 'string' ||
    typeof schema_version !== 'number' ||
    typeof database_bytes !== 'number' ||
    typeof database_sha256 !== 'string'
  ) {
    throw damagedBackup(path, 'its first part is not complete');
  }
  return { format, created_at, app_version, schema_version, database_bytes, database_sha256 };
}

/**
 * Writes the plain database of a backup to a path, and waits for the disk.
 * @param manifest as `readManifest` gives it
 * @throws StoreUnusable when what comes out is not what went in
 */
export async function unpackBackup(
  path: string,
  manifest: BackupManifest | null,
  to: string,
): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  const source = await open(path, 'r');
  const target = await open(to, 'w', 0o600);
  try {
    const raw = source.createReadStream({
      start: manifest === null ? 0 : headBytes,
      highWaterMark: 1 << 20,
      autoClose: false,
    });
    const pieces = manifest === null ? raw : raw.pipe(createZstdDecompress());
    raw.on('error', (error) => pieces.destroy(error));
    for await (const piece of pieces) {
      bytes += piece.length;
      // A damaged file must not fill the disk.
      if (manifest !== null && bytes > manifest.database_bytes) break;
      hash.update(piece);
      await target.write(piece);
    }
    await target.sync();
  } catch (error) {
    throw isBrokenFrame(error) ? damagedBackup(path, 'it cannot be decompressed') : error;
  } finally {
    await target.close();
    await source.close();
  }
  if (manifest === null) return;
  if (bytes !== manifest.database_bytes) throw damagedBackup(path, 'it is not complete');
  if (hash.digest('hex') !== manifest.database_sha256) {
    throw damagedBackup(path, 'its checksum is wrong');
  }
}

/** Whether an error is zlib's own; errors of the disk have names like ENOSPC. */
function isBrokenFrame(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^(ZSTD_|Z_|ERR_ZSTD)/i.test(code);
}

function damagedBackup(path: string, why: string): StoreUnusable {
  return new StoreUnusable(`The backup ${path} is damaged: ${why}. Use another one.`);
}
