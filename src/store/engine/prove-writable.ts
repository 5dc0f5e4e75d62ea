import { readMeta, writeMeta } from './meta.ts';
import type { Store } from './open.ts';

/**
 * Proves that what is reported now can be stored. Without trouble it costs no write. After a refused
 * write it writes and syncs a row of its own, because a transaction without writes succeeds even on a
 * full or failing disk.
 * @throws StoreUnavailable
 */
export function proveWritable(store: Store): void {
  const { disk } = store;
  store.transaction(() => {
    if (!disk.isRefusing) return;
    // Counted up, because SQLite writes nothing if a row stays the same.
    const proofs = Number(readMeta(store, 'write_proof') ?? 0);
    writeMeta(store, 'write_proof', String(proofs + 1));
  });
  disk.isRefusing = false;
}
