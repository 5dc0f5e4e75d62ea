import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { SqliteFile } from './open.ts';
import { checkIntegrity, damagedStore, isDamage, type StoreUnusable } from './unusable.ts';
import source from './walk.worker.js' with { type: 'text' };

/** A walk through a database file that goes on beside the server. */
interface FileWalk {
  /** Settles only if the file is damaged. */
  readonly damage: Promise<StoreUnusable>;
  /** To be called after the store is closed. */
  close(): Promise<void>;
}

/**
 * Begins to walk through a whole database file for damage. To be called before anything is written: a read
 * transaction, open until the file is judged whole, keeps SQLite from copying anything that is written
 * later out of the log into the file. So nothing is written over damage before it is found, or at all once
 * it is.
 */
export function walkFile(path: string): FileWalk {
  const reader = new SqliteFile(path, { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM sqlite_schema').get();
  const worker = new Worker(source, { eval: true, workerData: path });
  const damage = Promise.withResolvers<StoreUnusable>();
  const judgeDamaged = (cause: unknown) => {
    damage.resolve(damagedStore(path, cause));
    markDamaged(path);
  };
  worker.once('message', (verdict: string) => {
    if (verdict === 'ok') reader.close();
    else judgeDamaged(verdict);
  });
  worker.once('error', judgeDamaged);
  return {
    damage: damage.promise,
    async close() {
      await worker.terminate();
      reader.close();
    },
  };
}

const markOf = (path: string) => `${path}-damaged`;

/**
 * Judges a file in which a walk has found damage before devices are listened to again: they forget what a
 * server has acknowledged, and restoring a backup would lose it. Only reads it: whoever could write would,
 * on closing, copy the log into the file.
 * @throws StoreUnusable: it is damaged still
 */
export function judgeMarked(path: string): void {
  if (!existsSync(markOf(path))) return;
  if (existsSync(path)) {
    const reader = new SqliteFile(path, { readonly: true });
    try {
      checkIntegrity(reader, path);
    } catch (error) {
      throw isDamage(error) ? damagedStore(path, error) : error;
    } finally {
      reader.close();
    }
  }
  rmSync(markOf(path));
}

/** Where that is impossible, the next start walks through the file as this one did. */
function markDamaged(path: string): void {
  try {
    writeFileSync(markOf(path), '');
  } catch {}
}
