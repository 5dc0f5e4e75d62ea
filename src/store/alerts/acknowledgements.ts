import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { devices } from '../devices/tables.ts';
import type { Store } from '../engine/open.ts';
import { notifications } from '../outbox/tables.ts';
import { outages } from './tables.ts';

interface OutageToAcknowledge {
  readonly id: number;
  readonly deviceRow: number;
  readonly siteName: string;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
}

/** The outages among these that belong to the customer, who must still own the device. */
export function readOutagesToAcknowledge(
  store: Store,
  outageIds: readonly number[],
  customerId: number,
): OutageToAcknowledge[] {
  return store.db
    .select({
      id: outages.id,
      deviceRow: outages.deviceRow,
      siteName: devices.siteName,
      recoverAt: outages.recoverAt,
      confirmedAt: outages.confirmedAt,
      acknowledgedAt: outages.acknowledgedAt,
      acknowledgedBy: outages.acknowledgedBy,
    })
    .from(outages)
    .innerJoin(devices, eq(devices.id, outages.deviceRow))
    .where(
      and(
        inArray(outages.id, [...outageIds]),
        eq(outages.customerId, customerId),
        eq(devices.customerId, customerId),
      ),
    )
    .all();
}

/**
 * Acknowledges an outage. The first acknowledgement stands, and nobody is alerted or reminded any more.
 * @returns false when somebody else was first
 */
export function markAcknowledged(store: Store, outageId: number, by: string, at: number): boolean {
  const marked = store.db
    .update(outages)
    .set({ acknowledgedAt: at, acknowledgedBy: by })
    .where(and(eq(outages.id, outageId), isNull(outages.acknowledgedAt)))
    .returning({ id: outages.id })
    .all();
  if (marked.length === 0) return false;
  store.db
    .update(notifications)
    .set({ status: 'superseded', lastError: 'acknowledged' })
    .where(
      and(
        eq(notifications.outageId, outageId),
        // The `+` keeps SQLite from using the index of all waiting notifications.
        sql`+${notifications.status} = 'pending'`,
        inArray(notifications.kind, ['alert', 'reminder']),
      ),
    )
    .run();
  return true;
}

/**
 * Takes back the acknowledgement of an outage that goes on. Its messages stay as they are.
 * @returns false when nobody has acknowledged it, or power is back
 */
export function unmarkAcknowledged(store: Store, outageId: number): boolean {
  return (
    store.db
      .update(outages)
      .set({ acknowledgedAt: null, acknowledgedBy: null })
      .where(
        and(
          eq(outages.id, outageId),
          isNotNull(outages.acknowledgedAt),
          isNull(outages.recoverAt),
          isNull(outages.confirmedAt),
        ),
      )
      .returning({ id: outages.id })
      .all().length > 0
  );
}
