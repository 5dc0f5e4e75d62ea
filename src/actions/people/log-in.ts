import { AppError } from '../../domain/errors.ts';
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
  limitOwnPassword,
} from './limit-logins.ts';
import type { PasswordCheck } from './password-check.ts';
import { requireSecondFactor } from './sign-in.ts';
import type { Tickets } from './tickets.ts';

/** An account whose owner is at the door, but not logged in yet. */
export type Identity<A extends Account = Account> = Omit<A, 'sessionId' | 'mustSetSecondFactor'>;

export interface LoginDoor {
  readonly monitor: Pick<Monitor, 'store' | 'setTimer'>;
  readonly passwords: PasswordCheck;
  readonly tickets: Tickets;
}

/**
 * Logs an administrator in. An unknown name takes as long, and is answered the same, as a wrong
 * password.
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
 * Logs a customer in with any key of theirs that was not revoked; one that has expired will do, or
 * nobody could see why alerts stopped. Whatever is wrong is answered the same, after the same work.
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
 * Asks somebody who is logged in for their password once more.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function requireOwnPassword(
  { monitor, passwords }: Pick<LoginDoor, 'monitor' | 'passwords'>,
  { username }: AdminAccount,
  password: string,
  now: Instant,
): Promise<void> {
  await limitOwnPassword(monitor, adminAccountName(username), now, async () => {
    const hash = hashOf(findAdmin(monitor.store, username));
    if (!(await passwords.verify(password, hash, true))) {
      throw new AppError('INVALID_CREDENTIALS', 'Current password incorrect');
    }
  });
}

/** Null: no password opens it. */
function hashOf(admin: AdminRow | undefined): string | null {
  return admin === undefined || admin.passwordHash === noPassword ? null : admin.passwordHash;
}

/**
 * Gives an administrator another password, ends all other sessions of the account and lifts its
 * limits.
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
  await requireOwnPassword({ monitor, passwords }, account, given.current, now);
  const hash = await passwords.hash(given.next);
  return store.transaction(() => {
    const admin = findAdmin(store, username);
    // Somebody else may have changed it while this one was being made.
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
