import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { TokenScope } from '../../domain/people/token-scopes.ts';
import type { LeftByProgram } from '../../domain/people/token-trace.ts';
import type { OperatorRole, SessionMethod } from '../../domain/states.ts';
import { recipients } from '../alerts/tables.ts';
import { admins, customers } from './tables.ts';

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
    /** The way on which the session was opened. */
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
  /** Null: it was made before there were scopes, and no owner has said since which it has. It has none. */
  scopes: text('scopes', { mode: 'json' }).$type<readonly TokenScope[]>(),
  /** The maker of the token, as the audit log names them. */
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null: the token does not end by itself. */
  expiresAt: integer('expires_at'),
  /** Accurate to five minutes. */
  lastUsedAt: integer('last_used_at'),
});

/** Traces of programs that outlive their tokens, for as long as the token is there. */
export const apiTokenTraces = sqliteTable(
  'api_token_traces',
  {
    tokenId: integer('token_id')
      .notNull()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<LeftByProgram>().notNull(),
    /** Names the thing: its number, a key's `ref`, a channel or a file. */
    ref: text('ref').notNull(),
    /** When it was left first. */
    at: integer('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenId, t.kind, t.ref] }),
    index('api_token_traces_at').on(t.tokenId, t.at),
  ],
);

/** Households from which an account has logged in before. Guesses of strangers do not lock these out. */
export const knownHouseholds = sqliteTable(
  'known_households',
  {
    /** The name under which log-ins are limited, `admin:NAME` or `customer:PHONE`; sealed, as the household is. */
    account: text('account').notNull(),
    household: text('household').notNull(),
    lastLoginAt: integer('last_login_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.household] }),
    index('known_households_login').on(t.lastLoginAt),
  ],
);
