import type { Instant } from '../../domain/instant.ts';
import type { ChannelName } from '../../domain/states.ts';
import { findConnectedChat } from '../../store/alerts/recipients.ts';
import { readSentMessage } from '../../store/outbox/sent-messages.ts';
import type { Monitor } from '../monitor.ts';
import { acknowledgeOutages } from './acknowledge-outages.ts';

interface AnsweredMessage {
  readonly channel: ChannelName;
  /** Where it was answered. */
  readonly address: string;
  /** The first notification of the message. */
  readonly notificationId: number;
}

/**
 * Acknowledges what a message told of, where it arrived. An address that was disconnected meanwhile, or is another
 * account's, acknowledges nothing of the first one's.
 * @param from the network address that the answer came from. Null: none
 */
export function acknowledgeMessage(
  monitor: Monitor,
  { channel, address, notificationId }: AnsweredMessage,
  from: string | null,
  now: Instant,
): void {
  const recipient = findConnectedChat(monitor.store, channel, address);
  const content = readSentMessage(monitor.store, notificationId);
  if (recipient === undefined || content?.customerId !== recipient.customerId) return;
  const { customerId, name } = recipient;
  const { outageIds } = content;
  const actor = { name: `bot:${address}`, address: from };
  acknowledgeOutages(monitor, { customerId, outageIds, by: name ?? address, actor }, now);
}
