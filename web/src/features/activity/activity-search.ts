import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PortalEventFilter } from '../../../../src/contract/devices/portal.ts';
import type { ReportPeriod } from '../../../../src/domain/fleet/outage-report.ts';
import type { ReportTime } from './report-time.ts';

export type { ReportPeriod };
export type ActivityView = 'events' | 'report';

/** The first value of each is the default. */
export const activityViews = ['events', 'report'] as const satisfies readonly ActivityView[];
export const eventFilters = [
  'all',
  'power',
  'contact',
  'acknowledgement',
  'settings',
  'heartbeat',
] as const satisfies readonly PortalEventFilter[];

/** In the order of the buttons; the default is the month. */
export const reportPeriods = [
  'day',
  'month',
  'year',
  'all',
] as const satisfies readonly ReportPeriod[];
export const defaultPeriod: ReportPeriod = 'month';

/** What the activity section shows, as it stands in the address: what is at its default is left out. */
export interface ActivitySearch {
  activity?: ActivityView;
  period?: ReportPeriod;
  /** A month, `2026-11`, in place of a period. */
  month?: string;
  /** The first and the last day, `2026-11-21`, in place of both. */
  from?: string;
  to?: string;
  /** The device looked at, in both views; absent: all of them. */
  device?: string;
  /** Kinds of events. */
  filter?: PortalEventFilter;
  /** Page of the events, from 1. */
  page?: number;
}

/** The longest id a device may have. */
const longestDeviceId = 64;
const lastPage = 1_000_000;

/** Reads an address that anybody may have typed: what makes no sense is dropped. */
export function readActivitySearch(search: Readonly<Record<string, unknown>>): ActivitySearch {
  const activity = activityViews.find((view) => view === search['activity']);
  const period = reportPeriods.find((name) => name === search['period']);
  const filter = eventFilters.find((name) => name === search['filter']);
  const { device, page } = search;
  const dates = readDates(search);
  // An id of digits only is read as a number, unless it was quoted.
  const deviceId = typeof device === 'number' ? String(device) : device;
  return {
    ...(activity !== undefined && activity !== activityViews[0] && { activity }),
    ...(dates ?? (period !== undefined && period !== defaultPeriod && { period })),
    ...(isDeviceId(deviceId) && { device: deviceId }),
    ...(filter !== undefined && filter !== eventFilters[0] && { filter }),
    ...(isPage(page) && { page }),
  };
}

/** What the report is asked for. */
export function timeWanted({ period, month, from, to }: ActivitySearch): ReportTime {
  if (month !== undefined) return { month };
  if (from !== undefined && to !== undefined) return { from, to };
  return { period: period ?? defaultPeriod };
}

function readDates({
  month,
  from,
  to,
}: Readonly<Record<string, unknown>>): Pick<ActivitySearch, 'month' | 'from' | 'to'> | undefined {
  if (typeof month === 'string' && isDate(`${month}-01`)) return { month };
  return isDate(from) && isDate(to) && from <= to ? { from, to } : undefined;
}

/** A day of this century, as the server takes it. */
function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function isDeviceId(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value !== 'all' && value.length <= longestDeviceId
  );
}

function isPage(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= lastPage;
}

type Change = { readonly [Name in keyof ActivitySearch]?: ActivitySearch[Name] | undefined };

/** What the section shows, and how to show something else. Each change can be undone with Back. */
export function useActivitySearch() {
  const search = readActivitySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (change: Change) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, ...change }),
      resetScroll: false,
    });
  return { search, show };
}
