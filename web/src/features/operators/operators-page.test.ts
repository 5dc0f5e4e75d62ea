import { expect, test } from 'bun:test';
import { hasSecondFactor, isLastOwner } from './operators-page.tsx';

const none = { totp: false, recovery_codes_left: 0, passkeys: 0 };

test.each([
  ['a password alone', { has_password: true, second_factor: none }, false],
  ['an app', { has_password: true, second_factor: { ...none, totp: true } }, true],
  ['a passkey', { has_password: true, second_factor: { ...none, passkeys: 1 } }, true],
  [
    'recovery codes without what they stand in for',
    { has_password: true, second_factor: { ...none, recovery_codes_left: 10 } },
    false,
  ],
  ['the OpenID provider', { has_password: false, second_factor: none }, true],
])('whether %s is a second factor', (_, operator, expected) => {
  expect(hasSecondFactor(operator)).toBe(expected);
});

test('the last owner is the only owner, not the only operator', () => {
  const owner = { id: 1, operator_role: 'owner' } as const;
  const other = { id: 2, operator_role: 'owner' } as const;
  const support = { id: 3, operator_role: 'support' } as const;
  expect(isLastOwner(owner, [owner, support])).toBe(true);
  expect(isLastOwner(owner, [owner, other])).toBe(false);
  expect(isLastOwner(support, [support])).toBe(false);
});
