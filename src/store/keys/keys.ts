import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { devices } from '../devices/tables.ts';
import { makeRef } from '../engine/make-ref.ts';
import { perStore, type Store } from '../engine/open.ts';
import { notifications } from '../outbox/tables.ts';
import { customers } from '../people/tables.ts';
import { forgetSeenKey } from './seen-keys.ts';
import { activationKeys } from './tables.ts';

export type KeyRow = typeof activationKeys.$inferSelect;

const byCode = perStore((store) =>
  store.db
    .select()
    .from(activationKeys)
    .where(eq(activationKeys.keyCode, sql.placeholder('keyCode')))
    .prepare(),
);

export function findKey(store: Store, keyCode: string): KeyRow | undefined {
  return byCode(store).get({ keyCode });
}

/** A key with its owner and device. */
export interface ListedKey {
  /** The row number that SQLite gives the key. */
  readonly row: number;
  readonly key: KeyRow;
  readonly customerName: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly deviceId: string | null;
  readonly siteName: string | null;
}

/** The row number that SQLite gives a key. */
const keyRow = sql<number>`${activationKeys}.rowid`;

export const isCustomer = eq(customers.id, activationKeys.customerId);
export const isDevice = eq(devices.id, activationKeys.deviceRow);

/** Keys that meet a condition, with their owner and device, newest first. */
export function selectKeys(store: Store, where: SQL | undefined): ListedKey[] {
  return store.db
    .select({
      row: keyRow,
      key: activationKeys,
      customerName: customers.name,
      phone: customers.phone,
      deviceId: devices.deviceId,
      siteName: devices.siteName,
    })
    .from(activationKeys)
    .leftJoin(customers, isCustomer)
    .leftJoin(devices, isDevice)
    .where(where)
    .orderBy(desc(keyRow))
    .all();
}

/** Keys by their row numbers, newest first. */
export function readKeyRows(store: Store, rows: readonly number[]): ListedKey[] {
  return selectKeys(store, sql`${keyRow} IN ${listOf(rows)}`);
}

/** Keys by their codes, newest first. */
export function readListedKeys(store: Store, keyCodes: readonly string[]): ListedKey[] {
  return selectKeys(store, sql`${activationKeys.keyCode} IN ${listOf(keyCodes)}`);
}

function listOf(values: readonly (string | number)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** The key that a device was last enrolled with. Undefined: it has no key of this owner's. */
export function findKeyOfDevice(
  store: Store,
  deviceRow: number,
  customerId: number | null,
): KeyRow | undefined {
  return store.db
    .select()
    .from(activationKeys)
    .where(
      and(
        eq(activationKeys.deviceRow, deviceRow),
        sql`${activationKeys.customerId} IS ${customerId}`,
      ),
    )
    .orderBy(desc(activationKeys.activatedAt))
    .get();
}

const validKeys = perStore(({ sqlite }) =>
  sqlite.query<{ code: string }, [deviceRow: number, at: number]>(`
    SELECT key_code AS code FROM activation_keys WHERE device_row = ?1 AND is_active = 1
      AND (expires_at IS NULL OR expires_at > ?2) LIMIT 1`),
);

/** Whether alerts of a device are paid for at a time (epoch ms). */
export function hasValidKey(store: Store, deviceRow: number, at: number): boolean {
  return validKeys(store).get(deviceRow, at) !== null;
}

/** A new key, bound to nothing but perhaps a customer. */
type NewKey = Pick<
  KeyRow,
  | 'keyCode'
  | 'purchaseType'
  | 'deviceType'
  | 'customerId'
  | 'standing'
  | 'price'
  | 'createdBy'
  | 'createdAt'
  | 'notes'
>;

// Prepared, so that making ten thousand keys does not hold the lock for long.
const insert = perStore((store) =>
  store.db
    .insert(activationKeys)
    .values({
      keyCode: sql.placeholder('keyCode'),
      ref: sql.placeholder('ref'),
      purchaseType: sql.placeholder('purchaseType'),
      deviceType: sql.placeholder('deviceType'),
      customerId: sql.placeholder('customerId'),
      standing: sql`${sql.placeholder('standing')}`,
      price: sql.placeholder('price'),
      createdBy: sql.placeholder('createdBy'),
      createdAt: sql.placeholder('createdAt'),
      notes: sql.placeholder('notes'),
    })
    .prepare(),
);

/** @returns its `ref` */
export function insertKey(store: Store, key: NewKey): string {
  // The schema's defaults are evaluated once, when the statement is prepared: `ref` must differ.
  const ref = makeRef();
  insert(store).run({ ...key, ref });
  return ref;
}

/** The condition that nobody has bound, renewed, transferred or revoked the key since it was read. */
function isStill(key: KeyRow) {
  return and(
    eq(activationKeys.keyCode, key.keyCode),
    eq(activationKeys.isActive, key.isActive),
    sql`${activationKeys.customerId} IS ${key.customerId}`,
    sql`${activationKeys.deviceRow} IS ${key.deviceRow}`,
    sql`${activationKeys.expiresAt} IS ${key.expiresAt}`,
  );
}

/**
 * Changes a key, unless it has changed since it was read.
 * @returns whether the key was changed
 */
export function updateKey(
  store: Store,
  key: KeyRow,
  fields: Partial<
    Pick<
      KeyRow,
      | 'customerId'
      | 'standing'
      | 'deviceRow'
      | 'enrolledPhone'
      | 'isActive'
      | 'activatedAt'
      | 'expiresAt'
      | 'notes'
    >
  >,
): boolean {
  const updated = store.db
    .update(activationKeys)
    .set(fields)
    .where(isStill(key))
    .returning({ keyCode: activationKeys.keyCode })
    .all();
  return updated.length > 0;
}

/**
 * Deletes a key, unless it has changed since it was read.
 * @returns whether the key was deleted
 */
export function deleteKey(store: Store, key: KeyRow): boolean {
  const deleted = store.db
    .delete(activationKeys)
    .where(isStill(key))
    .returning({ keyCode: activationKeys.keyCode })
    .all();
  if (deleted.length > 0) forgetSeenKey(store, key.ref);
  return deleted.length > 0;
}

/**
 * Takes a device from every key that does not belong to its new owner.
 * @param kept the key that goes on serving the device, whoever owns it so far
 * @returns the codes of the keys that lost the device
 */
export function unbindOtherKeys(
  store: Store,
  deviceRow: number,
  customerId: number,
  kept: string,
): string[] {
  return store.db
    .update(activationKeys)
    .set({ deviceRow: null })
    .where(
      and(
        eq(activationKeys.deviceRow, deviceRow),
        ne(activationKeys.keyCode, kept),
        sql`${activationKeys.customerId} IS NOT ${customerId}`,
      ),
    )
    .returning({ keyCode: activationKeys.keyCode })
    .all()
    .map((key) => key.keyCode);
}

/** The code of the key that serves a device: of the active ones, the one that ends last. */
export function findServingKey(store: Store, deviceRow: number): string | undefined {
  return store.db
    .select({ keyCode: activationKeys.keyCode })
    .from(activationKeys)
    .where(and(eq(activationKeys.deviceRow, deviceRow), eq(activationKeys.isActive, true)))
    .orderBy(desc(activationKeys.expiresAt))
    .limit(1)
    .get()?.keyCode;
}

/**
 * Gives a key another code within the caller's transaction, and changes the rows that refer to it, unless
 * the key has changed since it was read. Nobody has seen the new code.
 * @returns whether the code was changed
 */
export function changeKeyCode(store: Store, key: KeyRow, keyCode: string): boolean {
  // Notifications refer to keys by code, so both change before foreign keys are checked.
  store.sqlite.run('PRAGMA defer_foreign_keys = ON');
  const changed = store.db
    .update(activationKeys)
    .set({ keyCode })
    .where(isStill(key))
    .returning({ keyCode: activationKeys.keyCode })
    .all();
  store.db
    .update(notifications)
    .set({ keyCode })
    .where(eq(notifications.keyCode, key.keyCode))
    .run();
  if (changed.length > 0) forgetSeenKey(store, key.ref);
  return changed.length > 0;
}
