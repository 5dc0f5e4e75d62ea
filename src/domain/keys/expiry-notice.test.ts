import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  calendarDays,
  nearestStep,
  noticeBands,
  noticeSteps,
  noticeTime,
} from './expiry-notice.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-03-10T12:00:00+07:00');
const zones = [
  'Asia/Bangkok',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  // Half an hour of summer time, and three quarters of an hour off the hour.
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const moment = fc.integer({
  min: Date.parse('2026-01-01T00:00:00Z'),
  max: Date.parse('2027-12-31T00:00:00Z'),
});

describe('the nearest notice', () => {
  test.each([
    [31 * day, null],
    [30 * day + 1, null],
    [30 * day, 30],
    [7 * day + 1, 30],
    [7 * day, 7],
    [day + 1, 7],
    [day, 1],
    [1, 1],
    [0, 0],
    [-29 * day, 0],
    [-30 * day, null],
  ])('with %d ms left is %p', (leftMs, step) => {
    expect(nearestStep(now + leftMs, now)).toBe(step as 30);
  });

  test('of any end is that of the one band that contains it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40 * day, max: 40 * day }), (leftMs) => {
        const end = now + leftMs;
        const bands = noticeBands(now).filter(({ after, until }) => end > after && end <= until);
        expect(bands.map(({ step }) => step)).toEqual(
          noticeSteps.filter((step) => step === nearestStep(end, now)),
        );
      }),
    );
  });
});

describe('the time of a notice', () => {
  const at = (clock: string) => Date.parse(`2026-03-10T${clock}+07:00`);
  const inTenDays = now + 10 * day;

  test.each([
    ['00:00:00', '2026-03-10T09:00:00+07:00'],
    ['08:59:59.999', '2026-03-10T09:00:00+07:00'],
    ['09:00:00', '2026-03-10T09:00:00+07:00'],
    ['19:59:59.999', '2026-03-10T19:59:59.999+07:00'],
    ['20:00:00', '2026-03-11T09:00:00+07:00'],
    ['23:59:59.999', '2026-03-11T09:00:00+07:00'],
  ])('found at %s in Bangkok is %s', (clock, expected) => {
    expect(noticeTime(inTenDays, at(clock), 'Asia/Bangkok')).toBe(Date.parse(expected));
  });

  test('is at once in the last day, and in the morning once it has ended', () => {
    const night = at('03:00:00');
    expect(noticeTime(night + day, night, 'Asia/Bangkok')).toBe(night);
    expect(noticeTime(night + 1, night, 'Asia/Bangkok')).toBe(night);
    expect(noticeTime(night, night, 'Asia/Bangkok')).toBe(at('09:00:00'));
    expect(noticeTime(night + day + 1, night, 'Asia/Bangkok')).toBe(at('09:00:00'));
  });

  test('is nine o’clock after a night in which the clocks were changed', () => {
    const berlin = (evening: string) =>
      noticeTime(inTenDays * 2, Date.parse(evening), zones[2] ?? '');
    expect(berlin('2026-03-28T21:00:00+01:00')).toBe(Date.parse('2026-03-29T09:00:00+02:00'));
    expect(berlin('2026-10-24T21:00:00+02:00')).toBe(Date.parse('2026-10-25T09:00:00+01:00'));
  });

  test('is in daytime, at most thirteen hours and a clock change away, in any zone', () => {
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: day + 1, max: 40 * day }),
        fc.constantFrom(...zones),
        (at, leftMs, timezone) => {
          const due = noticeTime(at + leftMs, at, timezone);
          expect(due).toBeGreaterThanOrEqual(at);
          expect(due - at).toBeLessThanOrEqual(14 * hour);
          const clock = new Intl.DateTimeFormat('en-GB', {
            timeZone: timezone,
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          }).format(due);
          expect(clock >= '09:00' && clock < '20:00').toBe(true);
          if (due !== at) expect(clock).toBe('09:00');
        },
      ),
    );
  });
});

describe('days until an end', () => {
  test.each([
    ['2026-03-10T00:00:00+07:00', '2026-03-10T23:59:59+07:00', 0],
    ['2026-03-10T23:59:59+07:00', '2026-03-11T00:00:00+07:00', 1],
    ['2026-03-10T12:00:00+07:00', '2026-03-17T12:00:00+07:00', 7],
    ['2026-02-28T12:00:00+07:00', '2026-03-01T01:00:00+07:00', 1],
    ['2026-12-31T23:00:00+07:00', '2027-01-30T23:00:00+07:00', 30],
  ])('from %s to %s are %d', (from, to, days) => {
    expect(calendarDays(Date.parse(from), Date.parse(to), 'Asia/Bangkok')).toBe(days);
  });

  test('are those of the zone, not of UTC', () => {
    const from = Date.parse('2026-03-10T18:00:00Z');
    const to = Date.parse('2026-03-11T02:00:00Z');
    expect(calendarDays(from, to, 'UTC')).toBe(1);
    expect(calendarDays(from, to, 'Asia/Bangkok')).toBe(0);
  });

  test('differ from the length by less than a day', () => {
    fc.assert(
      fc.property(moment, fc.nat(40 * day), fc.constantFrom(...zones), (from, length, timezone) => {
        const days = calendarDays(from, from + length, timezone);
        expect(Math.abs(days - length / day)).toBeLessThanOrEqual(1 + 1 / 24);
      }),
    );
  });
});
