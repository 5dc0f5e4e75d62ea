import { rings } from '../../domain/alerts/channel-traits.ts';
import { foresee } from '../../domain/alerts/foresee.ts';
import { maintenanceUntil, plannedAt } from '../../domain/alerts/planned-time.ts';
import type { ChannelName, OutageKind } from '../../domain/states.ts';
import {
  type ContactRow,
  ownContact,
  planFor,
  quietHoursOf,
  readContacts,
} from '../../store/alerts/contacts.ts';
import { readPlannedTimes } from '../../store/alerts/planned-times.ts';
import { readReachableRecipients } from '../../store/alerts/recipients.ts';
import type { OwnedDevice } from '../../store/devices/device-owners.ts';
import { hasValidKey } from '../../store/keys/keys.ts';
import type { Monitor } from '../monitor.ts';

/** An alert that would go; epoch ms. */
interface PreviewedAlert {
  readonly contact: ContactRow;
  readonly recipientId: number;
  readonly at: number;
  /** Only if the address before it could not be reached. */
  readonly isInTurn: boolean;
  /** Whether the alert waits for the end of quiet hours. */
  readonly isHeld: boolean;
  /** A phone rings, again and again. */
  readonly isCriticalCall: boolean;
}

const lasting = {
  cause: 'mains',
  recoverAt: null,
  confirmedAt: null,
  acknowledgedAt: null,
} as const;

interface Preview {
  /** Nobody is told before this maintenance ends. */
  readonly maintenanceUntil: number | null;
  /** It would be told as announced. */
  readonly announcedUntil: number | null;
  readonly messages: readonly PreviewedAlert[];
  /** Whether anybody is told again. */
  readonly hasReminders: boolean;
  /** Whether phones are called about its end. */
  readonly callsOnRecovery: boolean;
}

/**
 * The people who would be told of a loss that nobody acknowledges, and when: by the rules of the outbox.
 * @param lostAt epoch ms
 * @param timezone IANA name
 */
export function previewTelling(
  { store, channels, leftOut }: Pick<Monitor, 'store' | 'channels' | 'leftOut'>,
  customerId: number,
  device: Pick<
    OwnedDevice,
    'row' | 'thresholdSeconds' | 'alertEnabled' | 'mutedUntil' | 'isCritical' | 'callsOnRecovery'
  >,
  lostAt: number,
  timezone: string,
): Preview {
  const planned = readPlannedTimes(store, { siteRow: device.row, siteOwner: customerId }, lostAt);
  const contacts = new Map(readContacts(store, customerId).map((row) => [row.id, row]));
  const recipients = readReachableRecipients(store, customerId, channels);
  const firstAt = lostAt + device.thresholdSeconds * 1000;
  const site = {
    outage: { ...lasting, downAt: lostAt },
    hasValidKey: hasValidKey(store, device.row, firstAt),
    isAlertEnabled: device.alertEnabled,
    mutedUntil: device.mutedUntil,
    planned,
  } as const;
  /** When the first address of a contact is told; calls of a critical site are beside the messages. */
  const firstOf = { messages: new Map<number, number>(), calls: new Map<number, number>() };
  const messages = planFor(store, { customerId, deviceRow: device.row }, recipients)
    .flatMap(({ address: { recipientId, channel, contact: rule }, delayMs }) => {
      if (recipientId === null) return [];
      const contact = contacts.get(rule.id) ?? ownContact(customerId);
      const isCriticalCall = device.isCritical && rings({ channel });
      const first = isCriticalCall ? firstOf.calls : firstOf.messages;
      const turnMs = delayMs - (first.get(contact.id) ?? delayMs);
      const isInTurn = turnMs > 0;
      if (!isInTurn) first.set(contact.id, delayMs);
      const alert = { kind: 'alert', dueAt: firstAt + delayMs, delayMs, turnMs } as const;
      const criticalCalls = isCriticalCall ? 0 : null;
      const quietHours = quietHoursOf(contact);
      const message = { ...site, ...alert, channel, criticalCalls, quietHours };
      const foreseen = foresee(message, alert.dueAt, timezone);
      if (foreseen === null) return [];
      return [{ contact, recipientId, isInTurn, isCriticalCall, ...foreseen }];
    })
    .toSorted((a, b) => a.at - b.at);
  const told = recipients.filter(({ recipientId: id }) =>
    messages.some(({ recipientId }) => recipientId === id),
  );
  const isTold = (kind: OutageKind, channel: ChannelName) =>
    leftOut.get(channel)?.has(kind) !== true;
  return {
    maintenanceUntil: maintenanceUntil(planned, firstAt, timezone),
    announcedUntil: plannedAt(planned, 'announced', lostAt, timezone)?.toAt ?? null,
    messages,
    hasReminders: told.some(({ channel }) => isTold('reminder', channel)),
    callsOnRecovery:
      device.callsOnRecovery &&
      told.some(({ channel }) => rings({ channel }) && isTold('recovery', channel)),
  };
}
