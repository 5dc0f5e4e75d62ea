import type { ActivitySearch } from '../activity-search.ts';
import type { ReportTime } from '../report-time.ts';
import type { RibbonRange } from '../ribbon-range.ts';

/** Of one page of the events. */
export interface EventsWanted extends Required<Pick<ActivitySearch, 'filter' | 'page'>> {
  /** Undefined: of all devices. */
  device: string | undefined;
}

/** What the report is about. */
export interface ReportWanted {
  time: ReportTime;
  /** Undefined: all devices. */
  device: string | undefined;
}

/** Names of what is kept of the server's answers. */
export const activityKeys = {
  /** The dashboard's own name for it: what both show is asked for once. */
  stats: ['portal', 'stats'],
  events: (wanted: EventsWanted) => ['activity', 'events', wanted],
  report: (wanted: ReportWanted) => ['activity', 'report', wanted],
  timeline: (deviceId: string, range: RibbonRange) => ['activity', 'timeline', deviceId, range],
} as const;
