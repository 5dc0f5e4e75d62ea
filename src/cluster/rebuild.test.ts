import { expect, test } from 'bun:test';
import { isRebuiltFrom, type LostStanding, mayRebuild, nextLineage } from './rebuild.ts';

const base: LostStanding = { lineage: 'l', epoch: 3, hasLed: false, seq: 100, isCertain: true };
const judge = (own: Partial<LostStanding>, others: Record<string, Partial<LostStanding> | null>) =>
  mayRebuild(
    { ...base, ...own, node: 'b' },
    new Map(Object.entries(others).map(([name, other]) => [name, other && { ...base, ...other }])),
  );

test.each([
  ['alone', {}, {}, true],
  ['one was not heard', {}, { a: null }, false],
  ['one has more', {}, { c: { seq: 101 } }, false],
  ['this one has more', {}, { a: { seq: 99 }, c: { seq: 2 } }, true],
  ['the last leader has all, whatever it noted', { seq: 200 }, { c: { hasLed: true } }, false],
  ['this one led last', { hasLed: true, seq: 5 }, { a: {}, c: {} }, true],
  ['another one saw a later leader', { hasLed: true }, { c: { epoch: 4 } }, false],
  ['both have the same, the first by name', {}, { c: {} }, true],
  ['both have the same, not the first by name', {}, { a: {} }, false],
  ['one comes from another log', {}, { c: { lineage: 'm' } }, false],
])('%s', (_, own, others, expected) => {
  expect(judge(own, others as never)).toBe(expected);
});

test('a lineage tells from what it was rebuilt', () => {
  const second = nextLineage('x');
  const third = nextLineage(second);
  expect([isRebuiltFrom(third, 'x'), isRebuiltFrom(third, second)]).toEqual([true, true]);
  expect([isRebuiltFrom('x', third), isRebuiltFrom(second, second)]).toEqual([false, false]);
  expect(isRebuiltFrom('y+1', 'x')).toBe(false);
});
