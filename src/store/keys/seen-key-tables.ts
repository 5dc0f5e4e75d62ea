import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { recipients } from '../alerts/tables.ts';
import { customers } from '../people/tables.ts';

/** Keys whose present code somebody has seen in a chat, or in a session that the chat's link opened. */
export const seenKeys = sqliteTable(
  'seen_keys',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** `ref` of the key. Another code of the key deletes the row. */
    keyRef: text('key_ref').notNull(),
    /** Null: the chat has left the account, and whoever was in it still knows the code. */
    recipientId: integer('recipient_id').references(() => recipients.id, { onDelete: 'set null' }),
    /** The name of the chat then. */
    chat: text('chat').notNull(),
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [
    uniqueIndex('seen_keys_recipient').on(t.recipientId, t.keyRef),
    index('seen_keys_customer').on(t.customerId),
    index('seen_keys_key').on(t.keyRef),
  ],
);
