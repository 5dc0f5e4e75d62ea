/** What becomes of a queued notification: pure rules of the outbox. */
import type { Cause, NotificationKind } from './states.ts';

/** What goes first when not everything can go at once. */
export const kindsByUrgency: readonly NotificationKind[] = ['alert', 'recovery', 'reminder'];

/** For so long after it was due a notification is tried; design section 7. */
export const keepTryingMs = 24 * 3_600_000;
/** Devices that fall, or come back, within this time of each other share one message. */
export const groupingWindowMs = 10_000;
/** A message that goes out this long after it was due says so. */
export const lateAfterMs = 60_000;
/** Power is back but not yet steady: how soon to look again whether there is still something to say. */
const lookAgainMs = 30_000;
/** A recovery waits for its alert at least so long before it is looked at again. */
const waitForAlertMs = 1_000;

const firstDelayMs = 2_000;
const longestDelayMs = 5 * 60_000;

/**
 * Full-jitter exponential back-off (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempts tries that have failed, at least 1
 * @param random in [0, 1)
 * @returns ms to wait before the next try, at most 5 minutes
 */
export function retryDelayMs(attempts: number, random: number): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(random * ceiling);
}

/** @param dueAt epoch ms, as `now` */
export function isLate(dueAt: number, now: number): boolean {
  return now - dueAt > lateAfterMs;
}

/** The times of an outage that matter here; epoch ms. */
export interface OutageTimes {
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
  readonly acknowledgedAt: number | null;
}

/** All that decides whether a due notification still says something true to the right person. */
export interface DeliveryFacts {
  readonly kind: NotificationKind;
  /** Epoch ms at which it was meant to go. */
  readonly dueAt: number;
  /** Null: it turned out to be part of another outage. */
  readonly outage: OutageTimes | null;
  readonly isCustomerActive: boolean;
  /** Device and chat still belong to the customer the notification is for. */
  readonly isDeviceTheirs: boolean;
  readonly hasValidKey: boolean;
  readonly isAlertEnabled: boolean;
  readonly isAlertOnRecovery: boolean;
  /** Epoch ms. */
  readonly mutedUntil: number | null;
  readonly hasNewerReminder: boolean;
  /** For a recovery: when the alert it belongs to may be tried again; null: that is settled. */
  readonly alertWaitsUntil: number | null;
}

export type Verdict =
  | { readonly action: 'send' }
  | { readonly action: 'postpone'; readonly until: number; readonly reason: string }
  /** Overtaken: there is nothing left to say. */
  | { readonly action: 'supersede'; readonly reason: string }
  /** It should have been said, and can be no more. */
  | { readonly action: 'fail'; readonly reason: string };

const send: Verdict = { action: 'send' };
const supersede = (reason: string): Verdict => ({ action: 'supersede', reason });

/**
 * Looks at a due notification once more, at the moment it would be sent.
 * @param now epoch ms
 */
export function judgeRelevance(facts: DeliveryFacts, now: number): Verdict {
  const { outage } = facts;
  if (outage === null) return supersede('it became part of another outage');
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isDeviceTheirs) return supersede('the device or the chat belongs to another customer');
  if (!facts.hasValidKey) return supersede('the device has no valid activation key');
  if (!facts.isAlertEnabled) return supersede('alerts are switched off for the device');
  const overtaken = judgeKind(facts, outage);
  if (overtaken !== null) return overtaken;
  const isTooOld = now >= facts.dueAt + keepTryingMs;
  if (facts.mutedUntil !== null && facts.mutedUntil > now) {
    const reason = 'the device is muted';
    return isTooOld ? supersede(reason) : { action: 'postpone', until: facts.mutedUntil, reason };
  }
  if (isTooOld) return { action: 'fail', reason: 'expired' };
  if (facts.alertWaitsUntil !== null) {
    const until = Math.max(facts.alertWaitsUntil + 1, now + waitForAlertMs);
    return { action: 'postpone', until, reason: 'its alert has to go first' };
  }
  if (facts.kind === 'alert' && outage.recoverAt !== null && outage.confirmedAt === null) {
    return { action: 'postpone', until: now + lookAgainMs, reason: 'power is coming back' };
  }
  return send;
}

function judgeKind(facts: DeliveryFacts, outage: OutageTimes): Verdict | null {
  switch (facts.kind) {
    case 'alert':
      return outage.acknowledgedAt === null ? null : supersede('acknowledged');
    case 'reminder':
      if (outage.acknowledgedAt !== null) return supersede('acknowledged');
      if (outage.recoverAt !== null) return supersede('power is back');
      return facts.hasNewerReminder ? supersede('a newer reminder is there') : null;
    case 'recovery':
      if (outage.confirmedAt === null) return supersede('the outage goes on');
      return facts.isAlertOnRecovery ? null : supersede('recovery messages are switched off');
  }
}

/** What decides whether two notifications of one recipient and kind go in one message. */
export interface GroupingFacts {
  readonly kind: NotificationKind;
  readonly dueAt: number;
  readonly outage: Pick<OutageTimes, 'downAt' | 'confirmedAt'>;
}

/**
 * Whether `other` goes along with `first`, which is due: outages that began (for a recovery: ended)
 * within 10 s of each other; reminders that are due within 10 s. What is not due yet may come up to
 * 10 s early.
 * @param now epoch ms
 */
export function canShareMessage(first: GroupingFacts, other: GroupingFacts, now: number): boolean {
  if (first.kind !== other.kind || other.dueAt > now + groupingWindowMs) return false;
  switch (first.kind) {
    case 'alert':
      return Math.abs(first.outage.downAt - other.outage.downAt) <= groupingWindowMs;
    case 'recovery':
      return (
        Math.abs((first.outage.confirmedAt ?? 0) - (other.outage.confirmedAt ?? 0)) <=
        groupingWindowMs
      );
    case 'reminder':
      return Math.abs(first.dueAt - other.dueAt) <= groupingWindowMs;
  }
}
