import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { maskAddress } from '../../domain/people/mask-address.ts';
import { deleteRecipient } from '../../store/alerts/recipients.ts';
import { queueCutOff, queueNews } from '../../store/outbox/account-news.ts';
import { dropNotificationsFor } from '../../store/outbox/alert-schedule.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Disconnects a chat from a customer. The chat gets no more messages, not even those already waiting, and
 * sessions opened with a link from it end. It can be connected again like any other chat.
 * @throws AppError NOT_FOUND, for a chat of somebody else, too
 */
export function disconnectRecipient(
  monitor: Monitor,
  customerId: number,
  recipientId: number,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  store.transaction(() => {
    const chat = deleteRecipient(store, customerId, recipientId);
    if (chat === undefined) throw new AppError('NOT_FOUND', 'There is no such chat.');
    dropNotificationsFor(store, chat, 'the chat was disconnected');
    queueCutOff(store, customerId, chat, now.wallMs);
    queueNews(
      store,
      customerId,
      { type: 'chat-left', chat: maskAddress(chat.address) },
      now.wallMs,
    );
    const entry = {
      actor,
      action: 'recipient.disconnect',
      subject: `customer:${customerId}`,
      before: { channel: chat.channel, chat: chat.address, language: chat.language },
    };
    writeAudit(store, entry, now.wallMs);
  });
  followUp(monitor, now, []);
}
