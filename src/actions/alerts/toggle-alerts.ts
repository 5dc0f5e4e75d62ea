import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { OwnerAndDevice } from '../devices/change-own-device.ts';
import type { Monitor } from '../monitor.ts';
import { type AlertSettings, changeAlertSettings } from './change-alert-settings.ts';

/**
 * Switches the alerts of a device on or off. Switching on also ends a mute, even if alerts were on
 * already.
 * @throws AppError NOT_FOUND
 */
export function toggleAlerts(
  monitor: Monitor,
  device: OwnerAndDevice,
  isEnabled: boolean,
  actor: Actor,
  now: Instant,
): AlertSettings {
  return changeAlertSettings(monitor, device, { alertEnabled: isEnabled }, actor, now, isEnabled);
}
