/** Deletes what is older than it is to be kept. */
import { inArray, lt } from 'drizzle-orm';
import { perStore, type Store } from '../engine/open.ts';
import { auditLog } from '../people/tables.ts';

/** The progress of a walk through what is old, such as events. */
export interface PruningMark {
  /** Epoch ms. */
  readonly occurredAt: number;
  readonly id: number;
}

interface OldEvent extends PruningMark {
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
  // Of a needed event remains that it happened.
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
  from: PruningMark,
  beforeMs: number,
  limit: number,
): PruningMark | null {
  const { old, remove, strip } = statements(store);
  const found = old.all(from.occurredAt, from.id, beforeMs, limit);
  const idsOf = (isNeeded: number) =>
    JSON.stringify(found.filter((event) => event.isNeeded === isNeeded).map(({ id }) => id));
  remove.run(idsOf(0));
  strip.run(idsOf(1));
  const last = found.at(-1);
  return last === undefined ? null : { occurredAt: last.occurredAt, id: last.id };
}

const plannedStatements = perStore(({ sqlite }) => ({
  // `isNeeded`: an outage of its sites began in it, or, if it came each week, between its first and last.
  old: sqlite.query<OldEvent, [endsAt: number, id: number, before: number, limit: number]>(`
    SELECT p.id, p.ends_at AS occurredAt,
      EXISTS (SELECT 1 FROM outages o WHERE o.customer_id = p.customer_id
        AND p.is_for_chosen_sites = 0 AND o.down_at >= p.starts_at
        AND o.down_at < coalesce(p.ended_at, p.ends_at))
      OR EXISTS (SELECT 1 FROM planned_time_devices s JOIN outages o ON o.device_row = s.device_row
        WHERE s.planned_id = p.id AND o.down_at >= p.starts_at
          AND o.down_at < coalesce(p.ended_at, p.ends_at))
      OR EXISTS (SELECT 1 FROM outage_calendar_devices s JOIN outages o
          ON o.device_row = s.device_row
        WHERE s.calendar_id = p.calendar_id AND o.down_at >= p.starts_at
          AND o.down_at < coalesce(p.ended_at, p.ends_at)) AS isNeeded
    FROM planned_times p
    WHERE (p.ends_at, p.id) > (?1, ?2) AND p.ends_at < ?3
      AND (p.is_weekly = 0 OR p.ended_at < ?3)
    ORDER BY p.ends_at, p.id LIMIT ?4`),
  remove: sqlite.query<null, [ids: string]>(
    'DELETE FROM planned_times WHERE id IN (SELECT value FROM json_each(?))',
  ),
  strip: sqlite.query<null, [ids: string]>(
    "UPDATE planned_times SET note = '' WHERE id IN (SELECT value FROM json_each(?))",
  ),
  removeCalendars: sqlite.query<null, []>(`
    DELETE FROM outage_calendars WHERE next_read_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM planned_times p WHERE p.calendar_id = outage_calendars.id)`),
}));

/**
 * Deletes up to `limit` planned times that were over before `beforeMs`, from where the last call stopped.
 * Those in which power was lost stay, without their notes: reports tell these losses apart.
 * @returns where to continue. Null: nothing older is left
 */
export function prunePlannedTimes(
  store: Store,
  from: PruningMark,
  beforeMs: number,
  limit: number,
): PruningMark | null {
  const { old, remove, strip, removeCalendars } = plannedStatements(store);
  const found = old.all(from.occurredAt, from.id, beforeMs, limit);
  const last = found.at(-1);
  if (last === undefined) return null;
  const idsOf = (isNeeded: number) =>
    JSON.stringify(found.filter((time) => time.isNeeded === isNeeded).map(({ id }) => id));
  remove.run(idsOf(0));
  strip.run(idsOf(1));
  removeCalendars.run();
  return { occurredAt: last.occurredAt, id: last.id };
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
