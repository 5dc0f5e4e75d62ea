import { expect, test } from 'bun:test';
import { datesOfMonth } from '../../../../src/domain/calendar-dates.ts';
import { isoDateIn } from '../../lib/format.ts';
import { datesOf, noTime, searchOfDates } from './report-time.ts';

const dates = (first: string, last: string) => ({ first, last });
const today = '2026-11-22';

test('a period is turned into its dates', () => {
  expect(datesOf({ period: 'day' }, today)).toEqual(dates(today, today));
  expect(datesOf({ period: 'month' }, today)).toEqual(dates('2026-11-01', '2026-11-30'));
  expect(datesOf({ period: 'year' }, today)).toEqual(dates('2026-01-01', '2026-12-31'));
  expect(datesOf({ period: 'all' }, today)).toBeNull();
  expect(datesOf({ month: '2028-02' }, today)).toEqual(dates('2028-02-01', '2028-02-29'));
  expect(datesOf({ from: '2026-01-05', to: '2026-01-09' }, today)).toEqual(
    dates('2026-01-05', '2026-01-09'),
  );
});

test('the address leaves out what is the default', () => {
  expect(searchOfDates(datesOfMonth('2026-11'), today)).toEqual(noTime);
  expect(searchOfDates(datesOfMonth('2026-10'), today)).toEqual({ ...noTime, month: '2026-10' });
  expect(searchOfDates(dates(today, today), today)).toEqual({ ...noTime, period: 'day' });
  expect(searchOfDates(dates('2026-11-01', today), today)).toEqual({
    ...noTime,
    from: '2026-11-01',
    to: today,
  });
});

test("dates are those of the site's time zone", () => {
  const at = Date.parse('2026-11-30T17:30:00Z');
  expect(isoDateIn('Asia/Bangkok', at)).toBe('2026-12-01');
  expect(isoDateIn('Europe/Berlin', at)).toBe('2026-11-30');
});
