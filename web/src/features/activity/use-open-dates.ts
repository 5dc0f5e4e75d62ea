import { isoDateIn, shownTimezone } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { searchOfDates } from './report-time.ts';
import { useActivitySearch } from './use-activity-search.ts';

/** Goes to the report of some days. */
export function useOpenDates() {
  const { show } = useActivitySearch();
  const today = isoDateIn(shownTimezone, useNow());
  return (dates: { first: string; last: string }) => show(searchOfDates(dates, today));
}
