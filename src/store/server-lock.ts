import { Database } from 'bun:sqlite';

/** Another server already works on this data directory. */
export class ServerRunning extends Error {
  override readonly name = 'ServerRunning';
}

/**
 * Takes the lock that says "a server runs here". SQLite's own file lock is used because the kernel
 * lets go of it when the process dies, however it dies.
 *
 * @returns releases the lock
 * @throws ServerRunning
 */
export function takeServerLock(path: string): () => void {
  const lock = new Database(path, { create: true });
  try {
    lock.run('PRAGMA busy_timeout = 0');
    lock.run('PRAGMA journal_mode = DELETE');
    lock.run('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const code = (error as { code?: unknown }).code;
    if (typeof code !== 'string' || !code.startsWith('SQLITE_BUSY')) throw error;
    throw new ServerRunning('A FaiWatch server is already running on this data directory.');
  }
  return () => lock.close();
}

/** Whether a server holds the lock now. */
export function isServerRunning(path: string): boolean {
  try {
    takeServerLock(path)();
    return false;
  } catch (error) {
    if (error instanceof ServerRunning) return true;
    throw error;
  }
}
