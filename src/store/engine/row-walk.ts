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
 * The row numbers of one page of what meets the condition `shown`, newest first, and how many there are
 * of each on all pages.
 */
export function* findPage<Name extends string>(
  store: Store,
  search: Search,
  conditions: Conditions<Name>,
  shown: NoInfer<Name>,
  { page, limit }: Page,
): Steps<{ readonly rows: readonly number[]; readonly counts: Readonly<Record<Name, number>> }> {
  const count = prepareCount(store, search, conditions);
  const row = rowOf(search.table);
  const find = prepareRows<{ row: number }>(
    store,
    sql`SELECT ${row} AS "row" ${selected(search, conditions[shown])} ORDER BY ${desc(row)}
      LIMIT ${sql.placeholder('limit')} OFFSET ${sql.placeholder('offset')}`,
  );
  const counts = zeroOf(conditions);
  const rows: number[] = [];
  let before = (page - 1) * limit;
  for (const range of rowRanges(store, search, rowsPerStep)) {
    const found = count(range);
    add(counts, found);
    if (rows.length < limit && found[shown] > before) {
      const next = find({ ...range, limit: limit - rows.length, offset: before });
      rows.push(...next.map((one) => one.row));
    }
    before = Math.max(0, before - found[shown]);
    yield;
  }
  return { rows, counts };
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
