/**
 * Walking the tables of what there is to look after (customers, devices, keys) by their row numbers,
 * from the newest down, some thousand at a time. Row numbers never change, so that nothing comes twice
 * or is missed, whatever is added meanwhile; and nothing else has to wait for more than one step.
 */
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Steps } from '../../domain/steps.ts';
import type { Store } from './open.ts';
import { prepareRows } from './plain-sql.ts';

/** A page of a list; the first is 1. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Row numbers; `above` is not part of it. */
export interface RowRange {
  readonly above: number;
  readonly upTo: number;
}

export type WalkedTable = 'customers' | 'devices' | 'activation_keys' | 'events' | 'audit_log';

/** What is looked for in a table. */
export interface Search {
  readonly table: WalkedTable;
  /** What rows have to be that an index finds, as those of one customer; undefined: all of the table. */
  readonly narrowed?: SQL | undefined;
  /** What rows have to be besides; undefined: anything. */
  readonly where?: SQL | undefined;
  /** LEFT JOINs of what `where` looks at. */
  readonly joins?: SQL | undefined;
}

/** Of each row some look-ups of others and a few comparisons: less than a millisecond, on a Pi some. */
const rowsPerStep = 2_000;
/** Comparing words costs more than counting. */
const rowsPerSortedStep = 500;

/** Ranges that hold all rows that are looked for, so many row numbers in each, the newest first. */
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
  // Where many rows were deleted, or are not looked for, the next may be far.
  const from = (upTo: number) => last({ upTo })[0]?.last ?? null;
  for (let upTo = from(Number.MAX_SAFE_INTEGER); upTo !== null; ) {
    const above = upTo - size;
    yield { above, upTo };
    upTo = from(above);
  }
}

/** The condition of a range of a table, or its alias; its ends are given when the statement runs. */
export function isInRange(table: string): SQL {
  const row = rowOf(table);
  return sql`${row} > ${sql.placeholder('above')} AND ${row} <= ${sql.placeholder('upTo')}`;
}

/** SQLite numbers those that have no id of their own, too. */
function rowOf(table: string): SQL {
  return sql`${sql.identifier(table)}.rowid`;
}

/** Conditions, each of which is counted among what was found; undefined: all of it. */
export type Conditions<Name extends string> = Readonly<Record<Name, SQL | undefined>>;

/** How many of what is found meet each condition. */
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
 * The row numbers of one page of what meets the condition `shown`, in the order that is wanted or newest
 * first, and how many there are of each on all pages.
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

/** Collects the rows of one page, range after range. */
interface Picker {
  /** @param found how many of the range are shown */
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

/** What a list is put in order by. Rows without a key come last, of equal ones the newest first. */
export interface Order {
  /** Of a row of the table; a look-up of others by an index may be part of it. */
  readonly key: SQL;
  readonly direction: 'asc' | 'desc';
  /** What memory knows better than the row: the key of what `key` says. */
  readonly read?: (found: SortKey) => SortKey;
}

interface Keyed {
  readonly row: number;
  readonly key: SortKey;
}

/** As dictionaries have it, Thai vowels before their consonant included; `Site 10` after `Site 9`. */
const collator = new Intl.Collator('th', { numeric: true, sensitivity: 'base' });

/** Keeps the first of the order as far as the page reaches; most rows of a long list are compared once. */
function pickInOrder(
  store: Store,
  search: Search,
  condition: SQL | undefined,
  { page, limit }: Page,
  { key, direction, read = (found) => found }: Order,
): Picker {
  const find = prepareRows<Keyed>(
    store,
    sql`SELECT ${rowOf(search.table)} AS "row", ${key} AS "key" ${selected(search, condition)}`,
  );
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (one: Keyed, other: Keyed) => {
    if (one.key === null || other.key === null) {
      const isSame = one.key === other.key;
      return isSame ? other.row - one.row : one.key === null ? 1 : -1;
    }
    const order =
      typeof one.key === 'number' && typeof other.key === 'number'
        ? one.key - other.key
        : collator.compare(String(one.key), String(other.key));
    return order === 0 ? other.row - one.row : order * sign;
  };
  const most = page * limit;
  let first: Keyed[] = [];
  return {
    take(range) {
      const last = first[most - 1];
      const next = find({ ...range })
        .map(({ row, key: found }) => ({ row, key: read(found) }))
        .filter((one) => last === undefined || compare(one, last) < 0);
      if (next.length === 0) return;
      // Sorting what is nearly sorted is merging it.
      first = first.concat(next.sort(compare)).sort(compare).slice(0, most);
    },
    rows: () => first.slice((page - 1) * limit).map(({ row }) => row),
  };
}

/** What was read by row numbers, in the order of these. */
export function inOrderOf<Read>(
  rows: readonly number[],
  read: Read[],
  rowOfRead: (one: Read) => number,
): Read[] {
  const places = new Map(rows.map((row, place) => [row, place]));
  const placeOf = (one: Read) => places.get(rowOfRead(one)) ?? rows.length;
  return read.sort((one, other) => placeOf(one) - placeOf(other));
}

/** The row numbers of all that is found in a range, newest first. */
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
