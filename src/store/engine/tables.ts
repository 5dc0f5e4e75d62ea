/**
 * In all tables, times are epoch milliseconds (UTC) unless the name says otherwise; booleans are 0/1.
 * `npm run db:generate` makes the migrations in drizzle/ from the tables of each subject. They are never
 * edited after a release.
 */
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Facts of the server itself; `meta.ts` lists them. */
export const meta = sqliteTable('meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
