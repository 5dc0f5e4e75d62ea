import { expect, test } from 'bun:test';
import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import { calendarMonths, columnsOf } from './calendar-days.ts';

const now = Date.parse('2026-11-22T05:00:00Z');

function report(
  [first, last]: readonly [string, string],
  observed: ReportAnswer['observed_dates'],
  dates: ReportAnswer['by_date'] = [],
): ReportAnswer {
  return {
    ok: true,
    period: {
      name: 'range',
      from: `${first}T00:00:00+07:00`,
      to: `${last}T00:00:00+07:00`,
      first_date: first,
      last_date: last,
      timezone: 'Asia/Bangkok',
    },
    summary: {
      total_outages: 0,
      total_duration_hours: 0,
      avg_duration_minutes: 0,
      longest_outage_hours: 0,
      open_outages: 0,
      availability_percent: 100,
    },
    by_device: [],
    by_date: dates,
    observed_dates: observed,
    by_planned: [],
    by_cause: [],
    recent_outages: [],
  };
}

test('a month has its days under their days of the week', () => {
  const [month, ...others] = calendarMonths(
    report(['2026-11-01', '2026-11-30'], [{ from: '2026-11-05', to: '2026-11-22' }]),
    now,
  );
  expect(others).toEqual([]);
  expect([month?.month, month?.blanks, month?.days.length]).toEqual(['2026-11', 0, 30]);
  const kinds = Object.fromEntries(month?.days.map(({ date, kind }) => [date, kind]) ?? []);
  expect(kinds).toMatchObject({
    '2026-11-04': 'unobserved',
    '2026-11-05': 'observed',
    '2026-11-22': 'observed',
    '2026-11-23': 'future',
  });
});

test('a day is shaded by its minutes; one without length is no day without outages', () => {
  const minutes = [0, 0.5, 15, 15.1, 60, 61, 240, 241, 1_440];
  const [month] = calendarMonths(
    report(
      ['2026-11-01', '2026-11-30'],
      [{ from: '2026-11-01', to: '2026-11-22' }],
      minutes.map((duration, i) => ({ date: `2026-11-0${i + 1}`, count: i % 2, duration })),
    ),
    now,
  );
  expect(month?.days.slice(0, 10).map(({ shade }) => shade)).toEqual([
    0, 1, 1, 2, 2, 3, 3, 4, 4, 0,
  ]);
  const instant = { date: '2026-11-02', count: 1, duration: 0 };
  const range = ['2026-11-02', '2026-11-02'] as const;
  const [only] = calendarMonths(report(range, [{ from: range[0], to: range[1] }], [instant]), now);
  expect(only?.days[1]).toMatchObject({ kind: 'observed', count: 1, shade: 1 });
  expect(only?.days[0]?.kind).toBe('outside');
});

test('years begin with what is known and end today, whatever range was asked for', () => {
  const months = calendarMonths(
    report(['2000-01-01', '2099-12-31'], [{ from: '2026-08-30', to: '2026-11-22' }]),
    now,
  );
  expect(months.map(({ month }) => month)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11']);
  expect(calendarMonths(report(['2026-12-01', '2026-12-31'], []), now)).toEqual([]);
});

test('a year is columns of weeks, each month above the column of its first day', () => {
  const range = ['2026-01-01', '2026-12-31'] as const;
  const late = Date.parse('2027-01-05T05:00:00Z');
  const months = calendarMonths(report(range, [{ from: range[0], to: range[1] }]), late);
  const { weeks, heads } = columnsOf(months);
  expect(weeks).toHaveLength(53);
  // The year began on a Thursday and ended on one.
  expect(weeks[0]?.days.map(({ day }) => day?.date ?? null)).toEqual([
    ...[null, null, null, null],
    ...['2026-01-01', '2026-01-02', '2026-01-03'],
  ]);
  expect(weeks.at(-1)?.days[4]?.day?.date).toBe('2026-12-31');
  expect(weeks.at(-1)?.days[5]?.day).toBeNull();
  expect(heads.reduce((sum, { span }) => sum + span, 0)).toBe(53);
  let column = 0;
  for (const { month, span } of heads) {
    expect(weeks[column]?.days.some(({ day }) => day?.date === `${month}-01`)).toBe(true);
    column += span;
  }
});
