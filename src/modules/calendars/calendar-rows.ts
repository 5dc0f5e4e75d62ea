import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import type { OutageCalendarRow } from '../../store/alerts/outage-calendars.ts';
import { outageCalendarDevices, outageCalendars, plannedTimes } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import type { Store } from '../../store/engine/open.ts';
import type { CustomerRow } from '../../store/people/customers.ts';
import { customers } from '../../store/people/tables.ts';

/** Those that are to be read by `now` (epoch ms), the longest waiting first. */
export function listDueCalendars(store: Store, now: number, limit: number): OutageCalendarRow[] {
  return store.db
    .select()
    .from(outageCalendars)
    .where(and(isNotNull(outageCalendars.nextReadAt), lte(outageCalendars.nextReadAt, now)))
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

/** @param calendarHash SHA-256, hex, of the secret in the calendar's address */
export function findCustomerByCalendar(
  store: Store,
  calendarHash: string,
): CustomerRow | undefined {
  return store.db.select().from(customers).where(eq(customers.calendarHash, calendarHash)).get();
}
