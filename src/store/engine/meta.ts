import { eq, sql } from 'drizzle-orm';
import { perStore, type Store } from './open.ts';
import { meta } from './tables.ts';

/**
 * Facts of the server itself.
 *
 * - `alive_at`: epoch ms at which the server last ran, to a minute; `sign-of-life.ts` knows more.
 * - `write_proof`: a counter, written after a refused write to see whether the disk takes writes again.
 * - `privacy`: the operator's settings on personal data, JSON.
 * - `metrics_loopback`: the installation is older than tokens for /metrics, and needs none from this
 *   machine.
 * - `second_factor_required`: `yes` once the owner demands a second factor of every operator.
 * - `shop`: what the front page says of the seller, JSON.
 * - `shop_photo`: the seller's photo, a JPEG in base64.
 * - `status_day`: the date for which the sites that count for the public page were chosen.
 * - `status_unoffered_at`: epoch ms since when areas cannot be followed, though addresses of followers are kept.
 * - `traces_due`: the file may hold in free pages what earlier releases deleted; see `sweepFile`.
 * - `fragments_due`: somebody was deleted since the file was rewritten; see `markDeleted`.
 * - `log_holds_deleted`: the write-ahead log may hold what was deleted; see `emptyLog`.
 * - `setup_dismissed`: hidden steps of the set-up, separated by spaces.
 * - `extras`: modules that the next start switches on, separated by spaces.
 * - `extras_due`: the installation is older than that choice; see `readExtras`.
 * - `extras_weighed`: modules of which it was decided when they came whether they go on, separated by spaces.
 * - `operator_link`: the open link that lets a chat be told what the operator is told, JSON.
 * - `tried_at`: epoch ms at which the simulated board’s power first came back, its loss having been told.
 */
type MetaKey =
  | 'alive_at'
  | 'write_proof'
  | 'privacy'
  | 'metrics_loopback'
  | 'second_factor_required'
  | 'shop'
  | 'shop_photo'
  | 'setup_dismissed'
  | 'extras'
  | 'extras_due'
  | 'extras_weighed'
  | 'operator_link'
  | 'tried_at'
  | 'status_day'
  | 'status_unoffered_at'
  | 'traces_due'
  | 'fragments_due'
  | 'log_holds_deleted';

const factOf = perStore((store) =>
  store.db
    .select()
    .from(meta)
    .where(eq(meta.key, sql.placeholder('key')))
    .prepare(),
);

export function readMeta(store: Store, key: MetaKey): string | undefined {
  return factOf(store).get({ key })?.value;
}

const upsertFact = perStore((store) =>
  store.db
    .insert(meta)
    .values({ key: sql.placeholder('key'), value: sql.placeholder('value') })
    .onConflictDoUpdate({ target: meta.key, set: { value: sql`excluded.value` } })
    .prepare(),
);

export function writeMeta(store: Store, key: MetaKey, value: string): void {
  upsertFact(store).run({ key, value });
}

export function deleteMeta(store: Store, key: MetaKey): void {
  store.db.delete(meta).where(eq(meta.key, key)).run();
}
