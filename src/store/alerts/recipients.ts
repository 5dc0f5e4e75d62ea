import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm';
import { lastTurn } from '../../domain/alerts/delivery.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { customers, notifications, recipients } from '../engine/schema.ts';

export type RecipientRow = typeof recipients.$inferSelect;

/** The customer of a chat, and the chat's own settings. */
export interface ConnectedChat {
  readonly recipientId: number;
  readonly customerId: number;
  readonly customerName: string;
  readonly language: Language;
  readonly isUnreachable: boolean;
  /** Null: not known yet. */
  readonly name: string | null;
}

/** @param address chat id, as text */
export function findConnectedChat(store: Store, address: string): ConnectedChat | undefined {
  const row = store.db
    .select({ recipient: recipients, customerName: customers.name })
    .from(recipients)
    .innerJoin(customers, eq(customers.id, recipients.customerId))
    .where(and(eq(recipients.channel, 'telegram'), eq(recipients.address, address)))
    .get();
  if (row === undefined) return undefined;
  return {
    recipientId: row.recipient.id,
    customerId: row.recipient.customerId,
    customerName: row.customerName,
    language: row.recipient.language,
    isUnreachable: row.recipient.unreachableAt !== null,
    name: row.recipient.name,
  };
}

/** The chats that get messages about a customer's devices, in the order in which they were connected. */
export function readRecipients(store: Store, customerId: number): RecipientRow[] {
  return store.db
    .select()
    .from(recipients)
    .where(eq(recipients.customerId, customerId))
    .orderBy(asc(recipients.createdAt), asc(recipients.id))
    .all();
}

/**
 * Disconnects a chat from a customer.
 * @returns the chat as it was. Undefined: it is not theirs
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

/** A chat, or another address, that gets messages about a customer's devices. */
export interface Recipient {
  readonly address: string;
  readonly language: Language;
  /**
   * The chat's number among those of the customer, from 0 to `lastTurn`; it decides the chat's turn in
   * delivery.
   */
  readonly turn: number;
}

const reachable = perStore((store) =>
  store.db
    .select({ address: recipients.address, language: recipients.language })
    .from(recipients)
    .where(
      and(
        eq(recipients.customerId, sql.placeholder('customerId')),
        eq(recipients.channel, sql.placeholder('channel')),
        isNull(recipients.unreachableAt),
      ),
    )
    .orderBy(recipients.id)
    .prepare(),
);

const languageOf = perStore((store) =>
  store.db
    .select({ language: customers.language })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('customerId')))
    .prepare(),
);

/**
 * The recipients of a customer. The log channel needs no registration and has one recipient per customer.
 */
export function readReachableRecipients(
  store: Store,
  customerId: number,
  channel: ChannelName,
): readonly Recipient[] {
  if (channel === 'telegram') {
    const chats = reachable(store).all({ customerId, channel });
    return chats.map((chat, index) => ({ ...chat, turn: Math.min(index, lastTurn) }));
  }
  return languageOf(store)
    .all({ customerId })
    .map(({ language }) => ({ address: `customer:${customerId}`, language, turn: 0 }));
}

/** The customer's chats except one. */
export function countOtherChats(store: Store, customerId: number, address: string): number {
  const row = store.db
    .select({ others: count() })
    .from(recipients)
    .where(and(eq(recipients.customerId, customerId), ne(recipients.address, address)))
    .get();
  return row?.others ?? 0;
}

/**
 * Connects a chat to a customer. It belongs to one at a time: its waiting messages of another customer
 * are dropped, and sessions opened with its links to that account end. Must run inside a transaction.
 */
export function connectChat(
  store: Store,
  chat: {
    readonly customerId: number;
    readonly address: string;
    readonly name: string;
    readonly language: Language;
  },
  nowMs: number,
): void {
  const { customerId, address, name, language } = chat;
  const isThisChat = and(eq(recipients.channel, 'telegram'), eq(recipients.address, address));
  store.db
    .delete(recipients)
    .where(and(isThisChat, ne(recipients.customerId, customerId)))
    .run();
  store.db
    .insert(recipients)
    .values({ customerId, channel: 'telegram', address, name, language, createdAt: nowMs })
    .onConflictDoUpdate({
      target: [recipients.channel, recipients.address],
      set: { name, language, unreachableAt: null, unreachableReason: null },
    })
    .run();
  store.db
    .update(notifications)
    .set({ status: 'superseded', lastError: 'the chat belongs to another customer now' })
    .where(
      and(
        // SQLite uses the index of waiting messages only if the condition is written exactly like this.
        sql`${notifications.status} IN ('pending', 'sending')`,
        eq(notifications.status, 'pending'),
        eq(notifications.channel, 'telegram'),
        eq(notifications.recipient, address),
        ne(notifications.customerId, customerId),
      ),
    )
    .run();
}

export function updateChatLanguage(store: Store, address: string, language: Language): void {
  store.db
    .update(recipients)
    .set({ language })
    .where(and(eq(recipients.channel, 'telegram'), eq(recipients.address, address)))
    .run();
}

export function updateChatName(store: Store, recipientId: number, name: string): void {
  store.db.update(recipients).set({ name }).where(eq(recipients.id, recipientId)).run();
}

/** The bot can write to the chat again. */
export function clearUnreachable(store: Store, address: string): void {
  store.db
    .update(recipients)
    .set({ unreachableAt: null, unreachableReason: null })
    .where(and(eq(recipients.channel, 'telegram'), eq(recipients.address, address)))
    .run();
}
