import { cancelPlannedTime, planTime } from '../../actions/alerts/plan-times.ts';
import {
  announcementFileSchema,
  announcementsQuerySchema,
  newAnnouncementSchema,
  newPlannedTimeSchema,
  type PlannedLineAnswer,
  type PlannedTimeAnswer,
  plannedFileAnswerSchema,
  plannedFileSchema,
  plannedTimeAnswerSchema,
  plannedTimeParams,
  plannedTimesAnswerSchema,
} from '../../contract/alerts/planned-times.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { occurrencesIn } from '../../domain/alerts/planned-time.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import {
  importPlannedFile,
  type PlannedLine,
  readPlannedFile,
} from '../../modules/calendars/import-planned.ts';
import {
  type ListedTime,
  listAnnounced,
  listAnnouncedBefore,
  listPlannedTimes,
} from '../../store/alerts/planned-times.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const weekMs = 7 * 86_400_000;
const own = { access: 'customer', tag: 'Portal' } as const;
const announced = { access: 'support', tag: 'Outages' } as const;
/** Announcements that are over and shown. */
const mostOver = 100;
const fileWords =
  'At most 200 lines, as spreadsheets write them. Each line says whether it can be used; the others are planned, all or none. What is planned already is left out.';
const cancelled = { ok: true as const, message: 'Planned time taken back' };

/** When power is planned to be off: what customers plan, and what the operator announces to them. */
export function plannedTimeRoutes({ monitor, timezone }: ApiContext): Route[] {
  const { store } = monitor;
  const show = (time: ListedTime, nowMs: number) => describe(time, nowMs, timezone);
  /** Reads a file, or plans what it holds. */
  const takeFile = (
    customerId: number | null,
    { csv, is_preview: isPreview }: FileBody,
    deviceIds: readonly string[] | null,
    actor: Actor,
    now: Instant,
  ) => {
    const file = { csv, deviceIds };
    const lines = isPreview
      ? readPlannedFile(monitor, customerId, file, timezone, now)
      : importPlannedFile(monitor, customerId, file, timezone, actor, now);
    const message = isPreview ? 'File read' : 'Outages announced';
    return { ok: true as const, data: { lines: lines.map(describeLine) }, message };
  };
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
        method: 'POST',
        path: '/api/customer/planned-times/csv',
        summary: 'Plan announced outages of a file',
        description: `${fileWords} Sites are named as they are called, or by their devices.`,
        body: plannedFileSchema,
        answer: plannedFileAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, body, actor, now }) => takeFile(caller.id, body, body.device_ids, actor, now),
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
    route(
      {
        ...announced,
        method: 'GET',
        path: '/api/announcements',
        summary: 'List announced outages',
        description: 'What is over is left out, or, with `state=over`, the last hundred of it.',
        query: announcementsQuerySchema,
        answer: plannedTimesAnswerSchema,
      },
      ({ query, now }) => {
        const { wallMs } = now;
        const times =
          query.state === 'over'
            ? listAnnouncedBefore(store, wallMs, mostOver)
            : listAnnounced(store, wallMs);
        return { ok: true as const, data: times.map((time) => show(time, wallMs)) };
      },
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
        method: 'POST',
        path: '/api/announcements/csv',
        summary: 'Announce the outages of a file to the owners of sites',
        description: `${fileWords} Sites are named by their devices.`,
        body: announcementFileSchema,
        answer: plannedFileAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ body, actor, now }) => takeFile(null, body, body.device_ids, actor, now),
    ),
    route(
      {
        ...announced,
        method: 'DELETE',
        path: '/api/announcements/:id',
        summary: 'Take an announced outage back',
        params: plannedTimeParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, actor, now }) => {
        cancelPlannedTime(monitor, null, params.id, actor, now);
        return cancelled;
      },
    ),
  ];
}

interface FileBody {
  readonly csv: string;
  readonly is_preview: boolean;
}

function describeLine({ startsAt, endsAt, sites, ...line }: PlannedLine): PlannedLineAnswer {
  return {
    ...line,
    starts_at: isoTime(startsAt),
    ends_at: isoTime(endsAt),
    sites: sites?.map(({ siteName }) => siteName) ?? null,
  };
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
    is_imported: time.calendarId !== null,
    ended_at: isoTime(time.endedAt),
    next: next === undefined ? null : { from: isoTime(next.fromAt), to: isoTime(next.toAt) },
  };
}
