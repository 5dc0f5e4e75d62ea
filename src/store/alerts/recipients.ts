import { and, asc, count, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import type { ChatRole, RightsOfChat } from '../../domain/alerts/chat-role.ts';
import { lastTurn } from '../../domain/alerts/delivery.ts';
import { maskText } from '../../domain/people/mask.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { notifications } from '../outbox/tables.ts';
import { customers } from '../people/tables.ts';
import { contacts, recipients } from './tables.ts';

/** The owner of a recipient; an account's own contact may have no row. */
const isContactOf = or(
  eq(contacts.id, recipients.contactId),
  and(
    isNull(recipients.contactId),
    eq(contacts.customerId, recipients.customerId),
    eq(contacts.isOwn, true),
  ),
);

export type RecipientRow = typeof recipients.$inferSelect;

/** A chat that is a customer's recipient, and its own settings. */
export interface ConnectedChat extends RightsOfChat {
  readonly recipientId: number;
  readonly channel: ChannelName;
  readonly customerId: number;
  /** Without a phone number in it, as an account is called by that until somebody names it. */
  readonly customerName: string;
  readonly language: Language;
  readonly isUnreachable: boolean;
  /** Null: not known yet. */
  readonly name: string | null;
}

/** @param address of the chat on its channel, as text */
export function findConnectedChat(
  store: Store,
  channel: ChannelName,
  address: string,
): ConnectedChat | undefined {
  const row = store.db
    .select({
      recipient: recipients,
      customerName: customers.name,
      contactLanguage: contacts.language,
    })
    .from(recipients)
    .innerJoin(customers, eq(customers.id, recipients.customerId))
    .leftJoin(contacts, isContactOf)
    .where(isAt(channel, address))
    .get();
  if (row === undefined) return undefined;
  return {
    recipientId: row.recipient.id,
    channel,
    customerId: row.recipient.customerId,
    customerName: maskText(row.customerName),
    language: row.contactLanguage ?? row.recipient.language,
    isUnreachable: row.recipient.unreachableAt !== null,
    name: row.recipient.name,
    role: row.recipient.role,
    isAllowedToMute: row.recipient.isAllowedToMute,
  };
}

function isAt(channel: ChannelName, address: string) {
  return and(eq(recipients.channel, channel), eq(recipients.address, address));
}

/** All that get messages about a customer's devices, in the order in which they were connected. */
export function readRecipients(store: Store, customerId: number): RecipientRow[] {
  return store.db
    .select()
    .from(recipients)
    .where(eq(recipients.customerId, customerId))
    .orderBy(asc(recipients.createdAt), asc(recipients.id))
    .all();
}

/**
 * Disconnects a recipient from a customer.
 * @returns the recipient as it was. Undefined: it is not theirs
 */
export function deleteRecipient(
  store: Store,
  customerId: number,
  recipientId: number,
): RecipientRow | undefined {
  return store.db
    .delete(recipients)
    .where(and(eq(recipients.id, recipientId), eq(recipients.customerId, customerId)))
    .returning()
    .get();
}

/** Where messages about a customer's devices go. */
export interface Recipient {
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  /**
   * Its number among those of the customer on its channel, from 0 to `lastTurn`; it decides its turn in
   * delivery.
   */
  readonly turn: number;
  /** Its contact. Null: the account's own. */
  readonly contactId: number | null;
  /** Null: it is the log. */
  readonly recipientId: number | null;
}

const reachable = perStore(({ sqlite }) =>
  sqlite.query<Omit<Recipient, 'turn'>, [customerId: number]>(`
    SELECT channel, address, language, contact_id AS contactId, id AS recipientId
    FROM recipients WHERE customer_id = +? AND unreachable_at IS NULL ORDER BY position, id`),
);

const languageOf = perStore((store) =>
  store.db
    .select({ language: customers.language })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('customerId')))
    .prepare(),
);

const anyOn = perStore(({ sqlite }) =>
  sqlite.query<{ id: number }, [channel: ChannelName]>(
    'SELECT id FROM recipients WHERE channel = ? LIMIT 1',
  ),
);

/** Whether anybody is connected on a channel. */
export function hasRecipients(store: Store, channel: ChannelName): boolean {
  return anyOn(store).get(channel) !== null;
}

/**
 * The recipients of a customer on the given channels. The log needs no registration and has one recipient
 * per customer.
 */
export function readReachableRecipients(
  store: Store,
  customerId: number,
  channels: ChannelsInUse,
): readonly Recipient[] {
  if (!channels.has('log')) {
    return readAllReachable(store, customerId).filter(({ channel }) => channels.has(channel));
  }
  return languageOf(store)
    .all({ customerId })
    .map(({ language }) => ({
      channel: 'log',
      address: `customer:${customerId}`,
      language,
      turn: 0,
      contactId: null,
      recipientId: null,
    }));
}

/** The recipients of a customer on all channels, whether these are in use or not. */
export function readAllReachable(store: Store, customerId: number): readonly Recipient[] {
  const seen = new Map<ChannelName, number>();
  return reachable(store)
    .all(customerId)
    .map((recipient) => {
      const turn = seen.get(recipient.channel) ?? 0;
      seen.set(recipient.channel, turn + 1);
      return { ...recipient, turn: Math.min(turn, lastTurn) };
    });
}

/** The customer's recipients except one. */
export function countOtherRecipients(
  store: Store,
  customerId: number,
  { channel, address }: Pick<Recipient, 'channel' | 'address'>,
): number {
  const row = store.db
    .select({ others: count() })
    .from(recipients)
    .where(and(eq(recipients.customerId, customerId), sql`NOT (${isAt(channel, address)})`))
    .get();
  return row?.others ?? 0;
}

/**
 * Connects a recipient to a customer. It belongs to one at a time: its waiting messages of another
 * customer are dropped, and sessions opened with its links to that account end. Must run inside a
 * transaction.
 */
export function connectRecipient(
  store: Store,
  recipient: {
    readonly customerId: number;
    readonly channel: ChannelName;
    readonly address: string;
    readonly name: string;
    readonly language: Language;
    /** Its contact from now on; null: the account's own. Undefined: as before. */
    readonly contactId?: number | null | undefined;
    /** Its role from now on. Undefined: as before, and none in an account that is new to it. */
    readonly role?: ChatRole | undefined;
    readonly isAllowedToMute?: boolean | undefined;
  },
  nowMs: number,
): void {
  const { customerId, channel, address, name, language, contactId, role, isAllowedToMute } =
    recipient;
  store.db
    .delete(recipients)
    .where(and(isAt(channel, address), ne(recipients.customerId, customerId)))
    .run();
  store.db
    .insert(recipients)
    .values({
      customerId,
      channel,
      address,
      name,
      language,
      contactId,
      role,
      isAllowedToMute,
      createdAt: nowMs,
    })
    .onConflictDoUpdate({
      target: [recipients.channel, recipients.address],
      set: { name, language, contactId, role, unreachableAt: null, unreachableReason: null },
    })
    .run();
  store.db
    .update(notifications)
    .set({ status: 'superseded', lastError: 'the recipient belongs to another customer now' })
    .where(
      and(
        // SQLite uses the index of waiting messages only if the condition is written exactly like this.
        sql`${notifications.status} IN ('pending', 'sending')`,
        eq(notifications.status, 'pending'),
        eq(notifications.channel, channel),
        eq(notifications.recipient, address),
        ne(notifications.customerId, customerId),
      ),
    )
    .run();
}

export function findRecipient(
  store: Store,
  customerId: number,
  recipientId: number,
): RecipientRow | undefined {
  return store.db
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, recipientId), eq(recipients.customerId, customerId)))
    .get();
}

/** The choices for a recipient: messages besides alerts, and what it may do. */
export type RecipientWishes = Pick<
  RecipientRow,
  'digestSince' | 'isPinned' | 'role' | 'isAllowedToMute'
>;

export function updateRecipientWishes(
  store: Store,
  recipientId: number,
  wishes: Partial<RecipientWishes>,
): void {
  store.db.update(recipients).set(wishes).where(eq(recipients.id, recipientId)).run();
}

/** A chat with a pinned message, or that wants one. */
export interface PinnedChat {
  readonly id: number;
  readonly customerId: number;
  readonly address: string;
  readonly language: Language;
  /** False: its message is to end. */
  readonly isWanted: boolean;
  readonly messageId: string | null;
}

const pinnedChats = perStore(({ sqlite }) =>
  sqlite.query<Omit<PinnedChat, 'isWanted'> & { isWanted: number }, [channel: string]>(`
    SELECT r.id, r.customer_id AS customerId, r.address, r.language, r.pinned_message_id AS messageId,
      r.is_pinned = 1 AND c.is_active = 1 AS isWanted
    FROM recipients r INDEXED BY recipients_pinned JOIN customers c ON c.id = r.customer_id
    WHERE (r.is_pinned = 1 OR r.pinned_message_id IS NOT NULL) AND r.channel = ?
      AND r.unreachable_at IS NULL
    ORDER BY r.id`),
);

export function readPinnedChats(store: Store, channel: ChannelName): PinnedChat[] {
  return pinnedChats(store)
    .all(channel)
    .map((chat) => ({ ...chat, isWanted: chat.isWanted === 1 }));
}

export function updatePinnedMessage(
  store: Store,
  recipientId: number,
  pinnedMessageId: string | null,
): void {
  store.db.update(recipients).set({ pinnedMessageId }).where(eq(recipients.id, recipientId)).run();
}

export function updateRecipientLanguage(
  store: Store,
  { channel, address }: Pick<Recipient, 'channel' | 'address'>,
  language: Language,
): void {
  store.db.update(recipients).set({ language }).where(isAt(channel, address)).run();
}

/** The contact whose a chat is, if that has a language for all of its chats. */
export function findSpokenContact(
  store: Store,
  { channel, address }: Pick<Recipient, 'channel' | 'address'>,
): { readonly id: number; readonly isOwn: boolean } | undefined {
  return store.db
    .select({ id: contacts.id, isOwn: contacts.isOwn })
    .from(recipients)
    .innerJoin(contacts, isContactOf)
    .where(and(isAt(channel, address), isNotNull(contacts.language)))
    .get();
}

export function updateRecipientName(store: Store, recipientId: number, name: string): void {
  store.db.update(recipients).set({ name }).where(eq(recipients.id, recipientId)).run();
}

/** Marks a recipient as reachable again. */
export function clearUnreachable(
  store: Store,
  { channel, address }: Pick<Recipient, 'channel' | 'address'>,
): void {
  store.db
    .update(recipients)
    .set({ unreachableAt: null, unreachableReason: null })
    .where(isAt(channel, address))
    .run();
}
