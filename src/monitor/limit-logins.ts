import { AppError } from '../domain/errors.ts';
import { householdOf } from '../domain/household-of.ts';
import type { Instant } from '../domain/instant.ts';
import {
  type AttemptLimit,
  forgiveAttempt,
  readAttemptWait,
  recordFailedAttempt,
} from '../store/attempt-limits.ts';
import type { Monitor } from './monitor.ts';

/** Failed log-ins; successes do not count. */
const perAddress: AttemptLimit = {
  scope: 'login-address',
  maxFailures: 20,
  windowMs: 3_600_000,
};
const perAccount: AttemptLimit = {
  scope: 'login-account',
  maxFailures: 20,
  windowMs: 24 * 3_600_000,
};

/** So many slips are answered at once; each further one waits twice as long as the one before. */
const freeFailures = 5;
const firstDelayMs = 50;
const longestDelayMs = 1_000;

/**
 * Runs a log-in unless its address or its account has failed too often, whether or not there is such
 * an account.
 *
 * The try is counted before it is made and forgiven if it succeeds: of a thousand that come at once
 * only twenty get through.
 *
 * @param account as it was given; any text
 * @param wait lets so many ms pass before a failure is answered
 * @throws AppError RATE_LIMITED, and whatever `logIn` throws
 */
export async function limitLogins<T>(
  monitor: Pick<Monitor, 'store'>,
  who: { readonly address: string; readonly account: string },
  now: Instant,
  logIn: () => Promise<T>,
  wait: (ms: number) => Promise<void> = Bun.sleep,
): Promise<T> {
  const { store } = monitor;
  const tries = [
    { limit: perAddress, subject: householdOf(who.address) },
    { limit: perAccount, subject: who.account },
  ];
  const failures = store.transaction(() => {
    for (const { limit, subject } of tries) {
      const waitMs = readAttemptWait(store, limit, subject, now.wallMs);
      if (waitMs > 0) throw tooMany(waitMs);
    }
    return Math.max(
      ...tries.map(({ limit, subject }) => recordFailedAttempt(store, limit, subject, now.wallMs)),
    );
  });
  try {
    const result = await logIn();
    forgive(monitor, tries);
    return result;
  } catch (error) {
    // A fault of ours, or a queue that is full, says nothing about who is knocking.
    const isFailure = error instanceof AppError && error.code !== 'RATE_LIMITED';
    if (isFailure) await wait(delayMs(failures));
    else forgive(monitor, tries);
    throw error;
  }
}

function forgive(
  { store }: Pick<Monitor, 'store'>,
  tries: readonly { readonly limit: AttemptLimit; readonly subject: string }[],
): void {
  store.transaction(() => {
    for (const { limit, subject } of tries) forgiveAttempt(store, limit, subject);
  });
}

function delayMs(failures: number): number {
  if (failures <= freeFailures) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures - 1));
}

function tooMany(waitMs: number): AppError {
  return new AppError('RATE_LIMITED', 'Too many failed log-ins. Please try again later.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
