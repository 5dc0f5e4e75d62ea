/** What a home automation comes in by, and is reached by: shown and ended, without what serves it. */
import { eq } from 'drizzle-orm';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../engine/open.ts';
import { writeAudit } from '../people/audit.ts';
import { homeAccounts, homeBrokers } from './tables.ts';

/** @returns whether there was one */
function deleteHomeAccount(store: Store, customerId: number): boolean {
  const ofCustomer = eq(homeAccounts.customerId, customerId);
  return store.db.delete(homeAccounts).where(ofCustomer).returning().get() !== undefined;
}

/** @returns whether there was one */
function deleteHomeBroker(store: Store, customerId: number): boolean {
  const ofCustomer = eq(homeBrokers.customerId, customerId);
  return store.db.delete(homeBrokers).where(ofCustomer).returning().get() !== undefined;
}

/** Whether any customer has one of them. */
export function isHomeUsed({ db }: Store): boolean {
  const oneOf = (table: typeof homeAccounts | typeof homeBrokers) =>
    db.select({ customerId: table.customerId }).from(table).limit(1).get() !== undefined;
  return oneOf(homeAccounts) || oneOf(homeBrokers);
}

/** Ends the credentials of a customer's home automation, if there are any. Inside a transaction. */
export function endHomeAccount(store: Store, customerId: number, actor: Actor, now: Instant): void {
  if (!deleteHomeAccount(store, customerId)) return;
  const subject = `customer:${customerId}`;
  writeAudit(store, { actor, action: 'home.close', subject }, now.wallMs);
}

/** Ends that a customer's sites are published to a broker of theirs, if they are. Inside a transaction. */
export function endHomeBroker(store: Store, customerId: number, actor: Actor, now: Instant): void {
  if (!deleteHomeBroker(store, customerId)) return;
  const subject = `customer:${customerId}`;
  writeAudit(store, { actor, action: 'home.unpublish', subject }, now.wallMs);
}

/** By the kind of a trace: the table, and what names the far end in it. */
export const homeWaysIn = {
  home: { table: 'home_accounts', url: 'NULL', end: endHomeAccount },
  broker: { table: 'home_brokers', url: 'url', end: endHomeBroker },
} as const;

/** What is downloaded of a customer. @param all reads rows by their customer, `?` */
export function readHomeOf<Rows>(all: (sql: string) => Rows) {
  return {
    home_automation: all('SELECT name, created_at FROM home_accounts WHERE customer_id = ?'),
    home_broker: all(
      'SELECT url, username, ca, created_at FROM home_brokers WHERE customer_id = ?',
    ),
  };
}
