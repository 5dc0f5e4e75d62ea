import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { KeyStanding } from '../../domain/states.ts';
import { devices } from '../devices/tables.ts';
import { makeRef } from '../engine/make-ref.ts';
import { customers } from '../people/tables.ts';

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
     * The way on which the key came to its customer. `typed`: used with a phone number that nobody had proved.
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
    // With the columns that say whether a key is good: lists ask it of every device.
    index('keys_device').on(t.deviceRow, t.isActive, t.expiresAt),
    index('keys_created').on(t.createdAt),
    index('keys_expiry').on(t.expiresAt),
    index('keys_questioned').on(t.customerId).where(sql`${t.standing} = 'questioned'`),
  ],
);
