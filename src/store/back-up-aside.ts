import { rmSync } from 'node:fs';
import { beginBackup, finishBackup } from './backup.ts';
import source from './copy.worker.js' with { type: 'text' };
import { StoreUnavailable } from './open.ts';

interface Outcome {
  readonly failure: { readonly message: string; readonly code: string } | null;
}

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
    await copyAside(from, unfinished);
    return finishBackup(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

async function copyAside(from: string, to: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url);
  // A server that is told to stop does not wait for it.
  worker.unref();
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    worker.onmessage = ({ data }: MessageEvent<Outcome>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ from, to });
    const { failure } = await promise;
    if (failure === null) return;
    const text = `The database could not be copied: ${failure.message}`;
    throw /^SQLITE_(FULL|IOERR|BUSY)|^E(NOSPC|DQUOT|IO)/.test(failure.code)
      ? new StoreUnavailable(text)
      : new Error(text);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
}
