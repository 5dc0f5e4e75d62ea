import { hasButtons, isPrivateChat, mayLogIn, mayMute } from '../../domain/alerts/chat-role.ts';
import { differences } from '../../domain/differences.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { maskAddress } from '../../domain/people/mask-address.ts';
import type { ChannelName } from '../../domain/states.ts';
import { endJoiningLinks, endLinksOfChat } from '../../store/alerts/messenger-links.ts';
import {
  findRecipient,
  type RecipientRow,
  type RecipientWishes,
  readRecipients,
  updatePinnedMessage,
  updateRecipientWishes,
} from '../../store/alerts/recipients.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { updateCustomer } from '../../store/people/customers.ts';
import { deleteSessionsOf } from '../../store/people/sessions.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { CommandMonitor, Monitor } from '../monitor.ts';

/** Wishes besides alerts, and permissions; undefined: as before. */
interface RecipientChange {
  /** The report of each month. */
  readonly digest?: boolean | undefined;
  /** A pinned message that says how things are. */
  readonly pinned?: boolean | undefined;
  /** Links to log in with. */
  readonly logIn?: boolean | undefined;
  /** Muting the sites that it is told of. */
  readonly mute?: boolean | undefined;
}

/** Messengers in which a message can be edited and pinned. */
export const canPin = (channel: ChannelName) => channel === 'telegram';

/**
 * Changes what a recipient gets besides alerts, and what it may do. All recipients are told of a chat that
 * may log in from now on. What the links of one opened that no longer may ends at once.
 * @throws AppError NOT_FOUND, for one of somebody else, too; CONFLICT where nothing can be pinned, nobody logs
 *   in, or nobody mutes
 */
export function editRecipient(
  monitor: Monitor | CommandMonitor,
  customerId: number,
  recipientId: number,
  change: RecipientChange,
  actor: Actor,
  now: Instant,
): RecipientRow {
  const { store } = monitor;
  const saved = store.transaction(() => {
    const before = findRecipient(store, customerId, recipientId);
    if (before === undefined) throw new AppError('NOT_FOUND', 'There is no such chat.');
    return applyChange(store, before, change, actor, now);
  });
  sendQueued(monitor);
  return saved;
}

/**
 * Says of all private chats of an account which may log in: these, and no others. Whoever is asked since an
 * update has answered.
 * @throws AppError NOT_FOUND when one is not theirs, CONFLICT when nobody logs in from there
 */
export function sayWhoLogsIn(
  monitor: Monitor,
  customerId: number,
  recipientIds: readonly number[],
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  store.transaction(() => {
    const chats = readRecipients(store, customerId);
    const unknown = recipientIds.some((id) => chats.every((chat) => chat.id !== id));
    if (unknown) throw new AppError('NOT_FOUND', 'There is no such chat.');
    for (const chat of chats) {
      const logIn = recipientIds.includes(chat.id);
      if (logIn !== mayLogIn(chat)) applyChange(store, chat, { logIn }, actor, now);
    }
    updateCustomer(store, customerId, { isAskedWhoLogsIn: false });
    const entry = { actor, action: 'recipient.say-who-logs-in', subject: `customer:${customerId}` };
    writeAudit(store, { ...entry, after: { chats: recipientIds.join(', ') } }, now.wallMs);
  });
  sendQueued(monitor);
}

function applyChange(
  store: Monitor['store'],
  before: RecipientRow,
  change: RecipientChange,
  actor: Actor,
  now: Instant,
): RecipientRow {
  const { id, customerId, channel, address } = before;
  if (change.pinned === true && !canPin(channel)) {
    throw new AppError('CONFLICT', 'Nothing can be pinned there.');
  }
  if (change.logIn === true && !isPrivateChat(channel, address)) {
    throw new AppError('CONFLICT', 'Nobody can log in from there.');
  }
  if (change.mute !== undefined && !hasButtons(channel)) {
    throw new AppError('CONFLICT', 'Nobody can mute from there.');
  }
  const wishes = wishesOf(before, change, now);
  const after = { ...before, ...wishes };
  const difference = differences(describe(before), describe(after));
  if (difference === null) return before;
  updateRecipientWishes(store, id, wishes);
  if (mayLogIn(after) && !mayLogIn(before)) {
    const chat = after.name ?? maskAddress(address);
    queueNews(store, customerId, { type: 'chat-logs-in', chat }, now.wallMs);
  }
  if (!mayLogIn(after) && mayLogIn(before)) endWhatItOpened(store, after);
  const entry = { actor, action: 'recipient.edit', subject: `customer:${customerId}` };
  const what = { channel, chat: id };
  writeAudit(
    store,
    { ...entry, before: difference.before, after: { ...what, ...difference.after } },
    now.wallMs,
  );
  return after;
}

function wishesOf(
  { role, digestSince }: RecipientRow,
  { digest, pinned, logIn, mute }: RecipientChange,
  now: Instant,
): Partial<RecipientWishes> {
  return {
    ...(pinned !== undefined && { isPinned: pinned }),
    ...(digest !== undefined && { digestSince: digest ? (digestSince ?? now.wallMs) : null }),
    ...(logIn === true && role === 'told' && { role: 'login' }),
    ...(logIn === false && { role: 'told' }),
    ...(mute !== undefined && { isAllowedToMute: mute }),
  };
}

/** Sessions, links to log in with, and what such a session may have made to connect chats with. */
function endWhatItOpened(store: Monitor['store'], { id, customerId }: RecipientRow): void {
  deleteSessionsOf(store, { kind: 'customer', id: customerId, recipientId: id });
  endLinksOfChat(store, id);
  endJoiningLinks(store, customerId);
}

function describe(chat: RecipientWishes): Record<string, unknown> {
  return {
    monthlyReport: chat.digestSince !== null,
    pinnedMessage: chat.isPinned,
    mayLogIn: mayLogIn(chat),
    mayMute: mayMute(chat),
  };
}

/** Remembers the pinned message. Null: there is none any more. */
export function notePinnedMessage(
  { store }: Pick<Monitor, 'store'>,
  recipientId: number,
  messageId: string | null,
): void {
  store.transaction(() => updatePinnedMessage(store, recipientId, messageId));
}
