/**
 * Late reports. A device replays its queue after it was offline, so a report may speak of a time that is
 * over. Outages follow from the reports in the order of their moments; the affected ones are derived anew
 * and compared with what is stored.
 */

import type { Instant } from '../instant.ts';
import type { Cause } from '../states.ts';
import type { DeviceState, OpenOutage, Rules } from './device-state.ts';
import { addOnce, beginRecovery } from './outage-steps.ts';
import { isAfterLastBeat, noteReport, upBefore } from './report-order.ts';
import type { Effect, PowerReport, Transition } from './transition.ts';

/** A moment (epoch ms) at which power was known to be lost or to be there. */
export interface PowerFact {
  readonly at: number;
  readonly power: 'UP' | 'DOWN';
  /** Only a heartbeat told of this loss so far. */
  readonly isUnreported?: boolean;
}

interface DerivedOutage {
  readonly downAt: number;
  /** `heartbeat`: only a heartbeat has told of its first loss so far. */
  readonly startKnown: Extract<OpenOutage['startKnown'], 'reported' | 'heartbeat'>;
  readonly recoverAt: number | null;
  readonly flaps: number;
  /** Of these, how many only heartbeats have told of so far. */
  readonly flapsUnreported: number;
}

export interface StoredOutage extends Omit<DerivedOutage, 'startKnown'> {
  readonly id: number;
  readonly cause: Cause;
  readonly startKnown: OpenOutage['startKnown'];
  readonly isOpen: boolean;
}

/** Stored events of a device from the time of a late report on. */
export interface PowerHistory {
  /** Epoch ms: nothing older is given. */
  readonly fromAt: number;
  /** Reports of the device itself, the late one included; any order. */
  readonly reports: readonly PowerFact[];
  /** Outages that end after, or less than the recovery delay before, the report; oldest first. */
  readonly outages: readonly StoredOutage[];
}

/** A change of the stored past, all with cause `mains`; to be applied in the order given. */
export type RewrittenOutage =
  | { readonly op: 'remove'; readonly id: number; readonly into: number | null }
  | {
      readonly op: 'amend' | 'close' | 'reopen';
      readonly id: number;
      readonly outage: OpenOutage;
    }
  | { readonly op: 'insert'; readonly outage: OpenOutage; readonly isOpen: boolean };

interface RewrittenHistory {
  readonly outages: readonly RewrittenOutage[];
  /** The outage that is open afterwards. Null: none. Undefined: the open one is untouched. */
  readonly open: OpenOutage | null | undefined;
  /** Epoch ms: the end of the last power outage that the reports describe. Null: they describe none. */
  readonly lastRecoverAt: number | null;
}

/**
 * Derives the outages that a late report affects anew from all reports.
 *
 * @param heard the device counted as heard at `now`, with the effects of that
 */
export function applyLateReport(
  before: DeviceState,
  { state: heard, effects }: { readonly state: DeviceState; readonly effects: Effect[] },
  report: PowerReport,
  now: Instant,
  rules: Rules,
  history: PowerHistory | null,
): Transition {
  const lastReportAt = Math.max(report.at, before.lastReportAt ?? report.at);
  const newestBeatAt = Math.max(before.lastUpAt ?? report.at, before.lastDownBeatAt ?? report.at);
  const isNewest =
    report.at === lastReportAt && (report.at >= newestBeatAt || isAfterLastBeat(before, report));
  const lastReport = noteReport(report, now);
  const { power } = lastReport;
  const state: DeviceState = {
    ...heard,
    lastReportAt,
    lastReport: report.at === lastReportAt ? lastReport : heard.lastReport,
    lastUpAt: isNewest && power === 'DOWN' ? upBefore(heard, report.at) : heard.lastUpAt,
    power: isNewest ? power : heard.power,
  };
  if (state.power !== before.power) addOnce(effects, { type: 'device-changed' });
  // The report stays in the timeline but does not change the outages that came after it.
  if (history === null) return { state: heard, effects };
  const rewritten = rewriteHistory(history, state, now, rules);
  if (rewritten.outages.length > 0) {
    effects.push({ type: 'history-rewritten', outages: rewritten.outages });
  }
  const lastRecoverAt = rewritten.lastRecoverAt ?? state.lastRecoverAt;
  const tail = rewritten.open;
  if (tail === undefined) return { state: { ...state, lastRecoverAt }, effects };
  return {
    state: {
      ...state,
      lastRecoverAt,
      outage:
        tail === null
          ? null
          : {
              ...tail,
              recovery:
                tail.recovery === null
                  ? null
                  : beginRecovery(tail.recovery.recoverAt, tail.recovery.cause, now, rules),
            },
    },
    effects,
  };
}

/**
 * The outages a set of facts describes. Order and repetition of `facts` do not matter.
 *
 * @param recoveryDelayMs power lost again sooner than this continues the same outage
 */
export function deriveOutages(
  facts: readonly PowerFact[],
  recoveryDelayMs: number,
): DerivedOutage[] {
  const inOrder = [...facts].sort(
    (a, b) => a.at - b.at || (a.power === b.power ? 0 : a.power === 'DOWN' ? -1 : 1),
  );
  const outages: DerivedOutage[] = [];
  for (const { at, power, isUnreported = false } of inOrder) {
    const last = outages.at(-1);
    const isOpen = last !== undefined && last.recoverAt === null;
    const startKnown = isUnreported ? 'heartbeat' : 'reported';
    if (power === 'UP') {
      if (isOpen) outages[outages.length - 1] = { ...last, recoverAt: at };
    } else if (last === undefined) {
      outages.push({ downAt: at, startKnown, recoverAt: null, flaps: 0, flapsUnreported: 0 });
    } else if (last.recoverAt !== null) {
      if (at - last.recoverAt < recoveryDelayMs) {
        outages[outages.length - 1] = {
          ...last,
          recoverAt: null,
          flaps: last.flaps + 1,
          flapsUnreported: isUnreported ? last.flapsUnreported + 1 : last.flapsUnreported,
        };
      } else {
        outages.push({ downAt: at, startKnown, recoverAt: null, flaps: 0, flapsUnreported: 0 });
      }
    } else if (!isUnreported && last.startKnown === 'heartbeat') {
      // A report belongs to the oldest loss that lacks one.
      outages[outages.length - 1] = { ...last, startKnown };
    } else if (!isUnreported && last.flapsUnreported > 0) {
      outages[outages.length - 1] = { ...last, flapsUnreported: last.flapsUnreported - 1 };
    }
  }
  return outages;
}

/**
 * Compares what the reports say with what is stored.
 *
 * @param state of the device, already counted as heard at `now`
 */
function rewriteHistory(
  history: PowerHistory,
  state: DeviceState,
  now: Instant,
  rules: Rules,
): RewrittenHistory {
  const derived = deriveOutages(knownFacts(history, state), rules.recoveryDelayMs);
  const unused = [...history.outages];
  const removals: RewrittenOutage[] = [];
  const changes: RewrittenOutage[] = [];
  let open: OpenOutage | null | undefined;

  // The newest comes first, so that the open outage stays in the open row.
  for (const [offset, outage] of [...derived].reverse().entries()) {
    const isLast = offset === 0;
    const isSettled =
      outage.recoverAt !== null && outage.recoverAt + rules.recoveryDelayMs <= now.wallMs;
    const matches = unused.filter((row) => overlaps(row, outage));
    const row = (isLast ? matches.find((match) => match.isOpen) : undefined) ?? matches.at(-1);
    for (const match of matches) unused.splice(unused.indexOf(match), 1);
    for (const other of matches) {
      if (other === row) continue;
      removals.push({ op: 'remove', id: other.id, into: row?.id ?? null });
      if (other.isOpen) open = null;
    }
    if (row === undefined) {
      // An open row that is not affected is newer; everything before it is over.
      const isOpen = isLast && !isSettled && !unused.some((other) => other.isOpen);
      const inserted = asOpen(outage, null);
      changes.unshift({ op: 'insert', outage: inserted, isOpen });
      if (isOpen) open = inserted;
    } else if (row.isOpen && isLast) {
      // The usual confirmation says whether it is over, so that people are told as usual.
      if (isSame(row, outage)) continue;
      open = asOpen(outage, row.id);
      changes.unshift({ op: 'amend', id: row.id, outage: open });
    } else if (row.isOpen) {
      changes.unshift({ op: 'close', id: row.id, outage: asOpen(outage, row.id) });
      open ??= null;
    } else if (isLast && outage.recoverAt === null) {
      open = asOpen(outage, row.id);
      changes.unshift({ op: 'reopen', id: row.id, outage: open });
    } else if (!isSame(row, outage)) {
      changes.unshift({ op: 'amend', id: row.id, outage: asOpen(outage, row.id) });
    }
  }
  return {
    outages: [...removals, ...changes],
    open,
    lastRecoverAt: derived.at(-1)?.recoverAt ?? null,
  };
}

/** The reports, and in addition what the stored outages and the device's state prove. */
function knownFacts(history: PowerHistory, state: DeviceState): PowerFact[] {
  const facts: PowerFact[] = [...history.reports];
  for (const row of history.outages) {
    if (row.recoverAt !== null) facts.push({ at: row.recoverAt, power: 'UP' });
    const isReported = history.reports.some(
      (report) =>
        report.power === 'DOWN' &&
        report.at >= row.downAt &&
        (row.recoverAt === null || report.at <= row.recoverAt),
    );
    // A beginning inferred from silence gives way to a reported one.
    if (row.cause === 'mains' && !(isReported && row.startKnown !== 'reported')) {
      const isUnreported = row.startKnown === 'heartbeat';
      facts.push({ at: row.downAt, power: 'DOWN', isUnreported });
    }
  }
  if (state.lastUpAt !== null && state.power === 'UP') {
    facts.push({ at: state.lastUpAt, power: 'UP' });
  }
  const { lastDownBeatAt } = state;
  if (
    lastDownBeatAt !== null &&
    state.power === 'DOWN' &&
    lastDownBeatAt >= history.fromAt &&
    lastDownBeatAt > (state.lastUpAt ?? Number.NEGATIVE_INFINITY)
  ) {
    facts.push({ at: lastDownBeatAt, power: 'DOWN', isUnreported: true });
  }
  return facts;
}

/**
 * A loss of contact that only touches a power outage, at the last heartbeat before it, is a separate
 * outage.
 */
function overlaps(row: StoredOutage, outage: DerivedOutage): boolean {
  const rowEnd = row.recoverAt ?? Number.POSITIVE_INFINITY;
  const end = outage.recoverAt ?? Number.POSITIVE_INFINITY;
  return row.cause === 'mains'
    ? row.downAt <= end && rowEnd >= outage.downAt
    : row.downAt < end && rowEnd > outage.downAt;
}

function isSame(row: StoredOutage, outage: DerivedOutage): boolean {
  return (
    row.cause === 'mains' &&
    row.downAt === outage.downAt &&
    (row.startKnown === 'heartbeat') === (outage.startKnown === 'heartbeat') &&
    row.recoverAt === outage.recoverAt &&
    row.flaps === outage.flaps &&
    row.flapsUnreported === outage.flapsUnreported
  );
}

function asOpen(outage: DerivedOutage, id: number | null): OpenOutage {
  return {
    id,
    cause: 'mains',
    downAt: outage.downAt,
    startKnown: outage.startKnown,
    flaps: outage.flaps,
    flapsUnreported: outage.flapsUnreported,
    recovery:
      outage.recoverAt === null
        ? null
        : { recoverAt: outage.recoverAt, cause: 'mains', confirmMono: null },
    interrupted: null,
  };
}
