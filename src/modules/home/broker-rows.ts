/** Customers' own brokers, to which their sites are published. */
import { count, eq } from 'drizzle-orm';
import { perStore, type Store } from '../../store/engine/open.ts';
import { homeBrokers } from '../../store/home/tables.ts';
import { customers } from '../../store/people/tables.ts';

export type HomeBrokerRow = typeof homeBrokers.$inferSelect;

export function readHomeBroker(store: Store, customerId: number): HomeBrokerRow | null {
  const ofCustomer = eq(homeBrokers.customerId, customerId);
  return store.db.select().from(homeBrokers).where(ofCustomer).get() ?? null;
}

const ofActiveCustomers = perStore((store) =>
  store.db
    .select({ broker: homeBrokers })
    .from(homeBrokers)
    .innerJoin(customers, eq(customers.id, homeBrokers.customerId))
    .where(eq(customers.isActive, true))
    .prepare(),
);

/** Those of customers who are active. */
export function listHomeBrokers(store: Store): HomeBrokerRow[] {
  return ofActiveCustomers(store)
    .all()
    .map(({ broker }) => broker);
}

export function countHomeBrokers(store: Store): number {
  return store.db.select({ count: count() }).from(homeBrokers).get()?.count ?? 0;
}

/** Replaces the former one. */
export function writeHomeBroker(store: Store, broker: typeof homeBrokers.$inferInsert): void {
  store.db
    .insert(homeBrokers)
    .values(broker)
    .onConflictDoUpdate({ target: homeBrokers.customerId, set: broker })
    .run();
}
