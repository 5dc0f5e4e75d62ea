import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { endOutageCalendar, listOutageCalendars } from '../../store/alerts/outage-calendars.ts';
import { deleteReportShares } from '../../store/alerts/report-shares.ts';
import type { Store } from '../../store/engine/open.ts';
import { updateCustomer } from '../../store/people/customers.ts';
import { deleteWaysInOf } from '../../store/people/kept-by-modules.ts';

/**
 * Ends what lasts without a session or a chat and shows an account to whoever made it, or lets them speak in it: home
 * automations, brokers, the calendar's address, shared reports, calendars that are read. Must run inside a transaction.
 */
export function endLastingWaysIn(
  store: Store,
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  deleteWaysInOf(store, customerId);
  updateCustomer(store, customerId, { calendarHash: null });
  deleteReportShares(store, customerId);
  for (const { id } of listOutageCalendars(store, customerId)) {
    endOutageCalendar(store, customerId, id, actor, now);
  }
}
