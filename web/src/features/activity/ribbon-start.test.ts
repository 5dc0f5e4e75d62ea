import { expect, test } from 'bun:test';
import { ribbonStart } from './ribbon-start.ts';

const period = (from: string, to: string) =>
  ({ name: 'all', from, to, timezone: 'Asia/Bangkok' }) as const;

test('ribbons begin with the report', () => {
  const from = '2025-12-31T17:00:00.000Z';
  expect(ribbonStart(period(from, '2026-12-31T17:00:00.000Z'))).toBe(from);
});

test('of years, the last one is drawn', () => {
  const years = period('2022-03-01T17:00:00.000Z', '2026-11-21T17:00:00.000Z');
  expect(ribbonStart(years)).toBe('2025-11-21T17:00:00.000Z');
});
