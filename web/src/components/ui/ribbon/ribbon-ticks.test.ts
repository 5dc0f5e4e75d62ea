import { expect, test } from 'bun:test';
import { chooseTicks, placeLabels } from './ribbon-ticks.ts';

function show(from: string, to: string, most: number): string[] {
  const ticks = chooseTicks(Date.parse(`${from}+07:00`), Date.parse(`${to}+07:00`), most);
  return ticks.map(
    ({ atMs, kind }) => `${kind} ${new Date(atMs + 25_200_000).toISOString().slice(0, 16)}`,
  );
}

test('a day has round hours of Bangkok', () => {
  expect(show('2026-11-20T18:05', '2026-11-21T18:05', 5)).toEqual([
    'time 2026-11-21T00:00',
    'time 2026-11-21T06:00',
    'time 2026-11-21T12:00',
    'time 2026-11-21T18:00',
  ]);
  expect(show('2026-11-20T18:05', '2026-11-21T18:05', 12)).toHaveLength(12);
});

test('a week and a month have days, a year has months', () => {
  expect(show('2026-11-14T10:00', '2026-11-21T10:00', 8)).toHaveLength(7);
  expect(show('2026-11-01T00:00', '2026-11-30T00:00', 7)).toEqual([
    'day 2026-11-01T00:00',
    'day 2026-11-06T00:00',
    'day 2026-11-11T00:00',
    'day 2026-11-16T00:00',
    'day 2026-11-21T00:00',
    'day 2026-11-26T00:00',
  ]);
  expect(show('2026-01-01T00:00', '2026-12-31T00:00', 5)).toEqual([
    'month 2026-01-01T00:00',
    'month 2026-04-01T00:00',
    'month 2026-07-01T00:00',
    'month 2026-10-01T00:00',
  ]);
});

test('there are never more than asked for, nor any outside the range', () => {
  for (const days of [0.5, 1, 2, 3, 7, 30, 90, 365, 1200]) {
    for (const most of [3, 5, 9, 14]) {
      const start = Date.parse('2026-03-03T03:03:00Z');
      const end = start + days * 86_400_000;
      const ticks = chooseTicks(start, end, most);
      expect(ticks.length, `${days} days`).toBeLessThanOrEqual(most + 1);
      expect(ticks.every(({ atMs }) => atMs >= start && atMs <= end)).toBe(true);
    }
  }
});

test('a label at an edge stays within the strip, or away where it would touch the next one', () => {
  expect(placeLabels([10, 110, 290], 300, 40)).toEqual(['start', 'middle', 'end']);
  expect(placeLabels([10, 55, 245, 290], 300, 40)).toEqual([null, 'middle', 'middle', null]);
  expect(placeLabels([150], 300, 40)).toEqual(['middle']);
  expect(placeLabels([], 300, 40)).toEqual([]);
});
