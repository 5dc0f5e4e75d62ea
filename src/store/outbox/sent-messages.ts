import { eq, or } from 'drizzle-orm';
import { outages } from '../alerts/tables.ts';
import type { Store } from '../engine/open.ts';
import { notifications } from './tables.ts';

/** What a sent message was about. */
export interface SentMessageContent {
  readonly customerId: number | null;
  readonly outageIds: readonly number[];
  readonly deviceRows: readonly number[];
}

/**
 * Reads what a sent message was about.
 * @param notificationId the first notification of the message, which its buttons carry
 * @returns undefined: there is no such notification
 */
export function readSentMessage(
  store: Store,
  notificationId: number,
): SentMessageContent | undefined {
  const rows = store.db
    .select({
      customerId: notifications.customerId,
      outageId: notifications.outageId,
      deviceRow: outages.deviceRow,
    })
    .from(notifications)
    .leftJoin(outages, eq(outages.id, notifications.outageId))
    .where(or(eq(notifications.id, notificationId), eq(notifications.groupId, notificationId)))
    .all();
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    customerId: first.customerId,
    outageIds: rows.flatMap((row) => row.outageId ?? []),
    deviceRows: [...new Set(rows.flatMap((row) => row.deviceRow ?? []))],
  };
}
