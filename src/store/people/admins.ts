import { and, asc, count, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import { perStore, type Store } from '../engine/open.ts';
import { deleteSessionsOf } from './sessions.ts';
import { admins, passkeys } from './tables.ts';

/** Stored in place of a hash when no password opens the account. */
export const noPassword = '!';

export type AdminRow = typeof admins.$inferSelect;

export function countAdmins(store: Store): number {
  return store.db.select({ total: count() }).from(admins).get()?.total ?? 0;
}

export function findAdmin(store: Store, username: string): AdminRow | undefined {
  return store.db.select().from(admins).where(eq(admins.username, username)).get();
}

const byId = perStore((store) =>
  store.db
    .select()
    .from(admins)
    .where(eq(admins.id, sql.placeholder('id')))
    .prepare(),
);

export function findAdminById(store: Store, id: number): AdminRow | undefined {
  return byId(store).get({ id });
}

export function listAdmins(store: Store): AdminRow[] {
  return store.db.select().from(admins).orderBy(asc(admins.username)).all();
}

export function insertAdmin(
  store: Store,
  admin: Pick<AdminRow, 'username' | 'passwordHash' | 'role'> &
    Partial<Pick<AdminRow, 'oidcSubject'>>,
  nowMs: number,
): void {
  store.db
    .insert(admins)
    .values({ ...admin, createdAt: nowMs })
    .run();
}

export function updateAdmin(
  store: Store,
  id: number,
  changed: Partial<Pick<AdminRow, 'role' | 'oidcSubject'>>,
): void {
  store.db.update(admins).set(changed).where(eq(admins.id, id)).run();
}

/** Deletes an operator with their sessions, passkeys and recovery codes. */
export function deleteAdmin(store: Store, id: number): void {
  store.db.delete(admins).where(eq(admins.id, id)).run();
}

export function countOwners(store: Store): number {
  const owners = store.db.select({ total: count() }).from(admins).where(eq(admins.role, 'owner'));
  return owners.get()?.total ?? 0;
}

/** Whether any operator is known, or waited for, at an OpenID provider. */
export function hasProviderNames(store: Store): boolean {
  const named = isNotNull(admins.oidcSubject);
  return store.db.select({ id: admins.id }).from(admins).where(named).limit(1).get() !== undefined;
}

/** Names of operators who have neither a password nor a passkey: an OpenID provider alone lets them in. */
export function listWithoutOwnWayIn(store: Store): string[] {
  const own = store.db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.adminId, admins.id));
  return store.db
    .select({ username: admins.username })
    .from(admins)
    .where(and(eq(admins.passwordHash, noPassword), notExists(own)))
    .orderBy(asc(admins.username))
    .all()
    .map(({ username }) => username);
}

/** Finds an operator by OpenID identity. @param text as actions/people/oidc-identity.ts writes it */
export function findAdminByOidc(store: Store, text: string): AdminRow | undefined {
  return store.db.select().from(admins).where(eq(admins.oidcSubject, text)).get();
}

/** Ends every session of the account. */
export function endAdminSessions(store: Store, id: number): void {
  store.db
    .update(admins)
    .set({ tokenVersion: sql`${admins.tokenVersion} + 1` })
    .where(eq(admins.id, id))
    .run();
  deleteSessionsOf(store, { kind: 'admin', id });
}

/**
 * Replaces the password and ends the sessions of the account.
 * @param except the session that goes on with a token of the new version
 */
export function updateAdminPassword(
  store: Store,
  id: number,
  passwordHash: string,
  except?: string,
): void {
  store.db
    .update(admins)
    .set({ passwordHash, tokenVersion: sql`${admins.tokenVersion} + 1` })
    .where(eq(admins.id, id))
    .run();
  deleteSessionsOf(store, { kind: 'admin', id }, except);
}
