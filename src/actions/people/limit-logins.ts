import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  type AttemptLimit,
  forgetAttempts,
  forgetPairs,
  forgiveAttempt,
  recordFailedAttempt,
} from '../../store/people/attempt-limits.ts';
import {
  forgetHouseholds,
  isKnownHousehold,
  rememberHousehold,
} from '../../store/people/known-households.ts';
import { requireAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';

const hourMs = 3_600_000;

/** Failed log-ins of one household over all accounts. Successes count neither here nor below. */
const perHousehold: AttemptLimit = {
  scope: 'login-address',
  maxFailures: 20,
  windowMs: hourMs,
};
/**
 * Failed log-ins of one household at one account, for a household that never logged in there and one that
 * did.
 */
const perStranger: AttemptLimit = { scope: 'login-pair', maxFailures: 20, windowMs: 24 * hourMs };
const perKnown: AttemptLimit = { ...perStranger, windowMs: hourMs };
/**
 * Failed log-ins at one account from anywhere. Beyond these, answers come later, and are never refused.
 */
const perAccount: AttemptLimit = {
  scope: 'login-account',
  maxFailures: 20,
  windowMs: 24 * hourMs,
};
/**
 * Wrong answers in a session that is to prove whose it is. A thief's guesses end with this session's tries: its owner
 * logs in anew, which is a proof.
 */
const perSession: AttemptLimit = {
  scope: 'session-proof',
  maxFailures: 20,
  windowMs: 24 * hourMs,
};

/** This many failures are answered at once. Each further one waits twice as long as the one before. */
const freeFailures = 5;
const firstDelayMs = 50;
const longestDelayMs = 1_000;
/** The longest wait before a try, for a stranger to an account that many are guessing at. */
const longestStrangerDelayMs = 5_000;

/** An attempt to log in, and its origin. `account` is any text, since the account may not exist. */
interface Knock {
  readonly address: string;
  readonly account: string;
}

/** The name under which log-ins of an operator are counted. */
export const adminAccountName = (username: string): string => `admin:${username}`;
/** The name under which codes at the second step are counted. */
export const codeAccountName = (username: string): string => `second-factor:${username}`;
/** The name under which log-ins of a customer are counted. `phone` is as stored, or as it was given. */
export const customerAccountName = (phone: string): string => `customer:${phone}`;

/**
 * Runs a log-in within the limits of its household, and of this household at this account. Failures
 * elsewhere keep nobody out: they only slow down households that never logged in to the account. All of
 * this is the same for an account that does not exist.
 *
 * A try is counted before it is made, and forgiven if it succeeds: of a thousand tries at once only
 * twenty get through.
 *
 * @param logIn gets told whether the account has logged in from this household before
 * @throws AppError RATE_LIMITED, and whatever `logIn` throws
 */
export async function limitLogins<T>(
  { store, setTimer }: Pick<Monitor, 'store' | 'setTimer'>,
  who: Knock,
  now: Instant,
  logIn: (isKnown: boolean) => Promise<T>,
): Promise<T> {
  const wait = async (ms: number) => {
    if (ms > 0) await new Promise<void>((resolve) => setTimer(ms, resolve));
  };
  const { account } = who;
  const household = householdOf(who.address);
  const isKnown = isKnownHousehold(store, account, household);
  const pair = {
    limit: isKnown ? perKnown : perStranger,
    subject: pairOf(account, household),
  };
  const ofHousehold = { limit: perHousehold, subject: household };
  const ofAccount = { limit: perAccount, subject: account };
  const { slips, guesses } = store.relaxedTransaction(() => {
    // A household can be many people: failures of others do not count against somebody who has logged in
    // here before.
    for (const { limit, subject } of isKnown ? [pair] : [pair, ofHousehold]) {
      requireRoom(store, limit, subject, now);
    }
    const count = ({ limit, subject }: Count) =>
      recordFailedAttempt(store, limit, subject, now.wallMs);
    const atPair = count(pair);
    const atHousehold = count(ofHousehold);
    return { slips: isKnown ? atPair : atHousehold, guesses: count(ofAccount) };
  });
  if (!isKnown) await wait(delayMs(guesses - perAccount.maxFailures, longestStrangerDelayMs));
  try {
    const result = await logIn(isKnown);
    store.relaxedTransaction(() => {
      for (const { limit, subject } of [pair, ofHousehold, ofAccount]) {
        forgiveAttempt(store, limit, subject);
      }
      rememberHousehold(store, account, household, now.wallMs);
    });
    return result;
  } catch (error) {
    if (isFailure(error)) await wait(delayMs(slips - freeFailures, longestDelayMs));
    else {
      store.relaxedTransaction(() => {
        for (const { limit, subject } of [pair, ofHousehold, ofAccount]) {
          forgiveAttempt(store, limit, subject);
        }
      });
    }
    throw error;
  }
}

/**
 * Checks a password or a code of somebody who is logged in. Only the failures of their session count, so guesses at
 * the log-in page, or in a session that was stolen from another place, cannot block them.
 * @throws AppError RATE_LIMITED, and whatever `check` throws
 */
export async function limitProofs<T>(
  { store }: Pick<Monitor, 'store'>,
  sessionId: string,
  now: Instant,
  check: () => Promise<T>,
): Promise<T> {
  const forgive = () =>
    store.relaxedTransaction(() => forgiveAttempt(store, perSession, sessionId));
  store.relaxedTransaction(() => {
    requireRoom(store, perSession, sessionId, now);
    recordFailedAttempt(store, perSession, sessionId, now.wallMs);
  });
  try {
    const result = await check();
    forgive();
    return result;
  } catch (error) {
    if (!isFailure(error)) forgive();
    throw error;
  }
}

/**
 * Forgives an account and the households concerned every failure, so that somebody who was just given a
 * password can use it at once from anywhere. To be called in a transaction.
 */
export function liftLoginLimits(store: Store, account: string): void {
  forgetPairs(store, 'login-pair', account, 'login-address');
  forgetAttempts(store, 'login-account', account);
}

/** Forgets all log-ins under a name, those that failed and those that did not. To be called in a transaction. */
export function forgetLogins(store: Store, account: string): void {
  liftLoginLimits(store, account);
  forgetHouseholds(store, account);
}

interface Count {
  readonly limit: AttemptLimit;
  readonly subject: string;
}

function pairOf(account: string, household: string): string {
  return `${account}\n${household}`;
}

function requireRoom(store: Store, limit: AttemptLimit, subject: string, now: Instant): void {
  const refusal = 'Too many failed log-ins. Please try again later.';
  requireAttempts(store, [[limit, subject]], refusal, now.wallMs);
}

/** A fault of ours, or a full queue, says nothing about who tries to log in. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  // Nor does a correct password that is not enough by itself.
  return error.code !== 'RATE_LIMITED' && error.code !== 'SECOND_FACTOR_REQUIRED';
}

/** @param excess by how many failures the free ones are exceeded */
function delayMs(excess: number, longestMs: number): number {
  if (excess <= 0) return 0;
  return Math.min(longestMs, firstDelayMs * 2 ** (excess - 1));
}
