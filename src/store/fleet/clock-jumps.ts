import type { Store } from '../engine/open.ts';
import { type ClockJump, insertGap, moveGaps } from './gaps.ts';

/**
 * Records a jump of the wall clock, and moves what was dated by the wrong time: open outages of this run,
 * everything that lies in the future after the clock went back, their events, the outages of areas, gaps, and
 * messages that wait. The state of open outages belongs to their devices, which the caller moves. Must run
 * inside a transaction.
 *
 * @param firstOutageId ids from this one on are outages opened in this run
 */
export function moveStoredTimes(store: Store, jump: ClockJump, firstOutageId: number): void {
  const { jumpMs, nowMs } = jump;
  moveGaps(store, jump);
  insertGap(store, { kind: 'clock', fromAt: nowMs - jumpMs, toAt: nowMs, jumpMs });
  const moved = JSON.stringify([
    ...moveOpenOutages(store, jump, firstOutageId),
    ...moveOutOfFuture(store, jump),
  ]);
  moveEvents(store, jump, moved);
  moveAreas(store, jump);
  moveMessages(store, jump, moved);
  moveReadings(store, jump);
}

/** Only what is later lies in the future. When a clock goes forward, nothing is dated too late. */
function futureOf({ jumpMs, nowMs }: ClockJump): number {
  return jumpMs < 0 ? nowMs : Number.MAX_SAFE_INTEGER;
}

/** @returns the outages whose devices move */
function moveOpenOutages({ sqlite }: Store, jump: ClockJump, firstOutageId: number): number[] {
  return sqlite
    .query<{ id: number }, [firstOutageId: number, future: number, jumpMs: number]>(`
      UPDATE outages SET detected_at = detected_at + ?3, acknowledged_at = acknowledged_at + ?3
      WHERE (id >= ?1 OR down_at > ?2) AND confirmed_at IS NULL RETURNING id`)
    .all(firstOutageId, futureOf(jump), jump.jumpMs)
    .map(({ id }) => id);
}

/** Events move with their outage; those of one that stays, no further back than its beginning. */
function moveEvents({ sqlite }: Store, jump: ClockJump, moved: string): void {
  sqlite
    .query<null, [future: number, jumpMs: number, moved: string]>(`
      UPDATE events SET occurred_at = max(occurred_at + ?2, coalesce(
        (SELECT down_at FROM outages WHERE id = events.outage_id), occurred_at + ?2))
      WHERE occurred_at > ?1 AND event_type <> 'HEARTBEAT'
        AND (outage_id IS NULL OR outage_id NOT IN (SELECT value FROM json_each(?3)))`)
    .run(futureOf(jump), jump.jumpMs, moved);
  sqlite
    .query<null, [jumpMs: number, moved: string]>(`
      UPDATE events SET occurred_at = occurred_at + ?1
      WHERE outage_id IN (SELECT value FROM json_each(?2))`)
    .run(jump.jumpMs, moved);
}

/** Moments that this run dated in outages of areas that go on, or that lie in the future. */
function moveAreas({ sqlite }: Store, jump: ClockJump): void {
  const columns = ['began_from', 'began_to', 'declared_at', 'ended_at', 'told_at', 'told_end_at'];
  const moves = columns.map((name) => `${name} = ${name} + iif(${name} >= ?1, ?4, 0)`);
  sqlite
    .query<null, [startAt: number, wasMs: number, future: number, jumpMs: number]>(`
      UPDATE area_outages SET ${moves.join(', ')}
      WHERE ended_at IS NULL AND declared_at BETWEEN ?1 AND ?2
        OR declared_at > ?3 OR ended_at > ?3`)
    .run(jump.startAt, jump.nowMs - jump.jumpMs, futureOf(jump), jump.jumpMs);
}

/**
 * Messages wait as long as they would have: those of outages that move, and what this run queued for a
 * moment that it counted from its own. What a mute, quiet hours or planned work hold until a certain time
 * is judged anew.
 */
function moveMessages({ sqlite }: Store, jump: ClockJump, moved: string): void {
  sqlite
    .query<null, [startAt: number, wasMs: number, jumpMs: number, moved: string]>(`
      UPDATE notifications SET due_at = due_at + ?3,
        next_attempt_at = iif(attempts = 0, min(due_at, next_attempt_at), next_attempt_at) + ?3,
        created_at = created_at + iif(created_at BETWEEN ?1 AND ?2, ?3, 0)
      WHERE status IN ('pending', 'sending') AND (outage_id IN (SELECT value FROM json_each(?4))
        OR created_at BETWEEN ?1 AND ?2 AND (outage_id IS NOT NULL OR due_at <= ?2))`)
    .run(jump.startAt, jump.nowMs - jump.jumpMs, jump.jumpMs, moved);
  // Only this run dates tries.
  sqlite
    .query<null, [jumpMs: number]>(`
      UPDATE notifications SET sayable_since = sayable_since + ?1
      WHERE status IN ('pending', 'sending') AND sayable_since IS NOT NULL`)
    .run(jump.jumpMs);
}

/** Calendars are read again when they would have been, not in a future that the clock has left. */
function moveReadings({ sqlite }: Store, jump: ClockJump): void {
  sqlite
    .query<null, [future: number, jumpMs: number]>(
      'UPDATE outage_calendars SET next_read_at = next_read_at + ?2 WHERE next_read_at > ?1',
    )
    .run(futureOf(jump), jump.jumpMs);
}

/**
 * Moves outages that are over and end in the future, since the wrong clock dated them. None moves to
 * before the end of the previous one, which stays.
 * @returns their ids
 */
function moveOutOfFuture({ sqlite }: Store, { jumpMs, nowMs }: ClockJump): number[] {
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
      confirmed_at = confirmed_at + ?4, detected_at = detected_at + ?4,
      acknowledged_at = acknowledged_at + ?4
    WHERE id = ?1`);
  for (const { id, device, downAt, recoverAt } of future) {
    const earliest = endBefore.get(device, downAt, id)?.at ?? Number.NEGATIVE_INFINITY;
    const movedDown = Math.max(earliest, downAt + jumpMs);
    move.run(id, movedDown, Math.max(movedDown, recoverAt + jumpMs), jumpMs);
  }
  return future.map(({ id }) => id);
}

/** The lowest ids that the next outage and the next gap can have; ids are never given twice. */
export function readNextIds({ sqlite }: Store) {
  const last = sqlite.query<{ seq: number }, [table: string]>(
    'SELECT seq FROM sqlite_sequence WHERE name = ?',
  );
  const next = (table: string) => (last.get(table)?.seq ?? 0) + 1;
  return { firstOutageId: next('outages'), firstGapId: next('observation_gaps') };
}
