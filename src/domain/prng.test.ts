import { expect, test } from 'bun:test';
import { Prng } from './prng.ts';

const take = (seed: string, count: number) => {
  const prng = new Prng(seed);
  return Array.from({ length: count }, () => prng.next());
};

test('the same seed gives the same numbers', () => {
  expect(take('a', 100)).toEqual(take('a', 100));
});

test('seeds that differ in one character share nothing', () => {
  const [one, two] = [take('seed/1', 50), take('seed/2', 50)];
  expect(one.filter((number) => two.includes(number))).toEqual([]);
});

test('numbers are spread evenly over [0, 1)', () => {
  const tenths = new Array<number>(10).fill(0);
  for (const number of take('spread', 10_000)) {
    tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(120);
});

test('hex gives digits of the wanted length', () => {
  expect(new Prng('x').hex(12)).toMatch(/^[0-9a-f]{12}$/);
});

test('pick takes each item at most once and leaves the list alone', () => {
  const items = [1, 2, 3, 4, 5];
  const picked = new Prng('p').pick(items, 9);
  expect([...picked].sort()).toEqual([1, 2, 3, 4, 5]);
  expect(items).toEqual([1, 2, 3, 4, 5]);
});
