import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { notificationKinds } from '../states.ts';
import {
  canShareMessage,
  isLate,
  judgeRelevance,
  kindsByUrgency,
  messageKinds,
  retryDelayMs,
} from './delivery.ts';
import type { ExpiryFacts } from './messages/expiry.ts';
import type { OutageFacts, OutageTimes } from './messages/outage.ts';
import type { TestFacts } from './messages/test-alert.ts';
import { keepTryingMs, keepTryingTestMs, triedForMs } from './messages/verdict.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const timezone = 'Asia/Bangkok';

const open: OutageTimes = {
  cause: 'mains',
  downAt: now - 2 * minute,
  recoverAt: null,
  confirmedAt: null,
  acknowledgedAt: null,
};
const recovering: OutageTimes = { ...open, recoverAt: now - minute };
const over: OutageTimes = { ...recovering, confirmedAt: now };

function facts(fields: Partial<OutageFacts> = {}): OutageFacts {
  return {
    kind: 'alert',
    channel: 'telegram',
    dueAt: now,
    outage: open,
    isCustomerActive: true,
    isDeviceTheirs: true,
    hasValidKey: true,
    isAlertEnabled: true,
    isAlertOnRecovery: true,
    isCallOnRecovery: false,
    lostAgain: null,
    delayMs: 0,
    turnMs: 0,
    mutedUntil: null,
    hasNewerReminder: false,
    alertWaitsUntil: null,
    quietHours: null,
    isToldInstead: false,
    isNobodyReached: false,
    isLossUntold: false,
    quietUntil: null,
    sayableSince: null,
    planned: [],
    nextAttemptAt: now,
    isTried: false,
    mayHaveArrived: false,
    thresholdMs: 5_000,
    awaited: null,
    criticalCalls: null,
    ...fields,
  };
}

describe('a call of a critical site', () => {
  const night = { from: 0, to: 24 * 60 - 1, wakes: [] };
  const maintenance = {
    kind: 'maintenance',
    startsAt: now - hour,
    endsAt: now + hour,
    isWeekly: false,
    endedAt: null,
  } as const;
  const tried = { isTried: true, sayableSince: now - 2 * hour, nextAttemptAt: now };
  /** @param patienceMs of phones: half an hour */
  const verdict = (fields: Partial<OutageFacts>, patienceMs = 30 * minute) => {
    const judged = judgeRelevance(
      facts({ criticalCalls: 1, ...fields }),
      now,
      timezone,
      patienceMs,
    );
    return 'reason' in judged ? [judged.action, judged.reason] : [judged.action];
  };

  test.each<[string, Partial<OutageFacts>, readonly string[]]>([
    ['breaks quiet hours', { quietHours: night }, ['send']],
    [
      'of another site does not',
      { quietHours: night, criticalCalls: null },
      ['postpone', 'quiet hours'],
    ],
    [
      'waits for the end of a mute',
      { mutedUntil: now + hour },
      ['postpone', 'the device is muted'],
    ],
    [
      'waits for the end of maintenance',
      { planned: [maintenance] },
      ['postpone', 'planned maintenance'],
    ],
    ['is repeated for longer than a phone is tried otherwise', tried, ['send']],
    ['of another site is not', { ...tried, criticalCalls: null }, ['fail', 'expired']],
    [
      'ends once somebody has acknowledged',
      { ...tried, outage: { ...open, acknowledgedAt: now } },
      ['supersede', 'acknowledged'],
    ],
    [
      'waits while power seems to be back',
      { ...tried, outage: recovering },
      ['postpone', 'power is coming back'],
    ],
    ['is not made a ninth time', { criticalCalls: 8 }, ['fail', 'Call: it has rung 8 times']],
    [
      'is dropped where alerts are off',
      { isAlertEnabled: false },
      ['supersede', 'alerts are switched off for the device'],
    ],
    [
      'waits until it is known whether contact is lost',
      { awaited: { absentFrom: now - minute, until: now + minute, unreadUntil: null } },
      ['postpone', 'its board may still come back after an absence of this server'],
    ],
  ])('%s', (_, fields, expected) => expect(verdict(fields)).toEqual([...expected]));
});

describe('a recovery by phone of what is lost again', () => {
  const verdict = (lostAgain: OutageFacts['lostAgain'], others: Partial<OutageFacts> = {}) => {
    const end = {
      kind: 'recovery',
      channel: 'call',
      outage: over,
      isCallOnRecovery: true,
    } as const;
    return judgeRelevance(facts({ ...end, lostAgain, ...others }), now, timezone);
  };
  const again = { downAt: now - 4_999, recoverAt: null };

  test.each<[string, OutageFacts['lostAgain'], string]>([
    ['goes while nothing is lost', null, 'send'],
    ['waits until the loss has lasted its threshold', again, 'postpone'],
    ['is dropped then', { ...again, downAt: now - 5_000 }, 'supersede'],
    ['goes after a shorter loss', { ...again, recoverAt: now - 1 }, 'send'],
    [
      'is dropped after a loss of this length that may be over',
      { downAt: now - minute, recoverAt: now - 30_000 },
      'supersede',
    ],
  ])('%s', (_, lost, action) => expect(verdict(lost).action).toBe(action as 'send'));

  test('is looked at again at the threshold, and not before', () => {
    expect(verdict(again)).toMatchObject({ until: now + 1 });
  });

  test('a message says when it was so, and goes all the same', () => {
    expect(verdict(again, { channel: 'telegram' }).action).toBe('send');
  });

  test('one that nobody wishes does not wait', () => {
    expect(verdict(again, { isCallOnRecovery: false }).action).toBe('supersede');
  });
});

describe('an alert whose board was not heard since an absence of this server', () => {
  const awaited = { absentFrom: now - 40_000, until: now + 30_000, unreadUntil: null };
  const verdict = (fields: Partial<OutageFacts>) =>
    judgeRelevance(facts({ awaited, ...fields }), now, timezone);

  test.each<[string, Partial<OutageFacts>, string]>([
    ['waits when it came due in it', { dueAt: now - 10_000 }, 'postpone'],
    ['waits when it comes due soon after it', { dueAt: now }, 'postpone'],
    ['goes when it came due before', { dueAt: now - 50_000, nextAttemptAt: now - 50_000 }, 'send'],
    [
      'waits when what had put it off ended in it',
      { dueAt: now - hour, nextAttemptAt: now - 10_000 },
      'postpone',
    ],
    [
      'goes when it was tried before',
      { dueAt: now - 50_000, nextAttemptAt: now, isTried: true },
      'send',
    ],
    ['goes when the board has had its time', { awaited: { ...awaited, until: now } }, 'send'],
  ])('%s', (_, fields, action) => {
    expect(verdict(fields).action).toBe(action as 'send');
  });

  test('waits as a reminder does, and a recovery does not', () => {
    expect(verdict({ kind: 'reminder' })).toMatchObject({ until: awaited.until });
    expect(verdict({ kind: 'recovery', outage: over }).action).toBe('send');
  });
});

describe('whether a due notification is still worth sending', () => {
  const acknowledged = { ...open, acknowledgedAt: now };
  test.each<[string, Partial<OutageFacts>, string]>([
    ['an alert of an open outage', {}, 'send'],
    ['an alert of an outage that is over', { outage: over }, 'send'],
    ['an alert while power is coming back', { outage: recovering }, 'postpone'],
    ['an alert that was acknowledged', { outage: acknowledged }, 'supersede'],
    ['a reminder of an open outage', { kind: 'reminder' }, 'send'],
    [
      'a reminder while power is coming back',
      { kind: 'reminder', outage: recovering },
      'supersede',
    ],
    ['a reminder of an outage that is over', { kind: 'reminder', outage: over }, 'supersede'],
    ['a reminder that was acknowledged', { kind: 'reminder', outage: acknowledged }, 'supersede'],
    ['an overtaken reminder', { kind: 'reminder', hasNewerReminder: true }, 'supersede'],
    ['a recovery', { kind: 'recovery', outage: over }, 'send'],
    [
      'a recovery of an acknowledged outage',
      { kind: 'recovery', outage: { ...over, acknowledgedAt: now } },
      'send',
    ],
    ['a recovery of an outage that goes on', { kind: 'recovery', outage: open }, 'supersede'],
    [
      'a recovery nobody wants',
      { kind: 'recovery', outage: over, isAlertOnRecovery: false },
      'supersede',
    ],
    [
      'a recovery by phone, which nobody wants there',
      { kind: 'recovery', channel: 'call', outage: over },
      'supersede',
    ],
    [
      'one that is wanted there, and nowhere else',
      {
        ...{ kind: 'recovery', channel: 'call', outage: over },
        ...{ isAlertOnRecovery: false, isCallOnRecovery: true },
      },
      'send',
    ],
    [
      'a recovery whose alert still waits',
      { kind: 'recovery', outage: over, alertWaitsUntil: now + minute },
      'postpone',
    ],
    ['an outage that is gone', { outage: null }, 'supersede'],
    ['an inactive customer', { isCustomerActive: false }, 'supersede'],
    ['a device of another owner', { isDeviceTheirs: false }, 'supersede'],
    ['a device without a valid key', { hasValidKey: false }, 'supersede'],
    ['a device with alerts off', { isAlertEnabled: false }, 'supersede'],
    ['a muted device', { mutedUntil: now + 1 }, 'postpone'],
    ['its recovery', { kind: 'recovery', outage: over, mutedUntil: now + 1 }, 'postpone'],
    [
      'its recovery by phone',
      {
        ...{ kind: 'recovery', channel: 'call', outage: over },
        ...{ isCallOnRecovery: true, mutedUntil: now + 1 },
      },
      'supersede',
    ],
    ['its alert by phone', { channel: 'call', mutedUntil: now + 1 }, 'postpone'],
    ['a device whose mute has ended', { mutedUntil: now }, 'send'],
    ['weeks after it was due, as it goes on', { dueAt: now - 30 * day }, 'send'],
    [
      'over, tried until a day after it was due',
      { dueAt: now - keepTryingMs, outage: over, sayableSince: now - minute },
      'fail',
    ],
    [
      'over, a day after it was due, and never tried',
      { dueAt: now - keepTryingMs, outage: over },
      'supersede',
    ],
    ['over, and a little younger', { dueAt: now - keepTryingMs + 1, outage: over }, 'send'],
    [
      'a muted device, a week after it was due',
      { dueAt: now - 7 * day, mutedUntil: now + 1 },
      'postpone',
    ],
    ['a reminder after weeks', { kind: 'reminder', dueAt: now - 30 * day }, 'send'],
    [
      'a recovery that could not be said for weeks',
      { kind: 'recovery', outage: over, dueAt: now - 30 * day },
      'send',
    ],
    [
      'a recovery that was tried for a week',
      { kind: 'recovery', outage: over, dueAt: now - 30 * day, sayableSince: now - 7 * day },
      'fail',
    ],
    [
      'a recovery of a loss that was not told',
      { kind: 'recovery', outage: over, isLossUntold: true },
      'supersede',
    ],
    [
      'acknowledged and a day old',
      { dueAt: now - keepTryingMs, outage: acknowledged },
      'supersede',
    ],
  ])('%s', (_, fields, action) => {
    expect(judgeRelevance(facts(fields), now, timezone).action).toBe(action as 'send');
  });

  test('a postponement always ends in the future', () => {
    const moment = fc.integer({ min: now - 48 * hour, max: now + 48 * hour });
    const maybe = fc.option(moment);
    fc.assert(
      fc.property(
        fc.constantFrom('alert', 'reminder', 'recovery'),
        moment,
        maybe,
        maybe,
        maybe,
        maybe,
        (kind, dueAt, recoverAt, confirmedAt, mutedUntil, alertWaitsUntil) => {
          const outage = {
            ...open,
            recoverAt,
            confirmedAt: recoverAt === null ? null : confirmedAt,
          };
          const verdict = judgeRelevance(
            facts({ kind, dueAt, outage, mutedUntil, alertWaitsUntil }),
            now,
            timezone,
          );
          if (verdict.action === 'postpone') expect(verdict.until).toBeGreaterThan(now);
        },
      ),
    );
  });
});

describe('whether a test is still worth sending', () => {
  const check = (fields: Partial<TestFacts> = {}): TestFacts => ({
    kind: 'test',
    dueAt: now,
    isCustomerActive: true,
    isRecipientTheirs: true,
    isSimulated: false,
    ...fields,
  });
  test.each<[string, Partial<TestFacts>, string]>([
    ['at once', {}, 'send'],
    ['a little less than ten minutes later', { dueAt: now - keepTryingTestMs + 1 }, 'send'],
    ['ten minutes later', { dueAt: now - keepTryingTestMs }, 'fail'],
    ['an inactive customer', { isCustomerActive: false }, 'supersede'],
    ['a chat of another customer', { isRecipientTheirs: false }, 'supersede'],
  ])('%s', (_, fields, action) => {
    expect(judgeRelevance(check(fields), now, timezone).action).toBe(action as 'send');
  });
});

describe("whether a notice of a key's end is still worth sending", () => {
  const noon = Date.parse('2026-03-10T12:00:00+07:00');
  const night = Date.parse('2026-03-10T03:00:00+07:00');
  /** A notice of `step` for a key with so much left. */
  const notice = (
    step: number,
    leftMs: number,
    at: number,
    fields: Partial<ExpiryFacts> = {},
  ): ExpiryFacts => ({
    kind: 'key-expiry',
    dueAt: at,
    isCustomerActive: true,
    isRecipientTheirs: true,
    toldExpiresAt: at + leftMs,
    step,
    expiresAt: at + leftMs,
    isKeyActive: true,
    isKeyTheirs: true,
    hasLongerKey: false,
    ...fields,
  });
  const judge = (facts: ExpiryFacts, at: number) => judgeRelevance(facts, at, timezone);

  test.each<[string, ExpiryFacts, string]>([
    ['30 days are left', notice(30, 30 * day, noon), 'send'],
    ['it is a day late, and still the nearest', notice(30, 29 * day, noon), 'send'],
    ['it is three weeks late, and still the nearest', notice(30, 7 * day + 1, noon), 'send'],
    ['the next one has come', notice(30, 7 * day, noon), 'supersede'],
    ['the one after the next has come', notice(30, day, noon), 'supersede'],
    ['a day is left', notice(1, day, noon), 'send'],
    ['a minute is left', notice(1, minute, noon), 'send'],
    ['it has ended', notice(1, 0, noon), 'supersede'],
    ['that it has ended', notice(0, 0, noon), 'send'],
    ['that it ended weeks ago', notice(0, -20 * day, noon), 'send'],
    ['that it ended long ago', notice(0, -30 * day, noon), 'fail'],
    ['the clock ran ahead when it was queued', notice(7, 8 * day, noon), 'postpone'],
    ['the key was renewed', notice(7, 7 * day, noon, { expiresAt: noon + day * 90 }), 'supersede'],
    ['the key has no end any more', notice(7, 7 * day, noon, { expiresAt: null }), 'supersede'],
    ['the key was revoked', notice(7, 7 * day, noon, { isKeyActive: false }), 'supersede'],
    ['the key was transferred', notice(7, 7 * day, noon, { isKeyTheirs: false }), 'supersede'],
    ['the chat moved on', notice(7, 7 * day, noon, { isRecipientTheirs: false }), 'supersede'],
    ['the account is closed', notice(7, 7 * day, noon, { isCustomerActive: false }), 'supersede'],
    ['another key goes on', notice(7, 7 * day, noon, { hasLongerKey: true }), 'supersede'],
  ])('%s', (_, facts, action) => {
    expect(judge(facts, noon).action).toBe(action as 'send');
  });

  test('in the night it waits for the morning, but not in the last day', () => {
    const morning = Date.parse('2026-03-10T09:00:00+07:00');
    const waits = { action: 'postpone', until: morning, reason: 'it waits for the day' } as const;
    expect(judge(notice(30, 20 * day, night), night)).toEqual(waits);
    expect(judge(notice(7, day + 1, night), night)).toEqual(waits);
    expect(judge(notice(0, -hour, night), night)).toEqual(waits);
    expect(judge(notice(1, day, night), night).action).toBe('send');
    expect(judge(notice(1, hour, night), night).action).toBe('send');
  });
});

test('every kind has its place in the order, and real alerts go before tests', () => {
  expect([...kindsByUrgency].sort()).toEqual([...notificationKinds].sort());
  expect(kindsByUrgency).toEqual([
    'alert',
    'recovery',
    'test',
    'operator',
    'account',
    'reminder',
    'status',
    'key-expiry',
    'digest',
  ]);
});

test('a notification is tried for a day, a test for ten minutes, what is so for as long as it is, a report and an end for a week', () => {
  expect(notificationKinds.map((kind) => triedForMs(messageKinds[kind]))).toEqual([
    day,
    Number.POSITIVE_INFINITY,
    7 * day,
    10 * minute,
    Number.POSITIVE_INFINITY,
    day,
    day,
    7 * day,
    day,
  ]);
});

test('back-off doubles up to five minutes and is spread over its whole length', () => {
  const ceilings = Array.from({ length: 12 }, (_, index) => retryDelayMs(index + 1, 1) / 1000);
  expect(ceilings).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
  expect(retryDelayMs(5, 0)).toBe(0);
  expect(retryDelayMs(5, 0.25)).toBe(8000);
  expect(retryDelayMs(10_000, 1)).toBe(300_000);
});

test('a message is late when it was due more than a minute ago', () => {
  expect(isLate(now - minute, now)).toBe(false);
  expect(isLate(now - minute - 1, now)).toBe(true);
});

describe('what goes in one message', () => {
  const alert = (downAt: number, dueAt: number) => ({
    kind: 'alert' as const,
    ...{ channel: 'telegram' as const, dueAt, nextAttemptAt: dueAt, quietUntil: null },
    outage: { downAt, confirmedAt: null },
  });
  const first = alert(now - minute, now);

  test('alerts of outages that began within 10 s and are due within 10 s', () => {
    expect(canShareMessage(first, alert(now - minute + 10_000, now + 10_000), now)).toBe(true);
    expect(canShareMessage(first, alert(now - minute - 10_000, now - 10_000), now)).toBe(true);
    expect(canShareMessage(first, alert(now - minute + 10_001, now), now)).toBe(false);
    expect(canShareMessage(first, alert(now - minute, now + 10_001), now)).toBe(false);
  });

  test('no alert of an outage that has not lasted for half of its threshold', () => {
    const fresh = alert(now - 6_000, now);
    expect(canShareMessage(fresh, alert(now - 4_000, now + 4_000), now)).toBe(true);
    expect(canShareMessage(fresh, alert(now - 4_000, now + 4_001), now)).toBe(false);
    expect(canShareMessage(fresh, alert(now - 500, now + 4_500), now)).toBe(false);
  });

  test('recoveries of outages that ended within 10 s, however long they were', () => {
    const recovery = (confirmedAt: number, downAt: number) => ({
      kind: 'recovery' as const,
      ...{
        channel: 'telegram' as const,
        dueAt: confirmedAt,
        nextAttemptAt: confirmedAt,
        quietUntil: null,
      },
      outage: { downAt, confirmedAt },
    });
    const one = recovery(now, now - hour);
    expect(canShareMessage(one, recovery(now - 10_000, now - 5 * hour), now)).toBe(true);
    expect(canShareMessage(one, recovery(now - 10_001, now - hour), now)).toBe(false);
  });

  test('reminders that are due within 10 s, whenever their outages began', () => {
    const reminder = (dueAt: number, downAt: number) => ({
      kind: 'reminder' as const,
      ...{ channel: 'telegram' as const, dueAt, nextAttemptAt: dueAt, quietUntil: null },
      outage: { downAt, confirmedAt: null },
    });
    const one = reminder(now, now - hour);
    expect(canShareMessage(one, reminder(now + 10_000, now - 5 * hour), now)).toBe(true);
    expect(canShareMessage(one, reminder(now + 10_001, now - hour), now)).toBe(false);
    expect(canShareMessage(one, first, now)).toBe(false);
  });

  test('what quiet hours have held, whatever its kind, but of one kind in a call', () => {
    const held = (channel: 'telegram' | 'call', kind: 'alert' | 'recovery') => ({
      ...{ kind, channel, dueAt: now, nextAttemptAt: now, quietUntil: now },
      outage: { downAt: now - (kind === 'alert' ? hour : 5 * hour), confirmedAt: null },
    });
    const shared = (channel: 'telegram' | 'call', other: 'alert' | 'recovery') =>
      canShareMessage(held(channel, 'recovery'), held(channel, other), now);
    expect(shared('telegram', 'alert')).toBe(true);
    expect(shared('call', 'recovery')).toBe(true);
    expect(shared('call', 'alert')).toBe(false);
  });

  test('tests among themselves, and ends of keys among themselves, whenever they were due', () => {
    const expiry = (dueAt: number) => ({ kind: 'key-expiry' as const, dueAt });
    const check = { kind: 'test' as const, dueAt: now, isSimulated: false };
    expect(canShareMessage(expiry(now - hour), expiry(now), now)).toBe(true);
    expect(canShareMessage(expiry(now), expiry(now + 10_001), now)).toBe(false);
    expect(canShareMessage(check, check, now)).toBe(true);
    expect(canShareMessage(check, { ...check, isSimulated: true }, now)).toBe(false);
    expect(canShareMessage({ ...check, isSimulated: true }, check, now)).toBe(false);
    expect(canShareMessage(check, expiry(now), now)).toBe(false);
    expect(canShareMessage(check, first, now)).toBe(false);
    expect(canShareMessage(first, check, now)).toBe(false);
  });
});

const heldSites: [string, Partial<OutageFacts>][] = [
  ['muted', { mutedUntil: now + minute }],
  [
    'under maintenance',
    {
      planned: [
        {
          kind: 'maintenance',
          startsAt: now - minute,
          endsAt: now + minute,
          isWeekly: false,
          endedAt: null,
        },
      ],
    },
  ],
];

test.each(heldSites)(
  'a step that is looked at before its time while the site is %s keeps its time',
  (_, held) => {
    const dueAt = now + 3 * minute;
    const alert = facts({ dueAt, delayMs: 4 * minute, isNobodyReached: true, ...held });
    const verdict = judgeRelevance(alert, now, 'Asia/Bangkok');
    expect(verdict).toMatchObject({ action: 'postpone', until: dueAt });
    expect(verdict).not.toHaveProperty('by');
  },
);

test.each(heldSites)(
  'a loss that is over by the end of quiet hours, while the site is %s, is told to nobody',
  (_, held) => {
    const alert = facts({ dueAt: now - 9 * hour, outage: over, ...held });
    expect(judgeRelevance(alert, now, timezone)).toMatchObject({
      action: 'supersede',
      reason: 'it was over before it could be told',
    });
    const lasting = facts({ dueAt: now - 9 * hour, ...held });
    expect(judgeRelevance(lasting, now, timezone).action).toBe('postpone');
  },
);

test('a loss that was over when it was heard of is told until a day after it was due, also by quiet hours', () => {
  const outage = { ...over, downAt: now - 33 * hour, recoverAt: now - 32 * hour };
  const heardLate = facts({ dueAt: now - 9 * hour, outage });
  expect(judgeRelevance(heardLate, now, timezone)).toMatchObject({ action: 'supersede' });
  expect(judgeRelevance(heardLate, now - 9 * hour, timezone).action).toBe('send');
});
