import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { findDeviceIds } from '../../store/devices/device-owners.ts';
import { deleteRequests } from '../../store/devices/join-requests.ts';
import type { Store } from '../../store/engine/open.ts';
import type { KeyRow } from '../../store/keys/keys.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { endCustomerSessions } from '../../store/people/customers.ts';
import { followUp } from '../engine/follow-up.ts';
import { changeKey, getKey, type KeyMonitor } from './change-key.ts';

/**
 * Revokes a key. Its device is refused from now on, unless another key serves it too. Its customer has to
 * log in again, with another key.
 * @returns its code as it is stored
 * @throws AppError KEY_NOT_FOUND, CONFLICT when it was revoked already
 */
export function revokeKey(monitor: KeyMonitor, code: string, actor: Actor, now: Instant): string {
  const { store } = monitor;
  const revoked = store.transaction(() => {
    const key = getKey(store, code);
    return { keyCode: key.keyCode, deviceIds: revokeAtOnce(store, key, actor, now) };
  });
  followUp(monitor, now, revoked.deviceIds);
  return revoked.keyCode;
}

/**
 * The same within the caller's transaction.
 * @returns the ids of the devices to follow up
 */
export function revokeAtOnce(store: Store, key: KeyRow, actor: Actor, now: Instant): string[] {
  if (!key.isActive) {
    throw new AppError('CONFLICT', refusals.keyRevoked);
  }
  changeKey(store, key, { isActive: false });
  deleteRequests(store, key.keyCode);
  if (key.customerId !== null) endCustomerSessions(store, key.customerId);
  const entry = {
    actor,
    action: 'key.revoke',
    subject: key.keyCode,
    before: { isActive: true },
    after: { isActive: false },
  };
  writeAudit(store, entry, now.wallMs);
  return findDeviceIds(store, [key.deviceRow]);
}
