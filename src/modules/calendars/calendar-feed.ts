import { drawSecret, hashSecret } from '../../actions/engine/secrets.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { endCalendarFeed } from '../../store/alerts/outage-calendars.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { type CustomerRow, updateCustomer } from '../../store/people/customers.ts';
import { findCustomerByCalendar } from './calendar-rows.ts';

type Context = Pick<Monitor, 'store'>;

/**
 * Makes a new secret for the address of a customer's calendar. The former one ends.
 * @returns the secret, which is nowhere else
 */
export function openCalendar(
  { store }: Context,
  customerId: number,
  actor: Actor,
  now: Instant,
): string {
  const secret = drawSecret();
  store.transaction(() => {
    updateCustomer(store, customerId, { calendarHash: hashSecret(secret) });
    const subject = `customer:${customerId}`;
    writeAudit(store, { actor, action: 'calendar.open', subject }, now.wallMs);
  });
  return secret;
}

/** Ends the address of a customer's calendar. */
export function closeCalendar(
  { store }: Context,
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => endCalendarFeed(store, customerId, actor, now));
}

/** @returns whose calendar it is; undefined: nobody's, or the account is switched off */
export function findCalendarOwner({ store }: Context, secret: string): CustomerRow | undefined {
  const owner = findCustomerByCalendar(store, hashSecret(secret));
  return owner?.isActive === true ? owner : undefined;
}
