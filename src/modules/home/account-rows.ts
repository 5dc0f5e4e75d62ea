/** The accounts of customers' home automation. */
import { and, eq } from 'drizzle-orm';
import type { Store } from '../../store/engine/open.ts';
import { homeAccounts } from '../../store/home/tables.ts';
import { customers } from '../../store/people/tables.ts';

export type HomeAccountRow = typeof homeAccounts.$inferSelect;

export function readHomeAccount(store: Store, customerId: number): HomeAccountRow | null {
  const ofCustomer = eq(homeAccounts.customerId, customerId);
  return store.db.select().from(homeAccounts).where(ofCustomer).get() ?? null;
}

/** The account with a user name. Null: there is none, or its customer is not active. */
export function findHomeAccount(store: Store, name: string): HomeAccountRow | null {
  const found = store.db
    .select({ account: homeAccounts })
    .from(homeAccounts)
    .innerJoin(customers, eq(customers.id, homeAccounts.customerId))
    .where(and(eq(homeAccounts.name, name), eq(customers.isActive, true)))
    .get();
  return found?.account ?? null;
}

/** Replaces the former account. */
export function writeHomeAccount(store: Store, account: HomeAccountRow): void {
  store.db
    .insert(homeAccounts)
    .values(account)
    .onConflictDoUpdate({ target: homeAccounts.customerId, set: account })
    .run();
}
