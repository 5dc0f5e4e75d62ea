import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  datesOf,
  joinDates,
  localDayOf,
  localPeriodOf,
  localTimeText,
  periodOfDates,
  shownAt,
  splitByDay,
} from './local-days.ts';

const iso = (at: number) => new Date(at).toISOString();
const hours = ({ fromAt, toAt }: { fromAt: number; toAt: number }) => (toAt - fromAt) / 3_600_000;

test.each([
  ['2026-11-21T05:00:00Z', 'Asia/Bangkok', '2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
  ['2026-11-30T16:59:59Z', 'Asia/Bangkok', '2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
  ['2026-11-30T17:00:00Z', 'Asia/Bangkok', '2026-11-30T17:00:00.000Z', '2026-12-31T17:00:00.000Z'],
  ['2026-12-31T18:00:00Z', 'Asia/Bangkok', '2026-12-31T17:00:00.000Z', '2027-01-31T17:00:00.000Z'],
  ['2026-02-10T00:00:00Z', 'UTC', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  // Clocks go forward on 29 March: the month begins at +1 and ends at +2.
  ['2026-03-15T00:00:00Z', 'Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
])('the month of %s in %s', (now, timezone, from, to) => {
  const { fromAt, toAt } = localPeriodOf(Date.parse(now), 'month', timezone);
  expect([iso(fromAt), iso(toAt)]).toEqual([from, to]);
});

test.each([
  ['2026-01-01T05:44:59Z', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', 365],
  ['2025-12-31T18:14:59Z', 'Asia/Kathmandu', '2024-12-31T18:15:00.000Z', 365],
  ['2028-06-01T00:00:00Z', 'America/New_York', '2028-01-01T05:00:00.000Z', 366],
])('the year of %s in %s', (now, timezone, from, days) => {
  const year = localPeriodOf(Date.parse(now), 'year', timezone);
  expect(iso(year.fromAt)).toBe(from);
  expect(hours(year) / 24).toBe(days);
});

test.each([
  ['2026-03-29T10:00:00Z', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['2026-10-25T10:00:00Z', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['2026-03-08T10:00:00Z', 'America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['2026-11-01T10:00:00Z', 'America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['2026-10-03T20:00:00Z', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
  ['2026-04-04T20:00:00Z', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ['2026-11-21T18:15:00Z', 'Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00.000Z', 24],
  ['2026-11-21T16:59:59Z', 'Asia/Bangkok', '2026-11-21', '2026-11-20T17:00:00.000Z', 24],
  // Clocks skip from midnight to one: the day begins with the skip.
  ['2026-04-24T12:00:00Z', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  // They go back from midnight to eleven: the day before lasts an hour more.
  ['2026-04-04T12:00:00Z', 'America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
  // A zone that changed the side of the date line had no 30 December 2011.
  ['2011-12-30T11:00:00Z', 'Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
  ['2011-12-30T09:00:00Z', 'Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', 24],
])('the day of %s in %s is %s', (now, timezone, date, from, length) => {
  const day = localDayOf(Date.parse(now), timezone);
  expect([day.date, iso(day.fromAt), hours(day)]).toEqual([date, from, length]);
  expect(localPeriodOf(Date.parse(now), 'day', timezone)).toEqual({
    fromAt: day.fromAt,
    toAt: day.toAt,
  });
});

const quarterMs = 15 * 60_000;
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Asia/Bangkok',
  'America/Santiago',
  'Africa/Cairo',
  'UTC',
];

test('a period cut at midnights has the same length on each date as by a calendar', () => {
  const at = fc.integer({ min: Date.UTC(2019, 11, 20), max: Date.UTC(2028, 1, 1) });
  const length = fc.integer({ min: 0, max: 4 * 86_400_000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), at, length, (timeZone, fromAt, lengthMs) => {
      const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone });
      const toAt = fromAt + lengthMs;
      const expected = new Map<string, number>();
      // Every change of clocks and every midnight of these zones falls on a quarter of an hour.
      for (let part = fromAt; part < toAt; ) {
        const end = Math.min(toAt, (Math.floor(part / quarterMs) + 1) * quarterMs);
        const date = calendar.format(part);
        expected.set(date, (expected.get(date) ?? 0) + end - part);
        part = end;
      }
      const parts = [...splitByDay({ fromAt, toAt }, timeZone)];
      expect(parts.map((part) => [part.date, part.toAt - part.fromAt])).toEqual([...expected]);
    }),
  );
});

test('ranges of dates convert to periods and back', () => {
  const anyDay = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyDay, anyDay, (zone, one, other) => {
      const dates = [one, other].map((at) => new Date(at).toISOString().slice(0, 10)).toSorted();
      const [first = '', last = ''] = dates;
      const period = periodOfDates({ first, last }, zone);
      expect(datesOf(period, zone)).toEqual({ first, last });
      expect(localDayOf(period.fromAt - 1, zone).date < first).toBe(true);
      expect(localDayOf(period.toAt, zone).date > last).toBe(true);
    }),
  );
  expect(hours(periodOfDates({ first: '2026-03-29', last: '2026-03-30' }, 'Europe/Berlin'))).toBe(
    47,
  );
});

test('dates that overlap or follow each other are joined', () => {
  const of = (first: string, last: string) => ({
    first: `2026-01-${first}`,
    last: `2026-01-${last}`,
  });
  expect(joinDates([of('20', '21'), of('01', '05'), of('06', '06'), of('02', '03')])).toEqual([
    of('01', '06'),
    of('20', '21'),
  ]);
  expect(joinDates([of('01', '05'), of('07', '08')])).toHaveLength(2);
});

test.each([
  ['2026-11-21T05:00:00.999Z', 'Asia/Bangkok', '2026-11-21T12:00:00+07:00'],
  ['2026-01-01T00:00:00Z', 'America/New_York', '2025-12-31T19:00:00-05:00'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+01:00'],
  ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
  ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00'],
])('%s by the clocks of %s', (at, zone, text) => {
  expect(localTimeText(Date.parse(at), zone)).toBe(text);
  expect(Math.floor(Date.parse(text) / 1000)).toBe(Math.floor(Date.parse(at) / 1000));
});

test('the clocks of a zone show what the system says they do, on days on which they are set, too', () => {
  const zones = ['America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia'];
  const when = fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2035, 0) });
  const property = fc.property(fc.constantFrom(...zones), when, (timeZone, some) => {
    const at = Math.floor(some / 1000) * 1000;
    const shown = new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
    expect(iso(shownAt(at, timeZone))).toBe(`${shown}.000Z`);
  });
  fc.assert(property, { numRuns: 2_000 });
});
