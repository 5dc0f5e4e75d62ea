import { eq } from 'drizzle-orm';
import type { Store } from './open.ts';
import { meta } from './schema.ts';

/**
 * Small facts the server keeps about itself. `alive_at`: epoch ms at which it last was running;
 * `told_problems`: what the operator was told of, names with spaces between; `write_proof`: counted
 * up after a refused write, to see whether the disk takes them again; `privacy`: what the operator says
 * of personal data, as JSON; `metrics_loopback`: an earlier release was installed, which asked this
 * machine for no token at /metrics; `second_factor_required`: `yes` once the owner demands one of every
 * operator; `shop`: what the front page says of the seller, as JSON, and `shop_photo`: their photo, a
 * JPEG in base64; `setup_dismissed`: steps of the set-up that were put away, with spaces between.
 */
export type MetaKey =
  | 'alive_at'
  | 'told_problems'
  | 'write_proof'
  | 'privacy'
  | 'metrics_loopback'
  | 'second_factor_required'
  | 'shop'
  | 'shop_photo'
  | 'setup_dismissed';

export function readMeta(store: Store, key: MetaKey): string | undefined {
  return store.db.select().from(meta).where(eq(meta.key, key)).get()?.value;
}

export function writeMeta(store: Store, key: MetaKey, value: string): void {
  store.db
    .insert(meta)
    .values({ key, value })
    .onConflictDoUpdate({ target: meta.key, set: { value } })
    .run();
}
