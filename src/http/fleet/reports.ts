import {
  type PeriodReport,
  readOutageReport,
  readTimelines,
  type Timeline,
} from '../../actions/alerts/read-outage-history.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import {
  deviceReportQuerySchema,
  outageExportQuerySchema,
  type ReportAnswer,
  type ReportTimeQuery,
  reportAnswerSchema,
  reportQuerySchema,
  type TimelineAnswer,
  timelineAnswerSchema,
  timelineQuerySchema,
  timelinesAnswerSchema,
} from '../../contract/fleet/report.ts';
import { datesOfMonth } from '../../domain/calendar-dates.ts';
import { invalidField } from '../../domain/errors.ts';
import type { ReportTime } from '../../domain/fleet/outage-report.ts';
import type { Instant } from '../../domain/instant.ts';
import { localDayOf } from '../../domain/local-days.ts';
import type { Language } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import type { HistoryScope } from '../../store/fleet/report.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { sendDownload } from '../engine/send-download.ts';
import { streamCsv } from '../exports/stream-csv.ts';
import { describeReport } from './describe-report.ts';
import { outageColumns, outageLines } from './outage-csv.ts';
import { rangeOf } from './time-range.ts';

const tag = 'Reports';

export const csvType = 'text/csv; charset=utf-8';

const dayMs = 86_400_000;
const longestRangeMs = 400 * dayMs;
/** No screen can show more spans apart, and they are made into one long text in one go. */
const mostSpans = 10_000;

/** The query for a report's time. */
export const timeWords =
  'The period is this month, or what `period` names; or a month, as `month=2026-11`; or the days from `from` to `to`, both of them included.';

/** The time that outages took, and what is known about each moment. */
export function reportRoutes(context: ApiContext): Route[] {
  const { monitor, timezone } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/api/customer/power-outages',
        access: 'customer',
        cost: 'search',
        tag,
        summary: 'Report the outages of the own devices',
        description: `An outage counts on the day it began; its time counts on the days it touched, as far as it lies in the period. ${timeWords}`,
        query: reportQuerySchema,
        answer: reportAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, query, now }) =>
        answerReport(context, ownScope(caller.id, query), timeOf(query), now),
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/power-outages/export.csv',
        access: 'customer',
        cost: 'export',
        tag,
        summary: 'Export the outages of the own devices',
        description:
          'The outages of the report, all of them, newest first. Times are those of the clocks of the installation, with their offset; beside each code stands what it means, in `language`.',
        query: outageExportQuerySchema,
        answerType: csvType,
        errors: ['NOT_FOUND'],
      },
      function* ({ caller, query, now }) {
        const scope = ownScope(caller.id, query);
        const report = yield* readOutageReport(monitor, scope, timeOf(query), timezone, now);
        return answerHistory(context, report, query.language, now);
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/devices/:id/timeline',
        access: 'customer',
        cost: 'search',
        tag,
        summary: 'Read what is known of an own device, moment by moment',
        description:
          'At most 400 days; without `to` until now, without `from` the 24 hours before `to`.',
        params: deviceIdParams,
        query: timelineQuerySchema,
        answer: timelineAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, query, now }) =>
        answerTimeline(context, { customerId: caller.id, deviceId: params.id }, query, now),
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/timelines',
        access: 'customer',
        cost: 'search',
        tag,
        summary: 'Read what is known of every own device in the last 24 hours',
        answer: timelinesAnswerSchema,
      },
      function* ({ caller, now }) {
        const range = { fromAt: now.wallMs - dayMs, toAt: now.wallMs };
        const scope = { customerId: caller.id, deviceId: null };
        const timelines = yield* readTimelines(monitor, scope, range, now);
        return {
          ok: true as const,
          from: isoTime(range.fromAt),
          to: isoTime(range.toAt),
          timelines: timelines.map((timeline) => ({
            device_id: timeline.deviceId,
            spans: showSpans(timeline.spans),
          })),
        };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/devices/:id/report',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'Report the outages of a device',
        description: `Whoever it belonged to when they began. ${timeWords}`,
        params: deviceIdParams,
        query: deviceReportQuerySchema,
        answer: reportAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params, query, now }) =>
        answerReport(context, { customerId: null, deviceId: params.id }, timeOf(query), now),
    ),
    route(
      {
        method: 'GET',
        path: '/api/devices/:id/timeline',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'Read what is known of a device, moment by moment',
        description:
          'At most 400 days; without `to` until now, without `from` the 24 hours before `to`.',
        params: deviceIdParams,
        query: timelineQuerySchema,
        answer: timelineAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params, query, now }) =>
        answerTimeline(context, { customerId: null, deviceId: params.id }, query, now),
    ),
  ];
}

export function ownScope(
  customerId: number,
  { deviceId }: { readonly deviceId: string },
): HistoryScope {
  return { customerId, deviceId: deviceId === 'all' ? null : deviceId };
}

/** The report as pages have it. */
export function* answerReport(
  { monitor, timezone }: Pick<ApiContext, 'monitor' | 'timezone'>,
  scope: HistoryScope,
  time: ReportTime,
  now: Instant,
): Steps<ReportAnswer> {
  const report = yield* readOutageReport(monitor, scope, time, timezone, now);
  return describeReport(report, { time, timezone }, now.wallMs);
}

function answerHistory(
  { monitor, timezone }: ApiContext,
  report: PeriodReport,
  language: Language,
  now: Instant,
): Response {
  const lines = outageLines(report, now.wallMs);
  const csv = streamCsv(outageColumns(language, timezone), lines, monitor);
  return sendDownload(csv, `outages-${localDayOf(now.wallMs, timezone).date}.csv`, csvType);
}

/**
 * The scope of a report.
 * @throws AppError VALIDATION unless it is asked for in one way
 */
export function timeOf({ period, month, from, to }: ReportTimeQuery): ReportTime {
  const dates = from !== undefined || to !== undefined;
  const ways = [period !== undefined, month !== undefined, dates].filter(Boolean).length;
  if (ways > 1) {
    const field = dates ? 'from' : 'month';
    throw invalidField(field, 'cannot be given together with another period');
  }
  if (month !== undefined) return datesOfMonth(month);
  if (!dates) return period ?? 'month';
  if (from === undefined) throw invalidField('from', 'must be given together with to');
  if (to === undefined) throw invalidField('to', 'must be given together with from');
  if (from > to) throw invalidField('from', 'must not lie after to');
  return { first: from, last: to };
}

function* answerTimeline(
  { monitor }: ApiContext,
  scope: HistoryScope & { readonly deviceId: string },
  query: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: Instant,
): Steps<TimelineAnswer> {
  const range = rangeOf(query, now.wallMs, { usualMs: dayMs, longestMs: longestRangeMs });
  const [{ spans } = { spans: [] }] = yield* readTimelines(monitor, scope, range, now);
  if (spans.length > mostSpans) {
    throw invalidField('from', 'must lie nearer to to: there is more than can be shown');
  }
  return {
    ok: true,
    device_id: scope.deviceId,
    from: isoTime(range.fromAt),
    to: isoTime(range.toAt),
    spans: showSpans(spans),
  };
}

function showSpans(spans: Timeline['spans']): TimelineAnswer['spans'] {
  return spans.map(({ fromAt, toAt, state, outage }) => ({
    from: isoTime(fromAt),
    to: isoTime(toAt),
    state,
    ...(outage !== null && { outage_id: outage.id }),
  }));
}
