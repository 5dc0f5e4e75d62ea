import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PlannedTime } from '../../domain/alerts/planned-time.ts';
import { devices } from '../devices/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { outageCalendarDevices, plannedTimeDevices, plannedTimes } from './tables.ts';

type PlannedTimeRow = typeof plannedTimes.$inferSelect;

/** A calendar is read every hour. One whose turn was so long ago is looked at by nobody. */
export const missedMs = 2 * 3_600_000;

interface PlannedRow extends Omit<PlannedTime, 'isWeekly'> {
  readonly isWeekly: number;
}

const columns = `p.kind, p.starts_at AS startsAt, p.ends_at AS endsAt, p.is_weekly AS isWeekly,
  p.ended_at AS endedAt`;

/** Of a site's own planned times `p`: those of its owner or of the operator that reach beyond `?3`. */
const isOfSite = `(p.customer_id IS NULL OR p.customer_id = +?1) AND (p.is_weekly = 1 OR p.ends_at > ?3)`;

const ofSite = perStore(({ sqlite }) =>
  sqlite.query<PlannedRow, [customerId: number, deviceRow: number, since: number]>(`
    SELECT ${columns} FROM planned_times p
    WHERE p.customer_id = +?1 AND p.is_for_chosen_sites = 0 AND (p.is_weekly = 1 OR p.ends_at > ?3)
    UNION ALL
    SELECT ${columns} FROM planned_time_devices c JOIN planned_times p ON p.id = c.planned_id
    WHERE c.device_row = +?2 AND ${isOfSite}
    UNION ALL
    SELECT ${columns} FROM outage_calendar_devices c
      JOIN planned_times p ON p.calendar_id = c.calendar_id
    WHERE c.device_row = +?2 AND ${isOfSite}`),
);

/**
 * When power is planned to be off at a site, as far as it is not over before `since` (epoch ms); what
 * belongs to nobody has none.
 */
export function readPlannedTimes(
  store: Store,
  { siteRow, siteOwner }: { readonly siteRow: number | null; readonly siteOwner: number | null },
  since: number,
): PlannedTime[] {
  if (siteRow === null || siteOwner === null) return [];
  return ofSite(store)
    .all(siteOwner, siteRow, since)
    .map((row) => ({ ...row, isWeekly: row.isWeekly === 1 }));
}

/** A planned time, and the sites that it is for. */
export interface ListedTime extends PlannedTimeRow {
  /** Null: all of its customer's. */
  readonly sites: readonly ListedSite[] | null;
}

export interface ListedSite {
  readonly row: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly customerId: number | null;
}

/** Planned times that are not over, or were not before `since` (epoch ms). */
const isCurrent = (since: number): SQL =>
  sql`(${plannedTimes.endedAt} IS NULL
    AND (${plannedTimes.isWeekly} = 1 OR ${plannedTimes.endsAt} > ${since}))`;

/**
 * A customer's planned times, and those that the operator has announced for their sites, of which only
 * their own sites are named.
 */
export function listPlannedTimes(store: Store, customerId: number, since: number): ListedTime[] {
  const isTheirs = or(
    eq(plannedTimes.customerId, customerId),
    and(
      isNull(plannedTimes.customerId),
      or(
        sql`EXISTS (SELECT 1 FROM planned_time_devices c JOIN devices d ON d.id = c.device_row
          WHERE c.planned_id = ${plannedTimes.id} AND d.customer_id = ${customerId})`,
        sql`EXISTS (SELECT 1 FROM outage_calendar_devices c JOIN devices d ON d.id = c.device_row
          WHERE c.calendar_id = ${plannedTimes.calendarId} AND d.customer_id = ${customerId})`,
      ),
    ),
  );
  return store.db
    .select()
    .from(plannedTimes)
    .where(and(isTheirs, isCurrent(since)))
    .orderBy(asc(plannedTimes.startsAt), asc(plannedTimes.id))
    .all()
    .map((row) => ({ ...row, sites: readSites(store, row, customerId) }));
}

/** Announcements of the operator that are not over at `now` (epoch ms), the next first. */
export function listAnnounced(store: Store, now: number): ListedTime[] {
  return store.db
    .select()
    .from(plannedTimes)
    .where(and(isNull(plannedTimes.customerId), isCurrent(now)))
    .orderBy(asc(plannedTimes.startsAt), asc(plannedTimes.id))
    .all()
    .map((row) => ({ ...row, sites: readSites(store, row) }));
}

/** Announcements of the operator that are over, or were taken back once they had begun; the last first. */
export function listAnnouncedBefore(store: Store, now: number, limit: number): ListedTime[] {
  return store.db
    .select()
    .from(plannedTimes)
    .where(and(isNull(plannedTimes.customerId), not(isCurrent(now))))
    .orderBy(desc(plannedTimes.startsAt), desc(plannedTimes.id))
    .limit(limit)
    .all()
    .map((row) => ({ ...row, sites: readSites(store, row) }));
}

/** What an unread calendar said is not repeated to anybody: it may have been moved since. */
const isStillRead = or(
  isNull(plannedTimes.calendarId),
  sql`EXISTS (SELECT 1 FROM outage_calendars c WHERE c.id = ${plannedTimes.calendarId}
    AND c.next_read_at > ${sql.placeholder('missedAt')})`,
);

const untold = perStore((store) =>
  store.db
    .select()
    .from(plannedTimes)
    .where(
      and(
        isNotNull(plannedTimes.tellAt),
        lte(plannedTimes.tellAt, sql.placeholder('now')),
        isStillRead,
      ),
    )
    .orderBy(asc(plannedTimes.tellAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Announcements that people are to be told of by `now` (epoch ms), the first first. */
export function listUntold(store: Store, now: number, limit: number): ListedTime[] {
  return untold(store)
    .all({ now, missedAt: now - missedMs, limit })
    .map((row) => ({ ...row, sites: readSites(store, row) }));
}

/** Planned times of a calendar that are not over at `now` (epoch ms). */
export function listOfCalendar(store: Store, calendarId: number, now: number): ListedTime[] {
  return store.db
    .select()
    .from(plannedTimes)
    .where(and(eq(plannedTimes.calendarId, calendarId), isCurrent(now)))
    .all()
    .map((row) => ({ ...row, sites: readSites(store, row) }));
}

/** @param customerId whose it is; null: the operator's */
export function findPlannedTime(
  store: Store,
  id: number,
  customerId: number | null,
): ListedTime | undefined {
  const isTheirs = sql`${plannedTimes.customerId} IS ${customerId}`;
  const row = store.db
    .select()
    .from(plannedTimes)
    .where(and(eq(plannedTimes.id, id), isTheirs))
    .get();
  return row && { ...row, sites: readSites(store, row) };
}

function readSites(
  store: Store,
  { id, calendarId, isForChosenSites }: PlannedTimeRow,
  customerId?: number,
): ListedSite[] | null {
  if (!isForChosenSites) return null;
  const chosen =
    calendarId === null
      ? store.db
          .select({ row: plannedTimeDevices.deviceRow })
          .from(plannedTimeDevices)
          .where(eq(plannedTimeDevices.plannedId, id))
      : store.db
          .select({ row: outageCalendarDevices.deviceRow })
          .from(outageCalendarDevices)
          .where(eq(outageCalendarDevices.calendarId, calendarId));
  const isTheirs = customerId === undefined ? undefined : eq(devices.customerId, customerId);
  return selectSites(store)
    .where(and(inArray(devices.id, chosen), isTheirs))
    .orderBy(asc(devices.siteName))
    .all();
}

/**
 * The number of planned times that are not over, or were planned since `since` (epoch ms); those of
 * calendars do not count.
 * @param customerId whose; null: the operator's
 */
export function countPlannedTimes(
  store: Store,
  customerId: number | null,
  { since, now }: { readonly since: number; readonly now: number },
): number {
  const isTheirs = sql`${plannedTimes.customerId} IS ${customerId}`;
  const row = store.db
    .select({ planned: count() })
    .from(plannedTimes)
    .where(
      and(
        isTheirs,
        isNull(plannedTimes.calendarId),
        or(isCurrent(now), gt(plannedTimes.createdAt, since)),
      ),
    )
    .get();
  return row?.planned ?? 0;
}

/** A planned time as it is made. */
type NewPlannedTime = Omit<PlannedTimeRow, 'id' | 'endedAt'>;

/** @param deviceRows the sites that were chosen for it alone */
export function insertPlannedTime(
  store: Store,
  time: NewPlannedTime,
  deviceRows: readonly number[],
): PlannedTimeRow {
  const row = store.db.insert(plannedTimes).values(time).returning().get();
  const rows = deviceRows.map((deviceRow) => ({ plannedId: row.id, deviceRow }));
  if (rows.length > 0) store.db.insert(plannedTimeDevices).values(rows).run();
  return row;
}

export function updatePlannedTime(
  store: Store,
  id: number,
  fields: Partial<Pick<PlannedTimeRow, 'externalId' | 'note' | 'startsAt' | 'endsAt' | 'tellAt'>>,
): void {
  store.db.update(plannedTimes).set(fields).where(eq(plannedTimes.id, id)).run();
}

/** Takes a planned time back: what has begun counts up to now, so that the past stays what it was. */
export function endPlannedTime(
  store: Store,
  { id, startsAt }: Pick<PlannedTimeRow, 'id' | 'startsAt'>,
  nowMs: number,
): void {
  const isThis = eq(plannedTimes.id, id);
  if (startsAt >= nowMs) store.db.delete(plannedTimes).where(isThis).run();
  else store.db.update(plannedTimes).set({ endedAt: nowMs, tellAt: null }).where(isThis).run();
}

/** Rows and owners of devices. Those that are not there are left out. */
export function findSites(store: Store, deviceIds: readonly string[]): ListedSite[] {
  return selectSites(store)
    .where(sql`${devices.deviceId} IN (SELECT value FROM json_each(${JSON.stringify(deviceIds)}))`)
    .all();
}

/** A customer's sites. */
export function findSitesOf(store: Store, customerId: number): ListedSite[] {
  return selectSites(store).where(eq(devices.customerId, customerId)).all();
}

function selectSites(store: Store) {
  return store.db
    .select({
      row: devices.id,
      deviceId: devices.deviceId,
      siteName: devices.siteName,
      customerId: devices.customerId,
    })
    .from(devices);
}
