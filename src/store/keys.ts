import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import { perStore } from './prepared.ts';
import { activationKeys, customers, devices } from './schema.ts';

export type KeyRow = typeof activationKeys.$inferSelect;

export function findKey(store: Store, keyCode: string): KeyRow | undefined {
  return store.db.select().from(activationKeys).where(eq(activationKeys.keyCode, keyCode)).get();
}

/** A key as it is made: bound to nothing but, perhaps, a customer. */
export type NewKey = Pick<
  KeyRow,
  'keyCode' | 'purchaseType' | 'deviceType' | 'customerId' | 'price' | 'createdBy' | 'createdAt'
>;

// Prepared, so that ten thousand keys do not keep a running server waiting for the lock.
const insert = perStore((store) =>
  store.db
    .insert(activationKeys)
    .values({
      keyCode: sql.placeholder('keyCode'),
      purchaseType: sql.placeholder('purchaseType'),
      deviceType: sql.placeholder('deviceType'),
      customerId: sql.placeholder('customerId'),
      price: sql.placeholder('price'),
      createdBy: sql.placeholder('createdBy'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
);

export function insertKey(store: Store, key: NewKey): void {
  insert(store).run({ ...key });
}

export function updateKey(
  store: Store,
  keyCode: string,
  fields: Partial<
    Pick<KeyRow, 'customerId' | 'deviceRow' | 'isActive' | 'activatedAt' | 'expiresAt' | 'notes'>
  >,
): void {
  store.db.update(activationKeys).set(fields).where(eq(activationKeys.keyCode, keyCode)).run();
}

/** Spec section 4: what a key's row means, in the order in which it is decided. */
export const keyFilters = ['all', 'unused', 'used', 'active', 'expired', 'inactive'] as const;
export type KeyFilter = (typeof keyFilters)[number];

function whereFilter(filter: KeyFilter, nowMs: number): SQL | undefined {
  const started = and(isNotNull(activationKeys.activatedAt), isNotNull(activationKeys.deviceRow));
  const isActive = eq(activationKeys.isActive, true);
  switch (filter) {
    case 'all':
      return undefined;
    case 'inactive':
      return eq(activationKeys.isActive, false);
    case 'unused':
      return and(
        isActive,
        or(
          isNull(activationKeys.activatedAt),
          isNull(activationKeys.deviceRow),
          isNull(activationKeys.expiresAt),
        ),
      );
    case 'used':
      return started;
    case 'active':
      return and(isActive, started, gt(activationKeys.expiresAt, nowMs));
    case 'expired':
      return and(isActive, started, lte(activationKeys.expiresAt, nowMs));
  }
}

/** Keys with their owner and device, newest first. */
export function listKeys(store: Store, filter: KeyFilter, nowMs: number) {
  return store.db
    .select({
      key: activationKeys,
      customerName: customers.name,
      phone: customers.phone,
      deviceId: devices.deviceId,
      siteName: devices.siteName,
    })
    .from(activationKeys)
    .leftJoin(customers, eq(customers.id, activationKeys.customerId))
    .leftJoin(devices, eq(devices.id, activationKeys.deviceRow))
    .where(whereFilter(filter, nowMs))
    .orderBy(desc(activationKeys.createdAt), asc(activationKeys.keyCode))
    .all();
}
