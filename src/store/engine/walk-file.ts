import { Worker } from 'node:worker_threads';
import { damagedStore, type StoreUnusable } from './open.ts';
import { SqliteFile } from './sqlite-file.ts';
import source from './walk.worker.js' with { type: 'text' };

/** A walk through a database file that goes on beside the server. */
export interface FileWalk {
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
  worker.once('message', (verdict: string) => {
    if (verdict === 'ok') reader.close();
    else damage.resolve(damagedStore(path, verdict));
  });
  worker.once('error', (error) => damage.resolve(damagedStore(path, error)));
  return {
    damage: damage.promise,
    async close() {
      await worker.terminate();
      reader.close();
    },
  };
}
