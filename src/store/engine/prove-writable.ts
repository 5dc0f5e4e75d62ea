import { readMeta, writeMeta } from './meta.ts';
import type { Store } from './open.ts';

/**
 * Proves that what is told to the service now can be stored. Costs no write while all is well; after a
 * refused one it writes and syncs a row of its own, since a transaction without any succeeds on a full
 * and on a failing disk, too.
 * @throws StoreUnavailable
 */
export function proveWritable(store: Store): void {
  const { disk } = store;
  store.transaction(() => {
    if (!disk.isRefusing) return;
    // Counted up, since SQLite writes nothing where a row stays as it was.
    const proofs = Number(readMeta(store, 'write_proof') ?? 0);
    writeMeta(store, 'write_proof', String(proofs + 1));
  });
  disk.isRefusing = false;
}
