import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  type AttemptLimit,
  readAttemptWait,
  recordFailedAttempt,
} from '../../store/people/attempt-limits.ts';

/** A limit, and whose attempts it counts. */
type CountedAttempt = readonly [limit: AttemptLimit, subject: string];

/**
 * Refuses what one of the limits does not allow now.
 * @param refusal for people; made of how long they have to wait, in ms
 * @throws AppError RATE_LIMITED
 */
export function requireAttempts(
  store: Store,
  attempts: readonly CountedAttempt[],
  refusal: string | ((waitMs: number) => string),
  nowMs: number,
): void {
  const waits = attempts.map(([limit, subject]) => readAttemptWait(store, limit, subject, nowMs));
  const waitMs = Math.max(...waits);
  if (waitMs <= 0) return;
  throw new AppError('RATE_LIMITED', typeof refusal === 'string' ? refusal : refusal(waitMs), {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

/** The same, and counts each attempt, whatever comes of it. Must run inside a transaction. */
export function spendAttempts(
  ...[store, attempts, refusal, nowMs]: Parameters<typeof requireAttempts>
): void {
  requireAttempts(store, attempts, refusal, nowMs);
  for (const [limit, subject] of attempts) recordFailedAttempt(store, limit, subject, nowMs);
}
