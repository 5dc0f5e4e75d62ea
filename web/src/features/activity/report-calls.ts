import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import { customerApi } from '../../lib/api-client.ts';
import type { RibbonRange } from './activity-calls.ts';
import type { ActivitySearch } from './activity-search.ts';
import type { ReportTime } from './report-time.ts';

/** Filter of one page of events. */
export interface EventsWanted extends Required<Pick<ActivitySearch, 'filter' | 'page'>> {
  /** Undefined: all devices. */
  device: string | undefined;
}

/** What the report is about. */
export interface ReportWanted {
  time: ReportTime;
  /** Undefined: all devices. */
  device: string | undefined;
}

/** Cache keys of the server's answers. */
export const activityKeys = {
  /** Shared with the dashboard, so that both ask only once. */
  stats: ['portal', 'stats'],
  events: (wanted: EventsWanted) => ['activity', 'events', wanted],
  report: (wanted: ReportWanted) => ['activity', 'report', wanted],
  timeline: (deviceId: string, range: RibbonRange) => ['activity', 'timeline', deviceId, range],
} as const;

/** An open outage grows every minute; everything else changes slowly. */
const runningMs = 60_000;
const quietMs = 5 * 60_000;

export const reportPath = '/api/customer/power-outages';

/** In the form of the server's API; all devices by leaving them out. */
export function reportParameters({ time, device }: ReportWanted) {
  return { ...time, deviceId: device };
}

/** The outages of a period; the report before stays until the next is there. */
export function reportQuery(wanted: ReportWanted) {
  return queryOptions({
    queryKey: activityKeys.report(wanted),
    queryFn: ({ signal }): Promise<ReportAnswer> =>
      customerApi.get(reportPath, { query: reportParameters(wanted), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.summary.open_outages ?? 0) > 0 ? runningMs : quietMs,
  });
}
