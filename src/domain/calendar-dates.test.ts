import { describe, expect, test } from 'bun:test';
import { addMonths, datesOfMonth, stepDates, weekOf, wholeMonths } from './calendar-dates.ts';

const dates = (first: string, last: string) => ({ first, last });

test.each([
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-12', '2026-12-01', '2026-12-31'],
])('the dates of %s', (month, first, last) => {
  expect(datesOfMonth(month)).toEqual({ first, last });
});

test('months go over the end of the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
});

describe('back and forward', () => {
  test.each([
    ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
    ['2026-11-01', '2026-11-07', '2026-10-25', '2026-10-31'],
    ['2026-02-27', '2026-03-02', '2026-02-23', '2026-02-26'],
  ])('of %s to %s are as many months or days', (first, last, firstBefore, lastBefore) => {
    const before = stepDates(dates(first, last), -1);
    expect(before).toEqual(dates(firstBefore, lastBefore));
    expect(stepDates(before, 1)).toEqual(dates(first, last));
  });
});

test('a week begins on Sunday', () => {
  expect(weekOf('2026-11-22')).toEqual(dates('2026-11-22', '2026-11-28'));
  expect(weekOf('2026-01-01')).toEqual(dates('2025-12-28', '2026-01-03'));
});

test('only whole months are months', () => {
  expect(wholeMonths(datesOfMonth('2026-02'))).toBe(1);
  expect(wholeMonths(dates('2025-12-01', '2026-01-31'))).toBe(2);
  expect(wholeMonths(dates('2026-02-01', '2026-02-27'))).toBe(0);
  expect(wholeMonths(dates('2026-02-02', '2026-03-31'))).toBe(0);
});
