import { AppError } from '../../domain/errors.ts';
import { texts } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import { opensAccount } from '../../domain/keys/held-key.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { checkNewPassword } from '../../domain/people/password.ts';
import { normalisePhone } from '../../domain/people/phone.ts';
import { findKey } from '../../store/keys/keys.ts';
import {
  type AdminRow,
  findAdmin,
  noPassword,
  updateAdminPassword,
} from '../../store/people/admins.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findCustomerByPhone } from '../../store/people/customers.ts';
import type { Monitor } from '../monitor.ts';
import type { Account, AdminAccount, CustomerAccount } from './find-account.ts';
import {
  adminAccountName,
  customerAccountName,
  liftLoginLimits,
  limitLogins,
  limitProofs,
} from './limit-logins.ts';
import type { PasswordCheck } from './password-check.ts';
import { requireSecondFactor } from './sign-in.ts';
import type { Tickets } from './tickets.ts';

/** An account that is being logged in to. */
export type Identity<A extends Account = Account> = Omit<
  A,
  'sessionId' | 'apiTokenId' | 'scopes' | 'mustSetSecondFactor' | 'recipientId' | 'isOwner'
>;

export interface LoginDoor {
  readonly monitor: Pick<Monitor, 'store' | 'setTimer' | 'proofs'>;
  readonly passwords: PasswordCheck;
  readonly tickets: Tickets;
}

/**
 * Logs an operator in. An unknown name takes as long, and gets the same answer, as a wrong password.
 * @param address network address of the caller
 * @throws AppError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, RATE_LIMITED
 */
export async function logInAdmin(
  { monitor, passwords, tickets }: LoginDoor,
  given: { readonly username: string; readonly password: string },
  address: string,
  now: Instant,
): Promise<Identity<AdminAccount>> {
  const { username, password } = given;
  const account = adminAccountName(username);
  return limitLogins(monitor, { address, account }, now, async (isKnown) => {
    const admin = findAdmin(monitor.store, username);
    const isRight = await passwords.verify(password, hashOf(admin), isKnown);
    if (admin === undefined || !isRight) {
      throw new AppError('INVALID_CREDENTIALS', 'Wrong username or password');
    }
    requireSecondFactor({ monitor, passwords, tickets }, admin, now);
    const { id, role, tokenVersion } = admin;
    return { kind: 'admin', id, username, role, tokenVersion };
  });
}

/**
 * Logs a customer in with any of their keys that was not revoked. An expired key works too, or customers
 * could not see why alerts stopped. Every failure gets the same answer after the same work.
 * @param address network address of the caller
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInCustomer(
  { monitor }: Pick<LoginDoor, 'monitor'>,
  given: { readonly phone: string; readonly activationKey: string },
  address: string,
  now: Instant,
): Promise<Identity<CustomerAccount>> {
  const { store } = monitor;
  const phone = normalisePhone(given.phone);
  const account = customerAccountName(phone ?? given.phone);
  return limitLogins(monitor, { address, account }, now, async () => {
    const customer = findCustomerByPhone(store, phone ?? '');
    const key = findKey(store, normaliseActivationKey(given.activationKey) ?? '');
    if (
      customer === undefined ||
      !customer.isActive ||
      key === undefined ||
      !opensAccount(key, customer.id)
    ) {
      throw new AppError('INVALID_CREDENTIALS', 'Wrong phone number or activation key');
    }
    const { id, name, tokenVersion } = customer;
    return { kind: 'customer', id, name, phone: customer.phone, tokenVersion };
  });
}

/**
 * Takes the password of somebody who is logged in as the proof of their session.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function proveByPassword(
  { monitor, passwords }: Pick<LoginDoor, 'monitor' | 'passwords'>,
  { username, sessionId }: AdminAccount,
  password: string,
  now: Instant,
): Promise<void> {
  await limitProofs(monitor, sessionId, now, async () => {
    const hash = hashOf(findAdmin(monitor.store, username));
    if (!(await passwords.verify(password, hash, true))) {
      throw new AppError('INVALID_CREDENTIALS', texts.wrongPassword);
    }
  });
  monitor.proofs.note(sessionId, now);
}

/** Null: the account has no password. */
function hashOf(admin: AdminRow | undefined): string | null {
  return admin === undefined || admin.passwordHash === noPassword ? null : admin.passwordHash;
}

/**
 * Changes an operator's password, ends all other sessions of the account and lifts its limits.
 * @returns the account as it is now, for a token of its new version
 * @throws AppError VALIDATION, INVALID_CREDENTIALS when the present password is wrong, RATE_LIMITED
 */
export async function changePassword(
  { monitor, passwords }: Pick<LoginDoor, 'monitor' | 'passwords'>,
  account: AdminAccount,
  given: { readonly current: string; readonly next: string },
  actor: Actor,
  now: Instant,
): Promise<AdminAccount> {
  const { store } = monitor;
  const { username } = account;
  checkNewPassword(given.next, username);
  await proveByPassword({ monitor, passwords }, account, given.current, now);
  const hash = await passwords.hash(given.next);
  return store.transaction(() => {
    const admin = findAdmin(store, username);
    // Somebody else may have changed the password while the hash was being made.
    if (admin === undefined || admin.tokenVersion !== account.tokenVersion) {
      throw new AppError('INVALID_TOKEN', 'This session has ended. Please log in again.');
    }
    updateAdminPassword(store, admin.id, hash, account.sessionId);
    liftLoginLimits(store, adminAccountName(username));
    const entry = { actor, action: 'admin.change-password', subject: username };
    writeAudit(store, entry, now.wallMs);
    return { ...account, tokenVersion: admin.tokenVersion + 1 };
  });
}
