import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { SimulatedOutage } from '../../domain/alerts/messages/test-alert.ts';
import type { StatusNews } from '../../domain/fleet/status-news.ts';
import type { AccountNews } from '../../domain/people/account-news.ts';
import type {
  ChannelName,
  Language,
  NotificationKind,
  NotificationStatus,
} from '../../domain/states.ts';
import type { AreaNews, OperatorNews } from '../../domain/system/operator-news.ts';
import { outages } from '../alerts/tables.ts';
import { activationKeys } from '../keys/tables.ts';
import { customers } from '../people/tables.ts';

/** The outbox. A change and its notifications are written in one transaction; notify/ sends them. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    outageId: integer('outage_id').references(() => outages.id, { onDelete: 'set null' }),
    /** Null: it is for a recipient of the operator's own. */
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** For `key-expiry`: the key, and the end that the notice is about, which a renewal changes. */
    keyCode: text('key_code').references(() => activationKeys.keyCode, { onDelete: 'cascade' }),
    keyExpiresAt: integer('key_expires_at'),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /**
     * Reminders count 1, 2, 3 …; `key-expiry` has the days left, 30, 7 or 1; `digest` its
     * month as a number, 202610; other kinds have 0.
     */
    sequence: integer('sequence').notNull().default(0),
    channel: text('channel').$type<ChannelName>().notNull(),
    /** Address within the channel, stored here so that the history stays true when the recipient moves. */
    recipient: text('recipient').notNull(),
    /**
     * The number of the recipient among its customer's on the channel, from 0: the first ones of all
     * customers go before any second. Of a call of a critical site `criticalTurn` of it, before all others.
     */
    turn: integer('turn').notNull().default(0),
    language: text('language').$type<Language>().notNull(),
    status: text('status').$type<NotificationStatus>().notNull().default('pending'),
    /** When the notification should go. */
    dueAt: integer('due_at').notNull(),
    /** Time after the first of its outage, as its contact wants it. */
    delayMs: integer('delay_ms').notNull().default(0),
    /** The end of the quiet hours that held it. Null: they did not. */
    quietUntil: integer('quiet_until'),
    /** When the next try is; equal to `dueAt` until the first try failed. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /**
     * The moment from which it could be said: its first try since this run of the server began and since it was last
     * put off. Null: there was none.
     */
    sayableSince: integer('sayable_since'),
    /** Tries whose answer was lost. Each may have been a delivery. */
    ambiguousAttempts: integer('ambiguous_attempts').notNull().default(0),
    /** Tries that reached a phone and that nobody took; a critical site calls it only so often. */
    calls: integer('calls').notNull().default(0),
    /**
     * The content of kinds that concern neither an outage nor a key: `account`, `operator`, `status`, and of a
     * `test` that tells of the simulated board.
     */
    details: text('details', { mode: 'json' }).$type<
      AccountNews | OperatorNews | AreaNews | StatusNews | SimulatedOutage
    >(),
    /** Rows that went out together carry the id of their first row. */
    groupId: integer('group_id'),
    /** The words of the last try of the message that begins here, for a far end that wants the same again. */
    said: text('said'),
    externalId: text('external_id'),
    sentAt: integer('sent_at'),
    lastError: text('last_error'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.outageId, t.kind, t.sequence, t.channel, t.recipient),
    uniqueIndex('notifications_expiry_once')
      .on(t.keyCode, t.keyExpiresAt, t.sequence, t.channel, t.recipient)
      .where(sql`${t.keyCode} IS NOT NULL`),
    uniqueIndex('notifications_digest_once')
      .on(t.recipient, t.channel, t.sequence)
      .where(sql`${t.kind} = 'digest'`),
    // Finds when the oldest waiting row is due.
    index('notifications_waiting')
      .on(t.nextAttemptAt)
      .where(sql`${t.status} IN ('pending', 'sending')`),
    // Finds the next due row of a kind.
    index('notifications_turn')
      .on(t.channel, t.kind, t.turn, t.nextAttemptAt, t.recipient)
      .where(sql`${t.status} = 'pending'`),
    // Finds the rows that wait for one address.
    index('notifications_address')
      .on(t.recipient, t.kind)
      .where(sql`${t.status} IN ('pending', 'sending')`),
    index('notifications_customer').on(t.customerId, t.createdAt),
    index('notifications_status').on(t.status, t.createdAt),
    // Finds what an address of the operator's was last told.
    index('notifications_operator').on(t.channel, t.recipient).where(sql`${t.kind} = 'operator'`),
    // Finds what is not kept of those who follow an area of the public page.
    index('notifications_status_news').on(t.createdAt).where(sql`${t.kind} = 'status'`),
    // Finds what one of them was sent, or waits for.
    index('notifications_follower').on(t.channel, t.recipient).where(sql`${t.kind} = 'status'`),
    index('notifications_group').on(t.groupId).where(sql`${t.groupId} IS NOT NULL`),
  ],
);
