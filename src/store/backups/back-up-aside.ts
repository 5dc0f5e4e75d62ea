import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { syncToDisk } from '../../disk/sync-to-disk.ts';
import source from '../engine/copy.worker.js' with { type: 'text' };
import { type Store, StoreUnavailable } from '../engine/open.ts';
import { damagedStore, isDamage, StoreUnusable } from '../engine/unusable.ts';
import { backupFormat, headBytes, isPlainName } from './backup-file.ts';

/** Fields of the manifest that the database itself does not say. */
interface BackupOrigin {
  /** The release that makes it. */
  readonly appVersion: string;
  /** Epoch ms. */
  readonly nowMs: number;
}

/** The report of the thread at its end. Null: no error. */
type Failure = { readonly message: string; readonly code: string } | null;

/**
 * Copies a database while it is in use, as of one consistent moment with everything acknowledged before
 * the call. A thread of its own does it, so the server goes on.
 *
 * @param from path of the database, which may be written meanwhile; or a store in memory
 * @param path where to; must not exist yet. A name that ends in `.db` asks for a plain database, any
 *   other for a compressed one with a manifest
 * @returns size in bytes
 * @throws StoreUnavailable when the disk is full or fails; StoreUnusable when the database is damaged
 *   or the file is there already
 */
export async function backUpAside(
  from: string | Store,
  path: string,
  { appVersion, nowMs }: BackupOrigin,
): Promise<number> {
  if (existsSync(path)) throw new StoreUnusable(`${path} is there already; choose another name.`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isPlain = isPlainName(path);
  // Half a copy must never look like a whole one.
  const [plain, packed] = [`${path}.plain.part`, `${path}.part`];
  const dropParts = () => {
    for (const part of [plain, packed]) rmSync(part, { force: true });
  };
  dropParts();
  try {
    if (typeof from !== 'string') from.sqlite.query('VACUUM INTO ?').run(plain);
    const failure = await runWorker({
      from: typeof from === 'string' ? from : null,
      plain,
      packed: isPlain ? null : packed,
      head: {
        format: backupFormat,
        created_at: new Date(nowMs).toISOString(),
        app_version: appVersion,
      },
      headBytes,
    });
    if (failure !== null) throw asError(failure, from);
    const whole = isPlain ? plain : packed;
    chmodSync(whole, 0o600);
    renameSync(whole, path);
    syncToDisk(dirname(path));
    return statSync(path).size;
  } catch (error) {
    dropParts();
    throw error;
  }
}

async function runWorker(job: object): Promise<Failure> {
  const worker = new Worker(source, { eval: true, workerData: job });
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

function asError({ message, code }: NonNullable<Failure>, from: string | Store): Error {
  const text = `The database could not be copied: ${message}`;
  if (isDamage({ code })) {
    return damagedStore(typeof from === 'string' ? from : from.path, message);
  }
  return /^SQLITE_(FULL|IOERR|BUSY|CANTOPEN|READONLY)|^E(NOSPC|DQUOT|IO|ROFS|ACCES)$/.test(code)
    ? new StoreUnavailable(text)
    : new Error(text);
}
