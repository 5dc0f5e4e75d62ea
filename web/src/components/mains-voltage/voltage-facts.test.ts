import { expect, test } from 'bun:test';
import { pointsSince, voltageColumns, voltageFacts } from './voltage-facts.ts';

const point = (time: string, min: number, mean: number, max: number) => ({
  at: `2026-01-15T${time}:00.000Z`,
  min,
  mean,
  max,
});
const normal = { low: 207, high: 253 };

test('a line breaks where nothing was measured', () => {
  const columns = voltageColumns([
    point('05:00', 228, 229, 230),
    point('05:10', 227, 229, 231),
    point('06:00', 200, 220, 231),
  ]);
  const start = Date.parse('2026-01-15T05:00:00Z') / 1000;
  expect(columns).toEqual([
    [start, start + 600, start + 1_200, start + 3_600],
    [228, 227, null, 200],
    [229, 229, null, 220],
    [230, 231, null, 231],
  ]);
});

test('the facts are those of the points that are shown', () => {
  const points = [point('05:00', 228, 229, 230), point('06:00', 200, 221, 231)];
  expect(voltageFacts(points, normal)).toEqual({
    min: 200,
    mean: 225,
    max: 231,
    outsideMs: 600_000,
  });
  const now = Date.parse('2026-01-16T05:30:00Z');
  expect(pointsSince(points, now, 1)).toEqual(points.slice(1));
  expect(voltageFacts([], normal)).toBeUndefined();
});
