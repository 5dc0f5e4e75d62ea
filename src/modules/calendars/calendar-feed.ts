import { drawSecret, hashSecret } from '../../actions/engine/secrets.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  type CustomerRow,
  findCustomerByCalendar,
  updateCustomer,
} from '../../store/people/customers.ts';

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
  store.transaction(() => closeCalendarAtOnce(store, customerId, actor, now));
}

/** The same within the caller's transaction. */
export function closeCalendarAtOnce(
  store: Monitor['store'],
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  updateCustomer(store, customerId, { calendarHash: null });
  const subject = `customer:${customerId}`;
  writeAudit(store, { actor, action: 'calendar.close', subject }, now.wallMs);
}

/** @returns whose calendar it is; undefined: nobody's, or the account is switched off */
export function findCalendarOwner({ store }: Context, secret: string): CustomerRow | undefined {
  const owner = findCustomerByCalendar(store, hashSecret(secret));
  return owner?.isActive === true ? owner : undefined;
}
