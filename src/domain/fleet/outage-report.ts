/**
 * The arithmetic of the outage report.
 *
 * An outage counts on the local day it began. Its time counts on the days it touched, as far as it lies
 * in the period; an open outage runs to now. All time is what `drawTimeline` draws, in whole
 * milliseconds, so the sums over days, devices and causes equal the total. Only the answer is rounded,
 * each figure by itself: minutes and hours to the nearest, per cent downwards.
 */

import {
  datesOf,
  joinDates,
  type LocalDates,
  localDayOf,
  localPeriodOf,
  type Period,
  periodOfDates,
  splitByDay,
} from '../local-days.ts';
import type { Cause } from '../states.ts';
import { mergeSorted, type Steps } from '../steps.ts';
import {
  compareOutages,
  type DeviceHistory,
  drawTimeline,
  inOrder,
  isObserved,
  isPowerOutage,
  type RecordedOutage,
} from './device-timeline.ts';

/** Today, this month, this year, or everything since the first device was first heard. */
export const reportPeriods = ['day', 'month', 'year', 'all'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The period a report is asked for: one of these, or certain days. */
export type ReportTime = ReportPeriod | LocalDates;

/**
 * The whole local days a report is about.
 * @param firstKnownAt when the first device was first heard (epoch ms); null: none was
 */
export function reportPeriodOf(
  time: ReportTime,
  firstKnownAt: number | null,
  timezone: string,
  now: number,
): Period {
  if (typeof time !== 'string') return periodOfDates(time, timezone);
  if (time !== 'all') return localPeriodOf(now, time, timezone);
  return {
    fromAt: localDayOf(Math.min(firstKnownAt ?? now, now), timezone).fromAt,
    toAt: localDayOf(now, timezone).toAt,
  };
}

/** A number of outages and their time. */
interface Tally {
  /** Outages that began in the period. */
  readonly count: number;
  /** Time within the period, including that of outages that began before it. */
  readonly ms: number;
}

/** One site, whatever else the caller keeps about it. */
interface ReportedSite<O extends RecordedOutage> {
  readonly history: DeviceHistory<O>;
}

interface SiteTally<S> extends Tally {
  readonly site: S;
  /** Time for which it is known how it was. */
  readonly observedMs: number;
}

interface DateTally extends Tally {
  /** YYYY-MM-DD. */
  readonly date: string;
}

interface CauseTally extends Tally {
  readonly cause: Cause;
  /**
   * Whether these are among the power outages. Cause `silent` may occur both ways: open outages are among
   * them, those that ended without an explanation are not.
   */
  readonly isPower: boolean;
}

/** A power outage that began in the period or reaches into it. */
interface SiteOutage<S, O> {
  readonly site: S;
  readonly outage: O;
  /** 1 if it began in the period. */
  readonly count: 0 | 1;
  /** The outage's time within the period. */
  readonly ms: number;
}

export interface OutageReport<S, O> {
  readonly total: Tally & {
    readonly observedMs: number;
    /** The longest single outage. */
    readonly longestMs: number;
    /** Outages that are still open. */
    readonly open: number;
  };
  /** Every site, in the order given. */
  readonly bySite: readonly SiteTally<S>[];
  /** Every date that a power outage touched, oldest first. */
  readonly byDate: readonly DateTally[];
  /** The days about which anything is known at any site, oldest first, without overlap. */
  readonly observed: readonly LocalDates[];
  /** Every cause that occurred, including those that are no power outages; the longest first. */
  readonly byCause: readonly CauseTally[];
  /** Newest first. */
  readonly outages: readonly SiteOutage<S, O>[];
}

interface Sum {
  count: number;
  ms: number;
}

/** After this many outages other work is served. One site takes as long as one outage. */
const outagesPerStep = 1_000;

/** Reports the outages of some sites in a period. */
export function* reportOutages<O extends RecordedOutage, S extends ReportedSite<O>>(
  sites: readonly S[],
  period: Period,
  timezone: string,
): Steps<OutageReport<S, O>> {
  const total = { count: 0, ms: 0, observedMs: 0, longestMs: 0, open: 0 };
  const byDate = new Map<string, Sum>();
  const byCause = new Map<string, Sum & { readonly cause: Cause; readonly isPower: boolean }>();
  const bySite: SiteTally<S>[] = [];
  const observed: LocalDates[] = [];
  /** Of each site, oldest first. */
  const lists: SiteOutage<S, O>[][] = [];
  let unseen = outagesPerStep;
  for (const site of sites) {
    const { times, observedMs, seen } = yield* sumUp(site.history, period, byDate, timezone);
    observed.push(...seen.map((stretch) => datesOf(stretch, timezone)));
    const own: Sum = { count: 0, ms: 0 };
    const list: SiteOutage<S, O>[] = [];
    for (const outage of inOrder(site.history.outages)) {
      if (unseen <= 0) {
        unseen = outagesPerStep;
        yield;
      }
      unseen -= 1;
      const ms = times.get(outage) ?? 0;
      const count = beganIn(outage, site.history, period) ? 1 : 0;
      if (count === 0 && ms === 0) continue;
      const isPower = isPowerOutage(outage);
      const { cause } = outage;
      add(entryOf(byCause, `${cause} ${isPower}`, { count: 0, ms: 0, cause, isPower }), count, ms);
      if (!isPower) continue;
      add(own, count, ms);
      if (count > 0) add(sumOf(byDate, localDayOf(outage.downAt, timezone).date), count, 0);
      list.push({ site, outage, count, ms });
      total.longestMs = Math.max(total.longestMs, ms);
      if (outage.isOpen) total.open += 1;
    }
    add(total, own.count, own.ms);
    total.observedMs += observedMs;
    bySite.push({ site, ...own, observedMs });
    if (list.length > 0) lists.push(list);
    unseen -= 1;
    if (unseen > 0) continue;
    unseen = outagesPerStep;
    yield;
  }
  return {
    total,
    bySite,
    byDate: [...byDate]
      .map(([date, sum]) => ({ date, ...sum }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    observed: joinDates(observed),
    byCause: [...byCause.values()].sort((a, b) => b.ms - a.ms || b.count - a.count),
    outages: (yield* mergeSorted(lists, (a, b) => compareOutages(a.outage, b.outage))).toReversed(),
  };
}

/** No day of any zone is as short. */
const shorterThanDayMs = 12 * 3_600_000;

/**
 * The time of each outage of one site, the known time of the site, and its power outages' time by day.
 */
function* sumUp<O extends RecordedOutage>(
  history: DeviceHistory<O>,
  period: Period,
  byDate: Map<string, Sum>,
  timezone: string,
): Steps<{
  readonly times: ReadonlyMap<O, number>;
  readonly observedMs: number;
  /** The stretches of that time, in order; a pause that cannot leave out a whole day is no end. */
  readonly seen: readonly Period[];
}> {
  const times = new Map<O, number>();
  const seen: Period[] = [];
  let observedMs = 0;
  let unseen = outagesPerStep;
  for (const { state, outage, ...span } of yield* drawTimeline(history, period)) {
    const ms = span.toAt - span.fromAt;
    if (isObserved(state)) {
      observedMs += ms;
      const before = seen.at(-1);
      if (before !== undefined && span.fromAt - before.toAt < shorterThanDayMs) {
        seen[seen.length - 1] = { ...before, toAt: span.toAt };
      } else seen.push(span);
    }
    if (outage === null) continue;
    times.set(outage, (times.get(outage) ?? 0) + ms);
    if (state !== 'down' && state !== 'silent') continue;
    for (const part of splitByDay(span, timezone)) {
      add(sumOf(byDate, part.date), 0, part.toAt - part.fromAt);
    }
    unseen -= 1;
    if (unseen > 0) continue;
    unseen = outagesPerStep;
    yield;
  }
  return { times, observedMs, seen };
}

/** Whether an outage counts in a period: it began in it, at a time when the site was known. */
export function beganIn(
  { downAt }: RecordedOutage,
  history: DeviceHistory,
  period: Period,
): boolean {
  const { knownFrom, knownTo } = history;
  if (downAt < period.fromAt || downAt >= period.toAt) return false;
  return knownFrom !== null && downAt >= knownFrom && downAt <= knownTo;
}

function add(sum: Sum, count: number, ms: number): void {
  sum.count += count;
  sum.ms += ms;
}

function sumOf(sums: Map<string, Sum>, key: string): Sum {
  return entryOf(sums, key, { count: 0, ms: 0 });
}

function entryOf<T>(map: Map<string, T>, key: string, fresh: T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  map.set(key, fresh);
  return fresh;
}

/** Milliseconds as minutes, to the nearest hundredth. */
export function inMinutes(ms: number): number {
  return Math.round(ms / 600) / 100;
}

/** Milliseconds as hours, to the nearest ten-thousandth, which is a third of a second. */
export function inHours(ms: number): number {
  return Math.round(ms / 360) / 10_000;
}

/**
 * The share of the observed time that had power, to a thousandth of a per cent and rounded down: 100 only
 * where nothing was lost.
 * @returns null when nothing was observed
 */
export function availabilityPercent(lostMs: number, observedMs: number): number | null {
  if (observedMs === 0) return null;
  if (lostMs === 0) return 100;
  return Math.floor(((observedMs - lostMs) / observedMs) * 100_000) / 1000;
}
