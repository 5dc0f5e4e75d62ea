import { leadsToPeople } from '../../domain/alerts/channels.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { queueTestAlerts } from '../../store/outbox/test-alerts.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';

export const tooManyTests = 'Too many test alerts. Please wait a moment.';
/** The test alerts of one customer: each goes to all recipients, and on some channels costs money. */
const inMinute: AttemptLimit = { scope: 'test-alert', maxFailures: 3, windowMs: 60_000 };
const inDay: AttemptLimit = { scope: 'test-alert-day', maxFailures: 30, windowMs: 86_400_000 };
/** Of each chat that lets somebody in, and of all of them together: none of the customer's own are used up. */
const inDayOfGuest: AttemptLimit = { ...inDay, maxFailures: 5 };
const inDayOfGuests: AttemptLimit = { ...inDay, maxFailures: 15 };

/**
 * Sends a test alert to every recipient of a customer. A test goes ahead of reminders, and is dropped when it cannot
 * go within ten minutes.
 * @param guest the chat that let in whoever asks. Null: the customer, or an operator
 * @returns the number of recipients
 * @throws AppError RATE_LIMITED, CONFLICT when none can be reached, or no channel leads to people
 */
export function sendTestAlert(
  monitor: Monitor,
  customerId: number,
  actor: Actor,
  now: Instant,
  guest: number | null = null,
): { readonly recipients: number } {
  const { store, channels } = monitor;
  if (!leadsToPeople(channels)) throw new AppError('CONFLICT', refusals.nobodyTold);
  const recipients = store.transaction(() => {
    const ofDay =
      guest === null
        ? ([[inDay, `${customerId}`]] as const)
        : ([
            [inDayOfGuest, `${customerId}:${guest}`],
            [inDayOfGuests, `${customerId}:guests`],
          ] as const);
    const attempts = [[inMinute, `${customerId}`] as const, ...ofDay];
    spendAttempts(store, attempts, tooManyTests, now.wallMs);
    const queued = queueTestAlerts(store, customerId, channels, now.wallMs);
    if (queued === 0) {
      throw new AppError(
        'CONFLICT',
        'There is no chat to send it to. Please connect the messenger first.',
      );
    }
    const subject = `customer:${customerId}`;
    const after = { channel: [...channels].join(', '), chats: queued };
    writeAudit(store, { actor, action: 'alert.test', subject, after }, now.wallMs);
    return queued;
  });
  sendQueued(monitor);
  return { recipients };
}
