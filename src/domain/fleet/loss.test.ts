import { expect, test } from 'bun:test';
import { knownPower } from './loss.ts';

test.each([
  ['online', 'UP', 'UP'],
  ['online', 'DOWN', 'DOWN'],
  ['online', 'unknown', null],
  ['offline', 'UP', null],
  ['offline', 'DOWN', 'DOWN'],
  ['offline', 'unknown', null],
  ['unknown', 'unknown', null],
] as const)('a device that is %s and last said %s: %p is known', (link, power, known) => {
  expect(knownPower({ link, power })).toBe(known);
});
