/** Deletes what is older than it is to be kept. */
import { inArray, lt } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { auditLog } from '../engine/schema.ts';

/** The progress of a walk through the old events. */
export interface EventMark {
  /** Epoch ms. */
  readonly occurredAt: number;
  readonly id: number;
}

interface OldEvent extends EventMark {
  readonly isNeeded: number;
}

const statements = perStore(({ sqlite }) => ({
  // Follows the index without roll-ups, which have a shorter life of their own. Reports need these
  // events: they tell when a device was first heard, and when nobody watched it.
  old: sqlite.query<OldEvent, [at: number, id: number, before: number, limit: number]>(`
    SELECT id, occurred_at AS occurredAt,
      (event_type = 'ONLINE' OR event_type IN ('CONFIG_CHANGE', 'OFFLINE')
        AND (json_extract(details, '$.released') = 1
          OR json_extract(details, '$.transferred') = 1
          OR json_extract(details, '$.unwatched') = 1)) IS TRUE AS isNeeded
    FROM events INDEXED BY events_occurred
    WHERE event_type <> 'HEARTBEAT' AND (occurred_at, id) > (?, ?) AND occurred_at < ?
    ORDER BY occurred_at, id LIMIT ?`),
  remove: sqlite.query<null, [ids: string]>(
    'DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))',
  ),
  // What remains of a needed event: that it happened.
  strip: sqlite.query<null, [ids: string]>(`
    UPDATE events SET message = NULL, voltage = NULL, battery_level = NULL,
      details = json_remove(details, '$.ssid', '$.rssi', '$.by', '$.site_name', '$.site_address')
    WHERE id IN (SELECT value FROM json_each(?)) AND details IS NOT NULL`),
}));

/**
 * Deletes up to `limit` events from before `beforeMs`, from where the last call stopped. Events that
 * reports are computed from stay, without their details. Must run within a transaction.
 * @returns where to continue. Null: nothing older is left
 */
export function pruneEvents(
  store: Store,
  from: EventMark,
  beforeMs: number,
  limit: number,
): EventMark | null {
  const { old, remove, strip } = statements(store);
  const found = old.all(from.occurredAt, from.id, beforeMs, limit);
  const idsOf = (isNeeded: number) =>
    JSON.stringify(found.filter((event) => event.isNeeded === isNeeded).map(({ id }) => id));
  remove.run(idsOf(0));
  strip.run(idsOf(1));
  const last = found.at(-1);
  return last === undefined ? null : { occurredAt: last.occurredAt, id: last.id };
}

/** Deletes up to `limit` entries of the audit log from before `beforeMs`. */
export function pruneAudit(store: Store, beforeMs: number, limit: number): void {
  const old = store.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, beforeMs))
    .orderBy(auditLog.at)
    .limit(limit);
  store.db.delete(auditLog).where(inArray(auditLog.id, old)).run();
}
