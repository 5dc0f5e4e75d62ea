import { cancelPlannedTime, planTime } from '../../actions/alerts/plan-times.ts';
import {
  newPlannedTimeSchema,
  type PlannedTimeAnswer,
  plannedTimeAnswerSchema,
  plannedTimeParams,
  plannedTimesAnswerSchema,
} from '../../contract/alerts/planned-times.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { occurrencesIn } from '../../domain/alerts/planned-time.ts';
import { isLeftUnread } from '../../store/alerts/outage-calendars.ts';
import { type ListedTime, listPlannedTimes } from '../../store/alerts/planned-times.ts';
import type { Store } from '../../store/engine/open.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const weekMs = 7 * 86_400_000;
const own = { access: 'customer', tag: 'Portal' } as const;
const cancelled = { ok: true as const, message: 'Planned time taken back' };

/** When power is planned to be off, as customers say it, and as it is announced to them. */
export function plannedTimeRoutes({ monitor, timezone }: ApiContext): Route[] {
  const { store } = monitor;
  const show = (time: ListedTime, nowMs: number) =>
    describePlannedTime(store, time, nowMs, timezone);
  return [
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/customer/planned-times',
        summary: 'List planned times without power',
        description:
          'The own ones and those the operator has announced, of which only the own sites are named; what is over is left out.',
        answer: plannedTimesAnswerSchema,
      },
      ({ caller, now }) => ({
        ok: true as const,
        data: listPlannedTimes(store, caller.id, now.wallMs).map((time) => show(time, now.wallMs)),
      }),
    ),
    route(
      {
        ...own,
        forOwner: true,
        method: 'POST',
        path: '/api/customer/planned-times',
        summary: 'Plan a time without power',
        description:
          'Losses in it are recorded. In `maintenance` nobody is told of a loss, unless it lasts longer; an `announced` one is told on the day before, and losses in it say so. At most 100 that are not over or were planned within a day.',
        body: newPlannedTimeSchema,
        answer: plannedTimeAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, body, actor, now }) => {
        const wanted = { ...timesOf(body), isWeekly: body.is_weekly, kind: body.kind };
        const sites = { deviceIds: body.device_ids };
        const time = planTime(monitor, caller.id, { ...wanted, ...sites }, timezone, actor, now);
        return { ok: true as const, data: show(time, now.wallMs), message: 'Time planned' };
      },
    ),
    route(
      {
        ...own,
        forOwner: true,
        method: 'DELETE',
        path: '/api/customer/planned-times/:id',
        summary: 'Take a planned time back',
        description: 'What nobody was told of because of it is told at once.',
        params: plannedTimeParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, params, actor, now }) => {
        cancelPlannedTime(monitor, caller.id, params.id, actor, now);
        return cancelled;
      },
    ),
  ];
}

/** As calls say when it is. */
interface WithTimes {
  readonly note: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

export function timesOf({ note, starts_at: startsAt, ends_at: endsAt }: WithTimes) {
  return { note, startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
}

/** As calls answer it. @param timezone IANA name */
export function describePlannedTime(
  store: Store,
  time: ListedTime,
  nowMs: number,
  timezone: string,
): PlannedTimeAnswer {
  const soon = { fromAt: nowMs, toAt: Math.max(time.endsAt, nowMs + 2 * weekMs) };
  const [next] = time.endedAt === null ? occurrencesIn(time, soon, timezone) : [];
  return {
    id: time.id,
    kind: time.kind,
    note: time.note,
    starts_at: isoTime(time.startsAt),
    ends_at: isoTime(time.endsAt),
    is_weekly: time.isWeekly,
    sites:
      time.sites?.map(({ deviceId, siteName }) => ({
        device_id: deviceId,
        site_name: siteName,
      })) ?? null,
    is_operators: time.customerId === null,
    is_imported: time.calendarId !== null && !isLeftUnread(store, time.calendarId, nowMs),
    ended_at: isoTime(time.endedAt),
    next: next === undefined ? null : { from: isoTime(next.fromAt), to: isoTime(next.toAt) },
  };
}
