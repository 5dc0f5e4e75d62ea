import { eq, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import { perStore } from './prepared.ts';
import { customers } from './schema.ts';

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

/** Ends every session of the account. */
export function endCustomerSessions(store: Store, id: number): void {
  store.db
    .update(customers)
    .set({ tokenVersion: sql`${customers.tokenVersion} + 1` })
    .where(eq(customers.id, id))
    .run();
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
