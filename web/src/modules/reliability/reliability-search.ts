import { addMonths, datesOfMonth, monthOf } from '../../../../src/domain/calendar-dates.ts';

/** In the order of the buttons; the first is the default. */
export const shownPeriods = ['month', 'last_month', 'year', 'last_year', 'all'] as const;
export type ShownPeriod = (typeof shownPeriods)[number];

/** What the page shows, as it stands in the address: what is at its default is left out. */
interface ReliabilitySearch {
  period?: ShownPeriod;
  /** Absent: everywhere. */
  area?: string;
}

/** As long as the server takes. */
const longestArea = 100;

export function readReliabilitySearch(
  search: Readonly<Record<string, unknown>>,
): ReliabilitySearch {
  const period = shownPeriods.find((name) => name === search['period']);
  const { area } = search;
  return {
    ...(period !== undefined && period !== shownPeriods[0] && { period }),
    ...(typeof area === 'string' && area !== '' && area.length <= longestArea && { area }),
  };
}

/** A period in the form of the server's API. @param today `2026-11-21` */
export function timeOf(period: ShownPeriod, today: string): Readonly<Record<string, string>> {
  switch (period) {
    case 'month':
    case 'year':
    case 'all':
      return { period };
    case 'last_month':
      return { month: addMonths(monthOf(today), -1) };
    case 'last_year': {
      const year = Number(today.slice(0, 4)) - 1;
      return { from: `${year}-01-01`, to: datesOfMonth(`${year}-12`).last };
    }
  }
}
