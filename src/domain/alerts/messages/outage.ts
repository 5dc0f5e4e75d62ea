/** Alerts, reminders and recoveries: what decides about them, and for how long they are news. */
import type { Cause, ChannelName, OutageKind } from '../../states.ts';
import { alertSettings } from '../alert-settings.ts';
import { rings } from '../channel-traits.ts';
import { mostCriticalCalls, rangInVain } from '../critical-calls.ts';
import { maintenanceUntil, type PlannedTime } from '../planned-time.ts';
import { type QuietHours, quietUntil } from '../quiet-hours.ts';
import {
  type CommonFacts,
  dayMs,
  expired,
  groupingWindowMs,
  type MessageKind,
  send,
  supersede,
  triedForMs,
  type Verdict,
} from './verdict.ts';

export const alertKind: MessageKind = { tells: 'customer' };
// People who were told of a loss are told of its end, also where its channel was away for days.
export const recoveryKind: MessageKind = {
  tells: 'customer',
  goesBeyondPart: true,
  triedForMs: 7 * dayMs,
};
// There is one at a time, and it says what is so when it goes.
export const reminderKind: MessageKind = {
  tells: 'customer',
  triedForMs: Number.POSITIVE_INFINITY,
};

/** No site has a longer threshold. */
const longestThresholdMs = alertSettings.thresholdSeconds.range.max * 1000;
/** Power is back but not yet steady: how soon to look again whether the notification is still needed. */
const lookAgainMs = 30_000;
/** The least time that a recovery waits for its alert before it is looked at again. */
const waitForAlertMs = 1_000;

/** The times of an outage that matter here; epoch ms. */
export interface OutageTimes {
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
  readonly acknowledgedAt: number | null;
}

/** The facts that decide about a notification of an outage. */
export interface OutageFacts extends CommonFacts {
  readonly kind: OutageKind;
  readonly channel: ChannelName;
  /** Null: the outage turned out to be part of another one. */
  readonly outage: OutageTimes | null;
  /** Device and recipient still belong to the customer the notification is for. */
  readonly isDeviceTheirs: boolean;
  readonly hasValidKey: boolean;
  readonly isAlertEnabled: boolean;
  readonly isAlertOnRecovery: boolean;
  /** The same of calls. */
  readonly isCallOnRecovery: boolean;
  /** Delay after the first message of its outage. */
  readonly delayMs: number;
  /** The part of that delay in which another address of the contact is tried. */
  readonly turnMs: number;
  /** Epoch ms. */
  readonly mutedUntil: number | null;
  readonly hasNewerReminder: boolean;
  /**
   * For a recovery: when the alert it belongs to may be tried again. Null: that alert is sent or given
   * up.
   */
  readonly alertWaitsUntil: number | null;
  /** Quiet hours of the contact. Null: there are none. */
  readonly quietHours: QuietHours | null;
  /** For an alert: another address of a contact that is told in turn took it. */
  readonly isToldInstead: boolean;
  /** For an alert: who was to be told before is neither told nor left to sleep by their quiet hours. */
  readonly isNobodyReached: boolean;
  /** For a recovery: its alert was given up, or dropped, and cannot have arrived. */
  readonly isLossUntold: boolean;
  /** The open loss of the same device. Null: there is none but perhaps its own. */
  readonly lostAgain: Pick<OutageTimes, 'downAt' | 'recoverAt'> | null;
  /** The end of the quiet hours that held it; epoch ms. Null: they did not. */
  readonly quietUntil: number | null;
  /**
   * The moment from which it could be said, as its row has it; epoch ms. Null: it was not tried since it was put
   * off.
   */
  readonly sayableSince: number | null;
  /** Planned times of the site. */
  readonly planned: readonly PlannedTime[];
  /** When it is looked at next, as its row has it; epoch ms. */
  readonly nextAttemptAt: number;
  readonly isTried: boolean;
  /** An answer to a try was lost. */
  readonly mayHaveArrived: boolean;
  /** Of the site. */
  readonly thresholdMs: number;
  /** Null: the board was heard since this server was last absent, or has had its time to come back. */
  readonly awaited: Awaited | null;
  /** For an alert by phone of a critical site: calls that nobody took. Null: it is none. */
  readonly criticalCalls: number | null;
}

/** A board that was not heard since an absence of this server. Epoch ms. */
export interface Awaited {
  /** When the absence began. */
  readonly absentFrom: number;
  /** The moment until which the board may still come back. */
  readonly until: number;
  /**
   * The moment until which what boards said while this process stood still is read, so that nothing goes before it.
   * Null: it is read.
   */
  readonly unreadUntil: number | null;
}

/** The facts by which a message of an outage ages; epoch ms. */
export interface OutageAge {
  readonly kind: OutageKind;
  readonly dueAt: number;
  readonly sayableSince: number | null;
  readonly delayMs: number;
  readonly outage: Pick<OutageTimes, 'downAt' | 'confirmedAt'> | null;
  readonly criticalCalls: number | null;
}

/**
 * When a message is given up that did not get through until then. Epoch ms, as `now`; Infinity: it is tried for as
 * long as it is true.
 *
 * - A loss that goes on is news for as long as it goes on. A channel with a schedule of its own tries it to the end
 *   of that, and a critical site calls as often as it may.
 * - That one, and the end of a loss that was told, age from when they could be said: a mute, quiet hours,
 *   maintenance, a server that is off and a channel that is not set up do not age them.
 * - A loss that is over and was never told ages from when it was due, whatever kept it back, and however late it was
 *   heard of.
 */
export function outageLapsesAt(
  { kind, dueAt, sayableSince, delayMs, outage, criticalCalls }: OutageAge,
  now: number,
  patienceMs?: number,
): number {
  const sayableAt = sayableSince ?? now;
  switch (kind) {
    case 'alert':
      if (outage === null) return dueAt + triedForMs(alertKind, patienceMs);
      if (outage.confirmedAt !== null) {
        const wasDueAt = Math.min(dueAt, outage.downAt + longestThresholdMs + delayMs);
        return wasDueAt + triedForMs(alertKind, patienceMs);
      }
      return patienceMs === undefined || criticalCalls !== null
        ? Number.POSITIVE_INFINITY
        : sayableAt + patienceMs;
    case 'recovery':
      return sayableAt + (patienceMs ?? triedForMs(recoveryKind));
    case 'reminder':
      return dueAt + triedForMs(reminderKind);
  }
}

export function judgeOutage(
  facts: OutageFacts,
  now: number,
  timezone: string,
  patienceMs?: number,
): Verdict {
  const { outage } = facts;
  if (outage === null) return supersede('it became part of another outage');
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isDeviceTheirs)
    return supersede('the device or the recipient belongs to another customer');
  if (!facts.hasValidKey) return supersede('the device has no valid activation key');
  if (!facts.isAlertEnabled) return supersede('alerts are switched off for the device');
  const overtaken = judgeKind(facts, outage, now);
  if (overtaken !== null) return overtaken;
  const isEarly = facts.kind === 'alert' && facts.dueAt > now + groupingWindowMs;
  if (isEarly && !facts.isNobodyReached) {
    return { action: 'postpone', until: facts.dueAt, reason: 'its step has not come' };
  }
  // A loss that is over by the end of quiet hours is told then, unless something else keeps it back.
  const isOverUntold =
    facts.kind === 'alert' && outage.confirmedAt !== null && facts.sayableSince === null;
  if (facts.mutedUntil !== null && facts.mutedUntil > now) {
    if (isOverUntold) return supersede(overUntold);
    if (facts.kind === 'recovery' && rings(facts)) return supersede(endMuted);
    const reason = heldBecause.muted;
    const until = isEarly ? facts.dueAt : facts.mutedUntil + facts.delayMs;
    return { action: 'postpone', until, reason };
  }
  if (facts.kind !== 'recovery') {
    const maintenance = maintenanceUntil(facts.planned, now, timezone);
    if (maintenance !== null) {
      if (isOverUntold) return supersede(overUntold);
      const reason = heldBecause.planned;
      // Maintenance that begins before it is due does not move its due time.
      if (isEarly) return { action: 'postpone', until: facts.dueAt, reason };
      // The contacts of a later step are told as much later after the maintenance.
      const until = maintenance + facts.delayMs;
      return { action: 'postpone', until, reason, by: 'plan' };
    }
    const unheardUntil = unheardUntilOf(facts, now);
    if (unheardUntil !== null) {
      const until = isEarly ? facts.dueAt : unheardUntil;
      return { action: 'postpone', until, reason: heldBecause.unheard };
    }
  }
  if (now >= outageLapsesAt(facts, now, patienceMs)) {
    // It is no failure where it was never tried.
    return facts.kind === 'alert' && facts.sayableSince === null ? supersede(overUntold) : expired;
  }
  if (facts.alertWaitsUntil !== null) {
    const until = Math.max(facts.alertWaitsUntil + 1, now + waitForAlertMs);
    return { action: 'postpone', until, reason: 'its alert has to go first' };
  }
  if (facts.kind === 'alert' && outage.recoverAt !== null && outage.confirmedAt === null) {
    return { action: 'postpone', until: now + lookAgainMs, reason: heldBecause.returning };
  }
  if (facts.criticalCalls !== null) return send;
  const quiet = quietUntil(facts.quietHours, facts.kind, now, timezone);
  if (quiet !== null) {
    // After quiet hours the addresses of a contact still take turns.
    const until = quiet + facts.turnMs;
    return { action: 'postpone', until, reason: 'quiet hours', by: 'quiet' };
  }
  return send;
}

/**
 * Until when it is not known whether a loss goes on, as its board was not heard since an absence of this server. What
 * came due before the absence goes, once what was said in it is read: it was true then. Null: it is known, or known no
 * better by waiting.
 */
function unheardUntilOf({ awaited, ...facts }: OutageFacts, now: number): number | null {
  if (awaited === null || awaited.until <= now) return null;
  // A message that was put off comes due when it may go. A try that failed was due when it was meant to go.
  const cameDueAt = facts.isTried ? facts.dueAt : Math.max(facts.dueAt, facts.nextAttemptAt);
  if (cameDueAt >= awaited.absentFrom) return awaited.until;
  const { unreadUntil } = awaited;
  return unreadUntil !== null && unreadUntil > now ? unreadUntil : null;
}

/** Whether power was back, or seems to be, before the threshold; ms. */
export function isShort(
  { downAt, recoverAt }: Pick<OutageTimes, 'downAt' | 'recoverAt'>,
  thresholdMs: number,
): boolean {
  return recoverAt !== null && recoverAt - downAt < thresholdMs;
}

function judgeKind(facts: OutageFacts, outage: OutageTimes, now: number): Verdict | null {
  switch (facts.kind) {
    case 'alert':
      if (outage.acknowledgedAt !== null) return supersede('acknowledged');
      // Of what was claimed while its end came in, nobody has looked whether it is still needed.
      if (!facts.mayHaveArrived && isShort(outage, facts.thresholdMs)) {
        return supersede(belowThreshold);
      }
      // A server that was stopped in the middle of the last call has not seen its end.
      if (facts.criticalCalls !== null && facts.criticalCalls >= mostCriticalCalls) {
        return { action: 'fail', reason: `Call: ${rangInVain}` };
      }
      return facts.isToldInstead ? supersede(toldInstead) : null;
    case 'reminder':
      if (outage.acknowledgedAt !== null) return supersede('acknowledged');
      if (outage.recoverAt !== null) return supersede('power is back');
      return facts.hasNewerReminder ? supersede('a newer reminder is there') : null;
    case 'recovery':
      if (outage.confirmedAt === null) return supersede('the outage goes on');
      if (facts.isLossUntold) return supersede(neverTold);
      if (!isEndWished(facts)) return supersede('recovery messages are switched off');
      // A message shows when it was so; a voice on the phone says what is so now.
      return rings(facts) ? judgeLostAgain(facts, now) : null;
  }
}

/** What a later loss means for the word that an earlier one is over: nothing, where it is too short to be told. */
function judgeLostAgain(
  { lostAgain, thresholdMs }: Pick<OutageFacts, 'lostAgain' | 'thresholdMs'>,
  now: number,
): Verdict | null {
  if (lostAgain === null || isShort(lostAgain, thresholdMs)) return null;
  const until = lostAgain.downAt + thresholdMs;
  if (now >= until) return supersede('it is lost again');
  return { action: 'postpone', until, reason: 'it may be lost again' };
}

function isEndWished(
  facts: Pick<OutageFacts, 'channel' | 'isAlertOnRecovery' | 'isCallOnRecovery'>,
): boolean {
  return rings(facts) ? facts.isCallOnRecovery : facts.isAlertOnRecovery;
}

/** The reasons for which a message waits, as its row says. When a reason ends, its messages are found by it. */
export const heldBecause = {
  muted: 'the device is muted',
  planned: 'planned maintenance',
  unheard: 'its board may still come back after an absence of this server',
  returning: 'power is coming back',
} as const;

/** The reason that an alert was not sent whose contact was told at another address; see `fallBack` of the outbox. */
export const toldInstead = 'another address of the contact was told';
/** The reason that an alert is not needed whose loss was shorter than its threshold. */
export const belowThreshold = 'it lasted less than its threshold';
const neverTold = 'its loss was not told';
const overUntold = 'it was over before it could be told';
const endMuted = 'the device was muted when it was over';

/** Facts that decide whether notifications of outages go in one message. */
export interface OutageGrouping
  extends Pick<OutageFacts, 'kind' | 'channel' | 'dueAt' | 'nextAttemptAt' | 'quietUntil'> {
  readonly outage: Pick<OutageTimes, 'downAt' | 'confirmedAt'> | null;
}

/**
 * Whether another message of an outage goes along with the first, which is due.
 *
 * - Those of outages that began (for a recovery: ended) within 10 s of each other.
 * - Reminders that are due within 10 s.
 * - What quiet hours have held: all of it, of whatever kind; on the phone of one kind, since a call either asks for a
 *   key or tells of an end.
 *
 * An alert goes early only once its outage has lasted half of its threshold, so that a short outage is not told
 * just because an older one is.
 */
export function outageGoesAlong(
  first: OutageGrouping,
  other: OutageGrouping,
  now: number,
): boolean {
  if (first.quietUntil !== null || other.quietUntil !== null) {
    const isHeldBoth = first.quietUntil !== null && other.quietUntil !== null;
    return isHeldBoth && (!rings(first) || first.kind === other.kind);
  }
  if (first.kind !== other.kind || first.outage === null || other.outage === null) return false;
  const [one, two] = [first.outage, other.outage];
  switch (first.kind) {
    case 'alert':
      return (
        isClose(one.downAt, two.downAt) && now - two.downAt >= (mayGoAt(other) - two.downAt) / 2
      );
    case 'recovery':
      return isClose(one.confirmedAt ?? 0, two.confirmedAt ?? 0);
    case 'reminder':
      return isClose(mayGoAt(first), mayGoAt(other));
  }
}

/** When it may go first: an alert may be looked at before its step has come. Epoch ms. */
export function mayGoAt({
  dueAt,
  nextAttemptAt,
}: Pick<OutageGrouping, 'dueAt' | 'nextAttemptAt'>): number {
  return Math.min(dueAt, nextAttemptAt);
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= groupingWindowMs;
}
