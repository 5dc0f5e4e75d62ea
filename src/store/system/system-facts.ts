/** Facts of the database itself, and of the messages that wait in it. */
import { desc, inArray } from 'drizzle-orm';
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import { kindsForFollowers } from '../../domain/alerts/delivery.ts';
import type { Steps } from '../../domain/steps.ts';
import { perStore, type Store } from '../engine/open.ts';
import { countRows, type WalkedTable } from '../engine/row-walk.ts';
import { observationGaps } from '../fleet/tables.ts';

interface TableCounts {
  readonly devices: number;
  readonly keys: number;
  readonly events: number;
}

/** Counting a million rows takes a tenth of a second, and half a second on a Pi, so counts are kept. */
const countsGoodForMs = 600_000;

const known = perStore(() => ({ events: 0, untilMono: Number.NEGATIVE_INFINITY }));

/** Rows of the large tables. The count of events is at most ten minutes old. */
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

/** Rows that are counted at most: each costs a look, every time the metrics are read. */
const mostCounted = 10_000;

/** As SQL, of a notification. */
const notForFollowers = `kind NOT IN (${kindsForFollowers.map((kind) => `'${kind}'`).join()})`;

const waiting = perStore((store) =>
  store.sqlite.query<{ waiting: number; oldest: number | null }, [nowMs: number]>(
    // Messages that a mute or the night holds back do not wait for a messenger.
    `SELECT count(*) AS waiting, min(due_at) AS oldest FROM (
      SELECT due_at FROM notifications INDEXED BY notifications_waiting
      WHERE status IN ('pending', 'sending') AND next_attempt_at > 0 AND due_at <= ?1
        AND (next_attempt_at <= ?1 OR attempts > 0) AND ${notForFollowers}
      ORDER BY next_attempt_at LIMIT ${mostCounted})`,
  ),
);

/**
 * Counts messages that are due and could not go yet, up to `mostCounted`. `oldestMs`: for how long the first
 * of them has been due.
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
    // An address that a stranger typed may well be none.
    `SELECT count(*) AS failed FROM notifications
    WHERE status = 'failed' AND created_at >= ? AND ${notForFollowers}`,
  ),
);

/** Counts messages that were queued since `sinceMs` and given up. */
export function countFailedSince(store: Store, sinceMs: number): number {
  return failedSince(store).get(sinceMs)?.failed ?? 0;
}

const lastSent = perStore((store) =>
  // Only the newest are looked at: older messages were, as a rule, sent earlier.
  store.sqlite.query<{ at: number | null }, [channels: string]>(
    `SELECT max(sent_at) AS at FROM (
      SELECT sent_at, channel FROM notifications WHERE status = 'sent'
      ORDER BY created_at DESC LIMIT 200)
    WHERE channel IN (SELECT value FROM json_each(?))`,
  ),
);

/** When one of the channels last took a message (epoch ms). Null: never. */
export function readLastSentAt(store: Store, channels: ChannelsInUse): number | null {
  return lastSent(store).get(JSON.stringify([...channels]))?.at ?? null;
}

const madeAt = perStore((store) =>
  store.sqlite.query<{ at: number | null }, []>('SELECT min(created_at) AS at FROM admins'),
);

/** When this database came into use (epoch ms): when its first operator was made. */
export function readMadeAt(store: Store): number | null {
  return madeAt(store).get()?.at ?? null;
}

export type GapRow = typeof observationGaps.$inferSelect;

/** The latest times in which this server could not see its devices, newest first. */
export function readNewestGaps(store: Store, limit: number): GapRow[] {
  return readGaps(store, ['server_off', 'uplink'], limit);
}

/** The latest jumps of the wall clock, newest first. */
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
