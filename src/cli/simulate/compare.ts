import type { Span } from './device-history.ts';
import type { Expectations, ExpectedOutage } from './expectations.ts';
import { type OutageKind, outageKinds } from './outage-option.ts';
import type { RecordedOutage, RecordedReport, ServerRecord } from './read-record.ts';
import type { ToldReport } from './report-queue.ts';

export interface Comparison {
  readonly kinds: readonly {
    readonly kind: OutageKind;
    readonly simulated: number;
    readonly recorded: number;
    readonly matching: number;
  }[];
  readonly reports: { readonly acknowledged: number; readonly stored: number };
  /** Outages too short to be noticed by silence. */
  readonly unnoticeable: number;
  /** Silences while the server could not see, or soon after, while it judged nobody. */
  readonly unseen: number;
  /** Sentences. None: the server recorded what happened. */
  readonly differences: readonly string[];
}

interface Facts {
  readonly expectations: Expectations;
  /** Time after a gap in which nobody is judged. */
  readonly heartbeatTimeoutMs: number;
  /**
   * Devices report ages, and the server hears a report at some time between the sending and its answer. So
   * it may record a moment this much too late.
   */
  readonly longestAnswerMs: number;
  readonly reports: readonly (ToldReport & { readonly deviceId: string })[];
}

/** A recorded moment may be off by so much, in ms: transport, rounding, a busy machine. */
export const toleranceMs = 2_000;
/** An alert may be due for so long without being on its way, in ms. */
const alertMarginMs = 3_000;

/**
 * Compares what happened with what was recorded.
 * @param now epoch ms
 */
export function compare(facts: Facts, record: ServerRecord, now: number): Comparison {
  const lateMs = facts.longestAnswerMs;
  const differences: string[] = [];
  let unseen = 0;
  const unclaimed = new Map<string, RecordedOutage[]>();
  for (const row of record.outages) {
    const rows = unclaimed.get(row.deviceId);
    if (rows === undefined) unclaimed.set(row.deviceId, [row]);
    else rows.push(row);
  }
  const matches = new Map<OutageKind, { recorded: number; matching: number }>();
  for (const expected of byExistence(facts.expectations.outages)) {
    const row = claimRow(expected, unclaimed.get(expected.deviceId) ?? [], lateMs);
    const isUnseen = fellIntoGap(expected, facts, record, now);
    if (row === undefined) {
      if (isUnseen && expected.kind !== 'dropped') unseen += 1;
      else if (!isUnseen && expected.existence === 'must') {
        differences.push(`${describe(expected)}: the server recorded no such outage`);
      }
      continue;
    }
    const judged = isUnseen
      ? { ...expected, causes: [...expected.causes, ...gapCauses] }
      : expected;
    const wrong = [...differOutage(judged, row, lateMs), ...differAlert(row, now)];
    if (expected.kind === 'dropped') continue;
    const tally = matches.get(expected.kind) ?? { recorded: 0, matching: 0 };
    tally.recorded += 1;
    if (wrong.length === 0) tally.matching += 1;
    matches.set(expected.kind, tally);
    differences.push(...wrong.map((text) => `${describe(expected)}: ${text}`));
  }
  for (const row of [...unclaimed.values()].flat()) {
    differences.push(
      `${row.deviceId}: an outage of cause ${row.cause} at ${clock(row.downAt)} was recorded, but nothing happened`,
    );
  }
  const stored = compareReports(facts.reports, record.reports, lateMs, differences);
  return {
    kinds: outageKinds
      .filter((kind) => facts.expectations.simulated.has(kind))
      .map((kind) => ({
        kind,
        simulated: facts.expectations.simulated.get(kind) ?? 0,
        ...(matches.get(kind) ?? { recorded: 0, matching: 0 }),
      })),
    reports: {
      acknowledged: facts.reports.filter((report) => report.acknowledgedAt !== null).length,
      stored,
    },
    unnoticeable: facts.expectations.unnoticeable,
    unseen,
    differences,
  };
}

/** Causes that the server may give to a silence that it could not watch. */
const gapCauses = ['unobserved', 'silent'] as const;

/** Whether an outage fell into a gap, or into the full time-out that devices have after one. */
function fellIntoGap(
  expected: ExpectedOutage,
  { heartbeatTimeoutMs }: Facts,
  { gaps }: ServerRecord,
  now: number,
): boolean {
  const { isReported, downAt, recoverAt } = expected;
  if (isReported) return false;
  const endAt = recoverAt === null || recoverAt === 'any' ? now : recoverAt.to;
  return gaps.some((gap) => downAt.from <= gap.toAt + heartbeatTimeoutMs && endAt >= gap.fromAt);
}

/** Sorts outages that must be recorded before those that may be, so that they claim rows first. */
function byExistence(outages: readonly ExpectedOutage[]): ExpectedOutage[] {
  return [
    ...outages.filter((outage) => outage.existence === 'must'),
    ...outages.filter((outage) => outage.existence === 'may'),
  ];
}

/** Takes out the row whose start is nearest, if it is near enough. */
function claimRow(
  expected: ExpectedOutage,
  rows: RecordedOutage[],
  lateMs: number,
): RecordedOutage | undefined {
  // Wider than the tolerance, so that a wrong start is reported as such and not as two outages.
  const nearMs = 30_000;
  const distanceOf = (row: RecordedOutage) => distance(row.downAt, expected.downAt, lateMs);
  const [nearest] = rows
    .filter((row) => distanceOf(row) <= nearMs)
    .sort((a, b) => distanceOf(a) - distanceOf(b));
  if (nearest !== undefined) rows.splice(rows.indexOf(nearest), 1);
  return nearest;
}

function differOutage(expected: ExpectedOutage, row: RecordedOutage, lateMs: number): string[] {
  const wrong: string[] = [];
  if (!expected.causes.includes(row.cause)) {
    wrong.push(`the cause is ${row.cause}, not ${expected.causes.join(' or ')}`);
  }
  if (distance(row.downAt, expected.downAt, lateMs) > toleranceMs) {
    wrong.push(`it began at ${clock(expected.downAt.from)}, not at ${clock(row.downAt)}`);
  }
  const { recoverAt } = expected;
  if (recoverAt === null && row.recoverAt !== null) {
    wrong.push(`it goes on, but ${clock(row.recoverAt)} is recorded as its end`);
  } else if (recoverAt !== null && recoverAt !== 'any') {
    if (row.recoverAt === null) {
      wrong.push(`it ended at ${clock(recoverAt.from)}, but no end is recorded`);
    } else if (distance(row.recoverAt, recoverAt, lateMs) > toleranceMs) {
      wrong.push(`it ended at ${clock(recoverAt.from)}, not at ${clock(row.recoverAt)}`);
    }
  }
  if (expected.flaps !== null && expected.flaps !== row.flaps) {
    wrong.push(`power flapped ${expected.flaps} times, not ${row.flaps}`);
  }
  return wrong;
}

/** An outage that lasted past its threshold must have been alerted, or be about to be. */
function differAlert(row: RecordedOutage, now: number): string[] {
  if (!row.isAlertDue || row.acknowledgedAt !== null) return [];
  const dueAt = Math.max(row.detectedAt, row.downAt + row.thresholdSeconds * 1000);
  if ((row.recoverAt ?? now) < dueAt + alertMarginMs) return [];
  if (row.alertStatuses.length === 0) return ['no alert was queued'];
  if (row.alertStatuses.includes('failed')) return ['an alert failed for good'];
  return row.alertStatuses.includes('superseded') ? ['its alert was dropped'] : [];
}

/** @returns how many of the acknowledged reports are stored, once each */
function compareReports(
  sent: readonly (ToldReport & { readonly deviceId: string })[],
  stored: readonly RecordedReport[],
  lateMs: number,
  differences: string[],
): number {
  const key = (report: { deviceId: string; bootId: string; seq: number }) =>
    `${report.deviceId} ${report.bootId} ${report.seq}`;
  const rows = new Map<string, RecordedReport[]>();
  for (const row of stored) rows.set(key(row), [...(rows.get(key(row)) ?? []), row]);
  let count = 0;
  for (const report of sent) {
    const found = rows.get(key(report)) ?? [];
    rows.delete(key(report));
    const name = `${report.deviceId}: its ${report.type} of ${clock(report.at.wallMs)}`;
    const [row] = found;
    if (found.length > 1) differences.push(`${name} is stored ${found.length} times`);
    if (row === undefined) {
      if (report.acknowledgedAt !== null) {
        differences.push(`${name} was acknowledged, but is not stored`);
      }
      continue;
    }
    if (report.acknowledgedAt !== null) count += 1;
    const at = { from: report.at.wallMs, to: report.at.wallMs };
    if (row.type !== report.type || distance(row.occurredAt, at, lateMs) > toleranceMs) {
      differences.push(`${name} is stored as ${row.type} of ${clock(row.occurredAt)}`);
    }
  }
  for (const row of [...rows.values()].flat()) {
    differences.push(`${row.deviceId}: a ${row.type} of ${clock(row.occurredAt)} was never sent`);
  }
  return count;
}

function distance(at: number, span: Span, lateMs: number): number {
  return Math.max(0, span.from - at, at - span.to - lateMs);
}

function describe({ deviceId, kind, downAt }: ExpectedOutage): string {
  return `${deviceId}, ${kind} at ${clock(downAt.from)}`;
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
