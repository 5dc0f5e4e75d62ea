/** Calendars of other people that announced outages are read from. */
import { and, asc, count, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { devices } from '../devices/tables.ts';
import type { Store } from '../engine/open.ts';
import { outageCalendarDevices, outageCalendars, plannedTimes } from './tables.ts';

export type OutageCalendarRow = typeof outageCalendars.$inferSelect;

const isRead = isNotNull(outageCalendars.nextReadAt);

/** @param customerId whose; null: the operator's */
export function listOutageCalendars(store: Store, customerId: number | null): OutageCalendarRow[] {
  return store.db
    .select()
    .from(outageCalendars)
    .where(and(sql`${outageCalendars.customerId} IS ${customerId}`, isRead))
    .orderBy(asc(outageCalendars.id))
    .all();
}

/** One that is still read. */
export function findOutageCalendar(store: Store, id: number): OutageCalendarRow | undefined {
  return store.db
    .select()
    .from(outageCalendars)
    .where(and(eq(outageCalendars.id, id), isRead))
    .get();
}

/** Those that are to be read by `now` (epoch ms), the longest waiting first. */
export function listDueCalendars(store: Store, now: number, limit: number): OutageCalendarRow[] {
  return store.db
    .select()
    .from(outageCalendars)
    .where(and(isRead, lte(outageCalendars.nextReadAt, now)))
    .orderBy(asc(outageCalendars.nextReadAt))
    .limit(limit)
    .all();
}

/** @param deviceRows null: all sites of the customer */
export function insertOutageCalendar(
  store: Store,
  calendar: Omit<typeof outageCalendars.$inferInsert, 'id' | 'isForChosenSites'>,
  deviceRows: readonly number[] | null,
): OutageCalendarRow {
  const isForChosenSites = deviceRows !== null;
  const row = store.db
    .insert(outageCalendars)
    .values({ ...calendar, isForChosenSites })
    .returning()
    .get();
  const rows = (deviceRows ?? []).map((deviceRow) => ({ calendarId: row.id, deviceRow }));
  if (rows.length > 0) store.db.insert(outageCalendarDevices).values(rows).run();
  return row;
}

export function updateOutageCalendar(
  store: Store,
  id: number,
  fields: Partial<
    Pick<OutageCalendarRow, 'etag' | 'nextReadAt' | 'readAt' | 'leftOut' | 'failure'>
  >,
): void {
  store.db.update(outageCalendars).set(fields).where(eq(outageCalendars.id, id)).run();
}

/** Reads a calendar no more. The outages of the past that it announced stay, and with them its sites. */
export function closeOutageCalendar(store: Store, id: number): void {
  const isThis = eq(outageCalendars.id, id);
  const outages = store.db
    .select({ found: count() })
    .from(plannedTimes)
    .where(eq(plannedTimes.calendarId, id))
    .get();
  if (outages?.found === 0) store.db.delete(outageCalendars).where(isThis).run();
  else store.db.update(outageCalendars).set({ nextReadAt: null, url: '' }).where(isThis).run();
}

/** Lets the name of an outage in a calendar be given anew. */
export function freeExternalId(store: Store, calendarId: number, externalId: string): void {
  store.db
    .update(plannedTimes)
    .set({ externalId: null })
    .where(and(eq(plannedTimes.calendarId, calendarId), eq(plannedTimes.externalId, externalId)))
    .run();
}

/** The sites of a calendar; null: all of its customer's. */
export function readCalendarSites(
  store: Store,
  { id, isForChosenSites }: Pick<OutageCalendarRow, 'id' | 'isForChosenSites'>,
): { readonly deviceId: string; readonly siteName: string }[] | null {
  if (!isForChosenSites) return null;
  return store.db
    .select({ deviceId: devices.deviceId, siteName: devices.siteName })
    .from(outageCalendarDevices)
    .innerJoin(devices, eq(devices.id, outageCalendarDevices.deviceRow))
    .where(eq(outageCalendarDevices.calendarId, id))
    .orderBy(asc(devices.siteName))
    .all();
}
