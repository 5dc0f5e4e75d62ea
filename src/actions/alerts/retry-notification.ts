import { lapsesAt } from '../../domain/alerts/delivery.ts';
import { keepTryingMs } from '../../domain/alerts/messages/verdict.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { findListedNotification } from '../../store/outbox/notification-list.ts';
import {
  type FailedNotification,
  findFailed,
  readFailedSince,
  requeueFailed,
} from '../../store/outbox/retries.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { resumeAlerts } from './resume-alerts.ts';

/**
 * Sends a notification that had failed once more. It keeps the moment it was due, so that the message
 * says that it is late. Whether the message is still true is checked when it goes, as always.
 * @throws AppError NOT_FOUND, CONFLICT when it did not fail or nothing it says can be news any more
 */
export function retryNotification(context: Monitor, id: number, actor: Actor, now: Instant): void {
  const { store } = context;
  store.transaction(() => {
    const found = findListedNotification(store, id);
    if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such notification.');
    if (found.status !== 'failed') {
      throw new AppError('CONFLICT', refusals.messageNotFailed);
    }
    if (!hasMessenger(context, found)) {
      throw new AppError('CONFLICT', refusals.noMessenger);
    }
    const failed = findFailed(store, id);
    if (failed !== undefined && !isStillNews(failed, now)) {
      throw new AppError('CONFLICT', refusals.messageTooOld);
    }
    requeue(context, [id], now);
    const { recipient: to = found.recipient } = findListedNotification(store, id) ?? {};
    const entry = { actor, action: 'notification.retry', subject: `notification:${id}` };
    const before = { status: 'failed', recipient: found.recipient, last_error: found.lastError };
    const after = { status: 'pending', recipient: to };
    writeAudit(store, { ...entry, before, after }, now.wallMs);
  });
  sendQueued(context);
}

/**
 * The same for everything that failed in the last 24 hours.
 * @returns how many there were
 */
export function retryNotifications(context: Monitor, actor: Actor, now: Instant): number {
  const { store } = context;
  const retried = store.transaction(() => {
    const ids = readFailedSince(store, now.wallMs - keepTryingMs)
      .filter((failed) => hasMessenger(context, failed) && isStillNews(failed, now))
      .map(({ id }) => id);
    if (ids.length === 0) return 0;
    requeue(context, ids, now);
    const entry = { actor, action: 'notification.retry-all', subject: 'notifications' };
    writeAudit(store, { ...entry, after: { retried: ids.length } }, now.wallMs);
    return ids.length;
  });
  if (retried > 0) sendQueued(context);
  return retried;
}

/** A recipient that can be reached again is also told what nobody tried to tell it meanwhile. */
function requeue(context: Monitor, ids: readonly number[], now: Instant): void {
  for (const { customerId, ...recipient } of requeueFailed(context.store, ids, now.wallMs)) {
    resumeAlerts(context, { customerId, recipient }, now);
  }
}

/** Without its channel it would wait in the queue until somebody sets that up. */
function hasMessenger(
  { channels }: Monitor,
  { channel }: Pick<FailedNotification, 'channel'>,
): boolean {
  return channel === 'log' || channels.has(channel);
}

function isStillNews(failed: FailedNotification, now: Instant) {
  const { kind, dueAt, delayMs, downAt, confirmedAt } = failed;
  const outage = downAt === null ? null : { downAt, confirmedAt };
  // Nobody misses an old reminder: the next one says more.
  if (kind === 'reminder') return now.wallMs < dueAt + keepTryingMs;
  // An end that was given up is old by when it was due.
  const age = { kind, dueAt, delayMs, outage, sayableSince: dueAt, criticalCalls: null };
  return now.wallMs < lapsesAt(age, now.wallMs);
}
