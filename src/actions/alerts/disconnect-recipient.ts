import { hasTrait } from '../../domain/alerts/channel-traits.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { maskAddress, showAddress } from '../../domain/people/mask-address.ts';
import { endJoiningLinks } from '../../store/alerts/messenger-links.ts';
import { deleteRecipient } from '../../store/alerts/recipients.ts';
import { queueCutOff, queueNews } from '../../store/outbox/account-news.ts';
import { dropNotificationsFor } from '../../store/outbox/alert-schedule.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { replanOutages } from './resume-alerts.ts';

/**
 * Disconnects a recipient from a customer. Messages that wait for it are dropped. Sessions that were opened with a link
 * from it end. Unused links and codes of the account end, too. The alerts of open outages are planned anew for the
 * recipients that stay. The recipient can be connected again.
 * @throws AppError NOT_FOUND, also for a recipient of another customer
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
    applyDisconnect(store, customerId, recipientId, actor, now);
    replanOutages(monitor, customerId, now);
  });
  sendQueued(monitor);
}

/**
 * `disconnectRecipient` inside a transaction. The caller plans open outages anew (`replanOutages`) and sends what is
 * queued afterwards.
 */
export function applyDisconnect(
  store: Monitor['store'],
  customerId: number,
  recipientId: number,
  actor: Actor,
  now: Instant,
): void {
  const left = deleteRecipient(store, customerId, recipientId);
  if (left === undefined) throw new AppError('NOT_FOUND', 'There is no such chat.');
  // Links and codes that connect chats may have been made from there.
  endJoiningLinks(store, customerId);
  dropNotificationsFor(store, left, 'the recipient was disconnected');
  if (!hasTrait(left.channel, 'partsSilently')) queueCutOff(store, customerId, left, now.wallMs);
  const chat = (left.channel === 'webpush' ? left.name : null) ?? maskAddress(left.address);
  queueNews(store, customerId, { type: 'chat-left', chat }, now.wallMs);
  const entry = {
    actor,
    action: 'recipient.disconnect',
    subject: `customer:${customerId}`,
    before: {
      channel: left.channel,
      chat: showAddress(left.channel, left.address),
      language: left.language,
    },
  };
  writeAudit(store, entry, now.wallMs);
}
