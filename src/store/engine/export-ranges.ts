/**
 * What lists show, bit by bit: an export goes through a table by its row numbers, from the newest
 * down. They never change, so that no row comes twice or is missed, whatever is added meanwhile.
 */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import {
  type DeviceOverview,
  type DeviceQuery,
  readDeviceOverviews,
  whereDevices,
} from '../devices/device-list.ts';
import { type KeyQuery, type ListedKey, selectKeys, whereKeys } from '../keys/key-list.ts';
import {
  type CustomerOverview,
  type CustomerQuery,
  readCustomerOverviews,
  whereCustomers,
} from '../people/customer-list.ts';
import type { Store } from './open.ts';
import { perStore } from './prepared.ts';
import { activationKeys, customers, devices } from './schema.ts';

/** Row numbers; `above` is not part of it. */
export interface RowRange {
  readonly above: number;
  readonly upTo: number;
}

const tables = ['customers', 'devices', 'activation_keys', 'events', 'audit_log'] as const;
export type ExportedTable = (typeof tables)[number];

const lastRows = perStore(
  ({ sqlite }) =>
    new Map(
      tables.map((table) => [
        table,
        sqlite.query<{ last: number | null }, [upTo: number]>(
          `SELECT max(rowid) AS last FROM ${table} WHERE rowid <= ?`,
        ),
      ]),
    ),
);

/** The highest row number there is up to `upTo`; null: none. */
export function readLastRow(store: Store, table: ExportedTable, upTo: number): number | null {
  return lastRows(store).get(table)?.get(upTo)?.last ?? null;
}

export function readCustomerRange(
  store: Store,
  query: CustomerQuery,
  range: RowRange,
): CustomerOverview[] {
  const found = store.db
    .select({ id: customers.id })
    .from(customers)
    .where(and(whereCustomers(query), isIn(sql`${customers.id}`, range)))
    .all();
  return readCustomerOverviews(
    store,
    found.map(({ id }) => id),
  );
}

export function readDeviceRange(
  store: Store,
  query: DeviceQuery,
  range: RowRange,
): DeviceOverview[] {
  const found = store.db
    .select({ id: devices.id })
    .from(devices)
    .leftJoin(customers, eq(customers.id, devices.customerId))
    .where(and(whereDevices(query), isIn(sql`${devices.id}`, range)))
    .all();
  return readDeviceOverviews(
    store,
    found.map(({ id }) => id),
  );
}

/** Keys have no id of their own, but SQLite numbers them. */
const keyRow = sql`${activationKeys}.rowid`;

export function readKeyRange(
  store: Store,
  query: KeyQuery,
  range: RowRange,
  nowMs: number,
): ListedKey[] {
  return selectKeys(store)
    .where(and(whereKeys(query, nowMs), isIn(keyRow, range)))
    .orderBy(desc(keyRow))
    .all();
}

function isIn(row: SQL, { above, upTo }: RowRange): SQL {
  return sql`${row} > ${above} AND ${row} <= ${upTo}`;
}
