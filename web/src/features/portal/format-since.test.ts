import { expect, test } from 'bun:test';
import { formatElapsed, formatMoment } from './format-since.ts';

/** 23:30 at the site. */
const now = Date.parse('2026-11-21T16:30:00.000Z');

test('a moment of today is written as a time, another one with its date, and its year if that is another', () => {
  expect(formatMoment('2026-11-20T17:00:00.000Z', now, 'en')).toBe('00:00');
  expect(formatMoment('2026-11-20T16:59:00.000Z', now, 'en')).toBe('20 Nov 23:59');
  expect(formatMoment('2026-11-20T16:59:00.000Z', now, 'th')).toBe('20 พ.ย. 23:59');
  // By the clock of the site it is this year.
  expect(formatMoment('2025-12-31T17:00:00.000Z', now, 'en')).toBe('1 Jan 00:00');
  expect(formatMoment('2025-12-31T16:59:00.000Z', now, 'th')).toBe('31 ธ.ค. 2568 23:59');
});

test('something that has just happened has no duration', () => {
  expect(formatElapsed('mains_lost', now - 59_000, now, 'en')).toBeNull();
  // This clock is a little behind the server's.
  expect(formatElapsed('mains_lost', now + 5_000, now, 'en')).toBeNull();
  expect(formatElapsed('mains_lost', now - 125 * 60_000, now, 'en')).toBe('2 h 5 min');
});

test('power is on for days, and gone for hours', () => {
  const since = now - 119.8 * 3_600_000;
  expect(formatElapsed('up', since, now, 'en')).toBe('5 days');
  expect(formatElapsed('up', now - 125 * 60_000, now, 'en')).toBe('2 h 5 min');
  expect(formatElapsed('mains_lost', since, now, 'en')).toBe('119 h 48 min');
});
