import { and, eq, isNull } from 'drizzle-orm';
import type { Instant } from '../domain/instant.ts';
import { queueAlerts, resumeReminders } from '../store/notifications.ts';
import { devices, outages } from '../store/schema.ts';
import type { Monitor } from './monitor.ts';

/**
 * At start: every outage that is open and that nobody has acknowledged has its alert, and everyone
 * who was told of it will be reminded. The transactions see to that already; this is the second look,
 * for rows that an older release or a repaired database left behind.
 */
export function reconcileAlerts(monitor: Monitor, now: Instant): void {
  const { store, alertChannel } = monitor;
  const open = store.db
    .select({
      id: outages.id,
      customerId: outages.customerId,
      downAt: outages.downAt,
      thresholdSeconds: devices.downtimeThresholdSeconds,
      reminderSeconds: devices.reminderIntervalSeconds,
    })
    .from(outages)
    .innerJoin(devices, eq(devices.id, outages.deviceRow))
    .where(
      and(isNull(outages.confirmedAt), isNull(outages.recoverAt), isNull(outages.acknowledgedAt)),
    )
    .all();
  if (open.length === 0) return;
  store.transaction(() => {
    for (const outage of open) {
      const dueAt = Math.max(now.wallMs, outage.downAt + outage.thresholdSeconds * 1000);
      queueAlerts(store, outage, alertChannel, dueAt, now.wallMs);
      resumeReminders(store, outage.id, outage.reminderSeconds, now.wallMs);
    }
  });
}
