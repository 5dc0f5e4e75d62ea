import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { localParts } from '../local-days.ts';
import { outageKinds } from '../states.ts';
import { quietPeriodOf, quietUntil } from './quiet-hours.ts';

const bangkok = 'Asia/Bangkok';
const night = { from: 22 * 60, to: 6 * 60 };
const at = (text: string) => Date.parse(text);

describe('hours that cross midnight', () => {
  test.each([
    ['before they begin', '2026-03-05T21:59:59+07:00', null],
    ['as they begin', '2026-03-05T22:00:00+07:00', '2026-03-06T06:00:00+07:00'],
    ['after midnight', '2026-03-06T02:10:00+07:00', '2026-03-06T06:00:00+07:00'],
    ['as they end', '2026-03-06T06:00:00+07:00', null],
    ['at the end of a month', '2026-02-28T23:30:00+07:00', '2026-03-01T06:00:00+07:00'],
    ['at the end of a year', '2026-12-31T23:59:00+07:00', '2027-01-01T06:00:00+07:00'],
  ])('%s', (_when, now, until) => {
    expect(quietPeriodOf(night, at(now), bangkok)?.toAt ?? null).toBe(
      until === null ? null : at(until),
    );
  });

  test('end by the clocks of the morning where these are changed in the night', () => {
    const spring = quietPeriodOf(night, at('2026-03-28T23:00:00+01:00'), 'Europe/Berlin');
    expect(spring).toEqual({
      fromAt: at('2026-03-28T22:00:00+01:00'),
      toAt: at('2026-03-29T06:00:00+02:00'),
    });
  });
});

test('messages that may wake a contact go at once, all others when the quiet hours end', () => {
  const now = at('2026-03-06T02:10:00+07:00');
  const hours = { ...night, wakes: ['alert'] as const };
  const until = outageKinds.map((kind) => quietUntil(hours, kind, now, bangkok));
  const morning = at('2026-03-06T06:00:00+07:00');
  expect(until).toEqual([null, morning, morning]);
  expect(quietUntil(null, 'reminder', now, bangkok)).toBeNull();
});

const minutes = fc.integer({ min: 0, max: 1439 });
const zones = fc.constantFrom(bangkok, 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe');
const moments = fc.integer({ min: at('2025-12-20T00:00Z'), max: at('2027-01-10T00:00Z') });

test('a moment is quiet exactly if the clocks show a time within the hours', () => {
  fc.assert(
    fc.property(minutes, minutes, moments, zones, (from, to, now, zone) => {
      const period = quietPeriodOf({ from, to }, now, zone);
      const { hour = 0, minute = 0 } = localParts(now, zone);
      const shown = hour * 60 + minute;
      const isWithin = from < to ? from <= shown && shown < to : shown >= from || shown < to;
      // Where clocks go back, times before the change are shown twice: the hours end at the first.
      const isNearChange =
        localParts(now - 10_800_000, zone)['hour'] !== (hour + 21) % 24 ||
        localParts(now + 10_800_000, zone)['hour'] !== (hour + 3) % 24;
      if (!isNearChange) expect(period !== null).toBe(isWithin);
      if (period === null) return;
      expect(period.fromAt <= now && now < period.toAt).toBe(true);
      expect(period.toAt - period.fromAt).toBeLessThanOrEqual(25 * 3_600_000);
    }),
    { numRuns: 500 },
  );
});
