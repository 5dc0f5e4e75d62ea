import { type PlannedKind, plannedAt, plannedKinds } from '../../domain/alerts/planned-time.ts';
import { AppError } from '../../domain/errors.ts';
import { findBlindness, findDoubts, settleTime } from '../../domain/fleet/blind-times.ts';
import {
  type DeviceHistory,
  drawTimeline,
  type RecordedOutage,
  type Span,
} from '../../domain/fleet/device-timeline.ts';
import {
  type OutageReport,
  type ReportTime,
  reportOutages,
  reportPeriodOf,
} from '../../domain/fleet/outage-report.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Period } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';
import { readPlannedTimes } from '../../store/alerts/planned-times.ts';
import {
  type HistoryScope,
  type ReportDevice,
  type ReportOutage,
  readGaps,
  readReportDevices,
  readReportOutages,
  readStartsAfter,
  readUnwatchedTimes,
} from '../../store/fleet/report.ts';
import { readVitalsOf } from '../../store/fleet/vitals.ts';
import type { Monitor } from '../monitor.ts';

/** One device and all that is known of it in a period. */
interface ReportSite {
  readonly device: ReportDevice;
  readonly history: DeviceHistory<ReportOutage>;
}

type Reported = OutageReport<ReportSite, ReportOutage>;
type ReportedOutage = Reported['outages'][number] & {
  /** It began in planned maintenance, or was announced. */
  readonly planned: PlannedKind | null;
};

export interface PeriodReport extends Omit<Reported, 'outages'> {
  /** Whole local days. */
  readonly period: Period;
  /** Newest first. */
  readonly outages: readonly ReportedOutage[];
}

/** After this many outages other work is served. */
const outagesPerStep = 1_000;
/**
 * Reading a site takes as long as this many outages, even if it has none. A gap takes as long as one
 * outage.
 */
const outagesPerSite = 10;

type Reader = Pick<Monitor, 'store' | 'fleet' | 'settings'>;

/**
 * The outage report of a customer, or of one device, as of now.
 * @param timezone IANA name; days, months and years are those of this zone
 * @throws AppError NOT_FOUND when the device asked for is not there or not theirs
 */
export function* readOutageReport(
  monitor: Reader,
  scope: HistoryScope,
  time: ReportTime,
  timezone: string,
  now: Instant,
): Steps<PeriodReport> {
  const devices = yield* findDevices(monitor, scope);
  const period = reportPeriodOf(time, firstKnownOf(devices), timezone, now.wallMs);
  const sites = yield* readSites(monitor, scope, devices, period, now);
  const report = yield* reportOutages<ReportOutage, ReportSite>(sites, period, timezone);
  const outages = yield* markPlanned(monitor, scope, report.outages, timezone);
  return { ...report, period, outages };
}

function* markPlanned(
  monitor: Reader,
  scope: HistoryScope,
  outages: Reported['outages'],
  timezone: string,
): Steps<ReportedOutage[]> {
  const known = new Map<ReportSite, PlannedOf>();
  const plannedOf = (site: ReportSite) => {
    const { row, customerId } = site.device;
    const kindOf =
      known.get(site) ?? readPlans(monitor, row, scope.customerId ?? customerId, timezone);
    known.set(site, kindOf);
    return kindOf;
  };
  const marked: ReportedOutage[] = [];
  for (const entry of outages) {
    marked.push({ ...entry, planned: plannedOf(entry.site)(entry.outage) });
    if (marked.length % outagesPerStep === 0) yield;
  }
  return marked;
}

/** Whether an outage began in planned maintenance, or was announced. */
type PlannedOf = (outage: RecordedOutage) => PlannedKind | null;

/** @param siteOwner whose plans for the site count; null: nobody's */
export function readPlans(
  { store }: Pick<Reader, 'store'>,
  siteRow: number,
  siteOwner: number | null,
  timezone: string,
): PlannedOf {
  const planned = readPlannedTimes(store, { siteRow, siteOwner }, 0);
  return ({ downAt }) =>
    plannedKinds.find((kind) => plannedAt(planned, kind, downAt, timezone) !== null) ?? null;
}

export interface Timeline {
  readonly deviceId: string;
  /** In order; they cover the range. */
  readonly spans: readonly Span<ReportOutage>[];
}

/**
 * The timeline of each device, moment by moment.
 * @throws AppError NOT_FOUND when the device asked for is not there or not theirs
 */
export function* readTimelines(
  monitor: Reader,
  scope: HistoryScope,
  range: Period,
  now: Instant,
): Steps<Timeline[]> {
  const devices = yield* findDevices(monitor, scope);
  const sites = yield* readSites(monitor, scope, devices, range, now);
  const timelines: Timeline[] = [];
  for (const { device, history } of sites) {
    timelines.push({ deviceId: device.deviceId, spans: yield* drawTimeline(history, range) });
  }
  return timelines;
}

function* findDevices({ store }: Reader, scope: HistoryScope): Steps<ReportDevice[]> {
  const devices = yield* readReportDevices(store, scope);
  if (scope.deviceId !== null && devices.length === 0) {
    throw new AppError('NOT_FOUND', 'There is no such device.');
  }
  return devices;
}

/** When the first device was first heard. Null: none was. */
export function firstKnownOf(devices: readonly ReportDevice[]): number | null {
  const known = devices.map(knownFrom).filter((at) => at !== null);
  return known.reduce<number | null>((least, at) => Math.min(least ?? at, at), null);
}

function* readSites(
  monitor: Reader,
  { customerId }: HistoryScope,
  devices: readonly ReportDevice[],
  range: Period,
  now: Instant,
): Steps<ReportSite[]> {
  const read = openHistories(monitor, customerId, range, now);
  const sites: ReportSite[] = [];
  for (const device of devices) sites.push(yield* read(device));
  return sites;
}

/**
 * Reads the past of devices, one after the other.
 * @param customerId whose outages count; null: anybody's
 */
export function openHistories(
  { store, fleet, settings }: Reader,
  customerId: number | null,
  range: Period,
  now: Instant,
): (device: ReportDevice) => Steps<ReportSite> {
  const settledMs = settleTime(settings.heartbeatTimeout * 1000);
  // What a device says after a gap may put in doubt some time before it.
  const gaps = readGaps(store, { ...range, fromAt: range.fromAt - settledMs }, now.wallMs);
  const blindness = findBlindness(gaps, settledMs);
  const blindEnds = blindness.map(({ toAt }) => toAt);
  // An outage from before the range may explain a gap that reaches into it.
  const since = { ...range, fromAt: Math.min(range.fromAt, blindness[0]?.fromAt ?? range.fromAt) };
  let unseen = outagesPerStep;
  return function* (device) {
    const own = yield* readReportOutages(store, device.row, customerId, since);
    unseen -= outagesPerSite + own.length + blindEnds.length;
    if (unseen <= 0) {
      unseen = outagesPerStep;
      yield;
    }
    const found = fleet.get(device.deviceId);
    // Another row with the same name belongs to a device that was deleted and enrolled again meanwhile.
    const isSame = found?.row === device.row;
    const { link } = isSame ? found.state : device;
    const { lastHeardAt } = isSame ? found.state : readVitalsOf(store, device.row);
    const evidence = {
      outages: own,
      starts: readStartsAfter(store, device.row, blindEnds, settledMs),
      lastHeardAt,
    };
    return {
      device,
      history: {
        knownFrom: knownFrom(device),
        knownTo: isWatched(device, link)
          ? now.wallMs
          : Math.max(lastHeardAt ?? 0, device.lastRecoverAt ?? 0),
        unwatched: readUnwatchedTimes(store, device.row),
        gaps,
        doubts: findDoubts(blindness, evidence, settledMs, now.wallMs),
        outages: own,
      },
    };
  };
}

/**
 * When a device was first heard, as far as its present owner may know: its first heartbeat or report.
 * Enrolment alone says only that the device had power at that moment. A report may speak of a time before
 * it.
 */
function knownFrom({ firstHeardAt, firstDownAt }: ReportDevice): number | null {
  if (firstHeardAt === null || firstDownAt === null) return firstHeardAt ?? firstDownAt;
  return Math.min(firstHeardAt, firstDownAt);
}

/** A device whose keys were revoked, or that was released, is not heard and nobody misses it. */
function isWatched({ hasOpenOutage }: ReportDevice, link: ReportDevice['link']): boolean {
  return link !== 'unknown' || hasOpenOutage;
}
