import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { maxSessions } from '../../domain/people/session.ts';
import type { SessionMethod } from '../../domain/states.ts';
import { findAdminById } from '../../store/people/admins.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { endOlderSessions, insertSession } from '../../store/people/sessions.ts';
import type { Monitor } from '../monitor.ts';
import type { AccountClaims } from './find-account.ts';

/** Where somebody logged in from, and how. */
export interface SignIn {
  readonly method: SessionMethod;
  readonly address: string;
  /** The browser's own words. Null: none. */
  readonly userAgent: string | null;
  /** The chat that asked for the link; the session ends with it. */
  readonly recipientId?: number | null;
}

const longestUserAgent = 200;

/**
 * @returns the claims of the new session's token
 * @throws AppError INVALID_CREDENTIALS when the account was deleted while somebody signed in
 */
export function startSession(
  { store }: Pick<Monitor, 'store'>,
  account: Omit<AccountClaims, 'sessionId'>,
  signIn: SignIn,
  now: Instant,
): AccountClaims {
  const { kind, id, tokenVersion } = account;
  const sessionId = crypto.getRandomValues(new Uint8Array(16)).toHex();
  const userAgent = signIn.userAgent?.slice(0, longestUserAgent) ?? null;
  store.transaction(() => {
    const owner = kind === 'admin' ? findAdminById(store, id) : findCustomer(store, id);
    if (owner === undefined) {
      throw new AppError('INVALID_CREDENTIALS', 'This account is not there any more.');
    }
    const session = { ...signIn, id: sessionId, owner: { kind, id }, userAgent };
    insertSession(store, session, now.wallMs);
    endOlderSessions(store, { kind, id }, maxSessions);
  });
  return { kind, id, tokenVersion, sessionId };
}
