import {
  type OutageAnswer,
  outageAnswerSchema,
  outageParams,
  outagesAnswerSchema,
  outagesQuerySchema,
} from '../../contract/fleet/outages.ts';
import { AppError } from '../../domain/errors.ts';
import {
  findListedOutage,
  type ListedOutage,
  listOutages,
} from '../../store/alerts/outage-list.ts';
import { readEventsOfOutage } from '../../store/fleet/event-list.ts';
import { readNotificationsOfOutage } from '../../store/outbox/notification-list.ts';
import { describeNotification } from '../alerts/notifications.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { totalOf } from '../engine/total-of.ts';
import { describeEvent } from './events.ts';
import { minutesOf } from './outage-minutes.ts';

const tag = 'Outages';

/** At most this many events and notifications of one outage are shown with it. */
const maxShown = 200;

/** The outages of all devices; for operators. */
export function outageRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/outages',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List outages',
        description:
          'The last to begin first. `filter` is `all`, `open`, or a cause. `customer_id` is the owner when it began. `from` and `to` are about its beginning; `from` is part of the range, `to` is not. At most 10,000 are counted and shown; whoever looks for others narrows the range of time.',
        query: outagesQuerySchema,
        answer: outagesAnswerSchema,
      },
      function* ({ query }) {
        const { filter, device_id: deviceId, customer_id: customerId, from, to } = query;
        const { page, limit } = query;
        const wanted = { filter, deviceId, customerId, from, to };
        const { rows, ...counted } = yield* listOutages(store, wanted, { page, limit });
        const data = rows.map(describeOutage);
        return { ok: true as const, data, ...totalOf(counted), page, limit };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/outages/:id',
        access: 'viewer',
        tag,
        summary: 'Read an outage, its events and its notifications',
        description: `Of either the newest ${maxShown}; the other notifications are in their own list.`,
        params: outageParams,
        answer: outageAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params: { id } }) => {
        const outage = findListedOutage(store, id);
        if (outage === undefined) throw new AppError('NOT_FOUND', 'There is no such outage.');
        const events = readEventsOfOutage(store, id, maxShown).map(describeEvent);
        const told = readNotificationsOfOutage(store, id, maxShown).map(describeNotification);
        return {
          ok: true as const,
          data: { ...describeOutage(outage), events, notifications: told },
        };
      },
    ),
  ];
}

function describeOutage(outage: ListedOutage): OutageAnswer {
  return {
    id: outage.id,
    device_id: outage.deviceId,
    site_name: outage.siteName,
    customer_id: outage.customerId,
    customer_name: outage.customerName,
    cause: outage.cause,
    down_at: isoTime(outage.downAt),
    recover_at: isoTime(outage.recoverAt),
    confirmed_at: isoTime(outage.confirmedAt),
    is_open: outage.confirmedAt === null,
    duration_minutes: minutesOf(outage),
    flaps: outage.flaps,
    detected_at: isoTime(outage.detectedAt),
    start_known: outage.startKnown,
    acknowledged_at: isoTime(outage.acknowledgedAt),
    acknowledged_by: outage.acknowledgedBy,
    told: outage.told,
  };
}
