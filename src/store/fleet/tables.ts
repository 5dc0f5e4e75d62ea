import { sql } from 'drizzle-orm';
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { StatusKind } from '../../domain/fleet/status-news.ts';
import type { ChannelName, Language, TimelineEventType } from '../../domain/states.ts';
import { outages } from '../alerts/tables.ts';
import { devices } from '../devices/tables.ts';
import { customers } from '../people/tables.ts';

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

/** Who follows an area of the public page. No row leads to a customer or a site, or comes from one. */
export const statusSubscriptions = sqliteTable(
  'status_subscriptions',
  {
    channel: text('channel').$type<ChannelName>().notNull(),
    address: text('address').notNull(),
    area: text('area')
      .notNull()
      .references(() => statusAreas.area, { onDelete: 'cascade' }),
    language: text('language').$type<Language>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.channel, t.address, t.area] }),
    index('status_subscriptions_area').on(t.area),
  ],
);

/**
 * When devices were last heard, when power was last known to be up, and the numbers of their last heartbeats.
 * Every flush rewrites them, so hundreds of devices share a record, which spares the SD card. `vitals.ts`
 * packs it, and keeps devices that are gone out of it: no row here refers to one.
 */
export const vitals = sqliteTable('vitals', {
  part: integer('part').primaryKey(),
  record: blob('record', { mode: 'buffer' }).notNull(),
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

/** The index of roll-ups has blocks of so many ms. Written into a migration: it never changes. */
export const rollUpBlockMs = 21_600_000;

export const events = sqliteTable(
  'events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /**
     * No foreign key: it would need an index by device of all events, in which every device has a page of its
     * own for its hourly roll-ups. `deleteDeviceRow` deletes the events of a device, and `insertEvent` adds
     * none to a device that is gone.
     */
    deviceRow: integer('device_row'),
    /**
     * Whose it was. A roll-up has none while its device stays with its owner: each hour every device has
     * one, and every owner another page of an index.
     */
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
    index('events_customer').on(t.customerId, t.occurredAt).where(sql`${t.customerId} IS NOT NULL`),
    index('events_type').on(t.eventType, t.occurredAt),
    // Roll-ups are most of the rows, and are seldom searched for.
    index('events_occurred').on(t.occurredAt).where(sql`${t.eventType} <> 'HEARTBEAT'`),
    // Roll-ups of a device: `roll-ups.ts` says why they lie so.
    index('events_beats')
      .on(sql.raw(`occurred_at / ${rollUpBlockMs}`), t.deviceRow, t.occurredAt)
      .where(sql`${t.eventType} = 'HEARTBEAT'`),
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
    // Contact begins at every start of a board, and few of these end an outage.
    index('events_returned')
      .on(t.occurredAt)
      .where(sql`${t.eventType} = 'ONLINE' AND ${t.outageId} IS NOT NULL`),
    // The type is part of the index: of an outage's many reports, one of a given type is searched for.
    index('events_outage').on(t.outageId, t.eventType).where(sql`${t.outageId} IS NOT NULL`),
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
