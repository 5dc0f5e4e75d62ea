import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { customers, messengerLinks } from '../engine/schema.ts';
import { deleteSessionsOf } from './sessions.ts';

export type CustomerRow = typeof customers.$inferSelect;

/** @param phone E.164 */
export function findCustomerByPhone(store: Store, phone: string): CustomerRow | undefined {
  return store.db.select().from(customers).where(eq(customers.phone, phone)).get();
}

const byId = perStore((store) =>
  store.db
    .select()
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id')))
    .prepare(),
);

export function findCustomer(store: Store, id: number): CustomerRow | undefined {
  return byId(store).get({ id });
}

/**
 * Ends every session of the account, and the links to a messenger that were made in one and not used
 * yet: whoever has to log in anew must not be able to listen meanwhile.
 */
export function endCustomerSessions(store: Store, id: number): void {
  store.db
    .update(customers)
    .set({ tokenVersion: sql`${customers.tokenVersion} + 1` })
    .where(eq(customers.id, id))
    .run();
  deleteSessionsOf(store, { kind: 'customer', id });
  store.db
    .delete(messengerLinks)
    .where(and(eq(messengerLinks.customerId, id), isNull(messengerLinks.usedAt)))
    .run();
}

/** What is written down of a customer. */
export type CustomerFields = Pick<
  CustomerRow,
  | 'name'
  | 'language'
  | 'phone'
  | 'phoneProvenAt'
  | 'telegramUsername'
  | 'email'
  | 'lineId'
  | 'address'
  | 'isActive'
>;

/** @returns the id of the new row */
export function insertCustomer(
  store: Store,
  customer: Pick<CustomerFields, 'name' | 'phone'> & Partial<CustomerFields>,
  nowMs: number,
): number {
  return store.db
    .insert(customers)
    .values({ ...customer, createdAt: nowMs })
    .returning({ id: customers.id })
    .get().id;
}

export function updateCustomer(store: Store, id: number, fields: Partial<CustomerFields>): void {
  store.db.update(customers).set(fields).where(eq(customers.id, id)).run();
}

/**
 * Deletes a customer with their chats and what was queued for them; what happened stays, as nobody's.
 */
export function deleteCustomerRow(store: Store, id: number): void {
  store.db.delete(customers).where(eq(customers.id, id)).run();
}

const holdings = perStore((store) =>
  store.sqlite.query<{ devices: number; keys: number }, [id: number]>(
    `SELECT (SELECT count(*) FROM devices WHERE customer_id = ?1) AS devices,
      (SELECT count(*) FROM activation_keys WHERE customer_id = ?1) AS keys`,
  ),
);

/** How many devices and activation keys are a customer's. */
export function countHoldings(
  store: Store,
  id: number,
): { readonly devices: number; readonly keys: number } {
  return holdings(store).get(id) ?? { devices: 0, keys: 0 };
}
