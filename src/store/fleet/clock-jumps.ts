import { and, eq, gt, gte, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { outages } from '../alerts/tables.ts';
import type { Store } from '../engine/open.ts';
import { notifications } from '../outbox/tables.ts';
import { insertGap } from './gaps.ts';
import { events } from './tables.ts';

/**
 * Records a jump of the wall clock, and moves what was dated by the wrong time: open outages of this run,
 * everything that lies in the future after the clock went back, their events, and the notifications that
 * wait for them. The state of open outages belongs to their devices, which the caller moves. Must run
 * inside a transaction.
 *
 * @param firstOutageId ids from this one on are outages opened in this run
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
  // When a clock goes forward, nothing is dated too late.
  const future = jumpMs < 0 ? nowMs : Number.MAX_SAFE_INTEGER;
  const open = store.db
    .update(outages)
    .set({ detectedAt: sql`${outages.detectedAt} + ${jumpMs}` })
    .where(
      and(
        or(gte(outages.id, firstOutageId), gt(outages.downAt, future)),
        isNull(outages.confirmedAt),
      ),
    )
    .returning({ id: outages.id })
    .all()
    .map((row) => row.id);
  const moved = [...open, ...moveOutOfFuture(store, jumpMs, nowMs)];
  // Notifications not due by the wrong clock move; those of an outage that stays move no further back
  // than its beginning.
  const outageStart = sql`(SELECT down_at FROM outages WHERE id = ${events.outageId})`;
  const occurredAt = sql`${events.occurredAt} + ${jumpMs}`;
  store.db
    .update(events)
    .set({ occurredAt: sql`max(${occurredAt}, coalesce(${outageStart}, ${occurredAt}))` })
    .where(
      and(
        gt(events.occurredAt, future),
        ne(events.eventType, 'HEARTBEAT'),
        or(isNull(events.outageId), notInArray(events.outageId, moved)),
      ),
    )
    .run();
  if (moved.length === 0) return;
  store.db.update(events).set({ occurredAt }).where(inArray(events.outageId, moved)).run();
  store.db
    .update(notifications)
    .set({
      dueAt: sql`${notifications.dueAt} + ${jumpMs}`,
      nextAttemptAt: sql`${notifications.nextAttemptAt} + ${jumpMs}`,
    })
    .where(and(inArray(notifications.outageId, moved), eq(notifications.status, 'pending')))
    .run();
}

/**
 * Moves outages that are over and end in the future, since the wrong clock dated them. None moves to
 * before the end of the previous one, which stays.
 * @returns their ids
 */
function moveOutOfFuture({ sqlite }: Store, jumpMs: number, nowMs: number): number[] {
  if (jumpMs > 0) return [];
  const future = sqlite
    .query<{ id: number; device: number; downAt: number; recoverAt: number }, [number]>(`
      SELECT id, device_row AS device, down_at AS downAt, recover_at AS recoverAt FROM outages
      WHERE confirmed_at IS NOT NULL AND recover_at > ? ORDER BY down_at`)
    .all(nowMs);
  const endBefore = sqlite.query<{ at: number | null }, [number, number, number]>(`
    SELECT max(recover_at) AS at FROM outages
    WHERE device_row = ?1 AND down_at < ?2 AND id <> ?3 AND confirmed_at IS NOT NULL`);
  const move = sqlite.query<null, [number, number, number, number]>(`
    UPDATE outages SET down_at = ?2, recover_at = ?3,
      confirmed_at = confirmed_at + ?4, detected_at = detected_at + ?4
    WHERE id = ?1`);
  for (const { id, device, downAt, recoverAt } of future) {
    const earliest = endBefore.get(device, downAt, id)?.at ?? Number.NEGATIVE_INFINITY;
    const movedDown = Math.max(earliest, downAt + jumpMs);
    move.run(id, movedDown, Math.max(movedDown, recoverAt + jumpMs), jumpMs);
  }
  return future.map(({ id }) => id);
}

/** The lowest id the next outage can have; ids are never given twice. */
export function readNextOutageId(store: Store): number {
  const row = store.sqlite
    .query("SELECT seq FROM sqlite_sequence WHERE name = 'outages'")
    .values()[0];
  return Number(row?.[0] ?? 0) + 1;
}
