import type { PortalEventFilter } from '../../../../src/contract/devices/portal.ts';
import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import type { ActivityView, ReportPeriod } from './activity-search.ts';

/** Keys of the words of each choice in the locale files. */
export const viewWords = {
  events: 'activity.events',
  report: 'activity.report',
} as const satisfies Record<ActivityView, string>;

export const filterWords = {
  all: 'events.filter.all',
  power: 'events.filter.power',
  contact: 'events.filter.contact',
  acknowledgement: 'events.filter.acknowledgement',
  settings: 'events.filter.settings',
  heartbeat: 'events.filter.heartbeat',
} as const satisfies Record<PortalEventFilter, string>;

export const periodWords = {
  day: 'report.period.day',
  month: 'report.period.month',
  year: 'report.period.year',
  all: 'report.period.all',
} as const satisfies Record<ReportPeriod, string>;

/** Texts that tell of a period without outages. */
export const goodPeriodWords = {
  day: 'report.good.day',
  month: 'report.good.month',
  year: 'report.good.year',
  all: 'report.good.all',
  range: 'report.good.range',
} as const satisfies Record<ReportAnswer['period']['name'], string>;
