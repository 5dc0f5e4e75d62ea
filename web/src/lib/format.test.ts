import { expect, test } from 'bun:test';
import { formatBaht, formatDuration, formatTime } from './format.ts';

const minuteMs = 60_000;

test.each([
  [0, '0 นาที', '0 mins'],
  [29_000, '0 นาที', '0 mins'],
  [59 * minuteMs, '59 นาที', '59 mins'],
  [60 * minuteMs, '1 ชม.', '1 hr'],
  [125 * minuteMs, '2 ชม. 5 นาที', '2 hrs 5 mins'],
  [26 * 60 * minuteMs, '26 ชม.', '26 hrs'],
])('a duration of %d ms is minutes under an hour, then hours and minutes', (ms, thai, english) => {
  expect(formatDuration(ms, 'th')).toBe(thai);
  expect(formatDuration(ms, 'en')).toBe(english);
});

test('times are those of Bangkok, with midnight as 00', () => {
  expect(formatTime(Date.UTC(2026, 10, 20, 17, 0), 'th')).toBe('00:00');
  expect(formatTime(Date.UTC(2026, 10, 20, 19, 10), 'en')).toBe('02:10');
});

test('prices are whole baht', () => {
  expect(formatBaht(1200, 'th')).toBe('฿1,200');
  expect(formatBaht(200, 'en')).toBe('฿200');
});
