import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { ChatRole } from '../../domain/alerts/chat-role.ts';
import type { LinkPurpose, LinkUse } from '../../domain/alerts/link-use.ts';
import type { PlannedKind } from '../../domain/alerts/planned-time.ts';
import type { ContactOrder } from '../../domain/alerts/telling.ts';
import type { Cause, ChannelName, Language, OutageKind } from '../../domain/states.ts';
import { devices } from '../devices/tables.ts';
import { customers } from '../people/tables.ts';

/**
 * A person, or a group of people, who is told of a customer's outages. Who never set anything has no row:
 * all their recipients are told at once.
 */
export const contacts = sqliteTable(
  'contacts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** The account's own contact: called as the account is, and given all that no other contact has. */
    isOwn: integer('is_own', { mode: 'boolean' }).notNull().default(false),
    name: text('name').notNull().default(''),
    /** Of all its recipients. Null: each has its own. */
    language: text('language').$type<Language>(),
    order: text('order').$type<ContactOrder>().notNull().default('together'),
    /** Told only if nobody has acknowledged for so long. 0: at once. */
    afterMinutes: integer('after_minutes').notNull().default(0),
    /** Quiet hours in minutes after midnight. Null, both: none. */
    quietFrom: integer('quiet_from'),
    quietTo: integer('quiet_to'),
    /** What is said in quiet hours, too. */
    wakes: text('wakes', { mode: 'json' })
      .$type<readonly OutageKind[]>()
      .notNull()
      .default(['alert']),
    /** Told of the sites in `contact_devices` only. */
    isForChosenSites: integer('is_for_chosen_sites', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('contacts_customer').on(t.customerId),
    uniqueIndex('contacts_own').on(t.customerId).where(sql`${t.isOwn} = 1`),
    check('contacts_after', sql`${t.afterMinutes} BETWEEN 0 AND 1440`),
  ],
);

/** An address on a channel that is told of a customer's outages. A customer may have several. */
export const recipients = sqliteTable(
  'recipients',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    channel: text('channel').$type<ChannelName>().notNull(),
    /** The channel's own address: for Telegram the chat id. */
    address: text('address').notNull(),
    /** The chat's name at the messenger: a group's title, a person's name. Null: not known yet. */
    name: text('name'),
    language: text('language').$type<Language>().notNull().default('th'),
    /** When the messenger said that the address can never be reached. */
    unreachableAt: integer('unreachable_at'),
    unreachableReason: text('unreachable_reason'),
    /** The contact that it belongs to. Null: the account's own contact. */
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    /** The place among those of its contact; of the same place, the one connected first comes first. */
    position: integer('position').notNull().default(0),
    /** The moment since which it wants the report of each month. Null: it does not. */
    digestSince: integer('digest_since'),
    /** A pinned message says there how things are; in a messenger that can edit. */
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull().default(false),
    /** The messenger's id of that message. Null: there is none. */
    pinnedMessageId: text('pinned_message_id'),
    /** The rights of the chat besides being told; groups have none. */
    role: text('role').$type<ChatRole>().notNull().default('told'),
    isAllowedToMute: integer('is_allowed_to_mute', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('recipients_address').on(t.channel, t.address),
    // With the columns that say whether somebody can be reached: lists ask it for every device.
    index('recipients_customer').on(t.customerId, t.unreachableAt, t.channel),
    index('recipients_contact').on(t.contactId).where(sql`${t.contactId} IS NOT NULL`),
    index('recipients_pinned')
      .on(t.channel, t.id)
      .where(sql`${t.isPinned} = 1 OR ${t.pinnedMessageId} IS NOT NULL`),
    index('recipients_digest').on(t.digestSince).where(sql`${t.digestSince} IS NOT NULL`),
  ],
);

/** Secret addresses at which whoever has them reads a report. */
export const reportShares = sqliteTable(
  'report_shares',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** SHA-256, hex, of the secret in the address. */
    secretHash: text('secret_hash').notNull(),
    /** The days, both included: YYYY-MM-DD. */
    firstDate: text('first_date').notNull(),
    lastDate: text('last_date').notNull(),
    /** The one device. Null: all. */
    deviceId: text('device_id'),
    language: text('language').$type<Language>().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('report_shares_secret').on(t.secretHash),
    index('report_shares_customer').on(t.customerId, t.expiresAt),
  ],
);

/** One-time links and codes. Only the hash is kept. */
export const messengerLinks = sqliteTable(
  'messenger_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Purpose, channel and address are what the link was made for; see `LinkUse`. */
    purpose: text('purpose').$type<LinkPurpose>().notNull(),
    channel: text('channel').$type<LinkUse['channel']>().notNull(),
    address: text('address').notNull(),
    /** For `login`: the chat that asked for the link, which ends when that chat leaves the account. */
    recipientId: integer('recipient_id').references(() => recipients.id, { onDelete: 'cascade' }),
    /** Of others: whose the chat or address will be. Null: the account's own contact's. */
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [
    index('messenger_links_customer').on(t.customerId),
    index('messenger_links_expiry').on(t.expiresAt),
  ],
);

/** The sites that a contact is for, where these were chosen. */
export const contactDevices = sqliteTable(
  'contact_devices',
  {
    contactId: integer('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    deviceRow: integer('device_row')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.contactId, t.deviceRow] }),
    index('contact_devices_device').on(t.deviceRow),
  ],
);

/** Times in which power is planned to be off. */
export const plannedTimes = sqliteTable(
  'planned_times',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The customer. Null: the operator announced the time, for the sites in `planned_time_devices`. */
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PlannedKind>().notNull(),
    note: text('note').notNull().default(''),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** Whether the time is repeated each week, at the same time of day in the installation's zone. */
    isWeekly: integer('is_weekly', { mode: 'boolean' }).notNull().default(false),
    /** A customer's, for the sites in `planned_time_devices` only; otherwise for all of theirs. */
    isForChosenSites: integer('is_for_chosen_sites', { mode: 'boolean' }).notNull().default(false),
    /** When it was taken back after it had begun. */
    endedAt: integer('ended_at'),
    /** When people are told that it was announced. Null: they were, or are told nothing. */
    tellAt: integer('tell_at'),
    /** The calendar that it was read from, which has its sites. */
    calendarId: integer('calendar_id').references(() => outageCalendars.id, {
      onDelete: 'cascade',
    }),
    /** Names it in that calendar. */
    externalId: text('external_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('planned_times_customer').on(t.customerId, t.startsAt),
    index('planned_times_end').on(t.endsAt),
    index('planned_times_tell').on(t.tellAt).where(sql`${t.tellAt} IS NOT NULL`),
    uniqueIndex('planned_times_external')
      .on(t.calendarId, t.externalId)
      .where(sql`${t.calendarId} IS NOT NULL`),
    check('planned_times_order', sql`${t.startsAt} < ${t.endsAt}`),
  ],
);

/** Calendars of other people that announced outages are read from. */
export const outageCalendars = sqliteTable(
  'outage_calendars',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The customer. Null: it is the operator's, for the sites in `outage_calendar_devices`. */
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** A secret, with which anybody may read the calendar: it is shown to nobody again. */
    url: text('url').notNull(),
    isForChosenSites: integer('is_for_chosen_sites', { mode: 'boolean' }).notNull().default(false),
    /** The server's name for the version that was read last. */
    etag: text('etag'),
    /** When it is read the next time. Null: never again; it was removed, and its past outages stay. */
    nextReadAt: integer('next_read_at'),
    /** When it was read last. */
    readAt: integer('read_at').notNull(),
    /** Events that could not be taken over. */
    leftOut: integer('left_out').notNull().default(0),
    /** The reason that it could not be read since then. Null: it could. */
    failure: text('failure'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('outage_calendars_customer').on(t.customerId),
    index('outage_calendars_next').on(t.nextReadAt),
  ],
);

/** The sites that a calendar's outages are announced for, where these were chosen. */
export const outageCalendarDevices = sqliteTable(
  'outage_calendar_devices',
  {
    calendarId: integer('calendar_id')
      .notNull()
      .references(() => outageCalendars.id, { onDelete: 'cascade' }),
    deviceRow: integer('device_row')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.calendarId, t.deviceRow] }),
    index('outage_calendar_devices_device').on(t.deviceRow),
  ],
);

/** The sites that a planned time is for, where these were chosen and are not those of a calendar. */
export const plannedTimeDevices = sqliteTable(
  'planned_time_devices',
  {
    plannedId: integer('planned_id')
      .notNull()
      .references(() => plannedTimes.id, { onDelete: 'cascade' }),
    deviceRow: integer('device_row')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.plannedId, t.deviceRow] }),
    index('planned_time_devices_device').on(t.deviceRow),
  ],
);

export const outages = sqliteTable(
  'outages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    deviceRow: integer('device_row')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The owner when the outage began. A later owner does not see it. */
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    cause: text('cause').$type<Cause>().notNull(),
    downAt: integer('down_at').notNull(),
    /** The source of `downAt`: the device reported it, a heartbeat showed it, or silence suggests it. */
    startKnown: text('start_known').$type<'reported' | 'heartbeat' | 'silence'>().notNull(),
    /** When the server learned of the outage. */
    detectedAt: integer('detected_at').notNull(),
    /** Set as soon as power is back, final once `confirmedAt` is set. */
    recoverAt: integer('recover_at'),
    /** When power had been steady for the recovery delay. Null: the outage is open. */
    confirmedAt: integer('confirmed_at'),
    /** Times that power came back for less than the recovery delay. */
    flaps: integer('flaps').notNull().default(0),
    /** Of these, how many only heartbeats have told of so far. */
    flapsUnreported: integer('flaps_unreported').notNull().default(0),
    /** A recovery that silence cut short, and that may still prove true. */
    interruptedAt: integer('interrupted_at'),
    interruptedCause: text('interrupted_cause').$type<Cause>(),
    acknowledgedAt: integer('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
  },
  (t) => [
    // The database itself allows one open outage per device.
    uniqueIndex('outages_one_open').on(t.deviceRow).where(sql`${t.confirmedAt} IS NULL`),
    index('outages_device').on(t.deviceRow, t.downAt),
    index('outages_customer').on(t.customerId, t.downAt),
    index('outages_down').on(t.downAt),
  ],
);
