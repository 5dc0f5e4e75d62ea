import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { activationKeys } from '../keys/tables.ts';
import { customers } from '../people/tables.ts';
import { devices } from './tables.ts';

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
