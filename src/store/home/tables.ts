import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { makeRef } from '../engine/make-ref.ts';
import { customers } from '../people/tables.ts';

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
