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
  /** Time since an OpenID provider saw them log in there, in ms. Left out: just now, or it does not say. */
  readonly ageMs?: number | undefined;
  /** The chat that asked for the link; the session ends with it. */
  readonly recipientId?: number | null;
}

const longestUserAgent = 200;

/**
 * @returns the claims of the new session's token
 * @throws AppError INVALID_CREDENTIALS when the account was deleted while somebody signed in
 */
export function startSession(
  { store, proofs }: Pick<Monitor, 'store' | 'proofs'>,
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
    const { ageMs: _, ...from } = signIn;
    const session = { ...from, id: sessionId, owner: { kind, id }, userAgent };
    insertSession(store, session, now.wallMs);
    endOlderSessions(store, { kind, id }, maxSessions);
  });
  if (kind === 'admin') proofs.note(sessionId, now, signIn.ageMs);
  return { kind, id, tokenVersion, sessionId };
}
