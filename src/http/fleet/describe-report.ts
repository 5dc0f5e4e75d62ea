import type { PeriodReport } from '../../actions/alerts/read-outage-history.ts';
import type { ReportAnswer } from '../../contract/fleet/report.ts';
import { plannedKinds } from '../../domain/alerts/planned-time.ts';
import type { ReportTime } from '../../domain/fleet/outage-report.ts';
import { availabilityPercent, inHours, inMinutes } from '../../domain/fleet/outage-report.ts';
import { datesOf, type Period } from '../../domain/local-days.ts';
import { isoTime } from '../engine/iso-time.ts';

/** One line of the history, as a file has it, too. */
export type OutageEntry = ReportAnswer['recent_outages'][number];

type Listed = PeriodReport['outages'][number];

/** The number of rows in the history; the export has all. */
const recentOutages = 100;

/**
 * The answer of a report; each figure is rounded by itself.
 */
export function describeReport(
  report: PeriodReport,
  { time, timezone }: { readonly time: ReportTime; readonly timezone: string },
  now: number,
): ReportAnswer {
  const { period, total } = report;
  return {
    ok: true,
    period: describePeriod(period, time, timezone),
    summary: {
      total_outages: total.count,
      total_duration_hours: inHours(total.ms),
      avg_duration_minutes:
        report.outages.length === 0 ? 0 : inMinutes(total.ms / report.outages.length),
      longest_outage_hours: inHours(total.longestMs),
      open_outages: total.open,
      availability_percent: availabilityPercent(total.ms, total.observedMs),
    },
    by_device: report.bySite.map(({ site, count, ms, observedMs }) => ({
      device_id: site.device.deviceId,
      device_name: site.device.siteName,
      outage_count: count,
      total_duration: inMinutes(ms),
      availability_percent: availabilityPercent(ms, observedMs),
      observed_hours: inHours(observedMs),
    })),
    by_date: report.byDate.map(({ date, count, ms }) => ({
      date,
      count,
      duration: inMinutes(ms),
    })),
    observed_dates: report.observed.map((dates) => ({ from: dates.first, to: dates.last })),
    by_cause: report.byCause.map(({ cause, isPower, count, ms }) => ({
      cause,
      is_power_outage: isPower,
      count,
      duration: inMinutes(ms),
    })),
    by_planned: plannedKinds.flatMap((kind) => {
      const planned = report.outages.filter((entry) => entry.planned === kind);
      if (planned.length === 0) return [];
      const count = planned.reduce((sum, entry) => sum + entry.count, 0);
      const ms = planned.reduce((sum, entry) => sum + entry.ms, 0);
      return [{ planned: kind, count, duration: inMinutes(ms) }];
    }),
    recent_outages: report.outages
      .slice(0, recentOutages)
      .map((entry) => describeOutage(entry, now)),
  };
}

/** The whole days that a report is about. */
export function describePeriod(
  period: Period,
  time: ReportTime,
  timezone: string,
): ReportAnswer['period'] {
  const { first, last } = datesOf(period, timezone);
  return {
    name: typeof time === 'string' ? time : 'range',
    from: isoTime(period.fromAt),
    to: isoTime(period.toAt),
    first_date: first,
    last_date: last,
    timezone,
  };
}

/** @param now epoch ms; an open outage is counted to here */
export function describeOutage({ site, outage, planned }: Listed, now: number): OutageEntry {
  return {
    outage_id: outage.id,
    device_name: site.device.siteName,
    device_id: site.device.deviceId,
    cause: outage.cause,
    down_time: isoTime(outage.downAt),
    recover_time: isoTime(outage.recoverAt),
    duration_minutes: inMinutes(Math.max(0, (outage.recoverAt ?? now) - outage.downAt)),
    is_open: outage.isOpen,
    acknowledged_by: outage.acknowledgedBy,
    flaps: outage.flaps,
    planned,
  };
}
