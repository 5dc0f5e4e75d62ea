import { describe, expect, test } from 'bun:test';
import { type AlertFacts, alertStanding, deviceKeyStatus } from './alert-standing.ts';

const now = 1_000_000;

const fine: AlertFacts = {
  isReleased: false,
  isCustomerActive: true,
  keyStatus: 'active',
  isAlertEnabled: true,
  mutedUntil: null,
  hasReachableRecipient: true,
};

describe('alerts of a device', () => {
  test.each([
    ['on', {}],
    ['on', { mutedUntil: now }],
    ['muted', { mutedUntil: now + 1 }],
    ['off', { isAlertEnabled: false }],
    ['no_messenger', { hasReachableRecipient: false }],
    ['key_expired', { keyStatus: 'expired' }],
    ['key_inactive', { keyStatus: 'inactive' }],
    ['key_inactive', { keyStatus: 'none' }],
    ['customer_inactive', { isCustomerActive: false }],
    ['released', { isReleased: true }],
  ] as const)('are %s with %p', (standing, facts) => {
    expect(alertStanding({ ...fine, ...facts }, now)).toBe(standing);
  });

  test('name what to put right first when much is wrong', () => {
    const steps: [string, Partial<AlertFacts>][] = [
      ['released', { isReleased: false }],
      ['customer_inactive', { isCustomerActive: true }],
      ['key_inactive', { keyStatus: 'expired' }],
      ['key_expired', { keyStatus: 'active' }],
      ['off', { isAlertEnabled: true }],
      ['no_messenger', { hasReachableRecipient: true }],
      ['muted', { mutedUntil: null }],
      ['on', {}],
    ];
    let facts: AlertFacts = {
      isReleased: true,
      isCustomerActive: false,
      keyStatus: 'none',
      isAlertEnabled: false,
      mutedUntil: now + 1,
      hasReachableRecipient: false,
    };
    for (const [standing, remedy] of steps) {
      expect(alertStanding(facts, now) as string).toBe(standing);
      facts = { ...facts, ...remedy };
    }
  });
});

test.each([
  ['none', null],
  ['inactive', { isActive: false, expiresAt: now + 1 }],
  ['active', { isActive: true, expiresAt: null }],
  ['active', { isActive: true, expiresAt: now + 1 }],
  ['expired', { isActive: true, expiresAt: now }],
] as const)('a device has a key that is %s: %p', (status, key) => {
  expect(deviceKeyStatus(key, now)).toBe(status);
});
