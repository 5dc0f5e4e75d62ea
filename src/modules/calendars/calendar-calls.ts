import { doneAnswer } from '../../contract/fields.ts';
import { findingOf } from '../../domain/findings.ts';
import { isoTime } from '../../http/engine/iso-time.ts';
import { type Route, route } from '../../http/engine/route.ts';
import {
  hostOf,
  listOutageCalendars,
  type OutageCalendarRow,
} from '../../store/alerts/outage-calendars.ts';
import { listOfCalendar } from '../../store/alerts/planned-times.ts';
import {
  newOperatorsCalendarSchema,
  newOutageCalendarSchema,
  type OutageCalendarAnswer,
  outageCalendarAnswerSchema,
  outageCalendarParams,
  outageCalendarsAnswerSchema,
} from './calendar-contract.ts';
import { readCalendarSites } from './calendar-rows.ts';
import {
  addOutageCalendar,
  type CalendarReader,
  removeOutageCalendar,
} from './outage-calendars.ts';

const own = { access: 'customer', tag: 'Portal' } as const;
const operators = { access: 'support', tag: 'Outages' } as const;
const ownPath = '/api/customer/outage-calendars';
const operatorsPath = '/api/outage-calendars';
const removed = { ok: true as const, message: 'Calendar removed' };
const says =
  'It is read at once, and only an address at which there is a calendar is kept; then every hour. Events are told apart by their UID: one that changes is changed, one that is cancelled, or is gone before it began, is taken back.';

/** Calendars of utilities and others, which announce outages by themselves. */
export function outageCalendarRoutes(reader: CalendarReader): Route[] {
  const { monitor } = reader;
  const { store } = monitor;
  const show = (calendar: OutageCalendarRow, nowMs: number): OutageCalendarAnswer => {
    const { failure } = calendar;
    const finding = failure === null ? undefined : findingOf(failure);
    return {
      id: calendar.id,
      host: hostOf(calendar),
      sites: readCalendarSites(store, calendar)?.map(({ siteName }) => siteName) ?? null,
      outages: listOfCalendar(store, calendar.id, nowMs).length,
      left_out: calendar.leftOut,
      read_at: isoTime(calendar.readAt),
      failure:
        failure === null
          ? null
          : { text: failure, code: finding?.code ?? null, number: finding?.n ?? null },
    };
  };
  const list = (customerId: number | null, nowMs: number) => ({
    ok: true as const,
    data: listOutageCalendars(store, customerId).map((calendar) => show(calendar, nowMs)),
  });
  return [
    route(
      {
        ...own,
        method: 'GET',
        path: ownPath,
        summary: 'List calendars that announced outages are read from',
        answer: outageCalendarsAnswerSchema,
      },
      ({ caller, now }) => list(caller.id, now.wallMs),
    ),
    route(
      {
        ...own,
        // The calendar's author goes on being read, long after the chat that let them in has left.
        forOwner: true,
        method: 'POST',
        path: ownPath,
        summary: 'Have announced outages read from a calendar',
        description: `${says} At most three calendars, each with at most 100 outages to come, and twenty tries in an hour.`,
        body: newOutageCalendarSchema,
        answer: outageCalendarAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      },
      async ({ caller, body, actor }) => {
        const wanted = { url: body.url, deviceIds: body.device_ids };
        const calendar = await addOutageCalendar(reader, caller.id, wanted, actor);
        const data = show(calendar, monitor.clock().wallMs);
        return { ok: true as const, data, message: 'Calendar added' };
      },
    ),
    route(
      {
        ...own,
        forOwner: true,
        method: 'DELETE',
        path: `${ownPath}/:id`,
        summary: 'Read a calendar no more',
        description: 'The outages that it announced go with it, but for those that have begun.',
        params: outageCalendarParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        removeOutageCalendar(monitor, caller.id, params.id, actor, now);
        return removed;
      },
    ),
    route(
      {
        ...operators,
        method: 'GET',
        path: operatorsPath,
        summary: 'List calendars that outages are announced from to customers',
        answer: outageCalendarsAnswerSchema,
      },
      ({ now }) => list(null, now.wallMs),
    ),
    route(
      {
        ...operators,
        scope: 'recipients',
        method: 'POST',
        path: operatorsPath,
        summary: 'Have outages announced from a calendar to the owners of sites',
        description: `${says} At most twenty calendars, each with at most 500 outages to come, and twenty tries in an hour.`,
        body: newOperatorsCalendarSchema,
        answer: outageCalendarAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      },
      async ({ body, actor }) => {
        const wanted = { url: body.url, deviceIds: body.device_ids };
        const calendar = await addOutageCalendar(reader, null, wanted, actor);
        const data = show(calendar, monitor.clock().wallMs);
        return { ok: true as const, data, message: 'Calendar added' };
      },
    ),
    route(
      {
        ...operators,
        method: 'DELETE',
        path: `${operatorsPath}/:id`,
        summary: 'Announce no more from a calendar',
        description: 'The outages that it announced go with it, but for those that have begun.',
        params: outageCalendarParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ params, actor, now }) => {
        removeOutageCalendar(monitor, null, params.id, actor, now);
        return removed;
      },
    ),
  ];
}
