import { expect, test } from 'bun:test';
import { ribbonRange } from './activity-calls.ts';

const period = (from: string, to: string) =>
  ({
    name: 'all',
    from,
    to,
    first_date: from.slice(0, 10),
    last_date: to.slice(0, 10),
    timezone: 'Asia/Bangkok',
  }) as const;
const now = Date.parse('2026-11-21T12:34:56Z');

test('ribbons begin with the report, and end with it or now', () => {
  const from = '2025-12-31T17:00:00.000Z';
  expect(ribbonRange(period(from, '2026-12-31T17:00:00.000Z'), now)).toEqual({ from });
  const to = '2026-01-31T17:00:00.000Z';
  expect(ribbonRange(period(from, to), now)).toEqual({ from, to });
});

test('of several years only the last is drawn', () => {
  const from = '2022-03-01T17:00:00.000Z';
  expect(ribbonRange(period(from, '2026-11-21T17:00:00.000Z'), now)).toEqual({
    from: '2025-11-21T00:00:00.000Z',
  });
  const to = '2025-03-01T17:00:00.000Z';
  expect(ribbonRange(period(from, to), now)).toEqual({ from: '2024-03-01T17:00:00.000Z', to });
});

test('for days to come nothing before them is asked for', () => {
  const ahead = { from: '2026-11-30T17:00:00.000Z', to: '2026-12-31T17:00:00.000Z' };
  expect(ribbonRange(period(ahead.from, ahead.to), now)).toEqual(ahead);
});
