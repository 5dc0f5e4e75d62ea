import { cancelPlannedTime, planTime } from '../../actions/alerts/plan-times.ts';
import {
  newAnnouncementSchema,
  newPlannedTimeSchema,
  type PlannedTimeAnswer,
  plannedTimeAnswerSchema,
  plannedTimeParams,
  plannedTimesAnswerSchema,
} from '../../contract/alerts/planned-times.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { occurrencesIn } from '../../domain/alerts/planned-time.ts';
import {
  type ListedTime,
  listAnnounced,
  listPlannedTimes,
} from '../../store/alerts/planned-times.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const weekMs = 7 * 86_400_000;
const own = { access: 'customer', tag: 'Portal' } as const;
const announced = { access: 'support', tag: 'Outages' } as const;
const cancelled = { ok: true as const, message: 'Planned time taken back' };

/** When power is planned to be off: what customers plan, and what the operator announces to them. */
export function plannedTimeRoutes({ monitor, timezone }: ApiContext): Route[] {
  const { store } = monitor;
  const show = (time: ListedTime, nowMs: number) => describe(time, nowMs, timezone);
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
        method: 'DELETE',
        path: '/api/customer/planned-times/:id',
        summary: 'Take a planned time back',
        description: 'What nobody was told of because of it is told at once.',
        params: plannedTimeParams,
        answer: doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        cancelPlannedTime(monitor, caller.id, params.id, actor, now);
        return cancelled;
      },
    ),
    route(
      {
        ...announced,
        method: 'GET',
        path: '/api/announcements',
        summary: 'List announced outages',
        description: 'What is over is left out.',
        answer: plannedTimesAnswerSchema,
      },
      ({ now }) => ({
        ok: true as const,
        data: listAnnounced(store, now.wallMs).map((time) => show(time, now.wallMs)),
      }),
    ),
    route(
      {
        ...announced,
        method: 'POST',
        path: '/api/announcements',
        summary: 'Announce an outage to the owners of sites',
        description:
          'They are told on the day before, at 18:00, or at once if it is later. Losses in that time say that they were announced.',
        body: newAnnouncementSchema,
        answer: plannedTimeAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ body, actor, now }) => {
        const kind = { kind: 'announced', isWeekly: false } as const;
        const wanted = { ...timesOf(body), ...kind, deviceIds: body.device_ids };
        const time = planTime(monitor, null, wanted, timezone, actor, now);
        return { ok: true as const, data: show(time, now.wallMs), message: 'Outage announced' };
      },
    ),
    route(
      {
        ...announced,
        method: 'DELETE',
        path: '/api/announcements/:id',
        summary: 'Take an announced outage back',
        params: plannedTimeParams,
        answer: doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ params, actor, now }) => {
        cancelPlannedTime(monitor, null, params.id, actor, now);
        return cancelled;
      },
    ),
  ];
}

interface WithTimes {
  readonly note: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

function timesOf({ note, starts_at: startsAt, ends_at: endsAt }: WithTimes) {
  return { note, startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
}

function describe(time: ListedTime, nowMs: number, timezone: string): PlannedTimeAnswer {
  const soon = { fromAt: nowMs, toAt: Math.max(time.endsAt, nowMs + 2 * weekMs) };
  const [next] = occurrencesIn(time, soon, timezone);
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
    next: next === undefined ? null : { from: isoTime(next.fromAt), to: isoTime(next.toAt) },
  };
}
