import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';

/**
 * A server waits so long for processes that ask whether a server runs, in ms. Each of them holds a lock
 * for a moment.
 */
const longestLookMs = 500;

/** Another server already works on this data directory. */
export class ServerRunning extends Error {
  override readonly name = 'ServerRunning';
}

/**
 * Takes the lock that says that a server runs here. It is SQLite's file lock, which the kernel releases
 * however the process ends.
 *
 * @returns a function that releases the lock
 * @throws ServerRunning
 */
export function takeServerLock(path: string): () => void {
  const lock = new Database(path, { create: true });
  try {
    lock.run(`PRAGMA busy_timeout = ${longestLookMs}`);
    // Nothing is ever written, and a full disk keeps nobody from a lock.
    lock.run('PRAGMA journal_mode = MEMORY');
    lock.run('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new ServerRunning('A FaiWatch server is already running on this data directory.');
  }
  return () => lock.close();
}

/**
 * Whether a server holds the lock now. Any number of callers may ask at once, and none keeps a server
 * out.
 */
export function isServerRunning(path: string): boolean {
  if (!existsSync(path)) return false;
  const lock = new Database(path, { readonly: true });
  try {
    lock.run('PRAGMA busy_timeout = 0');
    // A shared lock, which an exclusive one prevents.
    lock.query('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function isBusy(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
