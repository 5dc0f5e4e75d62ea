/**
 * The order of a report and a heartbeat: reports are dated by their age, heartbeats by their
 * arrival.
 */

import type { Instant } from '../instant.ts';
import type { DeviceState, LastReport, OpenOutage, Rules } from './device-state.ts';
import type { BeatFacts, PowerReport } from './transition.ts';

/**
 * A report may be dated a little before a heartbeat that it followed, because its age is rounded and the
 * heartbeat may have been held up on its way. Within this tolerance the order of arrival counts.
 */
const clockToleranceMs = 2_000;

/** A heartbeat may still arrive so long after a report that was made after it, in ms. */
const overtakingMs = 5_000;

/**
 * Whether the device's own counter says that the report was made after the last heartbeat, whatever its age
 * says.
 */
export function isAfterLastBeat({ bootId, beatSeq }: DeviceState, report: PowerReport): boolean {
  return bootId === report.bootId && beatSeq !== null && report.seq > beatSeq;
}

/** Whether a report speaks of a time before what is already known. */
export function isLate(state: DeviceState, report: PowerReport): boolean {
  const never = Number.NEGATIVE_INFINITY;
  if (report.at < (state.lastReportAt ?? never)) return true;
  const upAt = Math.max(state.lastUpAt ?? never, state.outage?.recovery?.recoverAt ?? never);
  const isProvenNewer = isAfterLastBeat(state, report);
  if (report.type === 'power-down') {
    const isBeforeOutage = state.outage?.cause === 'mains' && report.at < state.outage.downAt;
    return isBeforeOutage || (!isProvenNewer && report.at < upAt - clockToleranceMs);
  }
  const downBeatAt = state.lastDownBeatAt ?? never;
  return report.at < upAt || (!isProvenNewer && report.at < downBeatAt - clockToleranceMs);
}

/**
 * A loss of this boot that contradicts only the last heartbeat. If power came back, that report is next
 * in the queue and dates the end. If none comes, the loss was the device's last word.
 */
export function isDoubtfulLoss(state: DeviceState, report: PowerReport): boolean {
  const isAfterReports = state.lastReportAt === null || report.at >= state.lastReportAt;
  const isAfterOutages = state.lastRecoverAt === null || report.at > state.lastRecoverAt;
  return (
    state.outage === null &&
    state.bootId === report.bootId &&
    isAfterReports &&
    isAfterOutages &&
    isLate(state, report)
  );
}

/**
 * The report was on its way while the recovery before it was confirmed. By its own moment it belongs to
 * the outage that was just closed.
 */
export function continuesClosedOutage(state: DeviceState, at: number, rules: Rules): boolean {
  return (
    state.outage === null &&
    state.lastRecoverAt !== null &&
    at - state.lastRecoverAt < rules.recoveryDelayMs
  );
}

/** Whether the report before this one, of the same boot, said that power is back within the outage. */
export function followsReturn(
  { lastReport, lastReportAt }: DeviceState,
  outage: OpenOutage,
  report: PowerReport,
): boolean {
  return (
    lastReport?.bootId === report.bootId &&
    lastReport.power === 'UP' &&
    lastReportAt !== null &&
    lastReportAt >= outage.downAt
  );
}

/**
 * A heartbeat that the device made before its last report and that arrived after it, because requests
 * overtake each other by moments. It proves only that the device is there. A larger delay points to a
 * separate counter for heartbeats.
 */
export function isOvertaken(state: DeviceState, beat: BeatFacts, now: Instant): boolean {
  const { lastReport } = state;
  return (
    lastReport !== null &&
    lastReport.bootId === beat.bootId &&
    beat.seq < lastReport.seq &&
    now.monoMs - lastReport.arrivedMono < overtakingMs
  );
}

/** The newest report as it is kept. */
export function noteReport({ type, bootId, seq }: PowerReport, now: Instant): LastReport {
  return { bootId, seq, power: type === 'power-down' ? 'DOWN' : 'UP', arrivedMono: now.monoMs };
}

/** When power was last up before a loss; a heartbeat that was held up may have been dated later. */
export function upBefore({ lastUpAt }: DeviceState, lossAt: number): number | null {
  return lastUpAt === null ? null : Math.min(lastUpAt, lossAt - 1);
}
