/** What the database can say of itself and of what waits in it. */
import { desc, inArray } from 'drizzle-orm';
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import type { Steps } from '../../domain/steps.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { countRows, type WalkedTable } from '../engine/row-walk.ts';
import { observationGaps } from '../engine/schema.ts';

export interface TableCounts {
  readonly devices: number;
  readonly keys: number;
  readonly events: number;
}

/** A million are counted in a tenth of a second of small steps, on a Pi in half of one: now and then. */
const countsGoodForMs = 600_000;

const known = perStore(() => ({ events: 0, untilMono: Number.NEGATIVE_INFINITY }));

/** Rows of the large tables; of the events as they were at most ten minutes ago. */
export function* readTableCounts(store: Store, monoMs: number): Steps<TableCounts> {
  const count = (table: WalkedTable) => countRows(store, { table }, { total: undefined });
  const counted = known(store);
  if (monoMs >= counted.untilMono) {
    counted.events = (yield* count('events')).total;
    counted.untilMono = monoMs + countsGoodForMs;
  }
  const devices = (yield* count('devices')).total;
  const keys = (yield* count('activation_keys')).total;
  return { devices, keys, events: counted.events };
}

/** Counting costs a look at each, and happens at every look at the metrics. */
const mostCounted = 10_000;

const waiting = perStore((store) =>
  store.sqlite.query<{ waiting: number; oldest: number | null }, [nowMs: number]>(
    // What a mute or the night holds back has not been tried, and does not wait for a messenger.
    `SELECT count(*) AS waiting, min(due_at) AS oldest FROM (
      SELECT due_at FROM notifications INDEXED BY notifications_waiting
      WHERE status IN ('pending', 'sending') AND next_attempt_at > 0 AND due_at <= ?1
        AND (next_attempt_at <= ?1 OR attempts > 0)
      ORDER BY next_attempt_at LIMIT ${mostCounted})`,
  ),
);

/**
 * Messages that are due and could not go yet, of very many so many; `oldestMs`: for how long the first
 * of them has been.
 */
export function readWaiting(
  store: Store,
  nowMs: number,
): { readonly waiting: number; readonly oldestMs: number | null } {
  const row = waiting(store).get(nowMs);
  const oldest = row?.oldest ?? null;
  return {
    waiting: row?.waiting ?? 0,
    oldestMs: oldest === null ? null : Math.max(0, nowMs - oldest),
  };
}

const failedSince = perStore((store) =>
  store.sqlite.query<{ failed: number }, [sinceMs: number]>(
    "SELECT count(*) AS failed FROM notifications WHERE status = 'failed' AND created_at >= ?",
  ),
);

/** Messages queued since then that were given up. */
export function countFailedSince(store: Store, sinceMs: number): number {
  return failedSince(store).get(sinceMs)?.failed ?? 0;
}

const lastSent = perStore((store) =>
  // Among the newest only: what was queued long before them was, as a rule, sent before them.
  store.sqlite.query<{ at: number | null }, [channels: string]>(
    `SELECT max(sent_at) AS at FROM (
      SELECT sent_at, channel FROM notifications WHERE status = 'sent'
      ORDER BY created_at DESC LIMIT 200)
    WHERE channel IN (SELECT value FROM json_each(?))`,
  ),
);

/** When one of the channels last took a message (epoch ms), or null. */
export function readLastSentAt(store: Store, channels: ChannelsInUse): number | null {
  return lastSent(store).get(JSON.stringify([...channels]))?.at ?? null;
}

const madeAt = perStore((store) =>
  store.sqlite.query<{ at: number | null }, []>('SELECT min(created_at) AS at FROM admins'),
);

/** When this database came into use (epoch ms): its first administrator was made then. */
export function readMadeAt(store: Store): number | null {
  return madeAt(store).get()?.at ?? null;
}

export type GapRow = typeof observationGaps.$inferSelect;

/** The newest times in which this server could not see, newest first. */
export function readNewestGaps(store: Store, limit: number): GapRow[] {
  return readGaps(store, ['server_off', 'uplink'], limit);
}

/** The newest jumps of the wall clock, newest first. */
export function readNewestClockJumps(store: Store, limit: number): GapRow[] {
  return readGaps(store, ['clock'], limit);
}

function readGaps(store: Store, kinds: GapRow['kind'][], limit: number): GapRow[] {
  return store.db
    .select()
    .from(observationGaps)
    .where(inArray(observationGaps.kind, kinds))
    .orderBy(desc(observationGaps.fromAt))
    .limit(limit)
    .all();
}
