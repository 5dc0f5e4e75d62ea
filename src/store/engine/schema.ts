/**
 * Every table. Times are epoch milliseconds (UTC) unless the name says otherwise; booleans are 0/1.
 * Migrations in drizzle/ are generated from this file by `npm run db:generate` and never edited
 * after a release.
 */
import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { PlannedKind } from '../../domain/alerts/planned-time.ts';
import type { ContactOrder } from '../../domain/alerts/telling.ts';
import type { AreaCause, AreaStatus } from '../../domain/areas/area-outage.ts';
import type { Board, DeviceType } from '../../domain/devices/device-type.ts';
import type { PartName } from '../../domain/firmware/firmware-layout.ts';
import type { StatusKind } from '../../domain/fleet/public-status.ts';
import type { AccountNews } from '../../domain/people/account-news.ts';
import type {
  Cause,
  ChannelName,
  KeyStanding,
  Language,
  Link,
  NotificationKind,
  NotificationStatus,
  OperatorRole,
  OutageKind,
  Power,
  SessionMethod,
  TimelineEventType,
  Transport,
} from '../../domain/states.ts';
import type { AreaNews, OperatorNews } from '../../domain/system/operator-news.ts';

export function makeRef(): string {
  return crypto.getRandomValues(new Uint8Array(8)).toHex();
}

export const customers = sqliteTable(
  'customers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    /**
     * When somebody proved that the number is theirs, by a contact shared in the messenger or by the
     * operator's word. Null: somebody only typed it, at a board or in a form.
     */
    phoneProvenAt: integer('phone_proven_at'),
    email: text('email'),
    lineId: text('line_id'),
    address: text('address'),
    telegramUsername: text('telegram_username'),
    language: text('language').$type<Language>().notNull().default('th'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    /** Raised to end every session of the account. */
    tokenVersion: integer('token_version').notNull().default(0),
    /** When the customer asked for their data to be deleted. Null: they did not. */
    deletionRequestedAt: integer('deletion_requested_at'),
    /** SHA-256, hex, of the secret in the address of the customer's calendar. Null: there is none. */
    calendarHash: text('calendar_hash'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('customers_phone').on(t.phone),
    uniqueIndex('customers_calendar').on(t.calendarHash).where(sql`${t.calendarHash} IS NOT NULL`),
    index('customers_created').on(t.createdAt),
    check('customers_phone_e164', sql`${t.phone} GLOB '+[1-9]*'`),
  ],
);

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
    /** What the messenger calls the chat: a group's title, a person's name. Null: not known yet. */
    name: text('name'),
    language: text('language').$type<Language>().notNull().default('th'),
    /** When the messenger said that the address can never be reached. */
    unreachableAt: integer('unreachable_at'),
    unreachableReason: text('unreachable_reason'),
    /** The contact that it belongs to. Null: the account's own contact. */
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    /** The place among those of its contact; of the same place, the one connected first comes first. */
    position: integer('position').notNull().default(0),
    /** Since when it wants the report of each month. Null: it does not. */
    digestSince: integer('digest_since'),
    /** A pinned message says there how things are; in a messenger that can edit. */
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull().default(false),
    /** The messenger's id of that message. Null: there is none. */
    pinnedMessageId: text('pinned_message_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('recipients_address').on(t.channel, t.address),
    index('recipients_customer').on(t.customerId),
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

/** Addresses of the operator's own, which are told what is wrong with the service. */
export const operatorRecipients = sqliteTable(
  'operator_recipients',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    channel: text('channel').$type<ChannelName>().notNull(),
    address: text('address').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Told of all sites of all customers, too. */
    isForAllSites: integer('is_for_all_sites', { mode: 'boolean' }).notNull().default(false),
    /** When its far end said that the address can never be reached. */
    unreachableAt: integer('unreachable_at'),
    unreachableReason: text('unreachable_reason'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('operator_recipients_address').on(t.channel, t.address)],
);

/** One-time links from the portal to the messenger, or back. Only the hash is kept. */
export const messengerLinks = sqliteTable(
  'messenger_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** `chat` connects a chat to the account. `login` logs in to the portal. */
    purpose: text('purpose').$type<'chat' | 'login'>().notNull().default('chat'),
    /** For `login`: the chat that asked for the link, which ends when that chat leaves the account. */
    recipientId: integer('recipient_id').references(() => recipients.id, { onDelete: 'cascade' }),
    /** For `chat`: whose it will be. Null: the account's own contact's. */
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [
    index('messenger_links_customer').on(t.customerId),
    index('messenger_links_expiry').on(t.expiresAt),
  ],
);

export const devices = sqliteTable(
  'devices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The API's device_id: `fw-` and 12 hex digits. */
    deviceId: text('device_id').notNull(),
    /** Null: released and not enrolled again. */
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** Earlier events belong to an earlier owner and are hidden from this one. 0: there are none. */
    ownedSince: integer('owned_since').notNull(),
    siteName: text('site_name').notNull(),
    siteAddress: text('site_address'),
    /** A tag of the grid: a feeder, or behind a slash a transformer of it. Null: not known. */
    cell: text('cell'),
    /** The operator set `cell`: it stays with the device, and its owner cannot change it. */
    isCellOperators: integer('is_cell_operators', { mode: 'boolean' }).notNull().default(false),
    /** An administrative area: `TH-` and the code of a Thai one, otherwise text. Null: not known. */
    area: text('area'),
    /** Degrees, rounded to 100 m as `roundLocation` does. Null, both: not known. */
    latitude: real('latitude'),
    longitude: real('longitude'),
    /** The owner agreed that the site counts, among others, for the public page. */
    isOnStatusPage: integer('is_on_status_page', { mode: 'boolean' }).notNull().default(false),
    deviceType: text('device_type').$type<DeviceType>().notNull(),
    firmwareVersion: text('firmware_version'),
    /** The version that the device last reported to have tried and rolled back. Null: none. */
    updateFailed: text('update_failed'),
    /** SHA-256 of the device token, hex. Null: the device is refused. */
    tokenHash: text('token_hash'),
    /**
     * SHA-256 of a token that was sent to the board and not used yet. Both tokens are valid until it is
     * used.
     */
    nextTokenHash: text('next_token_hash'),
    /**
     * Since when the board's credentials have ended, so that it must be set up again. Null: they are
     * valid.
     */
    credentialsDueAt: integer('credentials_due_at'),
    /**
     * Digest of the key that the board itself still holds, after it was given another key or none: the
     * password of its set-up network is made from it. Null: it holds the key that it serves.
     */
    heldKeyDigest: text('held_key_digest'),
    link: text('link').$type<Link>().notNull().default('unknown'),
    power: text('power').$type<Power>().notNull().default('unknown'),
    bootId: text('boot_id'),
    hasMainsSense: integer('has_mains_sense', { mode: 'boolean' }).notNull().default(false),
    transport: text('transport').$type<Transport>(),
    alertEnabled: integer('alert_enabled', { mode: 'boolean' }).notNull().default(true),
    downtimeThresholdSeconds: integer('downtime_threshold_seconds').notNull().default(60),
    reminderIntervalSeconds: integer('reminder_interval_seconds').notNull().default(300),
    alertOnRecovery: integer('alert_on_recovery', { mode: 'boolean' }).notNull().default(true),
    mutedUntil: integer('muted_until'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('devices_device_id').on(t.deviceId),
    index('devices_customer').on(t.customerId),
    index('devices_link').on(t.link),
    index('devices_created').on(t.createdAt),
    index('devices_cell').on(t.cell, t.customerId).where(sql`${t.cell} IS NOT NULL`),
    index('devices_located').on(t.id).where(sql`${t.latitude} IS NOT NULL`),
    index('devices_status_page').on(t.id).where(sql`${t.isOnStatusPage} = 1`),
    check('devices_threshold', sql`${t.downtimeThresholdSeconds} BETWEEN 5 AND 300`),
    check('devices_reminder', sql`${t.reminderIntervalSeconds} BETWEEN 30 AND 1800`),
  ],
);

/** The sites that count for the public page today, chosen at midnight among those whose owners agreed. */
export const statusMembers = sqliteTable(
  'status_members',
  {
    deviceRow: integer('device_row')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** As `publicArea` makes it of the site's. */
    area: text('area').notNull(),
  },
  (t) => [index('status_members_customer').on(t.customerId)],
);

/** The areas that the public page shows. */
export const statusAreas = sqliteTable('status_areas', {
  area: text('area').primaryKey(),
  /** The beginning of the day since which it is shown without a break. */
  since: integer('since').notNull(),
});

/** What the public page says of an area, as it was said. No row leads to a site. */
export const statusOutages = sqliteTable(
  'status_outages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    area: text('area')
      .notNull()
      .references(() => statusAreas.area, { onDelete: 'cascade' }),
    kind: text('kind').$type<StatusKind>().notNull(),
    beganAt: integer('began_at').notNull(),
    endedAt: integer('ended_at'),
  },
  (t) => [index('status_outages_area').on(t.area, t.beganAt)],
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
    /** Whoever knows it may read the calendar: it is shown to nobody again. */
    url: text('url').notNull(),
    isForChosenSites: integer('is_for_chosen_sites', { mode: 'boolean' }).notNull().default(false),
    /** What its server calls the version that was read last. */
    etag: text('etag'),
    /** When it is read the next time. Null: never again; it was removed, and its past outages stay. */
    nextReadAt: integer('next_read_at'),
    /** When it was read last. */
    readAt: integer('read_at').notNull(),
    /** Events that could not be taken over. */
    leftOut: integer('left_out').notNull().default(0),
    /** Why it could not be read since then. Null: it could. */
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

/**
 * The readings of the last heartbeats. They are apart from `devices` because every flush rewrites them:
 * narrow rows keep a thousand devices in a few pages, which spares the SD card.
 */
export const deviceVitals = sqliteTable('device_vitals', {
  deviceRow: integer('device_row')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  lastHeardAt: integer('last_heard_at').notNull(),
  /** When power was last known to be up. */
  lastUpAt: integer('last_up_at'),
  rssi: integer('rssi'),
  voltage: real('voltage'),
  batteryLevel: real('battery_level'),
  ssid: text('ssid'),
  /** Why the device was about to sleep. Null: it was not. */
  sleep: text('sleep'),
});

/** The voltage of the mains where a board measures it; kept for 90 days. */
export const mainsVoltages = sqliteTable(
  'mains_voltages',
  {
    deviceRow: integer('device_row')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    hourAt: integer('hour_at').notNull(),
    /** Six slots of ten minutes; `packHour` in domain/fleet/mains-voltage.ts says how. */
    slots: blob('slots', { mode: 'buffer' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.deviceRow, t.hourAt] }),
    index('mains_voltages_hour').on(t.hourAt),
  ],
);

export const activationKeys = sqliteTable(
  'activation_keys',
  {
    /** Written as XXXXX-XXXXX-XXXXX-XXXXX. */
    keyCode: text('key_code').primaryKey(),
    /** The key's name on pages that hide its code; 16 hex digits. */
    ref: text('ref').notNull().default('').$defaultFn(makeRef),
    purchaseType: text('purchase_type').$type<'key_only' | 'device_bundle' | 'renewal'>().notNull(),
    deviceType: text('device_type').$type<DeviceType>(),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /**
     * How the key came to its customer. `typed`: used with a phone number that nobody had proved.
     * `vouched`: confirmed by the operator or the account's owner. `questioned`: typed before somebody
     * else proved the number, so it opens nothing until that person confirms it.
     */
    standing: text('standing').$type<KeyStanding>().notNull().default('typed'),
    deviceRow: integer('device_row').references(() => devices.id, { onDelete: 'set null' }),
    /**
     * The phone number its board was set up with, E.164. The board sends it whenever it enrols, even if
     * its owner has changed the number by then. Null: not known.
     */
    enrolledPhone: text('enrolled_phone'),
    /** Whole baht, the price when the key was created. */
    price: integer('price').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    activatedAt: integer('activated_at'),
    expiresAt: integer('expires_at'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    notes: text('notes'),
  },
  (t) => [
    uniqueIndex('keys_ref').on(t.ref).where(sql`${t.ref} <> ''`),
    index('keys_customer').on(t.customerId),
    index('keys_device').on(t.deviceRow),
    index('keys_created').on(t.createdAt),
    index('keys_expiry').on(t.expiresAt),
    index('keys_questioned').on(t.customerId).where(sql`${t.standing} = 'questioned'`),
  ],
);

/**
 * Keys without an owner that were used with the phone number of an existing account. Each waits for the
 * answer of its owner or the operator. A yes deletes the row. A no keeps it, or the key would ask again.
 */
export const joinRequests = sqliteTable(
  'join_requests',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The account that the key asks to join. */
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    keyCode: text('key_code')
      .notNull()
      .references(() => activationKeys.keyCode, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /**
     * The board that the key was used with: watched without an owner until the answer, or already the
     * account's own. Null: released.
     */
    deviceRow: integer('device_row').references(() => devices.id, { onDelete: 'cascade' }),
    /** Network address that sent the request. */
    address: text('address'),
    askedAt: integer('asked_at').notNull(),
    /** When the owner or the operator refused. The same key cannot ask the same account again. */
    refusedAt: integer('refused_at'),
  },
  (t) => [
    uniqueIndex('join_requests_key').on(t.keyCode, t.customerId),
    // A key asks one account at a time.
    uniqueIndex('join_requests_open').on(t.keyCode).where(sql`${t.refusedAt} IS NULL`),
    index('join_requests_customer').on(t.customerId, t.askedAt),
    index('join_requests_device').on(t.deviceRow),
  ],
);

/** Outages of areas: losses of many sites that are one. The losses are those of `outages` that name it. */
export const areaOutages = sqliteTable(
  'area_outages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** When it began: between these two. */
    beganFrom: integer('began_from').notNull(),
    beganTo: integer('began_to').notNull(),
    declaredAt: integer('declared_at').notNull(),
    status: text('status').$type<AreaStatus>().notNull(),
    cause: text('cause').$type<AreaCause>().notNull(),
    /** When half of its sites were back. Null: it goes on. */
    endedAt: integer('ended_at'),
    /** Sites lost, those of them that are back, and sites of its cells that were not lost. */
    lost: integer('lost').notNull(),
    back: integer('back').notNull(),
    healthy: integer('healthy').notNull(),
    /** Owners of the sites that were lost. */
    owners: integer('owners').notNull(),
    /** Tags and areas of its cells. */
    cells: text('cells', { mode: 'json' }).$type<readonly string[]>().notNull(),
    /** The middle of its sites, as far as their points are known. Null, both: none is. */
    latitude: real('latitude'),
    longitude: real('longitude'),
    /** When the operator was told of its begin, and of its end. */
    toldAt: integer('told_at'),
    toldEndAt: integer('told_end_at'),
  },
  (t) => [
    index('area_outages_began').on(t.beganFrom),
    index('area_outages_open').on(t.beganFrom).where(sql`${t.endedAt} IS NULL`),
    index('area_outages_end_untold')
      .on(t.id)
      .where(sql`${t.toldAt} IS NOT NULL AND ${t.toldEndAt} IS NULL`),
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
    /** How `downAt` is known: the device reported it, a heartbeat showed it, or silence suggests it. */
    startKnown: text('start_known').$type<'reported' | 'heartbeat' | 'silence'>().notNull(),
    /** When the server learned of the outage. */
    detectedAt: integer('detected_at').notNull(),
    /** Set as soon as power is back, final once `confirmedAt` is set. */
    recoverAt: integer('recover_at'),
    /** When power had been steady for the recovery delay. Null: the outage is open. */
    confirmedAt: integer('confirmed_at'),
    /** How often power came back for less than the recovery delay. */
    flaps: integer('flaps').notNull().default(0),
    /** Of these, how many only heartbeats have told of so far. */
    flapsUnreported: integer('flaps_unreported').notNull().default(0),
    /** A recovery that silence cut short, and that may still prove true. */
    interruptedAt: integer('interrupted_at'),
    interruptedCause: text('interrupted_cause').$type<Cause>(),
    acknowledgedAt: integer('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    /** The area outage that it is part of. */
    areaOutageId: integer('area_outage_id').references(() => areaOutages.id, {
      onDelete: 'set null',
    }),
  },
  (t) => [
    index('outages_area')
      .on(t.areaOutageId, t.customerId)
      .where(sql`${t.areaOutageId} IS NOT NULL`),
    // The database itself allows one open outage per device.
    uniqueIndex('outages_one_open').on(t.deviceRow).where(sql`${t.confirmedAt} IS NULL`),
    index('outages_device').on(t.deviceRow, t.downAt),
    index('outages_customer').on(t.customerId, t.downAt),
    index('outages_down').on(t.downAt),
  ],
);

export const events = sqliteTable(
  'events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    deviceRow: integer('device_row').references(() => devices.id, { onDelete: 'cascade' }),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    eventType: text('event_type').$type<TimelineEventType>().notNull(),
    /** When it happened. */
    occurredAt: integer('occurred_at').notNull(),
    /** When the server stored it. */
    createdAt: integer('created_at').notNull(),
    outageId: integer('outage_id').references(() => outages.id, { onDelete: 'set null' }),
    /** For reports of the device itself. Together with `seq` it identifies a repeat. */
    bootId: text('boot_id'),
    seq: integer('seq'),
    voltage: real('voltage'),
    batteryLevel: real('battery_level'),
    message: text('message'),
    /** Fields that depend on the event type: count, rssi, ssid, reset_reason, by … */
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (t) => [
    uniqueIndex('events_report')
      .on(t.deviceRow, t.bootId, t.seq)
      .where(sql`${t.bootId} IS NOT NULL`),
    index('events_device').on(t.deviceRow, t.occurredAt),
    index('events_customer').on(t.customerId, t.occurredAt),
    index('events_customer_occurred')
      .on(t.customerId, t.occurredAt)
      .where(sql`${t.eventType} <> 'HEARTBEAT'`),
    index('events_type').on(t.eventType, t.occurredAt),
    // Roll-ups are most of the rows, and are seldom searched for.
    index('events_occurred').on(t.occurredAt).where(sql`${t.eventType} <> 'HEARTBEAT'`),
    // A search finds devices first, and then their last events.
    index('events_device_told')
      .on(t.deviceRow, t.occurredAt, t.eventType)
      .where(sql`${t.eventType} <> 'HEARTBEAT'`),
    // Events after which a device was not watched for a while: few among many others.
    index('events_standing')
      .on(t.deviceRow, t.occurredAt)
      .where(
        sql`${t.eventType} IN ('CONFIG_CHANGE', 'OFFLINE') AND (json_extract(${t.details}, '$.released') = 1 OR json_extract(${t.details}, '$.transferred') = 1 OR json_extract(${t.details}, '$.unwatched') = 1)`,
      ),
    // The type is part of the index: of an outage's many reports, one of a given type is searched for.
    index('events_outage').on(t.outageId, t.eventType).where(sql`${t.outageId} IS NOT NULL`),
  ],
);

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
     * customers go before any second.
     */
    turn: integer('turn').notNull().default(0),
    language: text('language').$type<Language>().notNull(),
    status: text('status').$type<NotificationStatus>().notNull().default('pending'),
    /** When the notification should go. */
    dueAt: integer('due_at').notNull(),
    /** How long after the first of its outage that is, as its contact wants it. */
    delayMs: integer('delay_ms').notNull().default(0),
    /** Until when the quiet hours of its contact held it. Null: they did not. */
    quietUntil: integer('quiet_until'),
    /** When the next try is; equal to `dueAt` until the first try failed. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Tries whose answer was lost. Each may have been a delivery. */
    ambiguousAttempts: integer('ambiguous_attempts').notNull().default(0),
    /** The content of kinds that concern neither an outage nor a key: `account` and `operator`. */
    details: text('details', { mode: 'json' }).$type<AccountNews | OperatorNews | AreaNews>(),
    /** Rows that went out together carry the id of their first row. */
    groupId: integer('group_id'),
    /** What was said when the message that begins here was tried, for a far end that wants the same again. */
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
    index('notifications_group').on(t.groupId).where(sql`${t.groupId} IS NOT NULL`),
  ],
);

/** Times in which this server could not see, and jumps of its wall clock. */
export const observationGaps = sqliteTable(
  'observation_gaps',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').$type<'server_off' | 'uplink' | 'clock'>().notNull(),
    fromAt: integer('from_at').notNull(),
    /** Null while it lasts. */
    toAt: integer('to_at'),
    /** For `clock`: by how many milliseconds the wall clock moved. */
    jumpMs: integer('jump_ms'),
  },
  (t) => [index('gaps_from').on(t.fromAt)],
);

export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value', { mode: 'json' }).$type<number>().notNull(),
});

export const admins = sqliteTable(
  'admins',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    /** argon2id. `!`: no password works, as the operator logs in through OpenID Connect. */
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<OperatorRole>().notNull().default('owner'),
    tokenVersion: integer('token_version').notNull().default(0),
    /** Base32 (RFC 4648) of the shared secret of TOTP (RFC 6238). Null: none. */
    totpSecret: text('totp_secret'),
    /** Null until the first code was entered. */
    totpConfirmedAt: integer('totp_confirmed_at'),
    /** The time step of the last code that was accepted: no code works twice. */
    totpLastStep: integer('totp_last_step'),
    /** Issuer and subject at the OpenID provider, as one text. Null: not linked. */
    oidcSubject: text('oidc_subject'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('admins_username').on(t.username),
    uniqueIndex('admins_oidc_subject').on(t.oidcSubject),
  ],
);

/** Codes that replace the second factor, once each; SHA-256, hex. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').notNull(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    usedAt: integer('used_at'),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.codeHash] })],
);

/** Public-key credentials of operators (WebAuthn level 3). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    id: text('id').primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** COSE key. */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** The authenticator's own count of signatures. A lower number reveals a copy. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<readonly string[]>(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (t) => [index('passkeys_admin').on(t.adminId)],
);

/** Open sessions. A session token names one of these rows; without the row it is invalid. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** 128 random bits, hex. Unlike a row number, an id is never used again. */
    id: text('id').primaryKey(),
    /** Either this or `customerId` is set. */
    adminId: integer('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** The chat whose link opened the session, which ends when that chat leaves the account. */
    recipientId: integer('recipient_id').references(() => recipients.id, { onDelete: 'cascade' }),
    /** How the session was opened. */
    method: text('method').$type<SessionMethod>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    /** Network address of the last use. */
    address: text('address'),
    /** The browser's own words, cut to 200 characters. */
    userAgent: text('user_agent'),
  },
  (t) => [
    index('sessions_admin').on(t.adminId),
    index('sessions_customer').on(t.customerId),
    index('sessions_recipient').on(t.recipientId),
    index('sessions_used').on(t.lastUsedAt),
    check('sessions_one_account', sql`(${t.adminId} IS NULL) <> (${t.customerId} IS NULL)`),
  ],
);

/** Tokens with which programs call the operators' API. */
export const apiTokens = sqliteTable('api_tokens', {
  // A number is never used again, as the audit log names tokens by their numbers.
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull().unique(),
  /** SHA-256, hex. */
  tokenHash: text('token_hash').notNull().unique(),
  role: text('role').$type<OperatorRole>().notNull(),
  /** Who made the token, as the audit log names them. */
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null: the token does not end by itself. */
  expiresAt: integer('expires_at'),
  /** Accurate to five minutes. */
  lastUsedAt: integer('last_used_at'),
});

/** The MQTT accounts of customers' home automation, one for each customer. */
export const homeAccounts = sqliteTable('home_accounts', {
  customerId: integer('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  /** The user name. */
  name: text('name').notNull().unique(),
  /** SHA-256 of the password, hex. */
  passwordHash: text('password_hash').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** Brokers of customers' own, to which their sites are published; one for each customer. */
export const homeBrokers = sqliteTable('home_brokers', {
  customerId: integer('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  /** Random; names us there: the client id, and a level of the topic that says whether we are connected. */
  ref: text('ref').notNull().$defaultFn(makeRef),
  /** `mqtts://host:8883`. */
  url: text('url').notNull(),
  username: text('username').notNull(),
  /** As the broker wants it. */
  password: text('password').notNull(),
  /** PEM of the authority that alone is trusted. Null: those of the system. */
  ca: text('ca'),
  createdAt: integer('created_at').notNull(),
});

/** Households from which an account has logged in before. Guesses of strangers do not lock these out. */
export const knownHouseholds = sqliteTable(
  'known_households',
  {
    /** `admin:NAME` or `customer:PHONE`, the name under which log-ins are limited. */
    account: text('account').notNull(),
    household: text('household').notNull(),
    lastLoginAt: integer('last_login_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.household] }),
    index('known_households_login').on(t.lastLoginAt),
  ],
);

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** `admin:NAME`, `customer:ID`, `cli`, `bot:CHAT` (`bot` after an erasure) or `device:ID`. */
    actor: text('actor').notNull(),
    /** A verb and its object: `key.revoke`, `admin.reset-password`. */
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: text('before', { mode: 'json' }).$type<unknown>(),
    after: text('after', { mode: 'json' }).$type<unknown>(),
    address: text('address'),
  },
  (t) => [index('audit_at').on(t.at), index('audit_subject').on(t.subject, t.at)],
);

/** Failed attempts per address and per account, stored so that a restart does not forgive them. */
export const attemptLimits = sqliteTable(
  'attempt_limits',
  {
    /** `login-address`, `login-account`, `enrol-address`, `register-chat`. */
    scope: text('scope').notNull(),
    subject: text('subject').notNull(),
    windowStart: integer('window_start').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.subject] }),
    index('attempt_limits_window').on(t.windowStart),
  ],
);

/** One file of an image. `sha256` and `md5` are hex. */
export interface StoredPart {
  readonly name: PartName;
  /** Bytes from the start of the flash memory. */
  readonly offset: number;
  readonly size: number;
  readonly sha256: string;
  readonly md5: string;
}

/** Firmware images and their roll-outs. The files are in the data directory. */
export const firmwareImages = sqliteTable(
  'firmware_images',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    board: text('board').$type<Board>().notNull(),
    version: text('version').notNull(),
    /** A text that sorts as versions do (domain/firmware/firmware-version.ts). */
    versionKey: text('version_key').notNull(),
    /** Size of the app image in bytes. Size and SHA-256 (hex) are signed. */
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Base64 of DER. */
    signature: text('signature').notNull(),
    parts: text('parts', { mode: 'json' }).$type<readonly StoredPart[]>().notNull(),
    /** Percentage of the boards to which the image is offered. */
    percent: integer('percent').notNull().default(0),
    isPaused: integer('is_paused', { mode: 'boolean' }).notNull().default(false),
    addedAt: integer('added_at').notNull(),
  },
  (t) => [
    uniqueIndex('firmware_images_version').on(t.board, t.version),
    check('firmware_images_percent', sql`${t.percent} BETWEEN 0 AND 100`),
  ],
);

/** Single devices to which an image is offered in addition. */
export const firmwareTargets = sqliteTable(
  'firmware_targets',
  {
    imageId: integer('image_id')
      .notNull()
      .references(() => firmwareImages.id, { onDelete: 'cascade' }),
    deviceRow: integer('device_row')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.imageId, t.deviceRow] }),
    index('firmware_targets_device').on(t.deviceRow),
  ],
);

/** Devices that tried an image and rolled back. The image is not offered to them again. */
export const firmwareFailures = sqliteTable(
  'firmware_failures',
  {
    imageId: integer('image_id')
      .notNull()
      .references(() => firmwareImages.id, { onDelete: 'cascade' }),
    deviceRow: integer('device_row')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** When the server first heard of the failure. */
    failedAt: integer('failed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.imageId, t.deviceRow] }),
    index('firmware_failures_device').on(t.deviceRow),
  ],
);

/** Facts of the server itself; `meta.ts` lists them. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
