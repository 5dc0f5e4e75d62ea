import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ObservationGap } from '../../domain/fleet/device-state.ts';
import type { Store } from '../engine/open.ts';
import { observationGaps } from './tables.ts';

/** A shorter pause between two runs is a restart that no device can notice, in ms. */
const shortestGapMs = 1_000;

/** Whether the server was off between its last sign of life and its start (epoch ms). */
export function isGap(aliveAt: number, startAt: number): boolean {
  return startAt - aliveAt >= shortestGapMs;
}

/** Records a time in which the server could not see. `toAt` null: it still cannot. */
export function insertGap(
  store: Store,
  gap: {
    readonly kind: 'server_off' | 'uplink' | 'clock';
    readonly fromAt: number;
    readonly toAt: number | null;
    readonly jumpMs?: number;
  },
): number {
  return store.db.insert(observationGaps).values(gap).returning({ id: observationGaps.id }).get()
    .id;
}

/** Ends a gap. @returns the whole of it, which a set clock may have moved meanwhile */
export function closeGap(store: Store, id: number, toAt: number): ObservationGap {
  const { kind, fromAt } = store.db
    .update(observationGaps)
    .set({ toAt })
    .where(eq(observationGaps.id, id))
    .returning({ kind: observationGaps.kind, fromAt: observationGaps.fromAt })
    .get();
  return { kind: kind === 'uplink' ? 'uplink' : 'server_off', fromAt, toAt };
}

/** Ends gaps that a crash left open. @param aliveAt the last sign of life before it, epoch ms */
export function closeOpenGaps(store: Store, aliveAt: number): void {
  store.db
    .update(observationGaps)
    .set({ toAt: sql`max(${observationGaps.fromAt}, ${aliveAt})` })
    .where(isNull(observationGaps.toAt))
    .run();
}

/** A jump of the wall clock, and since when everything was dated by the wrong one. */
export interface ClockJump {
  /** The jump of the clock; negative: backwards. */
  readonly jumpMs: number;
  /** The time by the corrected clock, epoch ms. */
  readonly nowMs: number;
  /** When this run of the server began, by the wrong clock. */
  readonly startAt: number;
  /** Ids from this one on are gaps that ended in this run, or go on. */
  readonly firstGapId: number;
}

/** Moves what this run has dated of gaps. One may have begun before it. */
export function moveGaps(store: Store, { jumpMs, startAt, firstGapId }: ClockJump): void {
  store.sqlite
    .query<null, [firstGapId: number, startAt: number, jumpMs: number]>(`
      UPDATE observation_gaps SET from_at = from_at + iif(from_at >= ?2, ?3, 0),
        to_at = max(from_at + iif(from_at >= ?2, ?3, 0), to_at + ?3)
      WHERE id >= ?1 AND kind <> 'clock'`)
    .run(firstGapId, startAt, jumpMs);
}

/** Times in which the server could not see that ended since then (epoch ms), in order. */
export function readGapsSince(store: Store, since: number): ObservationGap[] {
  return store.sqlite
    .query<ObservationGap, [since: number]>(`
      SELECT kind, from_at AS fromAt, to_at AS toAt FROM observation_gaps
      WHERE kind IN ('server_off', 'uplink') AND to_at > ? ORDER BY from_at`)
    .all(since);
}

/** The last time in which the server could not see, or null. */
export function readLastGap(store: Store): ObservationGap | null {
  const row = store.db
    .select()
    .from(observationGaps)
    .where(
      and(inArray(observationGaps.kind, ['server_off', 'uplink']), isNotNull(observationGaps.toAt)),
    )
    .orderBy(desc(observationGaps.fromAt))
    .limit(1)
    .get();
  if (row === undefined || row.toAt === null) return null;
  const kind = row.kind === 'uplink' ? 'uplink' : 'server_off';
  return { kind, fromAt: row.fromAt, toAt: row.toAt };
}

/**
 * The total time the server could not see, in ms: while it was off, and while its own uplink was dead. A
 * gap that lasts counts until now.
 */
export function sumGaps(
  store: Store,
  nowMs: number,
): { readonly off: number; readonly uplink: number } {
  const lasted = (kind: 'server_off' | 'uplink') =>
    store.db
      .select({
        ms: sql<number>`coalesce(sum(coalesce(${observationGaps.toAt}, ${nowMs}) - ${observationGaps.fromAt}), 0)`,
      })
      .from(observationGaps)
      .where(eq(observationGaps.kind, kind))
      .get()?.ms ?? 0;
  return { off: lasted('server_off'), uplink: lasted('uplink') };
}
