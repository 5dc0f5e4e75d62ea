import {
  firstKnownOf,
  openHistories,
  readPlans,
} from '../../actions/alerts/read-outage-history.ts';
import type { Monitor } from '../../actions/monitor.ts';
import {
  addDays,
  addMonths,
  countDays,
  datesOfMonth,
  monthOf,
  stepDates,
} from '../../domain/calendar-dates.ts';
import type { RecordedOutage } from '../../domain/fleet/device-timeline.ts';
import { type ReportTime, reportPeriodOf } from '../../domain/fleet/outage-report.ts';
import type { Instant } from '../../domain/instant.ts';
import {
  datesOf,
  type LocalDates,
  localDayOf,
  type Period,
  periodOfDates,
} from '../../domain/local-days.ts';
import { inSteps, type Steps } from '../../domain/steps.ts';
import { type ReportDevice, readAreaDevices } from '../../store/fleet/report.ts';
import { type AreaPart, groupForIntervals, isInArea, partOf } from './areas.ts';
import { DayGrid } from './day-grid.ts';
import { type Figures, figuresOf, type Sums, sumUp } from './figures.ts';
import { addUp, estimateIntervals, type Intervals } from './intervals.ts';
import { type DailyRecord, Ledger, type SiteRecord } from './ledger.ts';
import { findMajorEventDays, type MajorEventDays } from './major-event-days.ts';

/** The figures of some sites in a period. */
export interface Measured {
  /** Sites of which anything is known in the period, and to how many owners they belong. */
  readonly sites: number;
  readonly owners: number;
  readonly observedMs: number;
  readonly figures: Figures;
  /** Null: there are too few areas. */
  readonly intervals: Intervals | null;
  /** Null: no day was left out. */
  readonly withoutMajorDays: Figures | null;
}

interface MeasuredPeriod extends Measured {
  readonly dates: LocalDates;
  readonly majorDays: Omit<MajorEventDays, 'days'> & {
    readonly reference: LocalDates;
    readonly days: readonly { readonly date: string; readonly saidi: number }[];
  };
}

interface MonthFigures {
  /** `2026-11` */
  readonly month: string;
  readonly observedMs: number;
  readonly figures: Pick<Figures, 'saidi' | 'saifi'>;
}

export interface Reliability {
  readonly period: Period;
  readonly total: MeasuredPeriod;
  /** As many days or months before, and as much of them as has passed of the period. */
  readonly before: MeasuredPeriod;
  /** By minutes, the most first. */
  readonly parts: readonly (Measured & { readonly part: AreaPart })[];
  /** The twelve months to the end of the period, oldest first. */
  readonly months: readonly MonthFigures[];
}

/** How long before a period its major event days are judged by, in years. */
const referenceYears = 5;
const trendMonths = 12;

/**
 * The reliability figures of all sites of an area.
 * @param area null: everywhere
 * @param timezone IANA name; days and months are those of this zone
 */
export function* readReliability(
  monitor: Pick<Monitor, 'store' | 'fleet' | 'settings'>,
  { time, area }: { readonly time: ReportTime; readonly area: string | null },
  timezone: string,
  now: Instant,
): Steps<Reliability> {
  const devices = yield* readAreaDevices(monitor.store, (known) => isInArea(known, area));
  const firstKnownAt = firstKnownOf(devices);
  const period = reportPeriodOf(time, firstKnownAt, timezone, now.wallMs);
  const shown = passedDates(period, timezone, now.wallMs);
  const before = datesBefore(datesOf(period, timezone), shown);
  yield;
  const grid = makeGrid({ shown, before, firstKnownAt }, timezone, now.wallMs);
  yield;
  const periods = [shown, before].map((dates) => within(grid, periodOfDates(dates, timezone)));
  const ledger = new Ledger<ReportDevice>(grid, periods);
  const range = { fromAt: grid.day(0).fromAt, toAt: grid.day(grid.length - 1).toAt };
  const read = openHistories(monitor, null, range, now);
  for (const device of devices) {
    const { history } = yield* read(device);
    const isPlanned =
      history.outages.length === 0
        ? never
        : isPlannedAt(readPlans(monitor, device.row, device.customerId, timezone));
    yield* ledger.add(device, history, isPlanned);
  }
  const daily = ledger.daily();
  const measure = (index: 0 | 1) =>
    measurePeriod(
      { grid, daily, timezone, now: now.wallMs },
      index === 0 ? shown : before,
      ledger.records[index] ?? [],
    );
  const [total, earlier] = [yield* measure(0), yield* measure(1)];
  const leftOut = new Set(total.majorDays.days.map(({ date }) => grid.dates.indexOf(date)));
  const lengthMs = lengthOf(shown, timezone, now.wallMs);
  const parts: (Measured & { readonly part: AreaPart })[] = [];
  const keyOf = (place: AreaPart) => JSON.stringify(partOf(place, area));
  const groups = Map.groupBy(ledger.records[0] ?? [], ({ site }) => keyOf(site));
  for (const [key, records] of groups) {
    parts.push({ part: JSON.parse(key), ...(yield* measureSites(records, lengthMs, leftOut)) });
  }
  return {
    period,
    total,
    before: earlier,
    parts: parts.toSorted((a, b) => (b.figures.saidi ?? -1) - (a.figures.saidi ?? -1)),
    months: monthsTo(shown.last).map((month) =>
      measureMonth({ grid, daily, timezone, now: now.wallMs }, month),
    ),
  };
}

const never = () => false;

function isPlannedAt(kindOf: (outage: RecordedOutage) => unknown) {
  return (outage: RecordedOutage) => kindOf(outage) !== null;
}

/** The days of a period, to today at the latest; of a period that is to come, its first day. */
function passedDates(period: Period, timezone: string, now: number): LocalDates {
  const { first, last } = datesOf(period, timezone);
  const today = localDayOf(now, timezone).date;
  return { first, last: last <= today ? last : first <= today ? today : first };
}

/** @param whole the days of the period; of those before it, as many count as have passed of it */
function datesBefore(whole: LocalDates, shown: LocalDates): LocalDates {
  const before = stepDates(whole, -1);
  if (whole.last === shown.last) return before;
  const last = addDays(before.first, countDays(shown) - 1);
  return { first: before.first, last: last < before.last ? last : before.last };
}

function referenceOf({ first }: LocalDates): LocalDates {
  const month = addMonths(monthOf(first), -12 * referenceYears);
  // Of 29 February, which not every year has, 1 March.
  const start = addDays(`${month}-01`, Number(first.slice(8)) - 1);
  return { first: start, last: addDays(first, -1) };
}

/** All days that anything is asked of, but for those before the first of which something is known. */
function makeGrid(
  {
    shown,
    before,
    firstKnownAt,
  }: {
    readonly shown: LocalDates;
    readonly before: LocalDates;
    readonly firstKnownAt: number | null;
  },
  timezone: string,
  now: number,
): DayGrid {
  const known = localDayOf(Math.min(firstKnownAt ?? now, now), timezone).date;
  const wanted = referenceOf(before).first;
  const first = known > wanted ? known : wanted;
  const dates = { first: first < shown.first ? first : shown.first, last: shown.last };
  return new DayGrid(periodOfDates(dates, timezone), timezone);
}

/** The part of a period that a grid has; without length where that is none. */
function within(grid: DayGrid, { fromAt, toAt }: Period): Period {
  const start = Math.max(fromAt, grid.day(0).fromAt);
  return { fromAt: start, toAt: Math.max(start, toAt) };
}

/** How long dates last, to now at the longest, in ms. */
function lengthOf(dates: LocalDates, timezone: string, now: number): number {
  const { fromAt, toAt } = periodOfDates(dates, timezone);
  return Math.max(0, Math.min(toAt, now) - fromAt);
}

interface Days {
  readonly grid: DayGrid;
  readonly daily: DailyRecord;
  readonly timezone: string;
  /** Epoch ms. */
  readonly now: number;
}

function* measurePeriod(
  { grid, daily, timezone, now }: Days,
  dates: LocalDates,
  records: readonly SiteRecord<ReportDevice>[],
): Steps<MeasuredPeriod> {
  const reference = referenceOf(dates);
  const found = findMajorEventDays(grid, daily, daysOf(grid, reference), daysOf(grid, dates));
  const leftOut = new Set(found.days.map(({ day }) => day));
  const days = found.days.map(({ day, saidi }) => ({ date: grid.dates[day] ?? '', saidi }));
  return {
    dates,
    ...(yield* measureSites(records, lengthOf(dates, timezone, now), leftOut)),
    majorDays: { ...found, reference, days },
  };
}

/** The numbers of dates in a grid, the last one included; none where the grid has none of them. */
function daysOf(grid: DayGrid, { first, last }: LocalDates): readonly [number, number] {
  const from = grid.dates.findIndex((date) => date >= first);
  const to = grid.dates.findLastIndex((date) => date <= last);
  return from === -1 ? [0, -1] : [from, to];
}

function* measureSites(
  all: readonly SiteRecord<ReportDevice>[],
  lengthMs: number,
  leftOut: ReadonlySet<number>,
): Steps<Measured> {
  const records = all.filter(({ observedMs }) => observedMs > 0);
  const groups = groupForIntervals(records, ({ site }) => site);
  const areas = yield* sumGroups(groups, new Set());
  const sums = addUp(areas);
  const left = leftOut.size === 0 ? null : addUp(yield* sumGroups(groups, leftOut));
  return {
    sites: records.length,
    owners: new Set(records.map(({ site }) => site.customerId)).size,
    observedMs: sums.observedMs,
    figures: figuresOf(sums, lengthMs),
    intervals: yield* estimateIntervals(areas, lengthMs),
    withoutMajorDays: left && figuresOf(left, lengthMs),
  };
}

/** After this many sites other work is served. */
const sitesPerStep = 500;

function* sumGroups(
  groups: readonly (readonly SiteRecord<ReportDevice>[])[],
  leftOut: ReadonlySet<number>,
): Steps<Sums[]> {
  yield;
  const found: Sums[] = [];
  let unseen = sitesPerStep;
  for (const group of groups) {
    found.push(addUp(yield* inSteps(group, sitesPerStep, (some) => [sumUp(some, leftOut)])));
    unseen -= group.length;
    if (unseen > 0) continue;
    unseen = sitesPerStep;
    yield;
  }
  return found;
}

function monthsTo(date: string): string[] {
  return Array.from({ length: trendMonths }, (_, index) =>
    addMonths(monthOf(date), index + 1 - trendMonths),
  );
}

function measureMonth({ grid, daily, timezone, now }: Days, month: string): MonthFigures {
  const dates = datesOfMonth(month);
  const [from, to] = daysOf(grid, dates);
  const total = (values: Float64Array) =>
    values.subarray(from, to + 1).reduce((sum, value) => sum + value, 0);
  const lengthMs = lengthOf(dates, timezone, now);
  const observedMs = total(daily.observedMs);
  const sites = lengthMs > 0 ? observedMs / lengthMs : 0;
  const perSite = (value: number) => (sites > 0 ? value / sites : null);
  return {
    month,
    observedMs,
    figures: {
      saidi: perSite(total(daily.lostMs) / 60_000),
      saifi: perSite(total(daily.cuts)),
    },
  };
}
