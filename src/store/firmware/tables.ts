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
import type { Board } from '../../domain/devices/device-type.ts';
import type { PartName } from '../../domain/firmware/firmware-layout.ts';
import { devices } from '../devices/tables.ts';

/** One file of an image. `sha256` and `md5` are hex. */
interface StoredPart {
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
