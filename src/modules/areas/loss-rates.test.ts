import { expect, test } from 'bun:test';
import { LossHistory, LossRates } from './loss-rates.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.UTC(2026, 10, 20, 21, 30);

function historyOf(...at: readonly number[]): LossHistory {
  const history = new LossHistory(now - 60 * dayMs);
  for (const one of at) history.add(one);
  return history;
}

test('a site without losses has about the rate of the fleet, which begins at one a month', () => {
  const quiet = historyOf();
  const rates = new LossRates([quiet], now, now);
  expect(rates.of(quiet) * 720).toBeGreaterThan(0.3);
  expect(rates.of(quiet) * 720).toBeLessThan(1.5);
});

test('a site that is often lost at this hour of the week has a higher rate at it, not at others', () => {
  const often = historyOf(...[7, 6, 5, 4, 3, 2, 1].map((weeks) => now - weeks * 7 * dayMs));
  const quiet = Array.from({ length: 50 }, () => historyOf());
  const rates = new LossRates([often, ...quiet], now, now);
  expect(rates.of(often)).toBeGreaterThan(20 * rates.of(quiet[0] ?? often));
  const later = new LossRates([often, ...quiet], now + 5 * hourMs, now + 5 * hourMs);
  expect(later.of(often)).toBeLessThan(rates.of(often) / 5);
});

test('losses of areas say nothing about the site', () => {
  const history = historyOf(now - 2 * dayMs, now - 3 * dayMs);
  history.exclude(now - 2 * dayMs);
  expect(history.countBetween(now - 4 * dayMs, now)).toBe(1);
});

test('what took a loss out is forgotten with it', () => {
  const history = historyOf(now - 57 * dayMs);
  history.exclude(now - 57 * dayMs);
  history.add(now);
  // The clocks show the same again, as after they were set back.
  history.add(now - 57 * dayMs);
  expect(history.countBetween(now - 58 * dayMs, now - 56 * dayMs)).toBe(1);
});

test.each([
  ['the day before', [now - dayMs + 8 * 60_000], true],
  ['the day before, but not at this time', [now - dayMs + 20 * 60_000], false],
  ['a week before', [now - 7 * dayMs], false],
  ['twice within two weeks', [now - 7 * dayMs, now - 14 * dayMs + 10 * 60_000], true],
  ['longer ago', [now - 21 * dayMs, now - 28 * dayMs], false],
])('%s', (_, at, isHabit) => {
  expect(historyOf(...at.toSorted()).isHabit(now)).toBe(isHabit);
});

test('what is lost several times a day is lost at this time by chance', () => {
  const everyFewHours = Array.from(
    { length: 60 },
    (_, number) => now - number * 5 * hourMs - hourMs,
  );
  expect(historyOf(...everyFewHours.toSorted()).isHabit(now)).toBe(false);
});
