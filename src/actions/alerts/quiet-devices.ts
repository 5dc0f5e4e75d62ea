import { type Quiet, quietFrom } from '../../domain/alerts/quiet.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { getOwnedDevice } from '../devices/change-own-device.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { applyAlertSettings } from './change-alert-settings.ts';
import { applyMute, longestMuteMs } from './mute-devices.ts';

interface DeviceQuiet {
  readonly deviceId: string;
  readonly quiet: Quiet;
}

interface QuietRequest {
  readonly customerId: number;
  readonly devices: readonly DeviceQuiet[];
  /** Shown in the timeline. */
  readonly by: string;
  /** As the audit log names them. */
  readonly actor: Actor;
}

/**
 * Silences devices, or lets them speak again: all of them, or none. What is muted for a while speaks by
 * itself when that is over; what is said again is said of outages that go on.
 * @returns how each was before, which undoes it
 * @throws AppError NOT_FOUND when one of them is not theirs; VALIDATION when a mute is over already or
 *   lasts more than seven days
 */
export function quietDevices(
  monitor: Monitor,
  { customerId, devices, by, actor }: QuietRequest,
  now: Instant,
): DeviceQuiet[] {
  const { store } = monitor;
  const before = store.transaction(() =>
    devices.map(({ deviceId, quiet }): DeviceQuiet => {
      const device = { customerId, deviceId, by };
      const owned = getOwnedDevice(store, device);
      if (typeof quiet === 'string') {
        const isOn = quiet === 'none';
        applyAlertSettings(monitor, device, { alertEnabled: isOn }, actor, now, isOn);
      } else {
        const { until } = quiet;
        if (until <= now.wallMs || until > now.wallMs + longestMuteMs) {
          throw new AppError('VALIDATION', 'A mute lasts at most seven days.');
        }
        // Muted first: what is queued when they are switched on waits for its end.
        applyMute(store, { customerId, deviceRows: [owned.row], until, by, actor }, now);
        applyAlertSettings(monitor, device, { alertEnabled: true }, actor, now, false);
      }
      return { deviceId, quiet: quietFrom(owned, now.wallMs) };
    }),
  );
  sendQueued(monitor);
  return before;
}
