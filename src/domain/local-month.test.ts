import { expect, test } from 'bun:test';
import { localMonthOf } from './local-month.ts';

const iso = (at: number) => new Date(at).toISOString();
const month = (now: string, timezone: string) => {
  const { fromAt, toAt } = localMonthOf(Date.parse(now), timezone);
  return [iso(fromAt), iso(toAt)];
};

test.each([
  ['2026-11-21T05:00:00Z', 'Asia/Bangkok', '2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
  ['2026-11-30T16:59:59Z', 'Asia/Bangkok', '2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
  ['2026-11-30T17:00:00Z', 'Asia/Bangkok', '2026-11-30T17:00:00.000Z', '2026-12-31T17:00:00.000Z'],
  ['2026-12-31T18:00:00Z', 'Asia/Bangkok', '2026-12-31T17:00:00.000Z', '2027-01-31T17:00:00.000Z'],
  ['2026-02-10T00:00:00Z', 'UTC', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  // Clocks go forward on 29 March: the month begins at +1 and ends at +2.
  ['2026-03-15T00:00:00Z', 'Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
])('%s in %s', (now, timezone, from, to) => {
  expect(month(now, timezone)).toEqual([from, to]);
});
