/** What becomes of a queued notification: pure rules of the outbox. */
import { daytimeFrom } from '../daytime.ts';
import { nearestStep, noticeTime, stepReachedAt } from '../keys/expiry-notice.ts';
import type {
  DeliveryFacts,
  DigestFacts,
  ExpiryFacts,
  NewsFacts,
  OutageFacts,
  OutageTimes,
  StatusFacts,
  TestFacts,
} from './delivery-facts.ts';
import { lastMonthOf } from './digest.ts';
import { type AgeFacts, lapsesAt } from './message-age.ts';
import { maintenanceUntil } from './planned-time.ts';
import { quietPeriodOf, quietUntil } from './quiet-hours.ts';

/**
 * The recipients of one customer take turns with those of everybody else: on a channel, no customer's
 * second one goes before the first of all others. Those beyond this number share the last turn.
 */
export const lastTurn = 20;

/** Devices that fall, or come back, within this time of each other share one message. */
export const groupingWindowMs = 10_000;
/** A message that goes out this long after it was due says that it is late. */
const lateAfterMs = 60_000;
/** Power is back but not yet steady: how soon to look again whether the notification is still needed. */
const lookAgainMs = 30_000;
/** The least time that a recovery waits for its alert before it is looked at again. */
const waitForAlertMs = 1_000;

const firstDelayMs = 2_000;
const longestDelayMs = 5 * 60_000;

/**
 * Full-jitter exponential back-off (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempts tries that have failed, at least 1
 * @param random in [0, 1)
 * @returns ms to wait before the next try, at most 5 minutes
 */
export function retryDelayMs(attempts: number, random: number): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(random * ceiling);
}

/** @param dueAt epoch ms, as `now` */
export function isLate(dueAt: number, now: number): boolean {
  return now - dueAt > lateAfterMs;
}

export type Verdict =
  | { readonly action: 'send' }
  | {
      readonly action: 'postpone';
      readonly until: number;
      readonly reason: string;
      /**
       * `plan`: its due time moves along, so that it will not count as late. `quiet`: quiet hours hold it,
       * and it goes in one message with everything else that they hold.
       */
      readonly by?: 'plan' | 'quiet';
    }
  /** Overtaken: nothing is left to say. */
  | { readonly action: 'supersede'; readonly reason: string }
  /** The notification was needed, and can no longer be sent. */
  | { readonly action: 'fail'; readonly reason: string };

const send: Verdict = { action: 'send' };
const supersede = (reason: string): Verdict => ({ action: 'supersede', reason });
const expired: Verdict = { action: 'fail', reason: 'expired' };

function sendUnlessOld(facts: AgeFacts, now: number, patienceMs?: number): Verdict {
  return now >= lapsesAt(facts, now, patienceMs) ? expired : send;
}

/**
 * Looks at a due notification once more, at the moment it would be sent.
 * @param now epoch ms
 * @param timezone IANA name; some things are not said in the night
 * @param patienceMs how long its channel tries. Left out: a day
 */
export function judgeRelevance(
  facts: DeliveryFacts,
  now: number,
  timezone: string,
  patienceMs?: number,
): Verdict {
  switch (facts.kind) {
    case 'alert':
    case 'reminder':
    case 'recovery':
      return judgeOutage(facts, now, timezone, patienceMs);
    case 'test':
      return judgeTest(facts, now);
    case 'key-expiry':
      return judgeExpiry(facts, now, timezone);
    case 'account':
      return judgeNews(facts, now, timezone, patienceMs);
    case 'operator':
      return sendUnlessOld(facts, now, patienceMs);
    case 'status':
      return judgeStatus(facts, now, patienceMs);
    case 'digest':
      return judgeDigest(facts, now, timezone);
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
  const overtaken = judgeKind(facts, outage);
  if (overtaken !== null) return overtaken;
  const isEarly = facts.kind === 'alert' && facts.dueAt > now + groupingWindowMs;
  if (isEarly && !facts.isNobodyReached) {
    return { action: 'postpone', until: facts.dueAt, reason: 'its step has not come' };
  }
  if (facts.mutedUntil !== null && facts.mutedUntil > now) {
    const reason = heldBecause.muted;
    const until = isEarly ? facts.dueAt : facts.mutedUntil + facts.delayMs;
    return { action: 'postpone', until, reason };
  }
  if (facts.kind !== 'recovery') {
    const maintenance = maintenanceUntil(facts.planned, now, timezone);
    if (maintenance !== null) {
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
  if (now >= lapsesAt(facts, now, patienceMs)) {
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
 * came due before the absence goes: it was true then. Null: it is known, or known no better by waiting.
 */
function unheardUntilOf({ awaited, ...facts }: OutageFacts, now: number): number | null {
  if (awaited === null || awaited.until <= now) return null;
  // What was put off comes due when it may go. A try that failed was due when it was meant to go.
  const cameDueAt = facts.isTried ? facts.dueAt : Math.max(facts.dueAt, facts.nextAttemptAt);
  return cameDueAt < awaited.absentFrom ? null : awaited.until;
}

/** Why a message waits, as its row says: whoever ends the reason finds by it what may go. */
export const heldBecause = {
  muted: 'the device is muted',
  planned: 'planned maintenance',
  unheard: 'its board may still come back after an absence of this server',
  returning: 'power is coming back',
} as const;

/** Why an alert was not sent whose contact was told at another address; see `handOn` of the outbox. */
export const toldInstead = 'another address of the contact was told';
const neverTold = 'its loss was not told';
const overUntold = 'it was over before it could be told';

function judgeTest(facts: TestFacts, now: number): Verdict {
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isRecipientTheirs) return supersede('the recipient belongs to another customer');
  return sendUnlessOld(facts, now);
}

function judgeStatus(facts: StatusFacts, now: number, patienceMs?: number): Verdict {
  if (!facts.isWanted) return supersede('nobody follows the area at this address');
  if (facts.isOver) return supersede('the outage is over');
  if (facts.isSpent) return { action: 'fail', reason: 'a browser is asked only once' };
  const kind = facts.isQuestion ? 'test' : facts.kind;
  return sendUnlessOld({ kind, dueAt: facts.dueAt }, now, patienceMs);
}

function judgeNews(facts: NewsFacts, now: number, timezone: string, patienceMs?: number): Verdict {
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isForRecipient) return supersede('the recipient belongs to another customer');
  if (facts.isAnswered) return supersede('it was answered');
  if (facts.isTakenBack) return supersede('the announced outage was changed or taken back');
  if (facts.isOvertaken) return supersede('somebody answered the outage otherwise, or it is over');
  if (facts.quietHours !== null && quietPeriodOf(facts.quietHours, now, timezone) !== null) {
    return supersede('quiet hours');
  }
  return sendUnlessOld(facts, now, patienceMs);
}

function judgeExpiry(facts: ExpiryFacts, now: number, timezone: string): Verdict {
  const { toldExpiresAt, step } = facts;
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isRecipientTheirs) return supersede('the recipient belongs to another customer');
  if (!facts.isKeyActive) return supersede('the key was revoked');
  if (!facts.isKeyTheirs) return supersede('the key serves no device of the customer any more');
  if (facts.expiresAt !== toldExpiresAt) return supersede('the key ends at another time now');
  if (facts.hasLongerKey) return supersede('another key keeps the device going');
  const reachedAt = stepReachedAt(toldExpiresAt, step);
  if (now < reachedAt) {
    // The clock by which it was queued ran ahead.
    return { action: 'postpone', until: reachedAt, reason: 'it is not its time yet' };
  }
  const nearest = nearestStep(toldExpiresAt, now);
  if (nearest === null) return expired;
  if (nearest !== step) return supersede('a nearer notice is there');
  const mayGoAt = noticeTime(toldExpiresAt, now, timezone);
  if (mayGoAt > now) return { action: 'postpone', until: mayGoAt, reason: 'it waits for the day' };
  return send;
}

function judgeDigest(facts: DigestFacts, now: number, timezone: string): Verdict {
  const { quietHours } = facts;
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isRecipientTheirs) return supersede('the recipient belongs to another customer');
  if (!facts.isWanted) return supersede('the recipient wants no reports');
  const last = lastMonthOf(now, timezone);
  if (last.number > facts.number) return supersede('the month after it is over, too');
  // The clock by which it was queued ran ahead.
  if (last.number < facts.number) return supersede('the month is not over');
  if (now >= lapsesAt(facts, now)) return expired;
  // A contact with quiet hours of its own is told at any other time, by night as well.
  const mayGoAt =
    quietHours === null
      ? daytimeFrom(now, timezone)
      : (quietPeriodOf(quietHours, now, timezone)?.toAt ?? now);
  if (mayGoAt <= now) return send;
  return { action: 'postpone', until: mayGoAt, reason: 'it waits for the day', by: 'plan' };
}

function judgeKind(facts: OutageFacts, outage: OutageTimes): Verdict | null {
  switch (facts.kind) {
    case 'alert':
      if (outage.acknowledgedAt !== null) return supersede('acknowledged');
      return facts.isToldInstead ? supersede(toldInstead) : null;
    case 'reminder':
      if (outage.acknowledgedAt !== null) return supersede('acknowledged');
      if (outage.recoverAt !== null) return supersede('power is back');
      return facts.hasNewerReminder ? supersede('a newer reminder is there') : null;
    case 'recovery':
      if (outage.confirmedAt === null) return supersede('the outage goes on');
      if (facts.isLossUntold) return supersede(neverTold);
      if (facts.isEndTold) return supersede('its alert told of the end');
      return facts.isAlertOnRecovery ? null : supersede('recovery messages are switched off');
  }
}
