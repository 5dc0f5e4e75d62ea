import {
  type PeriodReport,
  readOutageReport,
  readTimeline,
} from '../../actions/alerts/read-outage-history.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import {
  deviceReportQuerySchema,
  type ReportAnswer,
  reportAnswerSchema,
  reportQuerySchema,
  type TimelineAnswer,
  timelineAnswerSchema,
  timelineQuerySchema,
} from '../../contract/fleet/report.ts';
import { AppError } from '../../domain/errors.ts';
import type { ReportPeriod } from '../../domain/fleet/outage-report.ts';
import type { Instant } from '../../domain/instant.ts';
import { localDayOf, type Period } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';
import type { HistoryScope } from '../../store/fleet/report.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import type { Column } from '../exports/csv.ts';
import { streamCsv } from '../exports/stream-csv.ts';
import { describeOutage, describeReport, type OutageEntry } from './describe-report.ts';

const tag = 'Reports';

const csvType = 'text/csv; charset=utf-8';

const dayMs = 86_400_000;
const longestRangeMs = 400 * dayMs;
/** More are not told apart on any screen, and would be made into one long text in one go. */
const mostSpans = 10_000;

/** What outages took, and what is known of each moment. */
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
        description:
          'An outage counts on the day it began; its time counts on the days it touched, as far as it lies in the period.',
        query: reportQuerySchema,
        answer: reportAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, query, now }) =>
        answerReport(context, ownScope(caller.id, query), query.period, now),
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/power-outages/export.csv',
        access: 'customer',
        cost: 'export',
        tag,
        summary: 'Export the outages of the own devices',
        description: 'The outages of the report, all of them, newest first.',
        query: reportQuerySchema,
        answerType: csvType,
        errors: ['NOT_FOUND'],
      },
      function* ({ caller, query, now }) {
        const scope = ownScope(caller.id, query);
        const report = yield* readOutageReport(monitor, scope, query.period, timezone, now);
        return answerHistory(context, report, now);
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
        path: '/api/devices/:id/report',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'Report the outages of a device',
        description: 'Whoever it belonged to when they began.',
        params: deviceIdParams,
        query: deviceReportQuerySchema,
        answer: reportAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params, query, now }) =>
        answerReport(context, { customerId: null, deviceId: params.id }, query.period, now),
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

function ownScope(customerId: number, { deviceId }: { readonly deviceId: string }): HistoryScope {
  return { customerId, deviceId: deviceId === 'all' ? null : deviceId };
}

function* answerReport(
  { monitor, timezone }: ApiContext,
  scope: HistoryScope,
  name: ReportPeriod,
  now: Instant,
): Steps<ReportAnswer> {
  const report = yield* readOutageReport(monitor, scope, name, timezone, now);
  return describeReport(report, { name, timezone }, now.wallMs);
}

const historyColumns: readonly Column<OutageEntry>[] = (
  [
    'outage_id',
    'device_name',
    'device_id',
    'cause',
    'down_time',
    'recover_time',
    'duration_minutes',
    'is_open',
    'acknowledged_by',
    'flaps',
  ] as const
).map((name) => ({ name, cell: (entry) => entry[name] }));

/** Lines of an export that are made in one go. */
const linesPerPart = 100;

function answerHistory(
  { monitor, timezone }: ApiContext,
  { outages }: PeriodReport,
  now: Instant,
): Response {
  function* parts() {
    for (let at = 0; at < outages.length; at += linesPerPart) {
      const part = outages.slice(at, at + linesPerPart);
      yield part.map((entry) => describeOutage(entry, now.wallMs));
    }
  }
  return new Response(streamCsv(historyColumns, parts(), monitor.log), {
    headers: {
      'Content-Type': csvType,
      'Content-Disposition': `attachment; filename="outages-${localDayOf(now.wallMs, timezone).date}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}

function* answerTimeline(
  { monitor }: ApiContext,
  scope: HistoryScope & { readonly deviceId: string },
  query: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: Instant,
): Steps<TimelineAnswer> {
  const range = rangeOf(query, now.wallMs);
  const spans = yield* readTimeline(monitor, scope, range, now);
  if (spans.length > mostSpans) {
    throw invalidRange('must lie nearer to to: there is more than can be shown');
  }
  return {
    ok: true,
    device_id: scope.deviceId,
    from: isoTime(range.fromAt),
    to: isoTime(range.toAt),
    spans: spans.map(({ fromAt, toAt, state, outage }) => ({
      from: isoTime(fromAt),
      to: isoTime(toAt),
      state,
      ...(outage !== null && { outage_id: outage.id }),
    })),
  };
}

/** @throws AppError VALIDATION */
function rangeOf(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: number,
): Period {
  const toAt = to ?? now;
  const fromAt = from ?? toAt - dayMs;
  if (fromAt >= toAt) throw invalidRange('must lie before to');
  if (toAt - fromAt > longestRangeMs) throw invalidRange('must lie at most 400 days before to');
  return { fromAt, toAt };
}

function invalidRange(finding: string): AppError {
  return new AppError('VALIDATION', `from: ${finding}`, { fields: { from: finding } });
}
