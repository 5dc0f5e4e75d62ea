import { expect, test } from 'bun:test';
import { findNameFault, findPasswordFault } from './wifi-rules.ts';

test.each([
  ['Shop', null],
  [' Shop ', null],
  ['x'.repeat(32), null],
  ['x'.repeat(33), 'name_long'],
  // Ten Thai letters fit, eleven do not.
  ['ก'.repeat(10), null],
  ['ก'.repeat(11), 'name_long'],
  ['', 'name_missing'],
  ['   ', 'name_missing'],
] as const)('the name %p', (name, fault) => {
  expect(findNameFault(name)).toBe(fault);
});

test.each([
  ['12345678', null],
  ['with = and space', null],
  ['x'.repeat(63), null],
  ['a1'.repeat(32), null],
  ['g1'.repeat(32), 'password_long'],
  ['1234567', 'password_short'],
  ['', 'password_missing'],
] as const)('the password %p', (password, fault) => {
  expect(findPasswordFault(password)).toBe(fault);
});
