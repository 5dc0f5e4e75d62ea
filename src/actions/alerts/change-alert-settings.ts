import type { AlertSettings } from '../../domain/alerts/alert-settings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { bringForward } from '../../store/alerts/mutes.ts';
import { findLastingOutage } from '../../store/alerts/outages.ts';
import { moveAlerts, moveReminders } from '../../store/outbox/alert-schedule.ts';
import { replanAlerts } from '../../store/outbox/notifications.ts';
import {
  changeOwnDevice,
  getOwnedDevice,
  type OwnedChange,
  type OwnerAndDevice,
} from '../devices/change-own-device.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { resumeAlerts } from './resume-alerts.ts';

type WantedSettings = { readonly [K in keyof AlertSettings]?: AlertSettings[K] | undefined };

/**
 * Changes the alert settings of a device. They take effect at once, also for an open outage:
 *
 * | change | what waits in the outbox |
 * |---|---|
 * | threshold | an alert that was not tried yet comes earlier, or later |
 * | reminder interval | the next reminder moves, counted from the message before it |
 * | alerts switched on | a mute ends; what was held back or left out is queued |
 * | marked as critical, or not any more | phones are called at the times of the other plan |
 * | alerts switched off, recovery messages | nothing changes: each is judged when it would be sent |
 *
 * @param wanted checked by the caller
 * @param endsMute whether a mute ends; default: if this switches alerts on
 * @throws AppError NOT_FOUND
 */
export function changeAlertSettings(
  monitor: Monitor,
  device: OwnerAndDevice,
  wanted: WantedSettings,
  actor: Actor,
  now: Instant,
  endsMute?: boolean,
): AlertSettings {
  const change = monitor.store.transaction(() =>
    applyAlertSettings(monitor, device, wanted, actor, now, endsMute),
  );
  if (change.changed.size > 0) sendQueued(monitor);
  return change.after;
}

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

/**
 * The same settings for several devices: all of them, or none.
 * @throws AppError NOT_FOUND when one of them is not theirs
 */
export function changeManyAlertSettings(
  monitor: Monitor,
  devices: readonly OwnerAndDevice[],
  wanted: WantedSettings,
  actor: Actor,
  now: Instant,
): void {
  monitor.store.transaction(() => {
    for (const device of devices) applyAlertSettings(monitor, device, wanted, actor, now);
  });
  sendQueued(monitor);
}

/** `changeAlertSettings` inside a transaction; must be followed up. */
export function applyAlertSettings(
  monitor: Monitor,
  device: OwnerAndDevice,
  wanted: WantedSettings,
  actor: Actor,
  now: Instant,
  endsMute?: boolean,
): OwnedChange {
  const { store } = monitor;
  const { alertEnabled, mutedUntil } = getOwnedDevice(store, device);
  const unmutes = endsMute ?? (wanted.alertEnabled === true && !alertEnabled);
  const isMuted = mutedUntil !== null && mutedUntil > now.wallMs;
  const fields = unmutes && isMuted ? { ...wanted, mutedUntil: null } : wanted;
  const audit = { actor, action: 'device.alert-settings' };
  const done = changeOwnDevice(store, device, fields, audit, now);
  reschedule(monitor, device.customerId, done, now);
  return done;
}

function reschedule(
  { store, channels }: Monitor,
  customerId: number,
  { before, after, changed }: OwnedChange,
  now: Instant,
): void {
  if (changed.has('mutedUntil')) bringForward(store, [after.row], now.wallMs);
  const outage = findLastingOutage(store, customerId, after.row);
  if (outage === undefined || !after.alertEnabled) return;
  const isSwitchedOn = changed.has('alertEnabled');
  if (isSwitchedOn) resumeAlerts({ store, channels }, { customerId, deviceRow: after.row }, now);
  else if (changed.has('thresholdSeconds')) moveAlerts(store, outage, before, after, now.wallMs);
  if (changed.has('isCritical')) {
    const dueAt = outage.downAt + after.thresholdSeconds * 1000;
    replanAlerts(
      store,
      { id: outage.id, customerId, deviceRow: after.row },
      channels,
      dueAt,
      now.wallMs,
    );
  }
  if (isSwitchedOn || changed.has('reminderSeconds')) {
    moveReminders(store, outage.id, after.reminderSeconds, now.wallMs);
  }
}
