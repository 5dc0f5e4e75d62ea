/**
 * When this server last ran, so that the next start knows how long it was off. Said every ten seconds. Said in
 * the database, it is two or three pages of the write-ahead log and its index each time, more than all else that
 * an idle server writes. So it stands there once a minute, and in between in a small file beside the database,
 * which is written in place. Neither waits for the disk.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { readMeta, writeMeta } from '../engine/meta.ts';
import type { Store } from '../engine/open.ts';

/** The database says it so often, in ms. */
const storedEveryMs = 60_000;

/** A longer text is never written, so that nothing of an earlier one is left. */
const noteBytes = 40;

const notePath = ({ path }: Store) => `${path}-alive`;

/**
 * Says that the server runs.
 * @param isShared others read the database, and not this machine's files
 */
export function noteAlive(store: Store, nowMs: number, isShared: boolean): void {
  const stored = readMeta(store, 'alive_at');
  const age = nowMs - Number(stored ?? Number.NaN);
  const isFresh = age >= 0 && age < storedEveryMs;
  const mayNote = isFresh && !isShared && store.path !== ':memory:';
  if (mayNote && writeNote(store, `${stored} ${nowMs}`)) return;
  store.relaxedTransaction(() => storeAlive(store, nowMs));
}

/** The same in the database. Must run within a transaction. */
export function storeAlive(store: Store, nowMs: number): void {
  writeMeta(store, 'alive_at', String(nowMs));
}

/** The last sign of life, epoch ms. Null: there was none. */
export function readAlive(store: Store): number | null {
  const stored = readMeta(store, 'alive_at');
  if (stored === undefined) return null;
  // A note names the entry that it follows. After another one, as in a restored backup, it says nothing.
  const [followed, at] = readNote(store).split(' ');
  return Number(followed === stored && at !== undefined && /^\d+$/.test(at) ? at : stored);
}

/** @returns false: the file cannot be written; the database says why */
function writeNote(store: Store, note: string): boolean {
  const path = notePath(store);
  const bytes = Buffer.from(note.padEnd(noteBytes));
  try {
    const file = openInPlace(path);
    try {
      return writeSync(file, bytes, 0, noteBytes, 0) === noteBytes;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

function openInPlace(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch {
    return openSync(path, 'w', 0o600);
  }
}

function readNote(store: Store): string {
  if (store.path === ':memory:') return '';
  try {
    return readFileSync(notePath(store), 'utf8').trim();
  } catch {
    return '';
  }
}
