import { expect, test } from 'bun:test';
import { readDate, readTimeOfDay, writeDate } from './typed-clock.ts';

test.each([
  ['2026-12-31', '2026-12-31'],
  ['31/12/2026', '2026-12-31'],
  ['31/12/2569', '2026-12-31'],
  ['1.2.2569', '2026-02-01'],
  ['2569/2/1', '2026-02-01'],
  ['29/02/2567', '2024-02-29'],
  ['29/02/2569', null],
  ['31/04/2026', null],
  ['12/31/2026', null],
  ['00/12/2026', null],
  ['0001-01-01', '0001-01-01'],
  ['31/12/26', null],
  ['tomorrow', null],
  ['', null],
])('%s is the day %s', (text, date) => {
  expect(readDate(text)).toBe(date);
});

test('what is written is read again, in the years of either era', () => {
  expect(writeDate('2026-11-05', true)).toBe('05/11/2569');
  expect(writeDate('2026-11-05', false)).toBe('05/11/2026');
  for (const isBuddhist of [true, false])
    expect(readDate(writeDate('2028-02-29', isBuddhist))).toBe('2028-02-29');
});

test.each([
  ['09:00', '09:00'],
  ['9:05', '09:05'],
  ['9.30', '09:30'],
  ['23:59:59', '23:59'],
  ['24:00', null],
  ['09:60', null],
  ['9', null],
  ['9:0', null],
  ['', null],
])('%s is the time %s', (text, time) => {
  expect(readTimeOfDay(text)).toBe(time);
});
