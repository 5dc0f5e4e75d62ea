import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { tailOf } from './binomial-tail.ts';

/** By all ways in which the events may turn out. */
function enumerated(chances: readonly number[], least: number): number {
  let sum = 0;
  for (let ways = 0; ways < 2 ** chances.length; ways += 1) {
    let happened = 0;
    let chance = 1;
    for (const [number, one] of chances.entries()) {
      const does = (ways >> number) % 2 === 1;
      if (does) happened += 1;
      chance *= does ? one : 1 - one;
    }
    if (happened >= least) sum += chance;
  }
  return sum;
}

test('is the sum over all ways', () => {
  const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 9 });
  fc.assert(
    fc.property(chances, fc.nat(10), (all, least) => {
      expect(tailOf(all, least, 0)).toBeCloseTo(enumerated(all, least), 9);
    }),
  );
});

test('is never below the truth where a bound is enough', () => {
  const chances = fc.array(fc.double({ min: 0, max: 0.2, noNaN: true }), { maxLength: 9 });
  fc.assert(
    fc.property(chances, fc.nat(9), (all, least) => {
      expect(tailOf(all, least, 1e-3)).toBeGreaterThanOrEqual(enumerated(all, least) - 1e-12);
    }),
  );
});

test('of very many events is a bound', () => {
  const many = Array<number>(10_000).fill(1e-4);
  expect(tailOf(many, 4_000, 1e-6)).toBeLessThan(1e-300);
  expect(tailOf(many, 1, 0)).toBeGreaterThan(0.6);
});
