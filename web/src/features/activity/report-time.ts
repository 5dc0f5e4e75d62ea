/** Which days a report is about, as dates (YYYY-MM-DD) that order themselves as text. */
import { datesOfMonth, monthOf, wholeMonths } from '../../../../src/domain/calendar-dates.ts';
import type { LocalDates } from '../../../../src/domain/local-days.ts';
import type { ActivitySearch, ReportPeriod } from './activity-search.ts';

/** In the form of the server's API. */
export type ReportTime =
  | { period: ReportPeriod }
  | { month: string }
  | { from: string; to: string };

/** The dates of what is asked for; null where only the server knows when it began. */
export function datesOf(time: ReportTime, today: string): LocalDates | null {
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
export function searchOfDates({ first, last }: LocalDates, today: string): TimeSearch {
  const month = monthOf(first);
  if (wholeMonths({ first, last }) === 1) {
    return month === monthOf(today) ? noTime : { ...noTime, month };
  }
  return first === today && last === today
    ? { ...noTime, period: 'day' }
    : { ...noTime, from: first, to: last };
}
