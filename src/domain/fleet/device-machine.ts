/**
 * The state machine of one device: the only place that decides that power or contact is lost or back.
 *
 * MQTT, HTTP, lost sessions and passing time are four doors into `transition`; none of them decides
 * anything itself. What it does stands in
 * transition-table.ts, and the tests walk that table.
 */

import type { Instant } from '../instant.ts';
import type { Cause, TimelineEventType } from '../states.ts';
import type { DeviceState, OpenOutage, Recovery, Rules } from './device-state.ts';
import { initialDeviceState, sessionGraceMs } from './device-state.ts';
import { hasLostRhythm, rhythmAfterBeat } from './heartbeat-rhythm.ts';
import { type PowerHistory, type RewrittenOutage, rewriteHistory } from './power-history.ts';
import { continuesClosedOutage, isDoubtfulLoss, isLate, isOvertaken } from './report-order.ts';
import { judgeReturn } from './return-cause.ts';

/** What a heartbeat says that matters here; the rest (rssi, ssid …) is kept beside the state. */
export interface BeatFacts {
  readonly bootId: string;
  readonly seq: number;
  readonly uptimeMs: number;
  readonly resetReason: string;
  /** The boot that this one goes on, after a restart of the device's own. */
  readonly previousBootId?: string | undefined;
  readonly power: 'UP' | 'DOWN';
}

export interface PowerReport {
  readonly type: 'power-down' | 'power-recover';
  /** Epoch ms: the reported moment. */
  readonly at: number;
  readonly bootId: string;
  readonly seq: number;
}

export type Input =
  | { readonly type: 'heartbeat'; readonly beat: BeatFacts }
  | PowerReport
  /** The device spoke without saying how it is: its session began, or it repeated a report. */
  | { readonly type: 'contact' }
  | { readonly type: 'session-lost' }
  /** The server can see again after a time in which it could not: nobody is late yet. */
  | { readonly type: 'observation-resumed' }
  /** Its key was revoked or it was released: whatever it does is no concern of ours any more. */
  | { readonly type: 'unwatched' }
  /** Time has passed; due or not is decided here. */
  | { readonly type: 'deadline' };

/** What must be made durable, in order. None: the change lives in memory only. */
export type Effect =
  | {
      readonly type: 'outage-opened';
      readonly outage: OpenOutage;
      /** Nobody is told sooner than this, in ms from now. */
      readonly holdAlertMs?: number;
    }
  | {
      readonly type: 'outage-amended' | 'recovery-begun' | 'outage-resumed';
      readonly outage: OpenOutage;
    }
  | { readonly type: 'outage-closed'; readonly outage: OpenOutage; readonly recovery: Recovery }
  /** A late report changed what is known of the past. */
  | { readonly type: 'history-rewritten'; readonly outages: readonly RewrittenOutage[] }
  | {
      readonly type: 'event';
      readonly eventType: TimelineEventType;
      readonly at: number;
      readonly details?: Readonly<Record<string, unknown>>;
    }
  /** Link, power or boot id changed; the device's row must say so. */
  | { readonly type: 'device-changed' };

export interface Transition {
  readonly state: DeviceState;
  readonly effects: readonly Effect[];
}

/**
 * Reads what is stored of a device's power reports and outages from `fromAt` on; for late reports.
 * Null: more came since than can be looked at for one report.
 */
export type ReadHistory = (at: number) => PowerHistory | null;

/**
 * A loss that its own date puts before the last heartbeat, though that said power was up: its return
 * is probably next in the device's queue. Nobody is told before that had time to come, in ms.
 */
const doubtfulLossHoldMs = 15_000;

/**
 * What `input` makes of `state` at `now`. Pure: the same arguments give the same answer.
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

/** The device spoke: it is online, whatever it said, and its silence is counted from now. */
function hear(
  state: DeviceState,
  now: Instant,
  rules: Rules,
): { state: DeviceState; effects: Effect[] } {
  const recovery = state.outage?.recovery ?? null;
  const heard: DeviceState = {
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

/** Confirmed once power has been steady for the delay, counted from when it truly came back. */
function beginRecovery(recoverAt: number, cause: Cause, now: Instant, rules: Rules): Recovery {
  const remaining = Math.max(0, recoverAt + rules.recoveryDelayMs - now.wallMs);
  return { recoverAt, cause, confirmMono: now.monoMs + Math.min(remaining, rules.recoveryDelayMs) };
}

function onBeatUp(before: DeviceState, beat: BeatFacts, now: Instant, rules: Rules): Transition {
  const isNewBoot = before.bootId !== beat.bootId;
  const { state, effects } = hear(before, now, rules);
  const next: DeviceState = {
    ...state,
    power: 'UP',
    bootId: beat.bootId,
    beatSeq: beat.seq,
    lastUpAt: now.wallMs,
    ...rhythmAfterBeat(before, now),
  };
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
  if (outage === null) return { state: next, effects };

  if (outage.recovery !== null) {
    const isPowerCycle =
      outage.recovery.cause === 'mains' &&
      isNewBoot &&
      before.bootId !== null &&
      (beat.resetReason === 'power_on' || beat.resetReason === 'brownout');
    if (!isPowerCycle) return { state: next, effects };
    // It went and came back between two heartbeats: the same outage, one flap more.
    const resumed = resumeOutage(outage);
    const recoverAt = Math.max(outage.recovery.recoverAt, now.wallMs - beat.uptimeMs);
    const recovering = { ...resumed, recovery: beginRecovery(recoverAt, 'mains', now, rules) };
    effects.push({ type: 'outage-resumed', outage: resumed });
    effects.push({ type: 'recovery-begun', outage: recovering });
    return { state: { ...next, outage: recovering }, effects };
  }

  const verdict = judgeReturn(outage, before.bootId, beat, now, rules);
  const open =
    verdict.cause === 'mains'
      ? settleInterrupted(outage, before.lastHeardAt ?? now.wallMs, effects)
      : outage;
  const stands = open.interrupted !== null && open.interrupted.recoverAt === verdict.recoverAt;
  const recovering: OpenOutage = {
    ...open,
    cause: verdict.cause === 'mains' ? 'mains' : open.cause,
    // The silence that cut that recovery short was no loss of power after all.
    flaps: stands ? open.flaps - 1 : open.flaps,
    recovery: beginRecovery(
      Math.max(open.downAt, verdict.recoverAt, lastLossAt(before)),
      verdict.cause,
      now,
      rules,
    ),
    interrupted: null,
  };
  effects.push({ type: 'recovery-begun', outage: recovering });
  return { state: { ...next, outage: recovering }, effects };
}

/** Epoch ms: when the device, in this run, last said that power is lost; it was not back before. */
function lastLossAt({ power, lastReportAt, lastDownBeatAt }: DeviceState): number {
  const never = Number.NEGATIVE_INFINITY;
  return power === 'DOWN' ? Math.max(lastReportAt ?? never, lastDownBeatAt ?? never) : never;
}

function onBeatDown(before: DeviceState, beat: BeatFacts, now: Instant, rules: Rules): Transition {
  const isNewBoot = before.bootId !== beat.bootId;
  const { state, effects } = hear(before, now, rules);
  const next: DeviceState = {
    ...state,
    power: 'DOWN',
    bootId: beat.bootId,
    beatSeq: beat.seq,
    lastDownBeatAt: now.wallMs,
    ...rhythmAfterBeat(before, now),
  };
  if (before.power !== 'DOWN' || isNewBoot) addOnce(effects, { type: 'device-changed' });
  if (before.link !== 'online') {
    effects.push({ type: 'event', eventType: 'ONLINE', at: now.wallMs, details: {} });
  }
  const outage = state.outage;
  if (outage === null) {
    const opened = openOutage('mains', now.wallMs, 'heartbeat');
    effects.push({ type: 'outage-opened', outage: opened });
    effects.push({ type: 'event', eventType: 'POWER_DOWN', at: now.wallMs });
    return { state: { ...next, outage: opened }, effects };
  }
  if (outage.recovery !== null) {
    const opened = openOutage('mains', now.wallMs, 'heartbeat');
    return loseAgain(next, outage, outage.recovery, opened, rules, effects);
  }
  const open = settleInterrupted(outage, before.lastHeardAt ?? now.wallMs, effects);
  if (open.cause === 'mains' && open.interrupted === null) {
    return { state: { ...next, outage: open }, effects };
  }
  const amended: OpenOutage = { ...open, cause: 'mains', interrupted: null };
  effects.push({ type: 'outage-amended', outage: amended });
  return { state: { ...next, outage: amended }, effects };
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
    return rewrite(before, report, now, rules, readHistory(at));
  }
  const { state, effects } = hear(before, now, rules);
  // What was taken for power until now ended before this.
  const lastUpAt = before.lastUpAt === null ? null : Math.min(before.lastUpAt, at - 1);
  const lastReport = { bootId: report.bootId, seq: report.seq, arrivedMono: now.monoMs };
  const next: DeviceState = { ...state, power: 'DOWN', lastUpAt, lastReportAt: at, lastReport };
  if (before.power !== 'DOWN') addOnce(effects, { type: 'device-changed' });

  // Where its age contradicts the order of its counter, it reaches back to the last outage at most.
  const opened = openOutage('mains', Math.max(at, state.lastRecoverAt ?? at), 'reported');
  if (state.outage === null) {
    effects.push({
      type: 'outage-opened',
      outage: opened,
      ...(isDoubtful && { holdAlertMs: doubtfulLossHoldMs }),
    });
    return { state: { ...next, outage: opened }, effects };
  }
  if (state.outage.recovery !== null) {
    return loseAgain(next, state.outage, state.outage.recovery, opened, rules, effects);
  }
  const { interrupted } = state.outage;
  if (interrupted?.cause === 'mains') {
    if (report.bootId === before.bootId || report.bootId === before.lastReport?.bootId) {
      // The boot that had power back has it until now: only contact was lost meanwhile.
      const stood = { ...state.outage, flaps: state.outage.flaps - 1, interrupted: null };
      return loseAgain(next, stood, interrupted, opened, rules, effects);
    }
    const goesOn = { ...state.outage, interrupted: null };
    effects.push({ type: 'outage-amended', outage: goesOn });
    return { state: { ...next, outage: goesOn }, effects };
  }
  const outage = settleInterrupted(state.outage, before.lastHeardAt ?? at, effects);
  if (outage.startKnown === 'reported') {
    return { state: { ...next, outage }, effects };
  }
  const amended: OpenOutage = {
    ...opened,
    id: outage.id,
    flaps: outage.flaps,
    // Silence only suggested when it began; a heartbeat that said so proves it had.
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
    return rewrite(before, report, now, rules, readHistory(at));
  }
  const { state, effects } = hear(before, now, rules);
  const next: DeviceState = {
    ...state,
    power: 'UP',
    lastUpAt: at,
    lastReportAt: at,
    lastReport: { bootId: report.bootId, seq: report.seq, arrivedMono: now.monoMs },
  };
  if (before.power !== 'UP') addOnce(effects, { type: 'device-changed' });
  if (state.outage === null || state.outage.recovery !== null) return { state: next, effects };

  let open = settleInterrupted(state.outage, Math.min(at, before.lastHeardAt ?? at), effects);
  if (open.cause === 'silent') {
    // It speaks of a recovery, so mains was what failed, though its first report never came.
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
  // Only a heartbeat says why it was away; until then the device is merely no longer late.
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
  if (before.link !== 'online') return { state: before, effects: [] };
  const silenceMono = now.monoMs + rules.heartbeatTimeoutMs;
  return { state: { ...before, silenceMono, isSessionLost: false }, effects: [] };
}

function onUnwatched(before: DeviceState): Transition {
  if (before.link === 'unknown' && before.outage === null) return { state: before, effects: [] };
  const effects: Effect[] = [{ type: 'device-changed' }];
  const { outage } = before;
  if (outage !== null) {
    // Its end will not be seen; what is claimed reaches as far as the device was last heard.
    const knownUntil = Math.max(outage.downAt, before.lastHeardAt ?? outage.downAt);
    const cause = outage.cause === 'mains' ? 'mains' : 'unobserved';
    const recovery = outage.recovery ?? { recoverAt: knownUntil, cause, confirmMono: null };
    effects.push({ type: 'outage-closed', outage, recovery });
  }
  const { lastHeardAt } = before;
  // From here on nobody looks, which must not be taken for a time in which all was well.
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

function onSilence(before: DeviceState, now: Instant, rules: Rules): Transition {
  const next: DeviceState = { ...before, link: 'offline', silenceMono: null, isSessionLost: false };
  const effects: Effect[] = [{ type: 'device-changed' }];
  const lastHeardAt = before.lastHeardAt ?? now.wallMs;
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
    // Steady for the whole delay before it fell silent; only the confirmation had waited.
    effects.push({ type: 'outage-closed', outage, recovery });
    const opened = openOutage('silent', lastHeardAt, 'silence');
    effects.push({ type: 'outage-opened', outage: opened });
    return { state: { ...next, outage: opened }, effects };
  }
  const resumed: OpenOutage = {
    ...outage,
    flaps: outage.flaps + 1,
    recovery: null,
    interrupted: recovery,
  };
  effects.push({ type: 'outage-resumed', outage: resumed });
  return { state: { ...next, outage: resumed }, effects };
}

/**
 * Mains fails while a recovery waits for its confirmation. Within the delay the same outage goes on;
 * but what was no power outage (the internet was gone) ends there, and a new one begins.
 */
function loseAgain(
  next: DeviceState,
  outage: OpenOutage,
  recovery: Recovery,
  opened: OpenOutage,
  rules: Rules,
  effects: Effect[],
): Transition {
  if (recovery.cause === 'mains' && opened.downAt - recovery.recoverAt < rules.recoveryDelayMs) {
    const resumed = resumeOutage(outage);
    effects.push({ type: 'outage-resumed', outage: resumed });
    return { state: { ...next, outage: resumed }, effects };
  }
  // Whatever its age makes of it, it followed that return.
  const after = { ...opened, downAt: Math.max(opened.downAt, recovery.recoverAt) };
  effects.push({ type: 'outage-closed', outage, recovery });
  effects.push({ type: 'outage-opened', outage: after });
  return { state: { ...next, outage: after }, effects };
}

function resumeOutage(outage: OpenOutage): OpenOutage {
  return { ...outage, cause: 'mains', flaps: outage.flaps + 1, recovery: null, interrupted: null };
}

/**
 * Contact was lost, came back, and was lost again; now it turns out that the second time it was
 * mains. The first part ends where contact had come back, so that no power outage is dated too early.
 */
function settleInterrupted(outage: OpenOutage, lastHeardAt: number, effects: Effect[]): OpenOutage {
  const interrupted = outage.interrupted;
  if (interrupted === null || interrupted.cause === 'mains') return outage;
  effects.push({ type: 'outage-closed', outage, recovery: interrupted });
  const opened = openOutage('silent', lastHeardAt, 'silence');
  effects.push({ type: 'outage-opened', outage: opened });
  return opened;
}

function openOutage(
  cause: OpenOutage['cause'],
  downAt: number,
  startKnown: OpenOutage['startKnown'],
): OpenOutage {
  return { id: null, cause, downAt, startKnown, flaps: 0, recovery: null, interrupted: null };
}

/** Takes a late report in by deriving the affected outages anew from all reports. */
function rewrite(
  before: DeviceState,
  report: PowerReport,
  now: Instant,
  rules: Rules,
  history: PowerHistory | null,
): Transition {
  const { state: heard, effects } = hear(before, now, rules);
  const newest = Math.max(
    before.lastReportAt ?? report.at,
    before.lastUpAt ?? report.at,
    before.lastDownBeatAt ?? report.at,
  );
  const isNewest = report.at >= newest;
  const power = report.type === 'power-down' ? 'DOWN' : 'UP';
  const state: DeviceState = {
    ...heard,
    lastReportAt: Math.max(report.at, before.lastReportAt ?? report.at),
    power: isNewest ? power : heard.power,
  };
  if (state.power !== before.power) addOnce(effects, { type: 'device-changed' });
  // It stays in the timeline, without a say in what was made of all that came after it.
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

function addOnce(effects: Effect[], effect: { readonly type: 'device-changed' }): void {
  if (!effects.some((other) => other.type === effect.type)) effects.push(effect);
}
