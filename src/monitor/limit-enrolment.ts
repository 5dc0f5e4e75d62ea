import { AppError } from '../domain/errors.ts';
import { householdOf } from '../domain/household-of.ts';
import type { Instant } from '../domain/instant.ts';
import {
  type AttemptLimit,
  readAttemptWait,
  recordFailedAttempt,
} from '../store/attempt-limits.ts';
import type { Monitor } from './monitor.ts';

/**
 * Failed enrolments per address. Successes do not count: a shop sets up hundreds of devices from one
 * address.
 */
const limit: AttemptLimit = { scope: 'enrol-address', maxFailures: 20, windowMs: 3_600_000 };

/** What points to somebody guessing keys, as opposed to a slip or a fault of ours. */
const guesses = new Set(['KEY_NOT_FOUND', 'KEY_INACTIVE', 'KEY_IN_USE', 'KEY_PHONE_MISMATCH']);

/**
 * Runs an enrolment unless its address has failed too often.
 * @throws AppError RATE_LIMITED, and whatever `enrol` throws
 */
export function limitEnrolment<T>(
  monitor: Pick<Monitor, 'store'>,
  address: string,
  now: Instant,
  enrol: () => T,
): T {
  const subject = householdOf(address);
  const waitMs = readAttemptWait(monitor.store, limit, subject, now.wallMs);
  if (waitMs > 0) {
    throw new AppError('RATE_LIMITED', 'Too many failed enrolments from this address.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
  try {
    return enrol();
  } catch (error) {
    if (error instanceof AppError && guesses.has(error.code)) {
      monitor.store.transaction(() => {
        recordFailedAttempt(monitor.store, limit, subject, now.wallMs);
      });
    }
    throw error;
  }
}
