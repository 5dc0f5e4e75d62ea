/**
 * Finding events among a million of them: by an index, from the newest on, some thousand rows at a
 * time, and no further than to a bound. What nobody looks at is not counted, and however little is
 * found, nothing else has to wait for more than one step.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Steps } from '../../domain/steps.ts';
import type { Store } from '../engine/open.ts';
import { selectRows } from '../engine/plain-sql.ts';

/** Lists of events count so far, and show so many; who wants to see more looks for less. */
export const mostFound = 10_000;

const rowsPerStep = 2_000;

/** Rows of `events e` that an index gives from the newest on. */
export interface Way {
  /** One that begins with what `where` fixes and goes on with the time. */
  readonly index:
    | 'events_occurred'
    | 'events_type'
    | 'events_customer'
    | 'events_customer_occurred'
    | 'events_device'
    | 'events_device_told';
  readonly where: SQL;
}

export interface Range {
  /** Epoch ms; `to` is not part of it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface FoundEvents {
  /** Newest first. */
  readonly ids: readonly number[];
  /** There are more than these. */
  readonly isCapped: boolean;
}

interface Found {
  readonly id: number;
  readonly at: number;
}

/** What an event on a way has to be besides. */
export interface Wanted {
  readonly where?: SQL | undefined;
  /** Rows of devices, one of which it is of; null: any. */
  readonly devices: readonly number[] | null;
}

/** The newest events on some ways that no two of them share. */
export function* findEvents(
  store: Store,
  ways: readonly Way[],
  wanted: Wanted,
  range: Range = {},
): Steps<FoundEvents> {
  // Looked up here: SQLite would build the set anew at every step.
  const devices = wanted.devices === null ? null : new Set(wanted.devices);
  let found: Found[] = [];
  let rowsLeft = rowsPerStep;
  for (const way of ways) {
    const own: Found[] = [];
    let last: Found = { id: 0, at: range.to ?? Number.MAX_SAFE_INTEGER };
    for (;;) {
      // Once enough is found, only what is newer than the last of it counts.
      const from = Math.max(range.from ?? 0, found[mostFound]?.at ?? 0);
      const rows = readRows(store, way, wanted.where, last, from, rowsPerStep);
      for (const { id, at, deviceRow, isWanted } of rows) {
        if (isWanted === 1 && devices?.has(deviceRow) !== false) own.push({ id, at });
      }
      rowsLeft -= Math.max(rows.length, 1);
      if (rowsLeft <= 0) {
        rowsLeft = rowsPerStep;
        yield;
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < rowsPerStep || own.length > mostFound) break;
      last = end;
    }
    found = found.length === 0 ? own : found.concat(own).sort((a, b) => b.at - a.at || b.id - a.id);
    found.length = Math.min(found.length, mostFound + 1);
  }
  const ids = found.slice(0, mostFound).map(({ id }) => id);
  return { ids, isCapped: found.length > mostFound };
}

function readRows(
  store: Store,
  { index, where }: Way,
  wanted: SQL | undefined,
  last: Found,
  from: number,
  limit: number,
): (Found & { readonly deviceRow: number; readonly isWanted: number })[] {
  return selectRows(
    store,
    sql`SELECT e.id, e.occurred_at AS at, e.device_row AS deviceRow, ${wanted ?? sql`1`} AS isWanted
      FROM events e INDEXED BY ${sql.raw(index)}
      WHERE ${and(
        where,
        sql`e.occurred_at <= ${last.at} AND (e.occurred_at < ${last.at} OR e.id < ${last.id})`,
        sql`e.occurred_at >= ${from}`,
      )}
      ORDER BY e.occurred_at DESC, e.id DESC LIMIT ${limit}`,
  );
}

/** Word for word what the indexes without the heartbeat roll-ups, most of all rows, ask for. */
export const isNews = sql`e.event_type <> 'HEARTBEAT'`;

/** The events of one device: those that are told, or all. */
export function wayOfDevice(deviceRow: number, hasRollUps: boolean): Way {
  return hasRollUps
    ? { index: 'events_device', where: sql`e.device_row = ${deviceRow}` }
    : { index: 'events_device_told', where: sql`e.device_row = ${deviceRow} AND ${isNews}` };
}

/** The events of one owner: those that are told, or all. */
export function wayOfCustomer(customerId: number, hasRollUps: boolean): Way {
  return hasRollUps
    ? { index: 'events_customer', where: sql`e.customer_id = ${customerId}` }
    : {
        index: 'events_customer_occurred',
        where: sql`e.customer_id = ${customerId} AND ${isNews}`,
      };
}

/** Up to so many devices each is looked at by itself; of more, some are soon met with. */
export const mostWays = 200;
