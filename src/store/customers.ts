import { eq } from 'drizzle-orm';
import type { Store } from './open.ts';
import { customers } from './schema.ts';

export type CustomerRow = typeof customers.$inferSelect;

/** @param phone E.164 */
export function findCustomerByPhone(store: Store, phone: string): CustomerRow | undefined {
  return store.db.select().from(customers).where(eq(customers.phone, phone)).get();
}

export function findCustomer(store: Store, id: number): CustomerRow | undefined {
  return store.db.select().from(customers).where(eq(customers.id, id)).get();
}

/** @returns the id of the new row */
export function insertCustomer(
  store: Store,
  customer: { readonly name: string; readonly phone: string; readonly telegramUsername?: string },
  nowMs: number,
): number {
  return store.db
    .insert(customers)
    .values({ ...customer, createdAt: nowMs })
    .returning({ id: customers.id })
    .get().id;
}
