import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { Link, Power, Transport } from '../../domain/states.ts';
import { customers } from '../people/tables.ts';

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
    /** The Wi-Fi network that the device last said it was in. */
    ssid: text('ssid'),
    /** Why the device was about to sleep when it was last heard. Null: it was not. */
    sleep: text('sleep'),
    alertEnabled: integer('alert_enabled', { mode: 'boolean' }).notNull().default(true),
    thresholdSeconds: integer('downtime_threshold_seconds').notNull().default(60),
    reminderSeconds: integer('reminder_interval_seconds').notNull().default(300),
    alertOnRecovery: integer('alert_on_recovery', { mode: 'boolean' }).notNull().default(true),
    isCritical: integer('critical', { mode: 'boolean' }).notNull().default(false),
    callsOnRecovery: integer('call_on_recovery', { mode: 'boolean' }).notNull().default(false),
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
    check('devices_threshold', sql`${t.thresholdSeconds} BETWEEN 5 AND 300`),
    check('devices_reminder', sql`${t.reminderSeconds} BETWEEN 30 AND 1800`),
  ],
);

/** Names of sites in the voices of their owners, for phone calls: beside the devices, which are read far more often. */
export const spokenNames = sqliteTable('spoken_names', {
  deviceRow: integer('device_row')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  /** 8 kHz, µ-law, without the head of a file. */
  sound: blob('sound', { mode: 'buffer' }).notNull(),
  recordedAt: integer('recorded_at').notNull(),
});
