import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { findHeldKey, type ShownKey } from '../../store/keys/held-keys.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';
import type { CustomerAccount } from '../people/find-account.ts';
import { noteSeenBy } from './note-seen-key.ts';

/** The rate limit for one customer who looks at keys. */
const limit: AttemptLimit = { scope: 'key-show', maxFailures: 20, windowMs: 3_600_000 };

/**
 * The whole code of a customer's key; lists show only its end. The audit log records who looked, and the
 * account whether a chat's link had let them in.
 * @param ref the name of the key in lists
 * @throws AppError NOT_FOUND, for a key of somebody else and for one that is questioned, too;
 *   RATE_LIMITED
 */
export function showKey(
  { store }: Pick<Monitor, 'store'>,
  { id: customerId, recipientId }: Pick<CustomerAccount, 'id' | 'recipientId'>,
  ref: string,
  actor: Actor,
  now: Instant,
): ShownKey {
  return store.transaction(() => {
    const key = findHeldKey(store, customerId, ref);
    if (key === undefined) throw new AppError('NOT_FOUND', 'There is no such key.');
    const refusal = 'Too many keys were shown. Please wait a while.';
    spendAttempts(store, [[limit, String(customerId)]], refusal, now.wallMs);
    writeAudit(store, { actor, action: 'key.show', subject: key.keyCode }, now.wallMs);
    noteSeenBy(store, customerId, recipientId, ref, now);
    return key;
  });
}
