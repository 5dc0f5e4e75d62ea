/** The days of a report, month by month, for a calendar. */

import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import {
  addDays,
  addMonths,
  datesOfMonth,
  monthOf,
} from '../../../../src/domain/calendar-dates.ts';
import { isoDateIn } from '../../lib/format.ts';

/** How much of a day there was no power: not at all, then up to so many minutes, or more. */
export const shadeLimits = [0, 15, 60, 240] as const;
export type Shade = 0 | 1 | 2 | 3 | 4;

/**
 * `outside`: not in the period. `future`: still to come. `unobserved`: of all of it nobody can say how it
 * was.
 */
export type DayKind = 'observed' | 'unobserved' | 'future' | 'outside';

export interface CalendarDay {
  date: string;
  kind: DayKind;
  /** Outages that began on it. */
  count: number;
  /** Minutes without power, of all sites together. */
  minutes: number;
  shade: Shade;
}

export interface CalendarMonth {
  /** `2026-11` */
  month: string;
  /** Days of the week before its first, from Sunday on. */
  blanks: number;
  days: CalendarDay[];
}

/** From the first month of which anything is known to the last that has begun; none: nothing is known. */
export function calendarMonths(report: ReportAnswer, nowMs: number): CalendarMonth[] {
  const { period, observed_dates: observed } = report;
  const { first_date: first, last_date: last } = period;
  const today = isoDateIn(period.timezone, nowMs);
  const known = observed[0]?.from;
  if (known === undefined) return [];
  const figures = new Map(report.by_date.map((entry) => [entry.date, entry]));
  const isObserved = (date: string) => observed.some(({ from, to }) => from <= date && date <= to);
  const kindOf = (date: string): DayKind => {
    if (date < first || date > last) return 'outside';
    if (date > today) return 'future';
    return isObserved(date) || figures.has(date) ? 'observed' : 'unobserved';
  };
  const months: CalendarMonth[] = [];
  const end = monthOf(last < today ? last : today);
  for (let month = monthOf(known); month <= end; month = addMonths(month, 1)) {
    const dates = datesOfMonth(month);
    const days: CalendarDay[] = [];
    for (let date = dates.first; date <= dates.last; date = addDays(date, 1)) {
      const { count = 0, duration: minutes = 0 } = figures.get(date) ?? {};
      days.push({ date, kind: kindOf(date), count, minutes, shade: shadeOf(count, minutes) });
    }
    months.push({ month, blanks: new Date(dates.first).getUTCDay(), days });
  }
  return months;
}

function shadeOf(count: number, minutes: number): Shade {
  if (count === 0 && minutes === 0) return 0;
  const [, short, middle, long] = shadeLimits;
  if (minutes <= short) return 1;
  if (minutes <= middle) return 2;
  return minutes <= long ? 3 : 4;
}

/** So many weeks are a year; fewer months leave the rest empty. */
const leastWeeks = 53;

/** Seven days from Sunday on. */
interface CalendarWeek {
  /** The date of its Sunday. */
  first: string;
  /** Null: the day is of none of the months. */
  days: { date: string; day: CalendarDay | null }[];
}

/** The weeks of consecutive months. */
export function weeksOf(months: readonly CalendarMonth[], least = 0): CalendarWeek[] {
  const days = months.flatMap((month) => month.days);
  const [start] = days;
  const blanks = months[0]?.blanks ?? 0;
  if (start === undefined) return [];
  const dateAt = (place: number) => addDays(start.date, place - blanks);
  const count = Math.max(least, Math.ceil((blanks + days.length) / 7));
  return Array.from({ length: count }, (_, week) => ({
    first: dateAt(week * 7),
    days: Array.from({ length: 7 }, (__, weekday) => {
      const place = week * 7 + weekday;
      return { date: dateAt(place), day: days[place - blanks] ?? null };
    }),
  }));
}

/** Consecutive months as columns, a week each. */
export function columnsOf(months: readonly CalendarMonth[]) {
  const weeks = weeksOf(months, leastWeeks);
  // A month begins with the column of its first day.
  let before = months[0]?.blanks ?? 0;
  const starts = months.map((month) => {
    const start = Math.floor(before / 7);
    before += month.days.length;
    return start;
  });
  const heads = months.map(({ month }, index) => ({
    month,
    span: (starts[index + 1] ?? weeks.length) - (starts[index] ?? 0),
  }));
  return { weeks, heads };
}
