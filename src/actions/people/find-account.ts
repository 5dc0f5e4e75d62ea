import { AppError } from '../../domain/errors.ts';
import { sessionLifeMs } from '../../domain/people/session.ts';
import { type TokenScope, tokenScopes } from '../../domain/people/token-scopes.ts';
import { isVouchedElsewhere, type OperatorRole } from '../../domain/states.ts';
import { findAdminSession, findCustomerSession } from '../../store/people/sessions.ts';
import type { Monitor } from '../monitor.ts';
import { isApiTokenOpen } from './api-tokens.ts';

/** An operator who is logged in, or a program with an API token. */
export interface AdminAccount {
  readonly kind: 'admin';
  readonly id: number;
  readonly username: string;
  readonly role: OperatorRole;
  readonly tokenVersion: number;
  /** Empty for a program. */
  readonly sessionId: string;
  /** Null for a person. */
  readonly apiTokenId: number | null;
  /** Of a program's token; a person has all. */
  readonly scopes: readonly TokenScope[];
  /** Until a second factor is set up, the operator may do nothing else. */
  readonly mustSetSecondFactor: boolean;
}

/** A customer who is logged in. */
export interface CustomerAccount {
  readonly kind: 'customer';
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly tokenVersion: number;
  readonly sessionId: string;
  /** The chat whose link opened the session. Null: phone number and key did. */
  readonly recipientId: number | null;
  /** False: a chat opened it that may log in, and has not proven that the account is its own. */
  readonly isOwner: boolean;
}

export type Account = AdminAccount | CustomerAccount;

/** The claims of a session token whose signature is right. */
export interface AccountClaims {
  readonly kind: Account['kind'];
  readonly id: number;
  readonly tokenVersion: number;
  readonly sessionId: string;
}

interface OpenSession {
  readonly account: Account;
  /** As stored; epoch ms. */
  readonly lastUsedAt: number;
}

/**
 * The account a token belongs to, as it is now. A token is worth nothing if its session was ended, its
 * version is old, or its account is gone or inactive.
 * @param nowMs epoch ms
 * @throws AppError INVALID_TOKEN; TOKEN_EXPIRED when nobody used the session for too long
 */
export function findAccount(
  monitor: Pick<Monitor, 'store'>,
  claims: AccountClaims,
  nowMs: number,
): OpenSession {
  const found =
    claims.kind === 'admin' ? findAdmin(monitor, claims) : findCustomer(monitor, claims);
  if (
    found === null ||
    found.account.id !== claims.id ||
    found.account.tokenVersion !== claims.tokenVersion
  ) {
    throw new AppError('INVALID_TOKEN', 'This session has ended. Please log in again.');
  }
  if (nowMs - found.lastUsedAt > sessionLifeMs[claims.kind]) {
    throw new AppError('TOKEN_EXPIRED', 'This session has expired. Please log in again.');
  }
  return found;
}

/** Whether a session may continue with the rights it began with. */
export function isSessionOpen(
  monitor: Pick<Monitor, 'store'>,
  account: Account,
  nowMs: number,
): boolean {
  if (account.kind === 'admin' && account.apiTokenId !== null) {
    return isApiTokenOpen(monitor, account.apiTokenId, account.scopes, nowMs);
  }
  try {
    const { account: present } = findAccount(monitor, account, nowMs);
    return !owesSecondFactor(present) || owesSecondFactor(account);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function owesSecondFactor(account: Account): boolean {
  return account.kind === 'admin' && account.mustSetSecondFactor;
}

function findAdmin({ store }: Pick<Monitor, 'store'>, claims: AccountClaims): OpenSession | null {
  const session = findAdminSession(store, claims.sessionId);
  if (session === undefined) return null;
  const { lastUsedAt, id, username, role, tokenVersion } = session;
  const { sessionId } = claims;
  const mustSetSecondFactor = session.lacksSecondFactor && !isVouchedElsewhere(session.method);
  const account = { id, username, role, tokenVersion, sessionId, mustSetSecondFactor };
  return {
    account: { kind: 'admin', apiTokenId: null, scopes: tokenScopes, ...account },
    lastUsedAt,
  };
}

function findCustomer(
  { store }: Pick<Monitor, 'store'>,
  claims: AccountClaims,
): OpenSession | null {
  const session = findCustomerSession(store, claims.sessionId);
  if (session === undefined || !session.isActive || session.role === 'told') return null;
  const { lastUsedAt, id, name, phone, tokenVersion, recipientId, role } = session;
  const { sessionId } = claims;
  const isOwner = recipientId === null || role === 'owner';
  const account = { id, name, phone, tokenVersion, sessionId, recipientId, isOwner };
  return { account: { kind: 'customer', ...account }, lastUsedAt };
}
