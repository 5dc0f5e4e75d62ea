import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { findDeviceIds } from '../../store/devices/device-owners.ts';
import type { Store } from '../../store/engine/open.ts';
import { deleteKey, type KeyRow } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { endCustomerSessions } from '../../store/people/customers.ts';
import { followUp } from '../engine/follow-up.ts';
import { changedMeanwhile, getKey, type KeyMonitor } from './change-key.ts';

/**
 * Deletes keys, all or none. For each, the same follows as for revoking it. A code that is named twice
 * counts once.
 * @returns how many were deleted
 * @throws AppError KEY_NOT_FOUND when any of them is not there
 */
export function deleteKeys(
  monitor: KeyMonitor,
  codes: readonly string[],
  actor: Actor,
  now: Instant,
): number {
  const { store } = monitor;
  const { count, deviceIds } = store.transaction(() => {
    const keys = getKeys(store, codes);
    // This comes first: while the keys exist, only this transaction can change them.
    const served = findDeviceIds(
      store,
      keys.map((key) => key.deviceRow),
    );
    for (const key of keys) {
      if (!deleteKey(store, key)) throw changedMeanwhile();
      const { enrolledPhone: _, ...before } = key;
      const entry = { actor, action: 'key.delete', subject: key.keyCode, before };
      writeAudit(store, entry, now.wallMs);
    }
    const owned = Map.groupBy(keys, (key) => key.customerId);
    for (const [owner, theirs] of owned) {
      if (owner === null) continue;
      endCustomerSessions(store, owner);
      queueNews(store, owner, { type: 'keys-left', count: theirs.length }, now.wallMs);
    }
    return { count: keys.length, deviceIds: served };
  });
  followUp(monitor, now, deviceIds);
  return count;
}

function getKeys(store: Store, codes: readonly string[]): KeyRow[] {
  const keys = codes.map((code) => getKey(store, code));
  return [...new Map(keys.map((key) => [key.keyCode, key])).values()];
}
