import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ChannelName, Language } from '../../domain/states.ts';

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

export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value', { mode: 'json' }).$type<number>().notNull(),
});
