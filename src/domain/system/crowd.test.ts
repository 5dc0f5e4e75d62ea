import { expect, test } from 'bun:test';
import { fairCap } from './crowd.ts';

test.each([
  ['there is room for all', [3, 900, 1], 1000, Number.POSITIVE_INFINITY],
  ['one with thousands takes nothing from many with one', [1, 1, 1, 5000], 103, 100],
  ['two with thousands share what is left', [10, 5000, 6000], 110, 50],
  ['all have the same', [50, 50, 50, 50], 100, 25],
  ['there are more callers than room', [1, 1, 1, 1], 2, 0],
  ['there is nobody', [], 10, Number.POSITIVE_INFINITY],
])('where %s', (_where, counts, room, cap) => {
  expect(fairCap(counts, room)).toBe(cap);
});
