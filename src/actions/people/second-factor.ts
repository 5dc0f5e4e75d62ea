import type { TOTP } from 'otpauth';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { SecondFactorMethod } from '../../domain/states.ts';
import type { Store } from '../../store/engine/open.ts';
import { type AdminRow, findAdminById, noPassword } from '../../store/people/admins.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { rememberHousehold } from '../../store/people/known-households.ts';
import {
  clearTotp,
  confirmTotpSecret,
  countRecoveryCodes,
  listPasskeys,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
  writeTotpSecret,
} from '../../store/people/second-factors.ts';
import { hashSecret } from '../engine/secrets.ts';
import type { Monitor } from '../monitor.ts';
import type { AdminAccount } from './find-account.ts';
import { codeAccountName } from './limit-logins.ts';

type Context = Pick<Monitor, 'store'>;

/** Loaded when it is first needed: many installations have no authenticator app. */
const loadOtpauth = () => require('otpauth') as typeof import('otpauth');

/** The defaults of authenticator apps (RFC 6238); some apps know nothing else. */
const stepSeconds = 30;
const digits = 6;
/** A clock may be off by one step, before or after. */
const skewSteps = 1;
/** RFC 4226 section 4 recommends 160 bits. */
const secretBytes = 20;

const recoveryCodeCount = 10;
/** Crockford's base32. A code has 80 bits, so guesses need no limit and a fast hash suffices. */
const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryLength = 16;

/** The factors an operator may use besides the password. Empty: none is asked for. */
export function secondFactorsOf(store: Store, admin: AdminRow): SecondFactorMethod[] {
  const hasTotp = admin.totpConfirmedAt !== null;
  const hasPasskey = listPasskeys(store, admin.id).length > 0;
  // Recovery codes replace another factor; alone they are none.
  if (!hasTotp && !hasPasskey) return [];
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(countRecoveryCodes(store, admin.id) > 0 ? (['recovery'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ];
}

/**
 * Somebody who logs in through an OpenID provider alone has their factors there: one that was set up here would let
 * them in when the provider does not any more.
 * @throws AppError CONFLICT
 */
export function requireOwnPassword(store: Store, adminId: number): void {
  if (findAdminById(store, adminId)?.passwordHash !== noPassword) return;
  throw new AppError('CONFLICT', 'This account has no password beside which a factor could stand.');
}

/**
 * A secret for an authenticator app; it counts from the first correct code.
 * @throws AppError CONFLICT
 */
export function beginTotp(
  { store }: Context,
  account: AdminAccount,
): { readonly secret: string; readonly otpauthUrl: string } {
  const { Secret } = loadOtpauth();
  const secret = new Secret({ size: secretBytes });
  requireOwnPassword(store, account.id);
  store.transaction(() => {
    const admin = findAdminById(store, account.id);
    if (admin?.totpConfirmedAt != null) {
      throw new AppError('CONFLICT', 'There is an authenticator app already. Remove it first.');
    }
    writeTotpSecret(store, account.id, secret.base32);
  });
  const otpauthUrl = totpOf(account.username, secret.base32).toString();
  return { secret: secret.base32, otpauthUrl };
}

/**
 * Confirms an authenticator app.
 * @returns recovery codes, to be shown once
 * @throws AppError CONFLICT, VALIDATION when the code is not the present one
 */
export function confirmTotp(
  { store }: Context,
  account: AdminAccount,
  code: string,
  actor: Actor,
  now: Instant,
): string[] {
  return store.transaction(() => {
    const admin = findAdminById(store, account.id);
    if (admin === undefined || admin.totpSecret === null || admin.totpConfirmedAt !== null) {
      throw new AppError('CONFLICT', 'There is no authenticator app to confirm.');
    }
    if (!takeTotpCode(store, admin, code, now)) {
      throw new AppError('VALIDATION', 'code: is not the one that the app shows now', {
        fields: { code: 'is not the one that the app shows now' },
      });
    }
    confirmTotpSecret(store, admin.id, now.wallMs);
    // Somebody who sets up an app here has shown a code here, so guesses of others cannot block them.
    const household = householdOf(actor.address ?? '');
    rememberHousehold(store, codeAccountName(account.username), household, now.wallMs);
    const entry = { actor, action: 'admin.add-totp', subject: account.username };
    writeAudit(store, entry, now.wallMs);
    return makeRecoveryCodes(store, admin.id);
  });
}

/** Removes the authenticator app. */
export function removeTotp({ store }: Context, account: AdminAccount, actor: Actor, now: Instant) {
  store.transaction(() => {
    clearTotp(store, account.id);
    const entry = { actor, action: 'admin.remove-totp', subject: account.username };
    writeAudit(store, entry, now.wallMs);
  });
}

/**
 * New recovery codes in place of the former ones.
 * @throws AppError CONFLICT when there is nothing that they could stand in for
 */
export function renewRecoveryCodes(
  { store }: Context,
  account: AdminAccount,
  actor: Actor,
  now: Instant,
): string[] {
  return store.transaction(() => {
    const admin = findAdminById(store, account.id);
    if (admin === undefined || secondFactorsOf(store, admin).length === 0) {
      throw new AppError('CONFLICT', 'There is no second factor for which they could stand in.');
    }
    const entry = { actor, action: 'admin.renew-recovery-codes', subject: account.username };
    writeAudit(store, entry, now.wallMs);
    return makeRecoveryCodes(store, admin.id);
  });
}

/**
 * Whether a text looks like a code of an authenticator app. Anything else is tried as a recovery code.
 */
export function isTotpCode(text: string): boolean {
  return /^\d{6}$/.test(text.replace(/\s/g, ''));
}

/** Checks a code of the authenticator app. Each time step counts once. */
export function takeTotpCode(store: Store, admin: AdminRow, code: string, now: Instant): boolean {
  if (admin.totpSecret === null) return false;
  const token = code.replace(/\s/g, '');
  const totp = totpOf(admin.username, admin.totpSecret);
  const delta = totp.validate({ token, timestamp: now.wallMs, window: skewSteps });
  if (delta === null) return false;
  const step = Math.floor(now.wallMs / 1000 / stepSeconds) + delta;
  return takeTotpStep(store, admin.id, step);
}

/** Uses a recovery code, however it is written. Each works once. */
export function takeRecovery(store: Store, admin: AdminRow, text: string, now: Instant): boolean {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return takeRecoveryCode(store, admin.id, hashSecret(code), now.wallMs);
}

function makeRecoveryCodes(store: Store, adminId: number): string[] {
  const codes = Array.from({ length: recoveryCodeCount }, () => {
    const random = crypto.getRandomValues(new Uint8Array(recoveryLength));
    return [...random].map((byte) => recoveryAlphabet.charAt(byte % 32)).join('');
  });
  replaceRecoveryCodes(store, adminId, codes.map(hashSecret));
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

function totpOf(username: string, secret: string): TOTP {
  const { Secret, TOTP } = loadOtpauth();
  return new TOTP({
    issuer: 'FaiWatch',
    label: username,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits,
    period: stepSeconds,
  });
}
