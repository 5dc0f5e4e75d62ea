import type { Instant } from '../../domain/instant.ts';
import { type LastingScope, readUntoldOutages } from '../../store/alerts/outages.ts';
import { requeueAlerts, resumeReminders } from '../../store/outbox/notifications.ts';
import type { Monitor } from '../monitor.ts';

/** Whose outages, and of whom is told; what is left out stands for all. */
export interface ResumeScope extends LastingScope {
  /** A chat that could not be told until now: what failed there is said after all. */
  readonly address?: string;
}

/**
 * Somebody may be told again, or for the first time: of outages that still go on and that nobody has
 * acknowledged, an alert that was left out is queued, and the reminders go on for those who were
 * told. What waits or was said stays as it is, so that any number of calls tell once. Must run inside
 * a transaction; each message is judged once more when it would be sent.
 */
export function resumeAlerts(
  { store, alertChannel }: Pick<Monitor, 'store' | 'alertChannel'>,
  { address, ...whose }: ResumeScope,
  now: Instant,
): void {
  for (const outage of readUntoldOutages(store, whose, alertChannel)) {
    const dueAt = Math.max(now.wallMs, outage.downAt + outage.thresholdSeconds * 1000);
    requeueAlerts(store, outage, alertChannel, dueAt, now.wallMs, address);
    resumeReminders(store, outage.id, outage.reminderSeconds, now.wallMs);
  }
}
