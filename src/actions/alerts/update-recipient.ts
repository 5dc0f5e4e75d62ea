import { mayLogIn, type RightsOfChat } from '../../domain/alerts/chat-role.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Language } from '../../domain/states.ts';
import { updateContact } from '../../store/alerts/contacts.ts';
import {
  clearUnreachable,
  findConnectedChat,
  findSpokenContact,
  type Recipient,
  updateRecipientLanguage,
  updateRecipientName,
} from '../../store/alerts/recipients.ts';
import { applyOutboxChanges } from '../../store/outbox/mark.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { resumeAlerts } from './resume-alerts.ts';

type Context = Pick<Monitor, 'store'>;
/** A chat of a messenger, connected or not. */
type Chat = Pick<Recipient, 'channel' | 'address'>;

/**
 * Sets the language of a chat's messages. If the contact that owns the chat has a language for all of its chats, that
 * is set, too.
 * @returns false: nothing was set. A chat that may not log in cannot change the language of the account's own contact
 */
export function setChatLanguage(
  { store }: Context,
  rights: Pick<RightsOfChat, 'role'>,
  chat: Chat,
  language: Language,
): boolean {
  return store.transaction(() => {
    const contact = findSpokenContact(store, chat);
    if (contact?.isOwn === true && !mayLogIn(rights)) return false;
    updateRecipientLanguage(store, chat, language);
    if (contact !== undefined) updateContact(store, contact.id, { language });
    return true;
  });
}

const maxNameLength = 100;

/** A chat's name in the messenger may change; the account shows it by the name it has now. */
export function noteChatName(
  { store }: Context,
  chat: { readonly recipientId: number; readonly name: string | null },
  name: string,
): void {
  const shown = name.slice(0, maxNameLength);
  if (shown === '' || shown === chat.name) return;
  store.transaction(() => updateRecipientName(store, chat.recipientId, shown));
}

/** The chat has blocked the bot: what waits for it fails, and the console shows it. */
export function loseChat(
  { store }: Context,
  { channel, address }: Chat,
  reason: string,
  now: Instant,
): void {
  const gone = { channel, address, reason, at: now.wallMs, ids: [] } as const;
  store.transaction(() => applyOutboxChanges(store, [{ type: 'recipient-gone', ...gone }]));
}

/** The bot can write to the chat again, so the chat is told of open outages. */
export function regainChat(monitor: Monitor, { channel, address }: Chat, now: Instant): void {
  const { store } = monitor;
  const chat = findConnectedChat(store, channel, address);
  if (chat?.isUnreachable !== true) return;
  store.transaction(() => {
    const recipient = { channel, address };
    clearUnreachable(store, recipient);
    resumeAlerts(monitor, { customerId: chat.customerId, recipient }, now);
  });
  sendQueued(monitor);
}

/** A group became a supergroup and has another id, or a browser has another address. */
export function moveChat({ store }: Context, { channel, address }: Chat, to: string): void {
  const moved = { type: 'recipient-moved', channel, from: address, to } as const;
  store.transaction(() => applyOutboxChanges(store, [moved]));
}
