// Makes a backup in a thread of its own: `VACUUM INTO`, compressing and the wait for the disk take many
// seconds on an SD card, in which the server must go on listening. Plain JavaScript without imports of
// ours, since it is loaded as text: so it is part of the executable without an entry point of its own.
// `backup-file.ts` has the format.
import { Database } from 'bun:sqlite';
import { closeSync, fsyncSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** A frame of its own for each: so little memory is needed, whatever the size of the database. */
const pieceBytes = 4 << 20;

/**
 * @param {{ from: string | null, plain: string, packed: string | null, head: object, headBytes: number }} job
 *   from: the database; null: `plain` holds a copy already. packed: where the compressed copy goes;
 *   null: the plain one stays. head: what the manifest says besides what is found here.
 */
function copy({ from, plain, packed, head, headBytes }) {
  if (from !== null) vacuumInto(from, plain);
  if (packed === null) {
    sync(plain);
    return;
  }
  const schemaVersion = readSchemaVersion(plain);
  const source = openSync(plain, 'r');
  const target = openSync(packed, 'w', 0o600);
  try {
    const sha256 = compress(source, target, headBytes);
    const manifest = {
      ...head,
      schema_version: schemaVersion,
      database_bytes: statSync(plain).size,
      database_sha256: sha256,
    };
    writeSync(target, makeHead(manifest, headBytes), 0, headBytes, 0);
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
  rmSync(plain);
}

function vacuumInto(from, plain) {
  const database = new Database(from, { readonly: true });
  try {
    database.run('PRAGMA busy_timeout = 5000');
    database.query('VACUUM INTO ?').run(plain);
  } finally {
    database.close();
  }
}

function readSchemaVersion(plain) {
  const database = new Database(plain, { readonly: true });
  try {
    return database.query('SELECT count(*) FROM __drizzle_migrations').values()[0][0];
  } finally {
    database.close();
  }
}

/** @returns the SHA-256 of what was compressed, in hex */
function compress(source, target, headBytes) {
  const hash = new Bun.CryptoHasher('sha256');
  const piece = Buffer.alloc(pieceBytes);
  let at = headBytes;
  for (;;) {
    const length = readSync(source, piece, 0, pieceBytes, null);
    if (length === 0) return hash.digest('hex');
    const read = piece.subarray(0, length);
    hash.update(read);
    at += writeAll(target, Bun.zstdCompressSync(read, { level: 3 }), at);
  }
}

/** A write may take less than it is given, as just before the disk is full. */
function writeAll(target, bytes, at) {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(target, bytes, written, bytes.length - written, at + written);
  }
  return written;
}

/** A skippable frame of zstd (RFC 8878, 3.1.2) with the manifest in it. */
function makeHead(manifest, headBytes) {
  const head = Buffer.alloc(headBytes, ' ');
  head.writeUInt32LE(0x184d2a50, 0);
  head.writeUInt32LE(headBytes - 8, 4);
  const text = JSON.stringify(manifest);
  if (Buffer.byteLength(text) > headBytes - 8) throw new Error('the manifest is too long');
  head.write(text, 8);
  return head;
}

function sync(path) {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

try {
  // Of this thread alone, on Linux: devices and people come first.
  setPriority(0, 10);
} catch {
  // Then it has the same right as everybody.
}
try {
  copy(workerData);
  parentPort.postMessage(null);
} catch (error) {
  parentPort.postMessage({ message: error.message, code: String(error.code) });
}
