/**
 * Finds rows among a million or more: along an index, from the newest on, some thousand in each step, up to
 * a bound. Rows beyond the bound are not counted. Other work waits for one step at most, however few rows
 * match.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Steps } from '../../domain/steps.ts';
import type { Store } from './open.ts';
import { selectRows } from './plain-sql.ts';
import type { Page } from './row-walk.ts';

/** Rows that such lists count and show at most. A search finds the others. */
export const mostFound = 10_000;

const rowsPerStep = 2_000;

/** A table, `t` in all conditions, and the column that sorts its rows. */
export interface Line {
  readonly table: 'events' | 'outages' | 'notifications' | 'audit_log';
  readonly at: 'occurred_at' | 'down_at' | 'created_at' | 'at' | 'sequence' | 'id';
}

/** Rows that an index gives from the last of the line on. */
export interface Way {
  /**
   * The index: it begins with the columns that `where` fixes, and then the sorting column; or gives so few rows
   * that SQLite may sort them. Null: the row numbers.
   */
  readonly index: string | null;
  readonly where?: SQL | undefined;
  /** The places of the index that are looked at, whether there are rows or not; default 1. */
  readonly places?: number;
}

/** A range of the sorting column; `to` is not part of it. */
interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Further conditions on the rows of a way. */
interface Wanted {
  readonly where?: SQL | undefined;
  /**
   * Keeps rows whose column holds one of many numbers. In SQL, SQLite would build the set anew at every
   * step.
   */
  readonly among?: { readonly column: SQL; readonly values: ReadonlySet<number> } | undefined;
}

export interface FoundRows {
  /** Newest first. */
  readonly ids: readonly number[];
  /** There are more rows than these. */
  readonly isCapped: boolean;
}

interface Found {
  readonly id: number;
  readonly at: number;
}

type ReadRow = Found & { readonly key: number | null; readonly isWanted: number };

/** The last rows of a line on some ways. A row that is on two of them counts once. */
export function* findRows(
  store: Store,
  line: Line,
  ways: readonly Way[],
  wanted: Wanted = {},
  range: Range = {},
  most: number = mostFound,
): Steps<FoundRows> {
  const { where, among } = wanted;
  let found: Found[] = [];
  let rowsLeft = rowsPerStep;
  for (const way of ways) {
    const own: Found[] = [];
    let last: Found = { id: 0, at: range.to ?? Number.MAX_SAFE_INTEGER };
    for (;;) {
      // Once enough is found, only rows newer than the last one found count.
      const from = Math.max(range.from ?? 0, found[most]?.at ?? 0);
      const limit = Math.min(rowsPerStep, most + 1);
      const rows = readRows(store, line, way, { where, key: among?.column }, last, from, limit);
      for (const { id, at, key, isWanted } of rows) {
        if (isWanted === 1 && among?.values.has(key ?? 0) !== false) own.push({ id, at });
      }
      rowsLeft -= Math.max(rows.length, way.places ?? 1);
      if (rowsLeft <= 0) {
        rowsLeft = rowsPerStep;
        yield;
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < limit || own.length > most) break;
      last = end;
    }
    found = found.length === 0 ? own : mergeFound(found, own);
    found.length = Math.min(found.length, most + 1);
  }
  const ids = found.slice(0, most).map(({ id }) => id);
  return { ids, isCapped: found.length > most };
}

function mergeFound(some: readonly Found[], others: readonly Found[]): Found[] {
  const all = some.concat(others).sort((a, b) => b.at - a.at || b.id - a.id);
  return all.filter(({ id }, place) => id !== all[place - 1]?.id);
}

function readRows(
  store: Store,
  { table, at }: Line,
  { index, where }: Way,
  wanted: { readonly where: SQL | undefined; readonly key: SQL | undefined },
  last: Found,
  from: number,
  limit: number,
): ReadRow[] {
  const moment = sql`t.${sql.identifier(at)}`;
  const along = index === null ? sql`` : sql`INDEXED BY ${sql.identifier(index)}`;
  return selectRows(
    store,
    sql`SELECT t.id, ${moment} AS at, ${wanted.key ?? sql`NULL`} AS "key",
        ${wanted.where ?? sql`1`} AS isWanted
      FROM ${sql.identifier(table)} t ${along}
      WHERE ${and(
        where,
        sql`${moment} <= ${last.at} AND (${moment} < ${last.at} OR t.id < ${last.id})`,
        sql`${moment} >= ${from}`,
      )}
      ORDER BY ${moment} DESC, t.id DESC LIMIT ${limit}`,
  );
}

/** One page of what was found. */
export function pageOf(ids: readonly number[], { page, limit }: Page): readonly number[] {
  return ids.slice((page - 1) * limit, page * limit);
}

/** The total of a list over all pages, as it is reported. */
export interface Counted {
  readonly total: number;
  /** There are more than `total`. */
  readonly isCapped: boolean;
}
