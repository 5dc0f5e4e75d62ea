import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  canShareMessage,
  type DeliveryFacts,
  isLate,
  judgeRelevance,
  keepTryingMs,
  type OutageTimes,
  retryDelayMs,
} from './delivery.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const hour = 60 * minute;

const open: OutageTimes = {
  cause: 'mains',
  downAt: now - 2 * minute,
  recoverAt: null,
  confirmedAt: null,
  acknowledgedAt: null,
};
const recovering: OutageTimes = { ...open, recoverAt: now - minute };
const over: OutageTimes = { ...recovering, confirmedAt: now };

function facts(fields: Partial<DeliveryFacts> = {}): DeliveryFacts {
  return {
    kind: 'alert',
    dueAt: now,
    outage: open,
    isCustomerActive: true,
    isDeviceTheirs: true,
    hasValidKey: true,
    isAlertEnabled: true,
    isAlertOnRecovery: true,
    mutedUntil: null,
    hasNewerReminder: false,
    alertWaitsUntil: null,
    ...fields,
  };
}

describe('whether a due notification is still worth sending', () => {
  const acknowledged = { ...open, acknowledgedAt: now };
  test.each<[string, Partial<DeliveryFacts>, string]>([
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
    ['a device whose mute has ended', { mutedUntil: now }, 'send'],
    ['a day after it was due', { dueAt: now - keepTryingMs }, 'fail'],
    ['a little less than a day after', { dueAt: now - keepTryingMs + 1 }, 'send'],
    [
      'a muted device, a day after it was due',
      { dueAt: now - keepTryingMs, mutedUntil: now + 1 },
      'supersede',
    ],
    [
      'acknowledged and a day old',
      { dueAt: now - keepTryingMs, outage: acknowledged },
      'supersede',
    ],
  ])('%s', (_, fields, action) => {
    expect(judgeRelevance(facts(fields), now).action).toBe(action as 'send');
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
          );
          if (verdict.action === 'postpone') expect(verdict.until).toBeGreaterThan(now);
        },
      ),
    );
  });
});

test('back-off doubles up to five minutes and is spread over its whole length', () => {
  const ceilings = Array.from({ length: 12 }, (_, index) => retryDelayMs(index + 1, 1) / 1000);
  expect(ceilings).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
  expect(retryDelayMs(5, 0)).toBe(0);
  expect(retryDelayMs(5, 0.25)).toBe(8000);
  expect(retryDelayMs(10_000, 1)).toBe(300_000);
});

test('late is more than a minute after it was due', () => {
  expect(isLate(now - minute, now)).toBe(false);
  expect(isLate(now - minute - 1, now)).toBe(true);
});

describe('what goes in one message', () => {
  const alert = (downAt: number, dueAt: number) => ({
    kind: 'alert' as const,
    dueAt,
    outage: { downAt, confirmedAt: null },
  });
  const first = alert(now - minute, now);

  test('alerts of outages that began within 10 s and are due within 10 s', () => {
    expect(canShareMessage(first, alert(now - minute + 10_000, now + 10_000), now)).toBe(true);
    expect(canShareMessage(first, alert(now - minute - 10_000, now - 10_000), now)).toBe(true);
    expect(canShareMessage(first, alert(now - minute + 10_001, now), now)).toBe(false);
    expect(canShareMessage(first, alert(now - minute, now + 10_001), now)).toBe(false);
  });

  test('recoveries of outages that ended within 10 s, however long they were', () => {
    const recovery = (confirmedAt: number, downAt: number) => ({
      kind: 'recovery' as const,
      dueAt: confirmedAt,
      outage: { downAt, confirmedAt },
    });
    const one = recovery(now, now - hour);
    expect(canShareMessage(one, recovery(now - 10_000, now - 5 * hour), now)).toBe(true);
    expect(canShareMessage(one, recovery(now - 10_001, now - hour), now)).toBe(false);
  });

  test('reminders that are due within 10 s, whenever their outages began', () => {
    const reminder = (dueAt: number, downAt: number) => ({
      kind: 'reminder' as const,
      dueAt,
      outage: { downAt, confirmedAt: null },
    });
    const one = reminder(now, now - hour);
    expect(canShareMessage(one, reminder(now + 10_000, now - 5 * hour), now)).toBe(true);
    expect(canShareMessage(one, reminder(now + 10_001, now - hour), now)).toBe(false);
    expect(canShareMessage(one, first, now)).toBe(false);
  });
});
