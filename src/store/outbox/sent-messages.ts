import { eq, or } from 'drizzle-orm';
import type { ChannelName } from '../../domain/states.ts';
import { readKnownSites } from '../alerts/contacts.ts';
import { outages } from '../alerts/tables.ts';
import type { Store } from '../engine/open.ts';
import { notifications } from './tables.ts';

/** The customer, outages and devices of a sent message. */
export interface SentMessageContent {
  readonly customerId: number | null;
  readonly outageIds: readonly number[];
  readonly deviceRows: readonly number[];
}

/** A chat in which a button was pressed. */
interface PressingChat {
  readonly channel: ChannelName;
  readonly address: string;
  readonly recipientId: number;
}

/**
 * Reads what a sent message was about.
 * @param notificationId the first notification of the message, which its buttons carry
 * @param chat whatever number it sends, it gets only what it was told itself, and what it may know of. Left out: all
 * @returns undefined: there is no such notification
 */
export function readSentMessage(
  store: Store,
  notificationId: number,
  chat?: PressingChat,
): SentMessageContent | undefined {
  const rows = store.db
    .select({
      customerId: notifications.customerId,
      channel: notifications.channel,
      address: notifications.recipient,
      outageId: notifications.outageId,
      deviceRow: outages.deviceRow,
    })
    .from(notifications)
    .leftJoin(outages, eq(outages.id, notifications.outageId))
    .where(or(eq(notifications.id, notificationId), eq(notifications.groupId, notificationId)))
    .all();
  const [first] = rows;
  if (first === undefined) return undefined;
  const known = chat === undefined ? null : readKnownSites(store, chat.recipientId);
  const its = rows.filter(
    ({ channel, address, deviceRow }) =>
      (channel === chat?.channel && address === chat.address) ||
      known === null ||
      (deviceRow !== null && known.has(deviceRow)),
  );
  return {
    customerId: first.customerId,
    outageIds: its.flatMap((row) => row.outageId ?? []),
    deviceRows: [...new Set(its.flatMap((row) => row.deviceRow ?? []))],
  };
}
