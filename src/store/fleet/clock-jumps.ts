import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { events, notifications, outages } from '../engine/schema.ts';
import { insertGap } from './gaps.ts';

/**
 * Records that the wall clock jumped, and moves what hangs on outages opened since `firstOutageId`
 * that are still open: their events, and the notifications that wait for them. What they themselves
 * say is their devices' state, which the caller moves. Must run inside a transaction.
 *
 * @param jumpMs how far the clock moved; negative: backwards
 * @param nowMs the time by the corrected clock
 */
export function recordJump(
  store: Store,
  firstOutageId: number,
  jumpMs: number,
  nowMs: number,
): void {
  insertGap(store, { kind: 'clock', fromAt: nowMs - jumpMs, toAt: nowMs, jumpMs });
  const open = store.db
    .update(outages)
    .set({ detectedAt: sql`${outages.detectedAt} + ${jumpMs}` })
    .where(and(gte(outages.id, firstOutageId), isNull(outages.confirmedAt)))
    .returning({ id: outages.id })
    .all()
    .map((row) => row.id);
  if (open.length === 0) return;
  store.db
    .update(events)
    .set({ occurredAt: sql`${events.occurredAt} + ${jumpMs}` })
    .where(inArray(events.outageId, open))
    .run();
  store.db
    .update(notifications)
    .set({
      dueAt: sql`${notifications.dueAt} + ${jumpMs}`,
      nextAttemptAt: sql`${notifications.nextAttemptAt} + ${jumpMs}`,
    })
    .where(and(inArray(notifications.outageId, open), eq(notifications.status, 'pending')))
    .run();
}

/** The id the next outage will have at least; ids are never given twice. */
export function readNextOutageId(store: Store): number {
  const row = store.sqlite
    .query("SELECT seq FROM sqlite_sequence WHERE name = 'outages'")
    .values()[0];
  return Number(row?.[0] ?? 0) + 1;
}
