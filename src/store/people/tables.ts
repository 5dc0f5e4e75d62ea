import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { Language, OperatorRole } from '../../domain/states.ts';

export const customers = sqliteTable(
  'customers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    /**
     * When somebody proved that the number is theirs, by a contact shared in the messenger or by the
     * operator's word. Null: somebody only typed it, at a board or in a form.
     */
    phoneProvenAt: integer('phone_proven_at'),
    email: text('email'),
    lineId: text('line_id'),
    address: text('address'),
    telegramUsername: text('telegram_username'),
    language: text('language').$type<Language>().notNull().default('th'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    /** Raised to end every session of the account. */
    tokenVersion: integer('token_version').notNull().default(0),
    /** When the customer asked for their data to be deleted. Null: they did not. */
    deletionRequestedAt: integer('deletion_requested_at'),
    /** SHA-256, hex, of the secret in the address of the customer's calendar. Null: there is none. */
    calendarHash: text('calendar_hash'),
    /** Since an update that took the right to log in from chats, until the owner has said who has it. */
    isAskedWhoLogsIn: integer('is_asked_who_logs_in', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('customers_phone').on(t.phone),
    uniqueIndex('customers_calendar').on(t.calendarHash).where(sql`${t.calendarHash} IS NOT NULL`),
    index('customers_created').on(t.createdAt),
    check('customers_phone_e164', sql`${t.phone} GLOB '+[1-9]*'`),
  ],
);

export const admins = sqliteTable(
  'admins',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    /** argon2id. `!`: no password works, as the operator logs in through OpenID Connect. */
    passwordHash: text('password_hash').notNull(),
    role: text('role').$type<OperatorRole>().notNull().default('owner'),
    tokenVersion: integer('token_version').notNull().default(0),
    /** Base32 (RFC 4648) of the shared secret of TOTP (RFC 6238). Null: none. */
    totpSecret: text('totp_secret'),
    /** Null until the first code was entered. */
    totpConfirmedAt: integer('totp_confirmed_at'),
    /** The time step of the last code that was accepted: no code works twice. */
    totpLastStep: integer('totp_last_step'),
    /** Issuer and subject at the OpenID provider, as one text. Null: not linked. */
    oidcSubject: text('oidc_subject'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('admins_username').on(t.username),
    uniqueIndex('admins_oidc_subject').on(t.oidcSubject),
  ],
);

/** Codes that replace the second factor, once each; SHA-256, hex. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').notNull(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    usedAt: integer('used_at'),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.codeHash] })],
);

/** Public-key credentials of operators (WebAuthn level 3). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    id: text('id').primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** COSE key. */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** The authenticator's own count of signatures. A lower number reveals a copy. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<readonly string[]>(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (t) => [index('passkeys_admin').on(t.adminId)],
);

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** `admin:NAME`, `customer:ID`, `cli`, `bot:CHAT` (`bot` after an erasure) or `device:ID`. */
    actor: text('actor').notNull(),
    /** A verb and its object: `key.revoke`, `admin.reset-password`. */
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: text('before', { mode: 'json' }).$type<unknown>(),
    after: text('after', { mode: 'json' }).$type<unknown>(),
    address: text('address'),
  },
  (t) => [index('audit_at').on(t.at), index('audit_subject').on(t.subject, t.at)],
);

/** Failed attempts per address and per account, stored so that a restart does not forgive them. */
export const attemptLimits = sqliteTable(
  'attempt_limits',
  {
    /** `login-address`, `login-account`, `enrol-address`, `register-chat`. */
    scope: text('scope').notNull(),
    /** Sealed; see `sealName`. */
    subject: text('subject').notNull(),
    windowStart: integer('window_start').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.subject] }),
    index('attempt_limits_window').on(t.windowStart),
  ],
);
