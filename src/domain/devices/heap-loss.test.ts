import { expect, test } from 'bun:test';
import { heapLossPerDay } from './heap-loss.ts';

const hourMs = 3_600_000;

/** One sample an hour. */
function hours(count: number, freeHeap: (hour: number) => number) {
  return Array.from({ length: count }, (_, hour) => ({
    at: hour * hourMs,
    freeHeap: freeHeap(hour),
  }));
}

/** What is under way comes and goes: some kB, the same every day. */
const traffic = (hour: number) => ((hour * 7_919) % 24) * 150;

test('a board that loses 100 bytes an hour loses 2,400 a day, whatever the traffic', () => {
  expect(heapLossPerDay(hours(168, (hour) => 90_000 - 100 * hour))).toBe(2_400);
  const measured = heapLossPerDay(hours(168, (hour) => 90_000 - 100 * hour - traffic(hour)));
  expect(measured).toBeGreaterThan(2_000);
  expect(measured).toBeLessThan(2_800);
});

test('traffic alone is no loss, nor is one step down', () => {
  expect(heapLossPerDay(hours(168, (hour) => 90_000 - traffic(hour)))).toBeNull();
  expect(heapLossPerDay(hours(168, (hour) => (hour < 80 ? 90_000 : 80_000)))).toBeNull();
  expect(heapLossPerDay(hours(168, (hour) => 80_000 + 100 * hour))).toBeNull();
});

test('within the first day no loss is reported', () => {
  expect(heapLossPerDay([])).toBeNull();
  expect(heapLossPerDay(hours(23, (hour) => 90_000 - 1_000 * hour))).toBeNull();
  expect(heapLossPerDay(hours(24, (hour) => 90_000 - 1_000 * hour))).toBe(24_000);
});
