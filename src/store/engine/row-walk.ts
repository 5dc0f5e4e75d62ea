/**
 * Walks the tables of customers, devices and keys by row number, from the newest down, some thousand in
 * each step. Row numbers never change, so rows added meanwhile make no row come twice or be missed. Other
 * work waits for one step at most.
 */

import { and, desc, type SQL, sql } from 'drizzle-orm';
import { compareCodes, nameOrder } from '../../domain/name-order.ts';
import type { Steps } from '../../domain/steps.ts';
import type { Store } from './open.ts';
import { prepareRows } from './plain-sql.ts';

/** A page of a list, counted from 1. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** A range of row numbers; `above` is not part of it. */
export interface RowRange {
  readonly above: number;
  readonly upTo: number;
}

export type WalkedTable = 'customers' | 'devices' | 'activation_keys' | 'events' | 'audit_log';

/** The search of a table. */
export interface Search {
  readonly table: WalkedTable;
  /** Conditions that an index answers, such as one customer's rows. Undefined: all of the table. */
  readonly narrowed?: SQL | undefined;
  /** Further conditions. Undefined: none. */
  readonly where?: SQL | undefined;
  /** LEFT JOINs that `where` needs. */
  readonly joins?: SQL | undefined;
}

/** Rows in one step, with some look-ups each: less than a millisecond, and a few on a Pi. */
const rowsPerStep = 2_000;
/** Comparing words costs more than counting. */
const rowsPerSortedStep = 500;

/**
 * Ranges that together hold all rows of a search, each with `size` row numbers, the newest first.
 */
export function* rowRanges(
  store: Store,
  { table, narrowed }: Pick<Search, 'table' | 'narrowed'>,
  size: number,
): Generator<RowRange, void, void> {
  const row = rowOf(table);
  const below = sql`${row} <= ${sql.placeholder('upTo')}`;
  const last = prepareRows<{ last: number | null }>(
    store,
    sql`SELECT max(${row}) AS last FROM ${sql.identifier(table)} WHERE ${and(narrowed, below)}`,
  );
  // Where many rows were deleted, or do not match, the next row may be far away.
  const from = (upTo: number) => last({ upTo })[0]?.last ?? null;
  for (let upTo = from(Number.MAX_SAFE_INTEGER); upTo !== null; ) {
    const above = upTo - size;
    yield { above, upTo };
    upTo = from(above);
  }
}

/** The condition of a range of a table or its alias. The statement gets its ends when it runs. */
export function isInRange(table: string): SQL {
  const row = rowOf(table);
  return sql`${row} > ${sql.placeholder('above')} AND ${row} <= ${sql.placeholder('upTo')}`;
}

/** The row number, which SQLite gives to tables without a numeric id, too. */
function rowOf(table: string): SQL {
  return sql`${sql.identifier(table)}.rowid`;
}

/** Conditions by name. Undefined: all rows. */
export type Conditions<Name extends string> = Readonly<Record<Name, SQL | undefined>>;

/** The number of rows found that meet each condition. */
export function* countRows<Name extends string>(
  store: Store,
  search: Search,
  conditions: Conditions<Name>,
): Steps<Record<Name, number>> {
  const count = prepareCount(store, search, conditions);
  const counts = zeroOf(conditions);
  for (const range of rowRanges(store, search, rowsPerStep)) {
    add(counts, count(range));
    yield;
  }
  return counts;
}

/**
 * Finds the row numbers of one page of the rows that meet the condition `shown`, in the wanted order or
 * newest first, and counts each condition over all pages.
 */
export function* findPage<Name extends string>(
  store: Store,
  search: Search,
  conditions: Conditions<Name>,
  shown: NoInfer<Name>,
  page: Page,
  order?: Order,
): Steps<{ readonly rows: readonly number[]; readonly counts: Readonly<Record<Name, number>> }> {
  const count = prepareCount(store, search, conditions);
  const picked =
    order === undefined
      ? pickNewest(store, search, conditions[shown], page)
      : pickInOrder(store, search, conditions[shown], page, order);
  const counts = zeroOf(conditions);
  const size = order === undefined ? rowsPerStep : rowsPerSortedStep;
  for (const range of rowRanges(store, search, size)) {
    const found = count(range);
    add(counts, found);
    if (found[shown] > 0) picked.take(range, found[shown]);
    yield;
  }
  return { rows: picked.rows(), counts };
}

/** Collects the rows of one page, range by range. */
interface Picker {
  /** @param found how many rows of the range are shown */
  take(range: RowRange, found: number): void;
  rows(): readonly number[];
}

function pickNewest(
  store: Store,
  search: Search,
  condition: SQL | undefined,
  { page, limit }: Page,
): Picker {
  const row = rowOf(search.table);
  const find = prepareRows<{ row: number }>(
    store,
    sql`SELECT ${row} AS "row" ${selected(search, condition)} ORDER BY ${desc(row)}
      LIMIT ${sql.placeholder('limit')} OFFSET ${sql.placeholder('offset')}`,
  );
  const rows: number[] = [];
  let before = (page - 1) * limit;
  return {
    take(range, found) {
      if (rows.length < limit && found > before) {
        const next = find({ ...range, limit: limit - rows.length, offset: before });
        rows.push(...next.map((one) => one.row));
      }
      before = Math.max(0, before - found);
    },
    rows: () => rows,
  };
}

type SortKey = string | number | null;

/** The order of a list. Rows without a key come last; of equal rows the newest comes first. */
export interface Order {
  /** An expression on a row of the table; it may look up another row by an index. */
  readonly key: SQL;
  readonly direction: 'asc' | 'desc';
  /** The keys are ids or codes: no part of them is a number or a word. */
  readonly isCode?: boolean;
  /** Newer values from memory for what `key` says. */
  readonly read?: (found: SortKey) => SortKey;
}

/** A row and what it is sorted by. */
export interface Keyed {
  readonly row: number;
  readonly key: SortKey;
}

/** Makes the comparison of an order, for `sort`. */
export function inOrder({
  direction,
  isCode = false,
}: Pick<Order, 'direction' | 'isCode'>): (one: Keyed, other: Keyed) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (one, other) => {
    if (one.key === null || other.key === null) {
      const isSame = one.key === other.key;
      return isSame ? other.row - one.row : one.key === null ? 1 : -1;
    }
    const order =
      typeof one.key === 'number' && typeof other.key === 'number'
        ? one.key - other.key
        : isCode
          ? compareCodes(String(one.key), String(other.key))
          : nameOrder.compare(String(one.key), String(other.key));
    return order === 0 ? other.row - one.row : order * sign;
  };
}

/** Keeps the first rows of the order up to the page's end. Most rows of a long list are compared once. */
function pickInOrder(
  store: Store,
  search: Search,
  condition: SQL | undefined,
  { page, limit }: Page,
  { key, direction, isCode = false, read = (found) => found }: Order,
): Picker {
  const find = prepareRows<Keyed>(
    store,
    sql`SELECT ${rowOf(search.table)} AS "row", ${key} AS "key" ${selected(search, condition)}`,
  );
  const compare = inOrder({ direction, isCode });
  const most = page * limit;
  let first: Keyed[] = [];
  return {
    take(range) {
      const last = first[most - 1];
      const next = find({ ...range })
        .map(({ row, key: found }) => ({ row, key: read(found) }))
        .filter((one) => last === undefined || compare(one, last) < 0);
      if (next.length === 0) return;
      // Both parts are sorted, so this sort only merges them.
      first = first.concat(next.sort(compare)).sort(compare).slice(0, most);
    },
    rows: () => first.slice((page - 1) * limit).map(({ row }) => row),
  };
}

/** Puts rows that were read by number in the order of the numbers. */
export function inOrderOf<Read>(
  rows: readonly number[],
  read: Read[],
  rowOfRead: (one: Read) => number,
): Read[] {
  const places = new Map(rows.map((row, place) => [row, place]));
  const placeOf = (one: Read) => places.get(rowOfRead(one)) ?? rows.length;
  return read.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Prepares the read of all row numbers found in a range, newest first. */
export function prepareRange(store: Store, search: Search): (range: RowRange) => readonly number[] {
  const row = rowOf(search.table);
  const find = prepareRows<{ row: number }>(
    store,
    sql`SELECT ${row} AS "row" ${selected(search, undefined)} ORDER BY ${desc(row)}`,
  );
  return (range) => find({ ...range }).map((one) => one.row);
}

function prepareCount<Name extends string>(
  store: Store,
  search: Search,
  conditions: Conditions<Name>,
): (range: RowRange) => Record<Name, number> {
  const counted = Object.entries<SQL | undefined>(conditions).map(([name, condition]) =>
    condition === undefined
      ? sql`count(*) AS ${sql.identifier(name)}`
      : sql`count(*) FILTER (WHERE ${condition}) AS ${sql.identifier(name)}`,
  );
  const query = sql`SELECT ${sql.join(counted, sql`, `)} ${selected(search, undefined)}`;
  const count = prepareRows<Record<Name, number>>(store, query);
  return (range) => count({ ...range })[0] ?? zeroOf(conditions);
}

function selected({ table, joins, narrowed, where }: Search, condition: SQL | undefined): SQL {
  return sql`FROM ${sql.identifier(table)} ${joins ?? sql``}
    WHERE ${and(narrowed, isInRange(table), where, condition)}`;
}

function zeroOf<Name extends string>(conditions: Conditions<Name>): Record<Name, number> {
  return Object.fromEntries(Object.keys(conditions).map((name) => [name, 0])) as Record<
    Name,
    number
  >;
}

function add<Name extends string>(counts: Record<Name, number>, more: Record<Name, number>): void {
  for (const name of Object.keys(counts) as Name[]) counts[name] += more[name];
}
