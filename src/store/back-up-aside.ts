import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { beginBackup, finishBackup } from './backup.ts';
import source from './copy.worker.js' with { type: 'text' };
import { StoreUnavailable } from './open.ts';

/** What the thread says at its end; null: all went well. */
type Failure = { readonly message: string; readonly code: string } | null;

/**
 * Copies a database as `backUp` does, in a thread of its own: whatever it takes, the server goes on.
 * @param from path of the database; it may be written to meanwhile
 * @param path where to; must not exist yet
 * @returns size in bytes
 * @throws StoreUnavailable when the disk is full or fails
 */
export async function backUpAside(from: string, path: string): Promise<number> {
  const unfinished = beginBackup(path);
  try {
    const failure = await copyAside(from, unfinished);
    if (failure !== null) throw asError(failure);
    return finishBackup(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

async function copyAside(from: string, to: string): Promise<Failure> {
  const worker = new Worker(source, { eval: true, workerData: { from, to } });
  // A server that is told to stop does not wait for it.
  worker.unref();
  try {
    return await new Promise<Failure>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended without a word')));
    });
  } finally {
    await worker.terminate();
  }
}

function asError({ message, code }: NonNullable<Failure>): Error {
  const text = `The database could not be copied: ${message}`;
  return /^SQLITE_(FULL|IOERR|BUSY)|^E(NOSPC|DQUOT|IO)$/.test(code)
    ? new StoreUnavailable(text)
    : new Error(text);
}
