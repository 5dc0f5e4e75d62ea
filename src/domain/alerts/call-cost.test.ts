import { expect, test } from 'bun:test';
import { mostOfDay } from './call-cost.ts';

test.each([
  [50, '0.35', 17.5],
  [3, '0.1', 0.3],
  [100_000, '999.9999', 99_999_990],
  [50, '', null],
  [50, '0', null],
  [50, 'much', null],
  [0, '0.35', null],
  [Number.NaN, '0.35', null],
])('%d calls at %s cost %p', (calls, price, most) => {
  expect(mostOfDay(calls, price)).toBe(most);
});
