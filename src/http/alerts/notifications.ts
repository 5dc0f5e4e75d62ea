import { retryNotification, retryNotifications } from '../../actions/alerts/retry-notification.ts';
import {
  type NotificationAnswer,
  notificationParams,
  notificationsAnswerSchema,
  notificationsQuerySchema,
  retryAllAnswerSchema,
  retryAnswerSchema,
} from '../../contract/alerts/notifications.ts';
import { AppError } from '../../domain/errors.ts';
import { showAddress } from '../../domain/people/mask-address.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  findListedNotification,
  type ListedNotification,
  listNotifications,
} from '../../store/outbox/notification-list.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { totalOf } from '../engine/total-of.ts';

const tag = 'Notifications';

/** Messages that were sent, and those that were not, for operators. */
export function notificationRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/notifications',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List notifications',
        description:
          'The last to be queued first. `filter`: `waiting` is pending or on its way; `undelivered` has failed, or waits for more than a minute after it was due. At most 10,000 are counted and shown.',
        query: notificationsQuerySchema,
        answer: notificationsAnswerSchema,
      },
      function* ({ query, now }) {
        const { filter, device_id: deviceId, customer_id: customerId, page, limit } = query;
        const wanted = { filter, deviceId, customerId, outageId: query.outage_id };
        const { wallMs } = now;
        const { rows, ...counted } = yield* listNotifications(store, wanted, query, wallMs);
        const data = rows.map(describeNotification);
        return { ok: true as const, data, ...totalOf(counted), page, limit };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/notifications/:id/retry',
        access: 'support',
        tag,
        summary: 'Send a notification that failed once more',
        description:
          'Within 24 hours after it was due (a test: ten minutes); it says that it comes late. A chat that was taken for dead counts as reachable again; if the customer has another chat by now, it goes there. What has been overtaken meanwhile, by an acknowledgement for example, is dropped as superseded instead of sent.',
        params: notificationParams,
        answer: retryAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, actor, now }) => {
        retryNotification(monitor, params.id, actor, now);
        const data = readNotification(store, params.id);
        return { ok: true as const, data, message: 'It is sent again' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/notifications/retry-all',
        access: 'support',
        tag,
        summary: 'Send everything that failed in the last 24 hours once more',
        description: 'By the same rules as a single one; what is too old stays failed.',
        answer: retryAllAnswerSchema,
      },
      ({ actor, now }) => {
        const retried = retryNotifications(monitor, actor, now);
        const message = retried === 0 ? 'There is nothing to send again' : 'They are sent again';
        return { ok: true as const, data: { retried }, message };
      },
    ),
  ];
}

/** @throws AppError NOT_FOUND */
function readNotification(store: Store, id: number): NotificationAnswer {
  const found = findListedNotification(store, id);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such notification.');
  return describeNotification(found);
}

export function describeNotification(notification: ListedNotification): NotificationAnswer {
  return {
    id: notification.id,
    kind: notification.kind,
    sequence: notification.sequence,
    status: notification.status,
    channel: notification.channel,
    recipient: showAddress(notification.channel, notification.recipient),
    language: notification.language,
    due_at: isoTime(notification.dueAt),
    next_attempt_at: isoTime(notification.nextAttemptAt),
    sent_at: isoTime(notification.sentAt),
    attempts: notification.attempts,
    ambiguous_attempts: notification.ambiguousAttempts,
    last_error: notification.lastError,
    outage_id: notification.outageId,
    customer_id: notification.customerId,
    customer_name: notification.customerName,
    device_id: notification.deviceId,
    site_name: notification.siteName,
    created_at: isoTime(notification.createdAt),
  };
}
