/** Which days a report is about, as dates (YYYY-MM-DD) that order themselves as text. */
import type { ActivitySearch, ReportPeriod } from './activity-search.ts';

/** One day after the other; the last is among them. */
export interface Dates {
  first: string;
  last: string;
}

/** In the form of the server's API. */
export type ReportTime =
  | { period: ReportPeriod }
  | { month: string }
  | { from: string; to: string };

const dayMs = 86_400_000;

/** The date that the clocks of a zone show. */
export function isoDateIn(timeZone: string, nowMs: number): string {
  // The English of Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('en-SE', { timeZone, dateStyle: 'short' }).format(nowMs);
}

/** The dates of what is asked for; null where only the server knows when it began. */
export function datesOf(time: ReportTime, today: string): Dates | null {
  if ('month' in time) return datesOfMonth(time.month);
  if ('from' in time) return { first: time.from, last: time.to };
  switch (time.period) {
    case 'day':
      return { first: today, last: today };
    case 'month':
      return datesOfMonth(monthOf(today));
    case 'year':
      return { first: `${today.slice(0, 4)}-01-01`, last: `${today.slice(0, 4)}-12-31` };
    case 'all':
      return null;
  }
}

/** `2026-11`, of a date. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

export function datesOfMonth(month: string): Dates {
  return { first: `${month}-01`, last: addDays(`${addMonths(month, 1)}-01`, -1) };
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/** @param month `2026-11` */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** How many whole months these are; 0: they are no whole months. */
export function wholeMonths({ first, last }: Dates): number {
  if (!first.endsWith('-01') || !addDays(last, 1).endsWith('-01')) return 0;
  const [from = 0, to = 0] = [first, addDays(last, 1)].map(
    (date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)),
  );
  return to - from;
}

/** As many months, or days, right before or after these. */
export function stepDates(dates: Dates, direction: 1 | -1): Dates {
  const months = wholeMonths(dates);
  if (months > 0) {
    const first = addMonths(monthOf(dates.first), direction * months);
    return {
      first: datesOfMonth(first).first,
      last: datesOfMonth(addMonths(first, months - 1)).last,
    };
  }
  const days = 1 + (Date.parse(dates.last) - Date.parse(dates.first)) / dayMs;
  return {
    first: addDays(dates.first, direction * days),
    last: addDays(dates.last, direction * days),
  };
}

type TimeSearch = Record<'period' | 'month' | 'from' | 'to', string | undefined> &
  Pick<{ [Name in keyof ActivitySearch]: ActivitySearch[Name] | undefined }, 'period'>;

/** Nothing in the address means this month. */
export const noTime: TimeSearch = {
  period: undefined,
  month: undefined,
  from: undefined,
  to: undefined,
};

/** What stands in the address for these dates. */
export function searchOfDates({ first, last }: Dates, today: string): TimeSearch {
  const month = monthOf(first);
  if (wholeMonths({ first, last }) === 1) {
    return month === monthOf(today) ? noTime : { ...noTime, month };
  }
  return first === today && last === today
    ? { ...noTime, period: 'day' }
    : { ...noTime, from: first, to: last };
}
