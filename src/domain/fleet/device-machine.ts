/**
 * The state machine of one device: the only place that decides that power or contact is lost or back.
 *
 * MQTT, HTTP, lost sessions and passing time are four doors into `transition`; none of them decides
 * anything itself. The table in transition.ts says what `transition` does, and the tests walk that
 * table.
 */

import type { Instant } from '../instant.ts';
import {
  type DeviceState,
  hasLostRhythm,
  initialDeviceState,
  type OpenOutage,
  type Rules,
  rhythmAfterBeat,
  sessionGraceMs,
} from './device-state.ts';
import {
  addOnce,
  beginRecovery,
  countLoss,
  loseAgain,
  openOutage,
  resumeOutage,
  settleInterrupted,
  uncountBeat,
} from './outage-steps.ts';
import { applyLateReport } from './power-history.ts';
import {
  continuesClosedOutage,
  followsReturn,
  isDoubtfulLoss,
  isLate,
  isOvertaken,
  noteReport,
  upBefore,
} from './report-order.ts';
import { judgeReturn } from './return-cause.ts';
import type {
  BeatFacts,
  Effect,
  Input,
  PowerReport,
  ReadHistory,
  Transition,
} from './transition.ts';

/**
 * A loss is held back so long that its own date puts before the last heartbeat, although that heartbeat
 * said power was up; in ms. Its return is probably next in the device's queue.
 */
const doubtfulLossHoldMs = 15_000;

/**
 * A loss that its device had to keep for longer than this is told this much later, as its end may be the next report;
 * in ms. A heartbeat that came this soon after the loss may have been on its way before.
 */
const lateReport = { afterMs: 2_000, holdMs: 3_000, beatWithinMs: 500 };

/**
 * The transition of `state` by `input` at `now`. Pure: the same arguments give the same answer.
 *
 * @param readHistory called only for a report about a time before what is already known.
 */
export function transition(
  state: DeviceState,
  input: Input,
  now: Instant,
  rules: Rules,
  readHistory: ReadHistory,
): Transition {
  const next = follow(state, input, now, rules, readHistory);
  switch (input.type) {
    case 'power-down':
    case 'power-recover':
      return confirmLoss(state, holdIfKept(state, next, input, now));
    case 'heartbeat':
      return confirmLoss(state, next);
    default:
      return next;
  }
}

/** With its first word after an absence of ours, a device says that the loss goes on, or that it is over. */
function confirmLoss(before: DeviceState, next: Transition): Transition {
  const { state, effects } = next;
  if (before.isHeardSinceAbsence || !state.isHeardSinceAbsence) return next;
  const { outage } = state;
  if (before.outage === null || outage === null || outage.recovery !== null) return next;
  return { ...next, effects: [...effects, { type: 'loss-confirmed', outage }] };
}

/** A device that could not reach the server sends what it kept in one go, and the end may be next. */
function holdIfKept(
  before: DeviceState,
  next: Transition,
  { at, isOverSession }: PowerReport,
  now: Instant,
): Transition {
  if (now.wallMs - at <= lateReport.afterMs) return next;
  // Its session was open when it happened and still is, so nothing was kept.
  const { lastHeardAt, isSessionLost } = before;
  const isQuietSince =
    lastHeardAt !== null && lastHeardAt <= at + lateReport.beatWithinMs && !isSessionLost;
  if (isOverSession && isQuietSince) return next;
  return { ...next, holdAlertMs: Math.max(next.holdAlertMs ?? 0, lateReport.holdMs) };
}

function follow(
  state: DeviceState,
  input: Input,
  now: Instant,
  rules: Rules,
  readHistory: ReadHistory,
): Transition {
  switch (input.type) {
    case 'heartbeat':
      if (isOvertaken(state, input.beat, now)) return onContact(state, now, rules);
      return input.beat.power === 'UP'
        ? onBeatUp(state, input.beat, now, rules)
        : onBeatDown(state, input.beat, now, rules);
    case 'power-down':
      return onPowerDown(state, input, now, rules, readHistory);
    case 'power-recover':
      return onPowerRecover(state, input, now, rules, readHistory);
    case 'contact':
      return onContact(state, now, rules);
    case 'session-lost':
      return onSessionLost(state, now);
    case 'observation-resumed':
      return onObservationResumed(state, now, rules);
    case 'unwatched':
      return onUnwatched(state);
    case 'deadline':
      return onDeadline(state, now, rules);
  }
}

/** A state in the making, of which nobody else knows yet. */
type Draft = { -readonly [Field in keyof DeviceState]: DeviceState[Field] };

/** The device spoke: it is online, and its silence is counted from now. */
function hear(state: DeviceState, now: Instant, rules: Rules): { state: Draft; effects: Effect[] } {
  const recovery = state.outage?.recovery ?? null;
  const heard: Draft = {
    link: 'online',
    power: state.power,
    bootId: state.bootId,
    beatSeq: state.beatSeq,
    lastHeardAt: now.wallMs,
    lastUpAt: state.lastUpAt,
    lastReportAt: state.lastReportAt,
    lastReport: state.lastReport,
    lastDownBeatAt: state.lastDownBeatAt,
    lastRecoverAt: state.lastRecoverAt,
    silenceMono: now.monoMs + rules.heartbeatTimeoutMs,
    isSessionLost: false,
    lastBeatMono: state.lastBeatMono,
    regularBeats: state.regularBeats,
    isHeardInThisRun: true,
    isHeardSinceAbsence: true,
    outage:
      state.outage !== null && recovery !== null && recovery.confirmMono === null
        ? {
            ...state.outage,
            recovery: beginRecovery(recovery.recoverAt, recovery.cause, now, rules),
          }
        : state.outage,
  };
  return { state: heard, effects: state.link === 'online' ? [] : [{ type: 'device-changed' }] };
}

/**
 * The changes by every heartbeat. They are written into the new state itself: another copy of it would cost a
 * heartbeat more than all else here.
 */
function hearBeat(before: DeviceState, beat: BeatFacts, now: Instant, rules: Rules) {
  const heard = hear(before, now, rules);
  const { state } = heard;
  state.bootId = beat.bootId;
  state.beatSeq = beat.seq;
  const { lastBeatMono, regularBeats } = rhythmAfterBeat(before, now);
  state.lastBeatMono = lastBeatMono;
  state.regularBeats = regularBeats;
  return heard;
}

function onBeatUp(before: DeviceState, beat: BeatFacts, now: Instant, rules: Rules): Transition {
  const isNewBoot = before.bootId !== beat.bootId;
  const { state, effects } = hearBeat(before, beat, now, rules);
  state.power = 'UP';
  state.lastUpAt = now.wallMs;
  if (before.power !== 'UP' || isNewBoot) addOnce(effects, { type: 'device-changed' });
  if (before.link !== 'online' || isNewBoot) {
    effects.push({
      type: 'event',
      eventType: 'ONLINE',
      at: now.wallMs,
      details: isNewBoot ? { reset_reason: beat.resetReason } : {},
    });
  }
  const outage = state.outage;
  if (outage === null) return { state, effects };

  if (outage.recovery !== null) {
    const isPowerCycle =
      outage.recovery.cause === 'mains' &&
      isNewBoot &&
      before.bootId !== null &&
      (beat.resetReason === 'power_on' || beat.resetReason === 'brownout');
    if (!isPowerCycle) return { state, effects };
    // Power went and came back between two heartbeats: the same outage continues, with one more flap.
    const resumed = resumeOutage(countLoss(outage, 'new-boot'));
    const recoverAt = Math.max(outage.recovery.recoverAt, now.wallMs - beat.uptimeMs);
    const recovering = { ...resumed, recovery: beginRecovery(recoverAt, 'mains', now, rules) };
    effects.push({ type: 'outage-resumed', outage: resumed });
    effects.push({ type: 'recovery-begun', outage: recovering });
    return { state: { ...state, outage: recovering }, effects };
  }

  const verdict = judgeReturn(outage, before.bootId, beat, now, rules);
  const open =
    verdict.cause === 'mains'
      ? settleInterrupted(outage, before.lastHeardAt ?? now.wallMs, effects)
      : outage;
  const isLostAgain = open.interrupted !== null && verdict !== open.interrupted;
  const recovering: OpenOutage = {
    ...(isLostAgain ? countLoss(open, 'new-boot') : open),
    cause: verdict.cause === 'mains' ? 'mains' : open.cause,
    recovery: beginRecovery(
      Math.max(open.downAt, verdict.recoverAt, lastLossAt(before)),
      verdict.cause,
      now,
      rules,
    ),
    interrupted: null,
  };
  effects.push({ type: 'recovery-begun', outage: recovering });
  return { state: { ...state, outage: recovering }, effects };
}

/** Epoch ms: when the device last said in this run that power is lost, with no return since. */
function lastLossAt({ power, lastReportAt, lastDownBeatAt }: DeviceState): number {
  const never = Number.NEGATIVE_INFINITY;
  return power === 'DOWN' ? Math.max(lastReportAt ?? never, lastDownBeatAt ?? never) : never;
}

function onBeatDown(before: DeviceState, beat: BeatFacts, now: Instant, rules: Rules): Transition {
  const isNewBoot = before.bootId !== beat.bootId;
  const { state, effects } = hearBeat(before, beat, now, rules);
  state.power = 'DOWN';
  state.lastDownBeatAt = now.wallMs;
  if (before.power !== 'DOWN' || isNewBoot) addOnce(effects, { type: 'device-changed' });
  if (before.link !== 'online') {
    effects.push({ type: 'event', eventType: 'ONLINE', at: now.wallMs, details: {} });
  }
  const outage = state.outage;
  if (outage === null) {
    const opened = openOutage('mains', now.wallMs, 'heartbeat');
    effects.push({ type: 'outage-opened', outage: opened });
    effects.push({ type: 'event', eventType: 'POWER_DOWN', at: now.wallMs });
    return { state: { ...state, outage: opened }, effects };
  }
  if (outage.recovery !== null) {
    const opened = openOutage('mains', now.wallMs, 'heartbeat');
    // Only a report told of the return, and the next loss lacks its own: a heartbeat told of that loss already.
    const isReturnReported =
      before.lastReport?.power === 'UP' && before.lastUpAt === before.lastReportAt;
    const isCounted = isReturnReported && outage.flapsUnreported > 0;
    const known = isCounted ? uncountBeat(outage) : outage;
    return loseAgain(state, known, outage.recovery, opened, rules, effects);
  }
  const open = settleInterrupted(outage, before.lastHeardAt ?? now.wallMs, effects);
  if (open.cause === 'mains' && open.interrupted === null) {
    return { state: { ...state, outage: open }, effects };
  }
  const told = isNewBoot ? 'new-boot' : 'heartbeat';
  const amended: OpenOutage = {
    ...(open.interrupted === null ? open : countLoss(open, told)),
    cause: 'mains',
    interrupted: null,
  };
  effects.push({ type: 'outage-amended', outage: amended });
  return { state: { ...state, outage: amended }, effects };
}

function onPowerDown(
  before: DeviceState,
  report: PowerReport,
  now: Instant,
  rules: Rules,
  readHistory: ReadHistory,
): Transition {
  const { at } = report;
  const isDoubtful = isDoubtfulLoss(before, report);
  if ((isLate(before, report) && !isDoubtful) || continuesClosedOutage(before, at, rules)) {
    return applyLateReport(before, hear(before, now, rules), report, now, rules, readHistory(at));
  }
  const { state, effects } = hear(before, now, rules);
  const lastUpAt = upBefore(before, at);
  const lastReport = noteReport(report, now);
  const next: DeviceState = { ...state, power: 'DOWN', lastUpAt, lastReportAt: at, lastReport };
  if (before.power !== 'DOWN') addOnce(effects, { type: 'device-changed' });

  // When the report's age contradicts its counter, the report reaches back to the last outage at most.
  const opened = openOutage('mains', Math.max(at, state.lastRecoverAt ?? at), 'reported');
  if (state.outage === null) {
    effects.push({ type: 'outage-opened', outage: opened });
    const opens = { state: { ...next, outage: opened }, effects };
    return isDoubtful ? { ...opens, holdAlertMs: doubtfulLossHoldMs } : opens;
  }
  if (state.outage.recovery !== null) {
    return loseAgain(next, state.outage, state.outage.recovery, opened, rules, effects);
  }
  const { interrupted } = state.outage;
  if (interrupted?.cause === 'mains') {
    if (report.bootId === before.bootId || report.bootId === before.lastReport?.bootId) {
      // The boot that saw power come back still runs: only contact was lost meanwhile.
      const stood = { ...state.outage, interrupted: null };
      return loseAgain(next, stood, interrupted, opened, rules, effects);
    }
    const goesOn = { ...countLoss(state.outage, 'new-boot'), interrupted: null };
    effects.push({ type: 'outage-amended', outage: goesOn });
    return { state: { ...next, outage: goesOn }, effects };
  }
  const outage = settleInterrupted(state.outage, before.lastHeardAt ?? at, effects);
  if (outage.startKnown === 'reported') {
    if (!followsReturn(before, outage, report)) return { state: { ...next, outage }, effects };
    // A heartbeat told of this loss, or of a later one, first.
    const counted = countLoss(outage, 'reported');
    effects.push({ type: 'outage-amended', outage: counted });
    return { state: { ...next, outage: counted }, effects };
  }
  const amended: OpenOutage = {
    ...opened,
    id: outage.id,
    flaps: outage.flaps,
    flapsUnreported: outage.flapsUnreported,
    // Silence had only suggested the beginning; a heartbeat that reports the loss proves it.
    downAt:
      outage.startKnown === 'silence' ? opened.downAt : Math.min(outage.downAt, opened.downAt),
  };
  effects.push({ type: 'outage-amended', outage: amended });
  return { state: { ...next, outage: amended }, effects };
}

function onPowerRecover(
  before: DeviceState,
  report: PowerReport,
  now: Instant,
  rules: Rules,
  readHistory: ReadHistory,
): Transition {
  const { at } = report;
  if (isLate(before, report) || (before.outage !== null && at < before.outage.downAt)) {
    return applyLateReport(before, hear(before, now, rules), report, now, rules, readHistory(at));
  }
  const { state, effects } = hear(before, now, rules);
  const next: DeviceState = {
    ...state,
    power: 'UP',
    lastUpAt: at,
    lastReportAt: at,
    lastReport: noteReport(report, now),
  };
  if (before.power !== 'UP') addOnce(effects, { type: 'device-changed' });
  if (state.outage === null || state.outage.recovery !== null) return { state: next, effects };

  let open = settleInterrupted(state.outage, Math.min(at, before.lastHeardAt ?? at), effects);
  if (open.cause === 'silent') {
    // The report speaks of a recovery, so mains had failed, although the first report never came.
    open = { ...open, cause: 'mains', interrupted: null };
    effects.push({ type: 'outage-amended', outage: open });
  }
  const recovering: OpenOutage = {
    ...open,
    recovery: beginRecovery(at, 'mains', now, rules),
    interrupted: null,
  };
  effects.push({ type: 'recovery-begun', outage: recovering });
  return { state: { ...next, outage: recovering }, effects };
}

function onContact(before: DeviceState, now: Instant, rules: Rules): Transition {
  // Only a heartbeat says why the device was away. Until then the device is merely no longer late.
  if (before.link !== 'online') return { state: before, effects: [] };
  return {
    state: {
      ...before,
      lastHeardAt: now.wallMs,
      silenceMono: now.monoMs + rules.heartbeatTimeoutMs,
      isSessionLost: false,
    },
    effects: [],
  };
}

function onSessionLost(before: DeviceState, now: Instant): Transition {
  if (before.link !== 'online' || before.silenceMono === null) {
    return { state: before, effects: [] };
  }
  const silenceMono = Math.min(before.silenceMono, now.monoMs + sessionGraceMs);
  return { state: { ...before, silenceMono, isSessionLost: true }, effects: [] };
}

function onObservationResumed(before: DeviceState, now: Instant, rules: Rules): Transition {
  const unheard = { ...before, isHeardSinceAbsence: false };
  if (before.link !== 'online') return { state: unheard, effects: [] };
  const silenceMono = now.monoMs + rules.heartbeatTimeoutMs;
  return { state: { ...unheard, silenceMono, isSessionLost: false }, effects: [] };
}

function onUnwatched(before: DeviceState): Transition {
  if (before.link === 'unknown' && before.outage === null) return { state: before, effects: [] };
  const effects: Effect[] = [{ type: 'device-changed' }];
  const { outage } = before;
  if (outage !== null) {
    // The end of this outage will not be seen, so it lasts until the device was last heard.
    const knownUntil = Math.max(outage.downAt, before.lastHeardAt ?? outage.downAt);
    const cause = outage.cause === 'mains' ? 'mains' : 'unobserved';
    const recovery = outage.recovery ?? { recoverAt: knownUntil, cause, confirmMono: null };
    effects.push({ type: 'outage-closed', outage, recovery });
  }
  const { lastHeardAt } = before;
  // Nobody watches from here on, and the time must not count as one with power.
  if (before.link !== 'unknown' && lastHeardAt !== null) {
    const details = { unwatched: true };
    effects.push({ type: 'event', eventType: 'OFFLINE', at: lastHeardAt, details });
  }
  return { state: { ...initialDeviceState, lastHeardAt }, effects };
}

function onDeadline(before: DeviceState, now: Instant, rules: Rules): Transition {
  const recovery = before.outage?.recovery ?? null;
  if (before.silenceMono !== null && now.monoMs >= before.silenceMono) {
    return onSilence(before, now, rules);
  }
  if (
    before.outage !== null &&
    recovery !== null &&
    recovery.confirmMono !== null &&
    now.monoMs >= recovery.confirmMono &&
    before.link === 'online' &&
    !before.isSessionLost &&
    !hasLostRhythm(before, now)
  ) {
    return {
      state: {
        ...before,
        outage: null,
        lastRecoverAt: recovery.cause === 'mains' ? recovery.recoverAt : before.lastRecoverAt,
      },
      effects: [{ type: 'outage-closed', outage: before.outage, recovery }],
    };
  }
  return { state: before, effects: [] };
}

/**
 * Epoch ms: when the device was last heard. After a server was killed, the stored moment may be a minute
 * old; a report, or an outage that has ended since, is a later sign.
 */
function lastSignAt(
  { lastHeardAt, lastReportAt, lastRecoverAt }: DeviceState,
  now: Instant,
): number {
  const never = Number.NEGATIVE_INFINITY;
  const heardAt = lastHeardAt ?? now.wallMs;
  return Math.min(now.wallMs, Math.max(heardAt, lastReportAt ?? never, lastRecoverAt ?? never));
}

function onSilence(before: DeviceState, now: Instant, rules: Rules): Transition {
  const next: DeviceState = { ...before, link: 'offline', silenceMono: null, isSessionLost: false };
  const effects: Effect[] = [{ type: 'device-changed' }];
  const lastHeardAt = lastSignAt(before, now);
  const outage = before.outage;
  if (outage === null) {
    const opened = openOutage('silent', lastHeardAt, 'silence');
    effects.push({ type: 'outage-opened', outage: opened });
    effects.push({ type: 'event', eventType: 'OUTAGE', at: lastHeardAt });
    return { state: { ...next, outage: opened }, effects };
  }
  effects.push({ type: 'event', eventType: 'OFFLINE', at: lastHeardAt });
  const recovery = outage.recovery;
  if (recovery === null) return { state: next, effects };
  if (recovery.confirmMono !== null && lastHeardAt - recovery.recoverAt >= rules.recoveryDelayMs) {
    // Power was steady for the whole delay before the device fell silent; only the confirmation had
    // waited.
    effects.push({ type: 'outage-closed', outage, recovery });
    const opened = openOutage('silent', lastHeardAt, 'silence');
    effects.push({ type: 'outage-opened', outage: opened });
    return { state: { ...next, outage: opened }, effects };
  }
  const resumed: OpenOutage = { ...outage, recovery: null, interrupted: recovery };
  effects.push({ type: 'outage-resumed', outage: resumed });
  return { state: { ...next, outage: resumed }, effects };
}
