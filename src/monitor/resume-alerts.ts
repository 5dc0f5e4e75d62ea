import type { Instant } from '../domain/instant.ts';
import { readAlertTiming } from '../store/devices.ts';
import { queueAlerts, resumeReminders } from '../store/notifications.ts';
import { findLastingOutage } from '../store/portal.ts';
import type { Monitor } from './monitor.ts';

/**
 * The owner of a device is told again after a time in which they were not: of an outage that still
 * goes on the alert is queued if it was left out, and the reminders go on. Must run inside a
 * transaction; each is judged once more when it would be sent.
 * @param deviceRow row of the device
 */
export function resumeAlerts(
  { store, alertChannel }: Pick<Monitor, 'store' | 'alertChannel'>,
  customerId: number,
  deviceRow: number,
  now: Instant,
): void {
  const outage = findLastingOutage(store, customerId, deviceRow);
  const timing = readAlertTiming(store, deviceRow);
  if (outage === undefined || timing === undefined) return;
  const dueAt = Math.max(now.wallMs, outage.downAt + timing.thresholdSeconds * 1000);
  queueAlerts(store, outage, alertChannel, dueAt, now.wallMs);
  resumeReminders(store, outage.id, timing.reminderSeconds, now.wallMs);
}
