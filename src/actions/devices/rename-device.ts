import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { changeOwnDevice, type OwnerAndDevice } from './change-own-device.ts';

/**
 * Renames a device of a customer. Waiting messages carry the new name, too.
 * @param siteName trimmed, not empty
 * @throws AppError NOT_FOUND
 */
export function renameDevice(
  monitor: Monitor,
  device: OwnerAndDevice,
  siteName: string,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  const { changed } = store.transaction(() =>
    changeOwnDevice(store, device, { siteName }, { actor, action: 'device.rename' }, now),
  );
  if (changed.size > 0) followUp(monitor, now, [device.deviceId]);
}
