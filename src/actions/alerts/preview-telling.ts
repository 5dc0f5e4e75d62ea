import { plannedAt } from '../../domain/alerts/planned-time.ts';
import { quietUntil } from '../../domain/alerts/quiet-hours.ts';
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
import type { Monitor } from '../monitor.ts';

/** An alert that would go; epoch ms. */
export interface PreviewedAlert {
  readonly contact: ContactRow;
  readonly recipientId: number;
  readonly at: number;
  /** Only if the address before it could not be reached. */
  readonly isInTurn: boolean;
  /** Whether the alert waits for the end of quiet hours. */
  readonly isHeld: boolean;
}

/**
 * Who would be told of a loss that nobody acknowledges, and when: by the rules of the outbox.
 * @param lostAt epoch ms
 * @param timezone IANA name
 */
export function previewTelling(
  {
    store,
    channels,
    channelsWithoutReminders,
  }: Pick<Monitor, 'store' | 'channels' | 'channelsWithoutReminders'>,
  customerId: number,
  device: Pick<OwnedDevice, 'row' | 'thresholdSeconds'>,
  lostAt: number,
  timezone: string,
): {
  readonly maintenanceUntil: number | null;
  readonly messages: readonly PreviewedAlert[];
  readonly hasReminders: boolean;
} {
  const planned = readPlannedTimes(store, { siteRow: device.row, siteOwner: customerId }, lostAt);
  const contacts = new Map(readContacts(store, customerId).map((row) => [row.id, row]));
  const recipients = readReachableRecipients(store, customerId, channels);
  const firstAt = lostAt + device.thresholdSeconds * 1000;
  const maintenance = plannedAt(planned, 'maintenance', firstAt, timezone);
  const seen = new Set<number>();
  const messages = planFor(store, { customerId, deviceRow: device.row }, recipients)
    .flatMap(({ address, delayMs }) => {
      if (address.recipientId === null) return [];
      const contact = contacts.get(address.contact.id) ?? ownContact(customerId);
      const dueAt = firstAt + delayMs;
      const at = plannedAt(planned, 'maintenance', dueAt, timezone)?.toAt ?? dueAt;
      const heldUntil = quietUntil(quietHoursOf(contact), 'alert', at, timezone);
      const isInTurn = contact.order === 'in_turn' && seen.has(contact.id);
      seen.add(contact.id);
      const { recipientId } = address;
      return [{ contact, recipientId, at: heldUntil ?? at, isInTurn, isHeld: heldUntil !== null }];
    })
    .toSorted((a, b) => a.at - b.at);
  const hasReminders = recipients.some(
    (told) =>
      !channelsWithoutReminders.has(told.channel) &&
      messages.some(({ recipientId }) => recipientId === told.recipientId),
  );
  return { maintenanceUntil: maintenance?.toAt ?? null, messages, hasReminders };
}
