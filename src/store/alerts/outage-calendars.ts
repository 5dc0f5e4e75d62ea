/** Calendars of other people that announced outages are read from: whose they are, and how they end. */
import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../engine/open.ts';
import { writeAudit } from '../people/audit.ts';
import { updateCustomer } from '../people/customers.ts';
import { customers } from '../people/tables.ts';
import { endPlannedTime, listOfCalendar, missedMs } from './planned-times.ts';
import { outageCalendars, plannedTimes } from './tables.ts';

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

/** The place that a calendar is read from, without what may be secret in it. */
export function hostOf({ url }: Pick<OutageCalendarRow, 'url'>): string {
  return URL.parse(url)?.hostname ?? '';
}

/** As the audit log names it. */
export const subjectOf = ({ id }: Pick<OutageCalendarRow, 'id'>) => `outage-calendar:${id}`;

/**
 * Whether nobody looks any more at a calendar that has not been removed: what reads calendars is off.
 * @param nowMs epoch ms
 */
export function isLeftUnread(store: Store, calendarId: number, nowMs: number): boolean {
  const { nextReadAt = null } =
    store.db
      .select({ nextReadAt: outageCalendars.nextReadAt })
      .from(outageCalendars)
      .where(eq(outageCalendars.id, calendarId))
      .get() ?? {};
  return nextReadAt !== null && nextReadAt <= nowMs - missedMs;
}

/**
 * Reads a calendar no more. The outages to come that it announced go with it; those of the past stay, and with them
 * its sites. Inside a transaction.
 * @param customerId whose; null: the operator's
 * @throws AppError NOT_FOUND
 */
export function endOutageCalendar(
  store: Store,
  customerId: number | null,
  id: number,
  actor: Actor,
  now: Instant,
): void {
  const calendar = findOutageCalendar(store, id);
  if (calendar === undefined || calendar.customerId !== customerId) {
    throw new AppError('NOT_FOUND', 'There is no such calendar.');
  }
  // That nobody reads of them here any more does not call them off.
  for (const planned of listOfCalendar(store, id, now.wallMs)) {
    endPlannedTime(store, planned, now.wallMs);
  }
  const isThis = eq(outageCalendars.id, id);
  const outages = store.db
    .select({ found: count() })
    .from(plannedTimes)
    .where(eq(plannedTimes.calendarId, id))
    .get();
  if (outages?.found === 0) store.db.delete(outageCalendars).where(isThis).run();
  else store.db.update(outageCalendars).set({ nextReadAt: null, url: '' }).where(isThis).run();
  const entry = { actor, action: 'outage-calendar.remove', subject: subjectOf(calendar) };
  writeAudit(store, { ...entry, before: { host: hostOf(calendar), customerId } }, now.wallMs);
}

/** Ends the address at which calendar programs read a customer's planned times. Inside a transaction. */
export function endCalendarFeed(
  store: Store,
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  updateCustomer(store, customerId, { calendarHash: null });
  const subject = `customer:${customerId}`;
  writeAudit(store, { actor, action: 'calendar.close', subject }, now.wallMs);
}

/** Whether an outage was ever announced, or a calendar is read or given out. */
export function areOutagesAnnounced({ db }: Store): boolean {
  const found = [
    db
      .select({ id: plannedTimes.id })
      .from(plannedTimes)
      .where(eq(plannedTimes.kind, 'announced'))
      .limit(1)
      .get(),
    db.select({ id: outageCalendars.id }).from(outageCalendars).limit(1).get(),
    db
      .select({ id: customers.id })
      .from(customers)
      .where(isNotNull(customers.calendarHash))
      .limit(1)
      .get(),
  ];
  return found.some((row) => row !== undefined);
}
