/** The second step of an operator's log-in, and the ways around the password. */

import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import type { Store } from '../../store/engine/open.ts';
import { type AdminRow, findAdminById } from '../../store/people/admins.ts';
import { type AttemptLimit, recordFailedAttempt } from '../../store/people/attempt-limits.ts';
import { rememberHousehold } from '../../store/people/known-households.ts';
import { requireAttempts } from '../engine/spend-attempts.ts';
import type { AdminAccount } from './find-account.ts';
import { adminAccountName, codeAccountName, limitLogins } from './limit-logins.ts';
import type { Identity, LoginDoor } from './log-in.ts';
import { type RelyingParty, takePasskey } from './passkeys.ts';
import { isTotpCode, secondFactorsOf, takeRecovery, takeTotpCode } from './second-factor.ts';

const challengeMs = 5 * 60_000;
const triesPerChallenge = 5;

/**
 * Wrong codes at one account from households that never logged in there. Unlike passwords, codes are six
 * digits, so guesses from a thousand addresses must come to an end. A known household, a passkey or a
 * recovery code is not held up by this.
 */
const wrongCodes: AttemptLimit = {
  scope: 'second-factor',
  maxFailures: 30,
  windowMs: 24 * 3_600_000,
};

/**
 * Continues a log-in whose password was right, unless the account asks for more.
 * @throws AppError SECOND_FACTOR_REQUIRED with what to go on with
 */
export function requireSecondFactor(
  { monitor, tickets }: LoginDoor,
  admin: AdminRow,
  now: Instant,
): void {
  const methods = secondFactorsOf(monitor.store, admin);
  if (methods.length === 0) return;
  const subject = `${admin.id}.${admin.tokenVersion}`;
  const challenge = tickets.issue('second-factor', subject, now.wallMs + challengeMs);
  throw new AppError('SECOND_FACTOR_REQUIRED', 'A second factor is needed.', {
    secondFactor: { challenge, methods },
  });
}

/**
 * The second step with a code of the authenticator app, or a recovery code.
 * @throws AppError CHALLENGE_EXPIRED when the log-in must begin anew, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function logInWithCode(
  door: LoginDoor,
  given: { readonly challenge: string; readonly code: string },
  address: string,
  now: Instant,
): Promise<Identity<AdminAccount>> {
  const { monitor, tickets } = door;
  const { store } = monitor;
  const admin = takeChallenge(door, given.challenge, now);
  if (isTotpCode(given.code)) {
    const account = codeAccountName(admin.username);
    await limitLogins(monitor, { address, account }, now, async (isKnown) => {
      // The count stands here, after the last wait: of many tries at once, none gets past it.
      if (!isKnown) requireRoom(store, admin.username, now);
      if (store.transaction(() => takeTotpCode(store, admin, given.code, now))) return;
      if (!isKnown) recordFailedAttempt(store, wrongCodes, admin.username, now.wallMs);
      throw wrongCode();
    });
  } else if (!store.transaction(() => takeRecovery(store, admin, given.code, now))) {
    throw wrongCode();
  }
  tickets.spend(given.challenge, now.wallMs);
  return admit(store, admin, address, now);
}

/**
 * Logs in with a passkey: as the second step, or instead of a password.
 * @throws AppError CHALLENGE_EXPIRED, INVALID_CREDENTIALS
 */
export async function logInWithPasskey(
  door: LoginDoor,
  given: { readonly challenge?: string | undefined; readonly response: AuthenticationResponseJSON },
  party: RelyingParty,
  address: string,
  now: Instant,
): Promise<Identity<AdminAccount>> {
  const { store } = door.monitor;
  const { challenge, response } = given;
  const known = challenge === undefined ? null : takeChallenge(door, challenge, now);
  const question = { adminId: known?.id ?? null, sessionId: null };
  const adminId = await takePasskey(door, question, response, party, now);
  if (challenge !== undefined) door.tickets.spend(challenge, now.wallMs);
  const admin = findAdminById(store, adminId);
  if (admin === undefined) throw wrongCode();
  return admit(store, admin, address, now);
}

/**
 * The operator whose log-in a challenge continues.
 * @throws AppError CHALLENGE_EXPIRED when it is none or too old, or the account has changed
 */
export function readChallenge(
  { monitor, tickets }: Pick<LoginDoor, 'monitor' | 'tickets'>,
  challenge: string,
  now: Instant,
): AdminRow {
  return findChallenged(monitor.store, tickets.read('second-factor', challenge, now.wallMs));
}

/** The same for a try to answer the challenge; tries are limited. */
function takeChallenge({ monitor, tickets }: LoginDoor, challenge: string, now: Instant): AdminRow {
  const subject = tickets.take('second-factor', challenge, triesPerChallenge, now.wallMs);
  return findChallenged(monitor.store, subject);
}

function findChallenged(store: Store, about: string | null): AdminRow {
  const subject = about ?? '';
  const [id, tokenVersion] = subject.split('.').map(Number);
  const admin = id === undefined ? undefined : findAdminById(store, id);
  if (admin === undefined || admin.tokenVersion !== tokenVersion) {
    throw new AppError('CHALLENGE_EXPIRED', 'This log-in took too long. Please begin anew.');
  }
  return admin;
}

/** From here on the account knows the household; see `limitLogins`. */
export function admit(
  store: Store,
  { id, username, role, tokenVersion }: AdminRow,
  address: string,
  now: Instant,
): Identity<AdminAccount> {
  store.relaxedTransaction(() => {
    rememberHousehold(store, adminAccountName(username), householdOf(address), now.wallMs);
  });
  return { kind: 'admin', id, username, role, tokenVersion };
}

function requireRoom(store: Store, username: string, now: Instant): void {
  const refusal = 'Too many wrong codes from unknown places. Use a recovery code or a passkey.';
  requireAttempts(store, [[wrongCodes, username]], refusal, now.wallMs);
}

function wrongCode(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'Wrong code');
}
