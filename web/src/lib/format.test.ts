import { expect, test } from 'bun:test';
import {
  formatAgo,
  formatBaht,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatKeyCode,
  formatLasting,
  formatMonth,
  formatNumber,
  formatPercent,
  formatPhone,
  formatSeconds,
  formatTime,
} from './format.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test.each([
  [0, '0 นาที', '0 min'],
  [29_000, '0 นาที', '0 min'],
  [59 * minuteMs, '59 นาที', '59 min'],
  [60 * minuteMs, '1 ชม.', '1 h'],
  [125 * minuteMs, '2 ชม. 5 นาที', '2 h 5 min'],
  [26 * 60 * minuteMs, '26 ชม.', '26 h'],
])('a duration of %d ms is minutes under an hour, then hours and minutes', (ms, thai, english) => {
  expect(formatDuration(ms, 'th')).toBe(thai);
  expect(formatDuration(ms, 'en')).toBe(english);
});

test.each([
  [0, '0 s'],
  [5, '5 s'],
  [60, '1 min'],
  [90, '1 min 30 s'],
  [1800, '30 min'],
  [3600, '1 h'],
  [3725, '1 h 2 min 5 s'],
])('a setting of %d s leaves no second out', (seconds, english) => {
  expect(formatSeconds(seconds, 'en')).toBe(english);
});

test('times are those of Bangkok, with midnight as 00', () => {
  expect(formatTime(Date.UTC(2026, 10, 20, 17, 0))).toBe('00:00');
  expect(formatTime('2026-11-20T19:10:00.000Z')).toBe('02:10');
});

test('dates are those of Bangkok, and Thai years are Buddhist', () => {
  const time = '2026-12-31T17:30:00.000Z';
  expect(formatDateTime(time, 'th')).toBe('1 ม.ค. 2570 00:30');
  expect(formatDateTime(time, 'en')).toBe('1 Jan 2027 00:30');
  expect(formatDay(time, 'th')).toBe('1 ม.ค.');
  expect(formatMonth(time, 'th')).toBe('ม.ค. 2570');
});

test.each([
  [0, null],
  [-59_000, null],
  [-3 * minuteMs, '3 minutes ago'],
  [-119 * minuteMs, '1 hour ago'],
  [-50 * 60 * minuteMs, '2 days ago'],
  [90 * dayMs, 'in 90 days'],
])('%d ms from now is %p', (distance, english) => {
  expect(formatAgo(1_000_000_000_000 + distance, 1_000_000_000_000, 'en')).toBe(english);
});

test.each(['th', 'en'] as const)('how long ago is said as Intl says it: %s', (language) => {
  const intl = new Intl.RelativeTimeFormat({ th: 'th-TH', en: 'en-GB' }[language]);
  const units = { day: dayMs, hour: 60 * minuteMs, minute: minuteMs } as const;
  for (const unit of ['day', 'hour', 'minute'] as const) {
    for (const count of [1, 2, 21, -1, -2, -21]) {
      expect(formatAgo(count * units[unit], 0, language)).toBe(intl.format(count, unit));
    }
  }
  expect(formatAgo(-1234 * dayMs, 0, language)).toBe(intl.format(-1234, 'day'));
});

test('dates by arithmetic are those of Intl, in every month', () => {
  const options = {
    timeZone: 'Asia/Bangkok',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  } as const;
  for (let month = 0; month < 12; month += 1) {
    const at = Date.UTC(2026, month, 28, 18);
    expect(formatDate(at, 'th')).toBe(new Intl.DateTimeFormat('th-TH', options).format(at));
    expect(formatDate(at, 'en')).toBe(new Intl.DateTimeFormat('en-GB', options).format(at));
  }
});

test('units of Thai are those of Intl', () => {
  const format = (unit: string, count: number) =>
    new Intl.NumberFormat('th-TH', { style: 'unit', unit, unitDisplay: 'short' }).format(count);
  expect(formatSeconds(7_384, 'th')).toBe(
    [format('hour', 2), format('minute', 3), format('second', 4)].join(' '),
  );
  expect(formatLasting(1_300 * 86_400_000, 'th')).toBe(format('day', 1_300));
});

test('prices are whole baht', () => {
  expect(formatBaht(1200)).toBe('฿1,200');
  expect(formatBaht(200)).toBe('฿200');
  expect(formatBaht(1_234_567)).toBe('฿1,234,567');
});

test('numbers and percentages are written by the language', () => {
  expect(formatNumber(1234.56, 'th')).toBe('1,234.6');
  expect(formatPercent(99.984, 'en')).toBe('99.98%');
  expect(formatPercent(100, 'th')).toBe('100%');
});

test.each([
  ['+66812345678', '081-234-5678'],
  ['+6621234567', '02-123-4567'],
  ['+6653123456', '053-12-3456'],
  ['+66******678', '0**-***-*678'],
  ['+14155550100', '+14155550100'],
  ['081', '081'],
])('the phone %s is written %s', (e164, local) => {
  expect(formatPhone(e164)).toBe(local);
});

test.each([
  ['7q4kd9m2xpc3r8tvwyz6', '7Q4KD-9M2XP-C3R8T-VWYZ6'],
  ['7Q4KD-9M2', '7Q4KD-9M2'],
  ['*****-*****-*****-VWYZ6', '*****-*****-*****-VWYZ6'],
  ['', ''],
])('the key %s is written %s', (code, shown) => {
  expect(formatKeyCode(code)).toBe(shown);
});
