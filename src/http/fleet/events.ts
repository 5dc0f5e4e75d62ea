import {
  type EventAnswer,
  type EventNarrowing,
  eventAnswerSchema,
  eventCountsAnswerSchema,
  eventCountsQuerySchema,
  eventParams,
  eventsAnswerSchema,
  eventsQuerySchema,
} from '../../contract/fleet/events.ts';
import { AppError } from '../../domain/errors.ts';
import {
  countListedEvents,
  type EventQuery,
  findListedEvent,
  type ListedEvent,
  listEvents,
} from '../../store/fleet/event-list.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { hiddenFrom } from '../engine/authenticate.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { totalOf } from '../engine/total-of.ts';
import { minutesOf } from './outage-minutes.ts';

const tag = 'Events';

/** The timeline of all devices; for operators. */
export function eventRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/events',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List events',
        description:
          'Newest first, or in the order of `sort`. `filter` is `all`, `power_down`, `power_restored`, or any other type of event, in capitals or not; `all` leaves the hourly `heartbeat` roll-ups out. With `power_down` comes the silence (`OUTAGE`) of which nobody knows yet, or ever will, whether it was power; with `power_restored` the end (`ONLINE`) of one that never was explained. `q` is a part of a device id, of a site name, or of the name or phone number of whom the device belongs to now; `customer_id` is the owner when it happened. `from` is part of the range of time, `to` is not. At most 10,000, the newest, are counted, put in order and shown; whoever looks for others narrows the range of time.',
        query: eventsQuerySchema,
        answer: eventsAnswerSchema,
      },
      function* ({ query, caller }) {
        const { page, limit } = query;
        const wanted = { ...toEventQuery(query), hidden: hiddenFrom(caller) };
        const order = query.sort && { by: query.sort, direction: query.direction };
        const { rows, ...counted } = yield* listEvents(store, wanted, { page, limit }, order);
        return {
          ok: true as const,
          data: rows.map(describeEvent),
          ...totalOf(counted),
          page,
          limit,
        };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/events/counts',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'Count events',
        description:
          'Those that `/api/events` finds with the same search: all, the losses of power and its returns. Of each at most 10,000 are counted.',
        query: eventCountsQuerySchema,
        answer: eventCountsAnswerSchema,
      },
      function* ({ query, caller }) {
        const wanted = { ...toEventQuery({ ...query, filter: 'all' }), hidden: hiddenFrom(caller) };
        const data = yield* countListedEvents(store, wanted, {
          all: typeOf.all,
          power_down: typeOf.power_down,
          power_restored: typeOf.power_restored,
        });
        return { ok: true as const, data };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/events/:id',
        access: 'viewer',
        tag,
        summary: 'Read an event',
        params: eventParams,
        answer: eventAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params }) => {
        const event = findListedEvent(store, params.id);
        if (event === undefined) throw new AppError('NOT_FOUND', 'There is no such event.');
        return { ok: true as const, data: describeEvent(event) };
      },
    ),
  ];
}

const typeOf: Readonly<Record<EventNarrowing['filter'], EventQuery['filter']>> = {
  all: 'all',
  power_down: 'lost',
  power_restored: 'restored',
  online: 'ONLINE',
  offline: 'OFFLINE',
  outage: 'OUTAGE',
  heartbeat: 'HEARTBEAT',
  acknowledge: 'ACKNOWLEDGE',
  ack_recover: 'ACK_RECOVER',
  ack_withdrawn: 'ACK_WITHDRAWN',
  register: 'REGISTER',
  config_change: 'CONFIG_CHANGE',
};

export function toEventQuery(given: EventNarrowing): EventQuery {
  const { q, filter, device_id: deviceId, customer_id: customerId, from, to } = given;
  return { q, filter: typeOf[filter], deviceId, customerId, from, to };
}

export function describeEvent(event: ListedEvent): EventAnswer {
  const { outage, delivery } = event;
  const happenedAt = isoTime(event.occurredAt);
  return {
    id: event.id,
    event_type: event.eventType,
    event_time: happenedAt,
    timestamp: happenedAt,
    created_at: isoTime(event.createdAt),
    device_id: event.deviceId,
    site_name: event.siteName,
    customer_id: event.customerId,
    customer_name: event.customerName,
    voltage: event.voltage,
    battery_level: event.batteryLevel,
    message: event.message,
    details: event.details,
    outage_id: outage?.id ?? null,
    cause: outage?.cause ?? null,
    duration_minutes: outage === null ? null : minutesOf(outage),
    notified: delivery.sent > 0,
    delivery,
  };
}
