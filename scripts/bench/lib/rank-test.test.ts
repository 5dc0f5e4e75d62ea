import { expect, test } from 'bun:test';
import { rankTest } from './rank-test.ts';

const even = Array.from({ length: 200 }, (_, n) => n * 2);
const odd = Array.from({ length: 200 }, (_, n) => n * 2 + 1);

test('finds nothing between samples that lie among each other', () => {
  expect(Math.abs(rankTest(even, odd))).toBeLessThan(0.2);
  expect(rankTest(even, even)).toBe(0);
  expect(rankTest([5, 5, 5], [5, 5])).toBe(0);
});

test('finds a shift, and its direction', () => {
  const later = even.map((value) => value + 60);
  expect(rankTest(even, later)).toBeLessThan(-3.29);
  expect(rankTest(later, even)).toBeGreaterThan(3.29);
});

test('agrees with the textbook: U = 2 of 4 and 5, z = -1.96', () => {
  expect(rankTest([1, 2, 3, 6], [4, 5, 7, 8, 9])).toBeCloseTo(-1.96, 2);
});
