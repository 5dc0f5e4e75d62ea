import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  anyHistory,
  anyPeriod,
  anyPlainHistory,
  anyZone,
  dayMs,
  hourMs,
} from '../../../tests/support/outage-histories.ts';
import {
  localDayOf,
  localPeriodOf,
  type Period,
  periodOfDates,
  splitByDay,
} from '../local-days.ts';
import { finish } from '../steps.ts';
import { type DeviceHistory, drawTimeline, type RecordedOutage } from './device-timeline.ts';
import {
  availabilityPercent,
  inHours,
  inMinutes,
  reportOutages,
  reportPeriodOf,
} from './outage-report.ts';

const timezone = 'Asia/Bangkok';
const minuteMs = 60_000;
const now = Date.parse('2026-01-20T12:00:00+07:00');
const january = localPeriodOf(now, 'month', timezone);
let lastId = 0;

/** @param from, to Bangkok's clocks, in the year 2026 unless it is given; null: it goes on */
function outage(from: string, to: string | null, fields: Partial<RecordedOutage> = {}) {
  lastId += 1;
  const at = (text: string) => Date.parse(`${text.length > 11 ? '' : '2026-'}${text}:00+07:00`);
  return {
    id: lastId,
    cause: 'mains',
    downAt: at(from),
    recoverAt: to === null ? null : at(to),
    isOpen: to === null,
    startKnown: 'reported',
    ...fields,
  } satisfies RecordedOutage;
}

interface Site {
  readonly name: string;
  readonly history: DeviceHistory;
}

function site(outages: RecordedOutage[], fields: Partial<DeviceHistory> = {}): Site {
  const name = `site ${outages.length}`;
  const nothing = { unwatched: [], gaps: [], doubts: [] };
  return { name, history: { knownFrom: 0, knownTo: now, ...nothing, outages, ...fields } };
}

const report = (sites: Site[], period: Period = january) =>
  finish(reportOutages(sites, period, timezone));
/** What the days say, in minutes. */
const days = (sites: Site[], period: Period = january) =>
  report(sites, period).byDate.map(({ date, count, ms }) => `${date}: ${count}, ${ms / minuteMs}`);

describe('an outage', () => {
  test('counts on the day it began, its time on the days it touched', () => {
    expect(days([site([outage('01-10T22:30', '01-12T01:00')])])).toEqual([
      '2026-01-10: 1, 90',
      '2026-01-11: 0, 1440',
      '2026-01-12: 0, 60',
    ]);
  });

  test('that ends at midnight does not touch the day that begins', () => {
    expect(days([site([outage('01-10T23:00', '01-11T00:00')])])).toEqual(['2026-01-10: 1, 60']);
  });

  test('that began before the period takes time from it, but is none of its own', () => {
    const sites = [site([outage('2025-12-31T20:00', '01-01T02:00')])];
    expect(days(sites)).toEqual(['2026-01-01: 0, 120']);
    expect(report(sites).total).toMatchObject({ count: 0, ms: 2 * hourMs, longestMs: 2 * hourMs });
    expect(report(sites, localPeriodOf(january.fromAt - 1, 'year', timezone)).total).toMatchObject({
      count: 1,
      ms: 4 * hourMs,
    });
  });

  test('that goes on runs to now, and no further', () => {
    const { total, byDate } = report([site([outage('01-20T11:00', null)])]);
    expect(total).toMatchObject({ count: 1, ms: hourMs, open: 1 });
    expect(byDate).toHaveLength(1);
  });

  test('without length still counts on its day', () => {
    expect(days([site([outage('01-10T00:00', '01-10T00:00')])])).toEqual(['2026-01-10: 1, 0']);
    expect(days([site([outage('02-01T00:00', '02-01T00:00')])])).toEqual([]);
  });

  test('of before the device was known is none, and one that reaches over that is cut', () => {
    const outages = [outage('01-02T00:00', '01-02T01:00'), outage('01-04T22:00', '01-05T03:00')];
    const known = site(outages, { knownFrom: Date.parse('2026-01-05T00:00:00+07:00') });
    expect(days([known])).toEqual(['2026-01-05: 0, 180']);
    expect(report([known]).outages.map(({ outage: { id } }) => id)).toEqual([lastId]);
  });
});

describe('the causes', () => {
  const sites = [
    site([
      outage('01-01T00:00', '01-01T05:00'),
      outage('01-02T00:00', '01-02T01:00', { cause: 'network' }),
      outage('01-03T00:00', '01-03T01:00', { cause: 'device' }),
      outage('01-04T00:00', '01-04T02:00', { cause: 'silent' }),
      outage('01-20T11:00', null, { cause: 'silent' }),
    ]),
  ];

  test('are told apart: silence counts as a power outage only while it goes on', () => {
    const { byCause, total } = report(sites);
    expect(byCause.map((one) => [one.cause, one.isPower, one.count, one.ms / hourMs])).toEqual([
      ['mains', true, 1, 5],
      ['silent', false, 1, 2],
      ['network', false, 1, 1],
      ['device', false, 1, 1],
      ['silent', true, 1, 1],
    ]);
    expect(total).toMatchObject({ count: 2, ms: 6 * hourMs, open: 1, longestMs: 5 * hourMs });
  });

  test('other than power outages are in no other figure', () => {
    expect(days(sites)).toEqual(['2026-01-01: 1, 300', '2026-01-20: 1, 60']);
    expect(report(sites).outages.map((entry) => entry.outage.cause)).toEqual(['silent', 'mains']);
  });
});

describe('observed time', () => {
  test('is what is known between the first sign of life and now', () => {
    const knownFrom = now - 10 * hourMs;
    const gaps = [{ fromAt: now - 4 * hourMs, toAt: now - 3 * hourMs }];
    const unwatched = [{ fromAt: now - 2 * hourMs, toAt: now - hourMs }];
    const outages = [outage('01-20T03:00', '01-20T05:00')];
    const { bySite, total } = report([
      site(outages, { knownFrom, gaps, doubts: gaps, unwatched }),
      site([], { knownFrom: null }),
    ]);
    expect(bySite.map(({ observedMs, ms }) => [observedMs / hourMs, ms / hourMs])).toEqual([
      [8, 2],
      [0, 0],
    ]);
    expect(total).toMatchObject({ observedMs: 8 * hourMs, ms: 2 * hourMs });
  });

  test('leaves out what nobody saw of a loss that was only inferred, and so does its time', () => {
    const gaps = [{ fromAt: now - 4 * hourMs, toAt: now - 3 * hourMs }];
    const inferred = site([outage('01-20T06:00', null, { startKnown: 'silence' })], { gaps });
    const told = site([outage('01-20T06:00', null)], { gaps });
    expect(report([inferred]).total.ms).toBe(5 * hourMs);
    expect(report([told]).total.ms).toBe(6 * hourMs);
  });
});

describe('the days of which anything is known', () => {
  test('begin with the first sign of life, end today, and leave out what nobody saw', () => {
    const gaps = [
      {
        fromAt: Date.parse('2026-01-11T22:00:00+07:00'),
        toAt: Date.parse('2026-01-14T02:00:00+07:00'),
      },
    ];
    const knownFrom = Date.parse('2026-01-10T23:59:00+07:00');
    const one = site([], { knownFrom, gaps, doubts: gaps });
    expect(report([one]).observed).toEqual([
      { first: '2026-01-10', last: '2026-01-11' },
      { first: '2026-01-14', last: '2026-01-20' },
    ]);
    const other = site([], { knownFrom: Date.parse('2026-01-13T12:00:00+07:00') });
    expect(report([one, other]).observed).toEqual([
      { first: '2026-01-10', last: '2026-01-11' },
      { first: '2026-01-13', last: '2026-01-20' },
    ]);
    expect(report([site([], { knownFrom: null })]).observed).toEqual([]);
  });
});

describe('the time a report is about', () => {
  const text = (period: Period) =>
    [period.fromAt, period.toAt].map((at) => new Date(at).toISOString());

  test('is whole local days: of a name, of dates, or all there is', () => {
    const of = (time: Parameters<typeof reportPeriodOf>[0], first: number | null = null) =>
      text(reportPeriodOf(time, first, timezone, now));
    expect(of('month')).toEqual(['2025-12-31T17:00:00.000Z', '2026-01-31T17:00:00.000Z']);
    expect(of({ first: '2025-12-01', last: '2025-12-31' })).toEqual([
      '2025-11-30T17:00:00.000Z',
      '2025-12-31T17:00:00.000Z',
    ]);
    expect(of({ first: '2026-01-20', last: '2026-01-20' })).toEqual(of('day'));
    expect(of('all', now - 30 * hourMs)).toEqual([
      '2026-01-18T17:00:00.000Z',
      '2026-01-20T17:00:00.000Z',
    ]);
    expect(of('all', now + dayMs)).toEqual(of('day'));
    expect(of('all')).toEqual(of('day'));
  });
});

test('the newest outages come first', () => {
  const outages = [outage('01-02T00:00', '01-02T01:00'), outage('01-04T00:00', '01-04T01:00')];
  const other = outage('01-03T00:00', '01-03T01:00');
  const order = report([site(outages), site([other])]).outages.map(({ outage: { id } }) => id);
  expect(order).toEqual([outages[1]?.id ?? 0, other.id, outages[0]?.id ?? 0]);
});

describe('for any past, in any zone,', () => {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const anyCase = anyZone.chain((zone) =>
    fc.record({
      zone: fc.constant(zone),
      period: anyPeriod(zone),
      sites: fc.array(
        anyHistory.map((history) => ({ history })),
        { maxLength: 3 },
      ),
    }),
  );

  test('dates, sites, causes and outages each add up to the total, to the millisecond', () => {
    fc.assert(
      fc.property(anyCase, ({ zone, period, sites }) => {
        const { total, bySite, byDate, byCause, outages } = finish(
          reportOutages(sites, period, zone),
        );
        const power = byCause.filter(({ isPower }) => isPower);
        for (const parts of [bySite, byDate, power]) {
          expect(sum(parts.map(({ ms }) => ms))).toBe(total.ms);
          expect(sum(parts.map(({ count }) => count))).toBe(total.count);
        }
        expect(sum(outages.map(({ ms }) => ms))).toBe(total.ms);
        expect(Math.max(0, ...outages.map(({ ms }) => ms))).toBe(total.longestMs);
        expect(total.observedMs).toBe(sum(bySite.map(({ observedMs }) => observedMs)));
        expect(total.ms).toBeLessThanOrEqual(total.observedMs);
        const dates = byDate.map(({ date }) => date);
        expect(dates).toEqual([...new Set(dates)].sort());
      }),
      { numRuns: 200 },
    );
  });

  test('the time in down and silent of the timeline is the time of the report', () => {
    fc.assert(
      fc.property(anyCase, ({ zone, period, sites }) => {
        const { bySite } = finish(reportOutages(sites, period, zone));
        for (const { site: reported, ms, observedMs } of bySite) {
          const spans = finish(drawTimeline(reported.history, period));
          const timeIn = (...states: string[]) =>
            sum(spans.filter(({ state }) => states.includes(state)).map((s) => s.toAt - s.fromAt));
          expect(ms).toBe(timeIn('down', 'silent'));
          expect(observedMs).toBe(timeIn('up', 'down', 'silent', 'network', 'device'));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('no date has more than its own length per site, and none lies outside the period', () => {
    fc.assert(
      fc.property(anyCase, ({ zone, period, sites }) => {
        for (const { date, ms } of finish(reportOutages(sites, period, zone)).byDate) {
          const noon = Date.parse(`${date}T12:00:00Z`);
          const day = [noon - dayMs, noon, noon + dayMs]
            .map((at) => localDayOf(at, zone))
            .find((one) => one.date === date);
          if (day === undefined) throw new Error(`${zone} has no ${date}`);
          const fromAt = Math.max(day.fromAt, period.fromAt);
          const toAt = Math.min(day.toAt, period.toAt);
          expect(ms).toBeLessThanOrEqual((toAt - fromAt) * sites.length);
        }
      }),
    );
  });

  test('the days of a month add up to the month', () => {
    const anyMonth = fc.integer({ min: Date.UTC(2025, 10, 1), max: Date.UTC(2027, 1, 1) });
    const anySites = fc.array(
      anyHistory.map((history) => ({ history })),
      { maxLength: 2 },
    );
    fc.assert(
      fc.property(anyZone, anyMonth, anySites, (zone, at, sites) => {
        const month = localPeriodOf(at, 'month', zone);
        const whole = finish(reportOutages(sites, month, zone));
        const days = [];
        for (let day = localDayOf(month.fromAt, zone); day.fromAt < month.toAt; ) {
          const { total } = finish(reportOutages(sites, day, zone));
          if (total.ms > 0 || total.count > 0) {
            days.push({ date: day.date, count: total.count, ms: total.ms });
          }
          day = localDayOf(day.toAt, zone);
        }
        expect(whole.byDate).toEqual(days);
      }),
    );
  });

  test('a date is observed exactly if any of its time was', () => {
    fc.assert(
      fc.property(anyCase, ({ zone, period, sites }) => {
        const { observed } = finish(reportOutages(sites, period, zone));
        const isObserved = (date: string) =>
          observed.some(({ first, last }) => first <= date && date <= last);
        for (const day of splitByDay(period, zone)) {
          const { total } = finish(reportOutages(sites, day, zone));
          expect(isObserved(day.date)).toBe(total.observedMs > 0);
        }
        for (const [index, { first, last }] of observed.entries()) {
          expect(first <= last).toBe(true);
          const before = observed[index - 1];
          if (before) expect(Date.parse(first) - Date.parse(before.last)).toBeGreaterThan(dayMs);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('dates asked for one after the other add up to what they are together', () => {
    const anyDate = fc
      .integer({ min: Date.UTC(2025, 9, 20), max: Date.UTC(2027, 1, 1) })
      .map((at) => new Date(at).toISOString().slice(0, 10));
    const anySites = fc.array(
      anyHistory.map((history) => ({ history })),
      { maxLength: 2 },
    );
    fc.assert(
      fc.property(anyZone, fc.tuple(anyDate, anyDate, anyDate), anySites, (zone, dates, sites) => {
        const [first = '', middle = '', last = ''] = dates.toSorted();
        const next = new Date(Date.parse(middle) + dayMs).toISOString().slice(0, 10);
        const of = (from: string, to: string) =>
          finish(reportOutages(sites, periodOfDates({ first: from, last: to }, zone), zone)).total;
        const [whole, early, late] = [of(first, last), of(first, middle), of(next, last)];
        if (next > last) return;
        expect(early.ms + late.ms).toBe(whole.ms);
        expect(early.count + late.count).toBe(whole.count);
        expect(early.observedMs + late.observedMs).toBe(whole.observedMs);
      }),
    );
  });

  test('outages that follow each other take what is left of them within the period', () => {
    const anyPlain = anyZone.chain((zone) => fc.tuple(anyPlainHistory, anyPeriod(zone)));
    fc.assert(
      fc.property(anyPlain, ([history, period]) => {
        const to = Math.min(period.toAt, history.knownTo);
        const power = history.outages.filter(
          ({ cause, isOpen }) => cause === 'mains' || (cause === 'silent' && isOpen),
        );
        const clipped = power.map(({ downAt, recoverAt }) =>
          Math.max(0, Math.min(recoverAt ?? to, to) - Math.max(downAt, period.fromAt)),
        );
        const began = power.filter(
          ({ downAt }) => downAt >= period.fromAt && downAt < period.toAt && downAt <= to,
        );
        const { total } = finish(reportOutages([{ history }], period, timezone));
        expect(total.ms).toBe(sum(clipped));
        expect(total.longestMs).toBe(Math.max(0, ...clipped));
        expect(total.count).toBe(began.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is answered', () => {
  test('is within half a unit of its last figure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 * dayMs }), (ms) => {
        expect(Math.abs(inMinutes(ms) * minuteMs - ms)).toBeLessThanOrEqual(300 + 1e-3);
        expect(Math.abs(inHours(ms) * hourMs - ms)).toBeLessThanOrEqual(180 + 1e-3);
      }),
    );
    expect([inMinutes(90_000), inMinutes(10_000), inHours(90_000)]).toEqual([1.5, 0.17, 0.025]);
  });

  test('never rounds availability up to 100 or down to 0', () => {
    expect(availabilityPercent(0, 0)).toBeNull();
    expect(availabilityPercent(0, 365 * dayMs)).toBe(100);
    expect(availabilityPercent(1, 365 * dayMs)).toBe(99.999);
    expect(availabilityPercent(hourMs, 8 * hourMs)).toBe(87.5);
    expect(availabilityPercent(hourMs, hourMs)).toBe(0);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000 * dayMs }),
        fc.integer({ min: 0, max: 4_000 * dayMs }),
        (lostMs, upMs) => {
          const percent = availabilityPercent(lostMs, lostMs + upMs) ?? Number.NaN;
          const exact = (100 * upMs) / (lostMs + upMs);
          expect(percent).toBeLessThan(100);
          expect(exact - percent).toBeGreaterThanOrEqual(-1e-9);
          expect(exact - percent).toBeLessThan(0.001 + 1e-9);
        },
      ),
    );
  });
});
