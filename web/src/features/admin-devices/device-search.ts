import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import type { DeviceFilter, DeviceSort } from '../../../../src/domain/devices/device-type.ts';
import { readListSearch } from '../../lib/list-search.ts';

/** The tabs of the list; the first is the default. */
export const deviceFilters = [
  'all',
  'online',
  'offline',
  'mains_lost',
  'contact_lost',
  'untold',
  'key_ending',
] as const satisfies DeviceFilter[];

/** The tabs of what is in trouble now; the first is the default. */
export const lostFilters = [
  'lost',
  'unacknowledged',
  'mains_lost',
  'contact_lost',
] as const satisfies DeviceFilter[];
export const lostSorts = ['since', 'site', 'heard'] as const satisfies DeviceSort[];

/** What the page of outages shows: a list, or only the sites of an area outage. */
export function readOutagesSearch(search: Readonly<Record<string, unknown>>) {
  const area = Number(search['area']);
  return {
    ...readListSearch(search, lostFilters, lostSorts),
    ...(Number.isSafeInteger(area) && area > 0 && { area }),
  };
}

export const ribbonRanges = ['day', 'week', 'month', 'year'] as const;
export type RibbonRange = (typeof ribbonRanges)[number];

export const deviceTabs = ['report', 'events', 'notifications'] as const;
type DeviceTab = (typeof deviceTabs)[number];

export type ReportPeriod = ReportAnswer['period']['name'];
export const reportPeriods = ['day', 'month', 'year', 'all'] as const satisfies ReportPeriod[];
const defaultPeriod: ReportPeriod = 'month';

/** What a device's page shows; default values are left out of the address. */
interface DevicePageSearch {
  range?: RibbonRange;
  tab?: DeviceTab;
  period?: ReportPeriod;
  /** Page of the list in the tab, from 1. */
  page?: number;
}

/** Reads an address, which anybody may have typed: values that make no sense are dropped. */
export function readDevicePageSearch(search: Readonly<Record<string, unknown>>): DevicePageSearch {
  const range = ribbonRanges.find((known) => known === search['range']);
  const tab = deviceTabs.find((known) => known === search['tab']);
  const period = reportPeriods.find((known) => known === search['period']);
  const page = Number(search['page']);
  return {
    ...(range !== undefined && range !== ribbonRanges[0] && { range }),
    ...(tab !== undefined && tab !== deviceTabs[0] && { tab }),
    ...(period !== undefined && period !== defaultPeriod && { period }),
    ...(Number.isInteger(page) && page > 1 && page <= 1_000_000 && { page }),
  };
}

/** The same with every default filled in. */
export function fillDevicePageSearch(search: DevicePageSearch): Required<DevicePageSearch> {
  return {
    range: ribbonRanges[0],
    tab: deviceTabs[0],
    period: defaultPeriod,
    page: 1,
    ...search,
  };
}
