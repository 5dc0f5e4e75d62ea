import { AppError } from '../domain/errors.ts';
import type { OperatorRole } from '../domain/states.ts';
import { findAdminById } from '../store/admins.ts';
import { findCustomer } from '../store/customers.ts';
import type { Monitor } from './monitor.ts';

/** An administrator who is logged in. */
export interface AdminAccount {
  readonly kind: 'admin';
  readonly id: number;
  readonly username: string;
  readonly role: OperatorRole;
  readonly tokenVersion: number;
}

/** A customer who is logged in. */
export interface CustomerAccount {
  readonly kind: 'customer';
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly tokenVersion: number;
}

export type Account = AdminAccount | CustomerAccount;

/** What a session token says, once its signature was found right. */
export interface AccountClaims {
  readonly kind: Account['kind'];
  readonly id: number;
  readonly tokenVersion: number;
}

/**
 * The account a token belongs to, as it is now: a token of a former version, or of an account that is
 * gone or not active, is worth nothing.
 * @throws AppError INVALID_TOKEN
 */
export function findAccount(monitor: Pick<Monitor, 'store'>, claims: AccountClaims): Account {
  const account =
    claims.kind === 'admin'
      ? findAdminAccount(monitor, claims.id)
      : findCustomerAccount(monitor, claims.id);
  if (account === null || account.tokenVersion !== claims.tokenVersion) {
    throw new AppError('INVALID_TOKEN', 'This session has ended. Please log in again.');
  }
  return account;
}

function findAdminAccount({ store }: Pick<Monitor, 'store'>, id: number): AdminAccount | null {
  const admin = findAdminById(store, id);
  if (admin === undefined) return null;
  const { username, role, tokenVersion } = admin;
  return { kind: 'admin', id, username, role, tokenVersion };
}

function findCustomerAccount(
  { store }: Pick<Monitor, 'store'>,
  id: number,
): CustomerAccount | null {
  const customer = findCustomer(store, id);
  if (customer === undefined || !customer.isActive) return null;
  const { name, phone, tokenVersion } = customer;
  return { kind: 'customer', id, name, phone, tokenVersion };
}
