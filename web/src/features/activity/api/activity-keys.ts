import type { ActivitySearch } from '../activity-search.ts';
import type { ReportTime } from '../report-time.ts';
import type { RibbonRange } from '../ribbon-range.ts';

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
