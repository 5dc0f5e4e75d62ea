/** Second factors and passkeys of operators, beside a password or in place of one. */
import { and, asc, count, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { admins, passkeys, recoveryCodes } from './tables.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Writes a secret of TOTP. @param secret base32; valid once its first code was entered */
export function writeTotpSecret(store: Store, adminId: number, secret: string): void {
  store.db
    .update(admins)
    .set({ totpSecret: secret, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(admins.id, adminId))
    .run();
}

export function confirmTotpSecret(store: Store, adminId: number, nowMs: number): void {
  store.db.update(admins).set({ totpConfirmedAt: nowMs }).where(eq(admins.id, adminId)).run();
}

export function clearTotp(store: Store, adminId: number): void {
  store.db
    .update(admins)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(admins.id, adminId))
    .run();
}

/** Deletes all second factors of an operator: the password is enough again. */
export function clearSecondFactors(store: Store, adminId: number): void {
  clearTotp(store, adminId);
  store.db.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run();
  store.db.delete(passkeys).where(eq(passkeys.adminId, adminId)).run();
}

/**
 * Uses a time step up, so that no code works twice.
 * @returns false: this step, or a later one, was used before
 */
export function takeTotpStep(store: Store, adminId: number, step: number): boolean {
  const isNew = or(isNull(admins.totpLastStep), lt(admins.totpLastStep, step));
  const taken = store.db
    .update(admins)
    .set({ totpLastStep: step })
    .where(and(eq(admins.id, adminId), isNew))
    .returning({ id: admins.id })
    .get();
  return taken !== undefined;
}

/** Replaces an operator's recovery codes. @param hashes of the new codes */
export function replaceRecoveryCodes(
  store: Store,
  adminId: number,
  hashes: readonly string[],
): void {
  store.db.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run();
  const rows = hashes.map((codeHash) => ({ adminId, codeHash }));
  store.db.insert(recoveryCodes).values(rows).run();
}

/** Uses a recovery code up. @returns false: there is no such code, or it was used before */
export function takeRecoveryCode(
  store: Store,
  adminId: number,
  codeHash: string,
  nowMs: number,
): boolean {
  const isThis = and(eq(recoveryCodes.adminId, adminId), eq(recoveryCodes.codeHash, codeHash));
  const taken = store.db
    .update(recoveryCodes)
    .set({ usedAt: nowMs })
    .where(and(isThis, isNull(recoveryCodes.usedAt)))
    .returning({ adminId: recoveryCodes.adminId })
    .get();
  return taken !== undefined;
}

export function countRecoveryCodes(store: Store, adminId: number): number {
  const isUnused = and(eq(recoveryCodes.adminId, adminId), isNull(recoveryCodes.usedAt));
  return store.db.select({ left: count() }).from(recoveryCodes).where(isUnused).get()?.left ?? 0;
}

export function listPasskeys(store: Store, adminId: number): PasskeyRow[] {
  return store.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.adminId, adminId))
    .orderBy(asc(passkeys.createdAt), asc(sql`rowid`))
    .all();
}

export function findPasskey(store: Store, id: string): PasskeyRow | undefined {
  return store.db.select().from(passkeys).where(eq(passkeys.id, id)).get();
}

export function insertPasskey(store: Store, passkey: PasskeyRow): void {
  store.db.insert(passkeys).values(passkey).run();
}

/** Notes the use of a passkey. @param counter the authenticator's count of signatures */
export function notePasskeyUse(store: Store, id: string, counter: number, nowMs: number): void {
  store.db.update(passkeys).set({ counter, lastUsedAt: nowMs }).where(eq(passkeys.id, id)).run();
}

/** Deletes a passkey. @returns false: the account has no such passkey */
export function deletePasskey(store: Store, adminId: number, id: string): boolean {
  const isThis = and(eq(passkeys.id, id), eq(passkeys.adminId, adminId));
  return store.db.delete(passkeys).where(isThis).returning({ id: passkeys.id }).get() !== undefined;
}
