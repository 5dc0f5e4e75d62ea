/** Open sessions. A session token is invalid without its row. */
import { and, desc, eq, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { ChatRole } from '../../domain/alerts/chat-role.ts';
import { sessionLifeMs } from '../../domain/people/session.ts';
import type { SessionMethod } from '../../domain/states.ts';
import { recipients } from '../alerts/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import type { AdminRow } from './admins.ts';
import type { CustomerRow } from './customers.ts';
import { sessions } from './session-tables.ts';
import { admins, customers } from './tables.ts';

type SessionRow = typeof sessions.$inferSelect;

/** The owner of a session. */
export interface SessionOwner {
  readonly kind: 'admin' | 'customer';
  readonly id: number;
  /** Only those that this chat's links opened. Left out: all of the account's. */
  readonly recipientId?: number | undefined;
}

interface NewSession {
  readonly id: string;
  readonly owner: SessionOwner;
  readonly method: SessionMethod;
  readonly address: string;
  readonly userAgent: string | null;
  readonly recipientId?: number | null | undefined;
}

export function insertSession(
  store: Store,
  { owner, ...session }: NewSession,
  nowMs: number,
): void {
  const account = owner.kind === 'admin' ? { adminId: owner.id } : { customerId: owner.id };
  store.db
    .insert(sessions)
    .values({ ...session, ...account, createdAt: nowMs, lastUsedAt: nowMs })
    .run();
}

/** Ends the sessions of an account but for the `kept` that were used last. */
export function endOlderSessions(store: Store, owner: SessionOwner, kept: number): void {
  const newest = store.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(isOf(owner))
    .orderBy(desc(sessions.lastUsedAt), desc(sql`rowid`))
    .limit(kept);
  store.db
    .delete(sessions)
    .where(and(isOf(owner), notInArray(sessions.id, newest)))
    .run();
}

interface AdminSession
  extends Pick<AdminRow, 'id' | 'username' | 'role' | 'tokenVersion'>,
    Pick<SessionRow, 'lastUsedAt' | 'method'> {
  /** Whether a second factor is demanded, and the operator has none. */
  readonly lacksSecondFactor: boolean;
}

const lacksSecondFactor = sql<boolean>`(${admins.totpConfirmedAt} IS NULL
  AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.admin_id = ${admins.id})
  AND EXISTS (SELECT 1 FROM meta WHERE key = 'second_factor_required' AND value = 'yes'))`.mapWith(
  Boolean,
);

const adminSession = perStore((store) =>
  store.db
    .select({
      id: admins.id,
      username: admins.username,
      role: admins.role,
      tokenVersion: admins.tokenVersion,
      lacksSecondFactor,
      lastUsedAt: sessions.lastUsedAt,
      method: sessions.method,
    })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(eq(sessions.id, sql.placeholder('session')))
    .prepare(),
);

export function findAdminSession(store: Store, session: string): AdminSession | undefined {
  return adminSession(store).get({ session });
}

type CustomerSession = Pick<CustomerRow, 'id' | 'name' | 'phone' | 'isActive' | 'tokenVersion'> &
  Pick<SessionRow, 'lastUsedAt' | 'recipientId'> & {
    /** Of the chat whose link opened it. Null: no chat did. */
    readonly role: ChatRole | null;
  };

const customerSession = perStore((store) =>
  store.db
    .select({
      id: customers.id,
      name: customers.name,
      phone: customers.phone,
      isActive: customers.isActive,
      tokenVersion: customers.tokenVersion,
      lastUsedAt: sessions.lastUsedAt,
      recipientId: sessions.recipientId,
      role: recipients.role,
    })
    .from(sessions)
    .innerJoin(customers, eq(customers.id, sessions.customerId))
    .leftJoin(recipients, eq(recipients.id, sessions.recipientId))
    .where(eq(sessions.id, sql.placeholder('session')))
    .prepare(),
);

export function findCustomerSession(store: Store, session: string): CustomerSession | undefined {
  return customerSession(store).get({ session });
}

/** The open sessions of an account, the last used first. */
export function listSessions(store: Store, owner: SessionOwner): SessionRow[] {
  return store.db
    .select()
    .from(sessions)
    .where(isOf(owner))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .all();
}

export function deleteSession(store: Store, id: string): void {
  store.db.delete(sessions).where(eq(sessions.id, id)).run();
}

/** Ends the sessions of an account. @param except a session that goes on */
export function deleteSessionsOf(store: Store, owner: SessionOwner, except?: string): void {
  const others = except === undefined ? undefined : ne(sessions.id, except);
  store.db
    .delete(sessions)
    .where(and(isOf(owner), others))
    .run();
}

/** Ends what a customer's keys opened. @param except a session that goes on */
export function deleteKeySessions(store: Store, customerId: number, except: string): void {
  const isTheirs = and(eq(sessions.customerId, customerId), eq(sessions.method, 'key'));
  store.db
    .delete(sessions)
    .where(and(isTheirs, ne(sessions.id, except)))
    .run();
}

interface SessionUse {
  readonly at: number;
  readonly address: string;
}

const use = perStore((store) =>
  store.sqlite.query<null, [at: number, address: string, id: string]>(
    'UPDATE sessions SET last_used_at = ?, address = ? WHERE id = ?',
  ),
);

/** Stores when sessions were last used, and from where. */
function writeSessionUses(store: Store, uses: ReadonlyMap<string, SessionUse>): void {
  store.transaction(() => {
    for (const [id, { at, address }] of uses) use(store).run(at, address, id);
  });
}

/** Deletes sessions that were last used before these moments (epoch ms). */
function pruneSessions(
  store: Store,
  before: { readonly admin: number; readonly customer: number },
): void {
  const isAdmin = sql`${sessions.adminId} IS NOT NULL`;
  store.db.delete(sessions).where(lt(sessions.lastUsedAt, before.customer)).run();
  store.db
    .delete(sessions)
    .where(and(isAdmin, lt(sessions.lastUsedAt, before.admin)))
    .run();
}

function isOf({ kind, id, recipientId }: SessionOwner): SQL | undefined {
  const isTheirs = eq(kind === 'admin' ? sessions.adminId : sessions.customerId, id);
  return recipientId === undefined
    ? isTheirs
    : and(isTheirs, eq(sessions.recipientId, recipientId));
}

/** The stored last use of a session may be so old. Its idle limit is counted in hours. */
const precisionMs = 5 * 60_000;

/** The last uses of sessions: gathered in memory and written together, not once per request. */
export class SessionUses {
  readonly #uses = new Map<string, SessionUse>();

  /** @param writtenAt its last use as it is stored; epoch ms */
  note(sessionId: string, writtenAt: number, use: SessionUse): void {
    if (use.at - writtenAt >= precisionMs) this.#uses.set(sessionId, use);
  }

  /** Writes the gathered uses, and forgets sessions that were unused for too long. */
  flush(store: Store, nowMs: number): void {
    if (this.#uses.size > 0) {
      writeSessionUses(store, this.#uses);
      this.#uses.clear();
    }
    pruneSessions(store, {
      admin: nowMs - sessionLifeMs.admin,
      customer: nowMs - sessionLifeMs.customer,
    });
  }
}
