import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ObservationGap } from '../../domain/fleet/device-state.ts';
import type { Store } from '../engine/open.ts';
import { observationGaps } from './tables.ts';

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

export function closeGap(store: Store, id: number, toAt: number): void {
  store.db.update(observationGaps).set({ toAt }).where(eq(observationGaps.id, id)).run();
}

/** Ends gaps that a crash left open. */
export function closeOpenGaps(store: Store, toAt: number): void {
  store.db.update(observationGaps).set({ toAt }).where(isNull(observationGaps.toAt)).run();
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
  return row === undefined || row.toAt === null ? null : { fromAt: row.fromAt, toAt: row.toAt };
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
