import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import { normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import type { Store } from '../../store/engine/open.ts';
import { type AttemptLimit, recordFailedAttempt } from '../../store/people/attempt-limits.ts';
import { requireAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';

/** Failed enrolments of a household. A shop sets up hundreds of devices from one address. */
const perHousehold: AttemptLimit = {
  scope: 'enrol-address',
  maxFailures: 20,
  windowMs: 3_600_000,
};
/**
 * Failed enrolments with one existing key, from anywhere: somebody who has seen it may guess the phone
 * number.
 */
const perKey: AttemptLimit = { ...perHousehold, scope: 'enrol-key' };

/** Failures that point to guessing, as opposed to a slip or a fault of ours. */
const guessesAtKey = new Set(['KEY_IN_USE', 'KEY_PHONE_MISMATCH']);
const guesses = new Set(['KEY_NOT_FOUND', 'KEY_INACTIVE', ...guessesAtKey]);

/**
 * Runs an enrolment. Past the limit of a household, the answer no longer says what was wrong. A correct
 * key is still taken, so that nobody can keep their neighbours from setting up a board. A key has 95
 * random bits: nobody finds one by trying.
 *
 * @param activationKey as it was sent
 * @throws AppError RATE_LIMITED, and whatever `enrol` throws
 */
export function limitEnrolment<T>(
  { store }: Pick<Monitor, 'store'>,
  address: string,
  activationKey: string,
  now: Instant,
  enrol: () => T,
): T {
  const household = householdOf(address);
  const key = normaliseActivationKey(activationKey) ?? '';
  requireRoom(store, perKey, key, now);
  try {
    return enrol();
  } catch (error) {
    if (!(error instanceof AppError) || !guesses.has(error.code)) throw error;
    requireRoom(store, perHousehold, household, now);
    store.relaxedTransaction(() => {
      recordFailedAttempt(store, perHousehold, household, now.wallMs);
      if (guessesAtKey.has(error.code)) recordFailedAttempt(store, perKey, key, now.wallMs);
    });
    throw error;
  }
}

function requireRoom(store: Store, limit: AttemptLimit, subject: string, now: Instant): void {
  const refusal = 'Too many failed enrolments. Please try again later.';
  requireAttempts(store, [[limit, subject]], refusal, now.wallMs);
}
