import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Particulars } from '../../domain/people/particulars.ts';
import { messengerLinks } from '../alerts/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { deleteSessionsOf } from './sessions.ts';
import { customers } from './tables.ts';

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
 * Ends every session of the account, and its unused links to a messenger: whoever lost a session must not
 * be able to connect a chat with a link from it.
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

/** The stored facts of a customer. */
export type CustomerFields = Pick<
  CustomerRow,
  | 'name'
  | 'language'
  | 'phone'
  | 'phoneProvenAt'
  | keyof Particulars
  | 'isActive'
  | 'calendarHash'
  | 'isAskedWhoLogsIn'
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
 * Deletes a customer with their recipients and queued messages. Events and outages stay, without an owner.
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

/** The number of a customer's devices and activation keys. */
export function countHoldings(
  store: Store,
  id: number,
): { readonly devices: number; readonly keys: number } {
  return holdings(store).get(id) ?? { devices: 0, keys: 0 };
}
