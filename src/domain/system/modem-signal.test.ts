import { expect, test } from 'bun:test';
import { signalOf } from './modem-signal.ts';

test.each([
  [99, { level: 'none', dbm: null }],
  [0, { level: 'none', dbm: null }],
  [1, { level: 'weak', dbm: -111 }],
  [9, { level: 'weak', dbm: -95 }],
  [10, { level: 'good', dbm: -93 }],
  [31, { level: 'good', dbm: -51 }],
  [32, undefined],
  [199, undefined],
] as const)('of %d a modem hears its network so', (steps, signal) => {
  expect(signalOf(steps)).toEqual(signal);
});
