import type { ReportTime } from '../../domain/fleet/outage-report.ts';
import { datesOf, localDayOf } from '../../domain/local-days.ts';
import { type Route, route } from '../../http/engine/route.ts';
import { sendDownload } from '../../http/engine/send-download.ts';
import type { Column } from '../../http/exports/csv.ts';
import { streamCsv } from '../../http/exports/stream-csv.ts';
import { describePeriod } from '../../http/fleet/describe-report.ts';
import { csvType, ownScope, timeOf, timeWords } from '../../http/fleet/reports.ts';
import type { Core } from '../module.ts';
import { YearComparison, type YearFigures } from './compare-year.ts';
import {
  ownYearAnswerSchema,
  ownYearQuerySchema,
  type ReliabilityAnswer,
  reliabilityAnswerSchema,
  reliabilityExportQuerySchema,
  reliabilityQuerySchema,
} from './contract.ts';
import { type FigureName, type Figures, figureNames } from './figures.ts';
import { type Measured, type Reliability, readReliability } from './read-reliability.ts';

const basis = 'sample of monitored sites';
const dayMs = 86_400_000;

/** Reliability figures after IEEE 1366, for operators; and a customer's year beside that of their area. */
export function reliabilityRoutes({ monitor, config: { timezone } }: Core): Route[] {
  const years = new YearComparison(monitor, timezone);
  const common = { method: 'GET', access: 'viewer', tag: 'Reports' } as const;
  const wordsOfAll = `Figures after IEEE 1366 of a sample: the sites that are monitored. An outage counts on the day it began, planned ones apart; time that nobody observed is left out. ${timeWords}`;
  return [
    route(
      {
        ...common,
        path: '/api/reliability',
        cost: 'search',
        summary: 'Read reliability figures',
        description: `${wordsOfAll} The formulae are in docs/reliability-figures.md.`,
        query: reliabilityQuerySchema,
        answer: reliabilityAnswerSchema,
      },
      function* ({ query: { area = null, ...wanted }, now }) {
        const time = timeOf(wanted);
        const found = yield* readReliability(monitor, { time, area }, timezone, now);
        return describe(found, { area, time, timezone });
      },
    ),
    route(
      {
        ...common,
        path: '/api/reliability/export.csv',
        cost: 'export',
        summary: 'Export reliability figures',
        description: `${wordsOfAll} A row each for the whole, for the whole without major event days, for the period before, and for each part of the area.`,
        query: reliabilityExportQuerySchema,
        answerType: csvType,
      },
      function* ({ query: { area = null, format, ...wanted }, now }) {
        const time = timeOf(wanted);
        const found = yield* readReliability(monitor, { time, area }, timezone, now);
        const rows = rowsOf(describe(found, { area, time, timezone }));
        const name = `reliability-${localDayOf(now.wallMs, timezone).date}.csv`;
        return sendDownload(streamCsv(columns, [rows], monitor, format), name, csvType);
      },
    ),
    route(
      {
        ...common,
        path: '/api/customer/reliability',
        access: 'customer',
        cost: 'search',
        summary: 'Read how this year is at the own sites, and around them',
        description:
          'Minutes without power and power cuts a month, per site, by the figures of the outage report. What is said of the area is up to an hour old.',
        query: ownYearQuerySchema,
        answer: ownYearAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      function* ({ caller, query, now }) {
        const { period, sites, own, around } = yield* years.compare(
          ownScope(caller.id, query),
          now,
        );
        return {
          ok: true as const,
          first_date: datesOf(period, timezone).first,
          sites,
          own: own && describeYear(own),
          around: around && { area: around.area, ...describeYear(around) },
        };
      },
    ),
  ];
}

function describeYear({ minutes, cutsPerMonth }: YearFigures) {
  return { minutes: Math.round(minutes), cuts_per_month: Math.round(cutsPerMonth * 10) / 10 };
}

function describe(
  { period, total, before, parts, months }: Reliability,
  {
    area,
    time,
    timezone,
  }: { readonly area: string | null; readonly time: ReportTime; readonly timezone: string },
): ReliabilityAnswer {
  return {
    ok: true,
    basis,
    area,
    period: describePeriod(period, time, timezone),
    total: describeMeasuredPeriod(total),
    before: before.sites === 0 ? null : describeMeasuredPeriod(before),
    parts: parts
      .filter(({ sites }) => sites > 0)
      .map(({ part, ...measured }) => ({ ...part, ...describeMeasured(measured) })),
    months: months.map(({ month, observedMs, figures }) => ({
      month,
      observed_site_days: round(observedMs / dayMs),
      saidi: roundFigure('saidi', figures.saidi),
      saifi: roundFigure('saifi', figures.saifi),
    })),
  };
}

function describeMeasuredPeriod({
  dates,
  majorDays: { eventDays, reference, threshold, days },
  ...measured
}: Reliability['total']): ReliabilityAnswer['total'] {
  return {
    first_date: dates.first,
    last_date: dates.last,
    ...describeMeasured(measured),
    major_event_days: {
      is_applied: threshold !== null,
      event_days: eventDays,
      reference: { from: reference.first, to: reference.last },
      threshold: threshold === null ? null : round(threshold),
      days: days.map(({ date, saidi }) => ({ date, saidi: round(saidi) })),
    },
  };
}

function describeMeasured({
  observedMs,
  figures,
  intervals,
  withoutMajorDays,
  ...counts
}: Measured) {
  return {
    sites: counts.sites,
    owners: counts.owners,
    observed_site_days: round(observedMs / dayMs),
    figures: roundFigures(figures),
    intervals:
      intervals &&
      Object.fromEntries(
        figureNames.map((name): [FigureName, [number, number] | null] => {
          const interval = intervals[name];
          return [name, interval && [round(interval[0]), round(interval[1])]];
        }),
      ),
    without_major_event_days: withoutMajorDays && roundFigures(withoutMajorDays),
  };
}

function roundFigures(figures: Figures): ReliabilityAnswer['total']['figures'] {
  const entries = figureNames.map((name) => [name, roundFigure(name, figures[name])]);
  return Object.fromEntries(entries) as ReliabilityAnswer['total']['figures'];
}

/** ASAI is rounded down: 100 only where nothing was lost. */
function roundFigure(name: FigureName, value: number | null): number | null {
  if (value === null) return null;
  return name === 'asai' ? Math.floor(value * 10_000) / 10_000 : round(value);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

interface CsvRow {
  readonly row: 'total' | 'without_major_event_days' | 'before' | 'part';
  readonly area: string | null;
  readonly cell: string | null;
  readonly dates: { readonly first_date: string; readonly last_date: string };
  readonly measured: Pick<
    ReliabilityAnswer['total'],
    'sites' | 'owners' | 'observed_site_days' | 'figures' | 'intervals'
  >;
}

function rowsOf({ area, total, before, parts }: ReliabilityAnswer): CsvRow[] {
  const whole = { area, cell: null };
  const without = total.without_major_event_days;
  return [
    { row: 'total', ...whole, dates: total, measured: total },
    ...(without === null
      ? []
      : [
          {
            row: 'without_major_event_days' as const,
            ...whole,
            dates: total,
            measured: { ...total, figures: without, intervals: null },
          },
        ]),
    ...(before === null
      ? []
      : [{ row: 'before' as const, ...whole, dates: before, measured: before }]),
    ...parts.map(({ area: partArea, cell, ...measured }) => ({
      row: 'part' as const,
      area: partArea,
      cell,
      dates: total,
      measured,
    })),
  ];
}

const columns: readonly Column<CsvRow>[] = [
  { name: 'basis', cell: () => basis },
  { name: 'row', cell: ({ row }) => row },
  { name: 'area', cell: ({ area }) => area },
  { name: 'cell', cell: ({ cell }) => cell },
  { name: 'first_date', cell: ({ dates }) => dates.first_date },
  { name: 'last_date', cell: ({ dates }) => dates.last_date },
  { name: 'sites', cell: ({ measured }) => measured.sites },
  { name: 'owners', cell: ({ measured }) => measured.owners },
  { name: 'observed_site_days', cell: ({ measured }) => measured.observed_site_days },
  ...figureNames.flatMap((name): Column<CsvRow>[] => [
    { name, cell: ({ measured }) => measured.figures[name] },
    { name: `${name}_low`, cell: ({ measured }) => measured.intervals?.[name]?.[0] ?? null },
    { name: `${name}_high`, cell: ({ measured }) => measured.intervals?.[name]?.[1] ?? null },
  ]),
];
