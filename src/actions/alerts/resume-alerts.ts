import type { Instant } from '../../domain/instant.ts';
import {
  type LastingScope,
  readLastingOutages,
  readUntoldOutages,
} from '../../store/alerts/outages.ts';
import type { Recipient } from '../../store/alerts/recipients.ts';
import { moveReminders } from '../../store/outbox/alert-schedule.ts';
import {
  releaseHeld,
  replanAlerts,
  requeueAlerts,
  resumeReminders,
} from '../../store/outbox/notifications.ts';
import type { Monitor } from '../monitor.ts';

/** The outages, and the recipients that are told. What is left out means all. */
interface ResumeScope extends LastingScope {
  /** One that could not be reached until now: what failed there is sent after all. */
  readonly recipient?: Pick<Recipient, 'channel' | 'address'>;
}

/**
 * Tells of open outages to whoever may be told again or for the first time. For each open outage that
 * nobody has acknowledged, an alert that was left out is queued, and reminders go on for those who were
 * told. Messages that wait or were sent stay as they are, so any number of calls tell once. Must run
 * inside a transaction; each message is judged again when it would be sent.
 */
export function resumeAlerts(
  { store, channels }: Pick<Monitor, 'store' | 'channels'>,
  { recipient, ...whose }: ResumeScope,
  now: Instant,
): void {
  for (const outage of readUntoldOutages(store, whose, channels)) {
    const dueAt = Math.max(now.wallMs, outage.downAt + outage.thresholdSeconds * 1000);
    requeueAlerts(store, outage, channels, dueAt, now.wallMs, recipient);
    resumeReminders(store, outage.id, outage.reminderSeconds, now.wallMs);
  }
}

/**
 * Lets open outages follow what a customer has set of contacts: who is told of them, and when. What quiet
 * hours hold is judged anew. Must run inside a transaction, and be followed up.
 */
export function replanOutages(
  { store, channels }: Pick<Monitor, 'store' | 'channels'>,
  customerId: number,
  now: Instant,
): void {
  for (const outage of readLastingOutages(store, customerId)) {
    const dueAt = outage.downAt + outage.thresholdSeconds * 1000;
    replanAlerts(store, outage, channels, dueAt, now.wallMs);
    // Messages that maintenance held may go again once it is taken back.
    moveReminders(store, outage.id, outage.reminderSeconds, now.wallMs);
  }
  releaseHeld(store, customerId, now.wallMs);
}

/**
 * Goes on with telling of outages that were acknowledged for a while: everything at the time that it would have had,
 * or at once where that has passed. Must run inside a transaction, and be followed up.
 */
export function resumeTelling(
  { store, channels }: Pick<Monitor, 'store' | 'channels'>,
  customerId: number,
  outageIds: readonly number[],
  now: Instant,
): void {
  for (const outage of readLastingOutages(store, customerId)) {
    if (!outageIds.includes(outage.id)) continue;
    const dueAt = outage.downAt + outage.thresholdSeconds * 1000;
    replanAlerts(store, outage, channels, dueAt, now.wallMs);
    resumeReminders(store, outage.id, outage.reminderSeconds, now.wallMs);
  }
}
