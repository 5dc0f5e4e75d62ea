import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyHistory, anyZone } from '../../../tests/support/outage-histories.ts';
import {
  type DeviceHistory,
  endOf,
  isPowerOutage,
  type RecordedOutage,
} from '../../domain/fleet/device-timeline.ts';
import { reportOutages } from '../../domain/fleet/outage-report.ts';
import { localPeriodOf, type Period, periodOfDates } from '../../domain/local-days.ts';
import { Prng } from '../../domain/prng.ts';
import { finish } from '../../domain/steps.ts';
import { DayGrid } from './day-grid.ts';
import { type Figures, figureNames, figuresOf, sumUp } from './figures.ts';
import { addUp, estimateIntervals } from './intervals.ts';
import { Ledger } from './ledger.ts';
import { dailySaidi, findMajorEventDays } from './major-event-days.ts';

const timezone = 'Asia/Bangkok';
const minuteMs = 60_000;
const november = periodOfDates({ first: '2026-11-01', last: '2026-11-10' }, timezone);
let lastId = 0;

function at(text: string): number {
  return Date.parse(`2026-${text}:00+07:00`);
}

function outage(from: string, to: string, fields: Partial<RecordedOutage> = {}): RecordedOutage {
  lastId += 1;
  return {
    id: lastId,
    cause: 'mains',
    downAt: at(from),
    recoverAt: at(to),
    isOpen: false,
    startKnown: 'reported',
    ...fields,
  };
}

function site(outages: RecordedOutage[], fields: Partial<DeviceHistory> = {}): DeviceHistory {
  const nothing = { unwatched: [], gaps: [], doubts: [] };
  return { knownFrom: 0, knownTo: november.toAt, ...nothing, outages, ...fields };
}

interface Counted {
  readonly figures: Figures;
  readonly ledger: Ledger<number>;
  readonly grid: DayGrid;
}

function count(
  sites: readonly DeviceHistory[],
  period: Period = november,
  isPlanned: (outage: RecordedOutage) => boolean = () => false,
  zone = timezone,
): Counted {
  const grid = new DayGrid(period, zone);
  const ledger = new Ledger<number>(grid, [period]);
  for (const [index, history] of sites.entries()) finish(ledger.add(index, history, isPlanned));
  const length = period.toAt - period.fromAt;
  return { figures: figuresOf(sumUp(ledger.records[0] ?? []), length), ledger, grid };
}

describe('the figures', () => {
  test('are those of the example of docs/reliability-figures.md, reckoned by hand', () => {
    const planned = outage('11-07T09:00', '11-07T10:00');
    const { figures } = count(
      [
        site([outage('11-02T08:00', '11-02T10:00'), outage('11-05T20:00', '11-05T20:03')]),
        site([outage('11-02T08:00', '11-02T09:00'), outage('11-03T00:00', '11-03T05:00')]),
        site([planned]),
        // Watched from the sixth day on: half of the time.
        site([outage('11-06T12:00', '11-06T12:20')], { knownFrom: at('11-06T00:00') }),
        // Watched for half of the time, in which nothing happened.
        site([], { unwatched: [{ fromAt: at('11-06T00:00'), toAt: Number.POSITIVE_INFINITY }] }),
      ],
      november,
      ({ id }) => id === planned.id,
    );
    const exact = Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [
        name,
        value && Math.round(value * 1e4) / 1e4,
      ]),
    );
    expect(exact).toEqual({
      saidi: 125,
      saifi: 1,
      caidi: 125,
      asai: 99.1319,
      maifi: 0.25,
      cemi_3: 0,
      cemi_6: 0,
      celid_4h: 25,
      celid_8h: 0,
      celid_total_12h: 0,
      planned_saidi: 15,
      planned_saifi: 0.25,
    });
  });

  test('of five minutes and less are momentary', () => {
    const five = site([outage('11-02T08:00', '11-02T08:05')]);
    const longer = site([
      outage('11-02T08:00', '11-02T08:05', { recoverAt: at('11-02T08:05') + 1 }),
    ]);
    expect(count([five]).figures).toMatchObject({ maifi: 1, saifi: 0, saidi: 0 });
    expect(count([longer]).figures).toMatchObject({ maifi: 0, saifi: 1 });
  });

  test('call an outage sustained by all its time, of which only a part lies in the period', () => {
    const { figures } = count([site([outage('10-31T22:00', '11-01T00:03')])]);
    expect(figures).toMatchObject({ saidi: 3, saifi: 0, maifi: 0, caidi: null });
  });

  test('count sites by how often, how long and how long together they were without', () => {
    const often = site([1, 2, 3].map((day) => outage(`11-0${day}T08:00`, `11-0${day}T09:00`)));
    const long = site([outage('11-02T08:00', '11-02T16:00'), outage('11-04T08:00', '11-04T12:00')]);
    expect(count([often, long, site([]), site([])]).figures).toMatchObject({
      cemi_3: 25,
      cemi_6: 0,
      celid_4h: 25,
      celid_8h: 25,
      celid_total_12h: 25,
    });
  });

  test('have no value where nothing was observed', () => {
    const { figures } = count([site([], { knownFrom: null })]);
    expect(Object.values(figures).every((value) => value === null)).toBe(true);
  });

  test('leave unobserved time out: half of the time with half of the cuts is the same', () => {
    const whole = count([site([outage('11-02T08:00', '11-02T09:00')]), site([])]);
    const half = count([
      site([outage('11-02T08:00', '11-02T09:00')], {
        doubts: [{ fromAt: at('11-06T00:00'), toAt: november.toAt }],
      }),
      site([], { doubts: [{ fromAt: at('11-01T00:00'), toAt: at('11-06T00:00') }] }),
    ]);
    expect(whole.figures.saidi).toBe(30);
    expect(half.figures.saidi).toBe(60);
    expect(half.figures.asai).toBeLessThan(whole.figures.asai ?? 0);
  });

  test('are those of the report and of formulae written anew, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.array(anyHistory, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('year' as const, 'month' as const),
        anyZone,
        (histories, unit, zone) => {
          const period = localPeriodOf(Date.UTC(2026, 5, 15), unit, zone);
          const isPlanned = ({ id }: RecordedOutage) => id % 5 === 0;
          const { figures } = count(histories, period, isPlanned, zone);
          const expected = reckonAnew(histories, period, isPlanned, zone);
          for (const name of figureNames) {
            const [is, should] = [figures[name], expected[name]];
            if (should === null) expect([name, is]).toEqual([name, null]);
            else expect(is).toBeCloseTo(should, 6);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('are the same together as area by area', () => {
    fc.assert(
      fc.property(fc.array(anyHistory, { minLength: 2, maxLength: 6 }), (histories) => {
        const period = localPeriodOf(Date.UTC(2026, 5, 15), 'year', timezone);
        const records = count(histories, period).ledger.records[0] ?? [];
        const parts = [records.slice(0, 1), records.slice(1)].map((part) => sumUp(part));
        expect(addUp(parts)).toEqual(sumUp(records));
      }),
      { numRuns: 50 },
    );
  });
});

/**
 * The oracle: site by site from the report, by the words of the standard, without sums in common with the
 * code above.
 */
function reckonAnew(
  histories: readonly DeviceHistory[],
  period: Period,
  isPlanned: (outage: RecordedOutage) => boolean,
  zone: string,
): Figures {
  const length = period.toAt - period.fromAt;
  const sites = histories.map((history) => {
    const { outages, bySite } = finish(reportOutages([{ history }], period, zone));
    const isLong = (one: RecordedOutage) =>
      Math.min(endOf(one), history.knownTo) - one.downAt > 300_000;
    const counts = (one: RecordedOutage) =>
      one.downAt >= Math.max(period.fromAt, history.knownFrom ?? period.toAt) &&
      one.downAt < period.toAt &&
      one.downAt <= history.knownTo;
    const sustained = outages.filter((entry) => isLong(entry.outage) && !isPlanned(entry.outage));
    const planned = outages.filter((entry) => isLong(entry.outage) && isPlanned(entry.outage));
    const momentary = outages.filter((entry) => !isLong(entry.outage) && !isPlanned(entry.outage));
    return {
      served: (bySite[0]?.observedMs ?? 0) / length,
      cuts: sustained.filter((entry) => counts(entry.outage)).length,
      minutes: sustained.map(({ ms }) => ms / minuteMs),
      momentary: momentary.filter((entry) => counts(entry.outage)).length,
      plannedCuts: planned.filter((entry) => counts(entry.outage)).length,
      plannedMinutes: planned.map(({ ms }) => ms / minuteMs),
    };
  });
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const served = total(sites.map((one) => one.served));
  const minutes = total(sites.flatMap((one) => one.minutes));
  const cuts = total(sites.map((one) => one.cuts));
  const per = (value: number, by: number) => (by > 0 ? value / by : null);
  const shareOf = (isOne: (one: (typeof sites)[number]) => boolean) =>
    per(100 * total(sites.filter(isOne).map((one) => one.served)), served);
  return {
    saidi: per(minutes, served),
    saifi: per(cuts, served),
    caidi: per(minutes, cuts),
    asai: per(100 * (served * (length / minuteMs) - minutes), served * (length / minuteMs)),
    maifi: per(total(sites.map((one) => one.momentary)), served),
    cemi_3: shareOf((one) => one.cuts >= 3),
    cemi_6: shareOf((one) => one.cuts >= 6),
    celid_4h: shareOf((one) => one.minutes.some((long) => long >= 240)),
    celid_8h: shareOf((one) => one.minutes.some((long) => long >= 480)),
    celid_total_12h: shareOf((one) => total(one.minutes) >= 720),
    planned_saidi: per(total(sites.flatMap((one) => one.plannedMinutes)), served),
    planned_saifi: per(total(sites.map((one) => one.plannedCuts)), served),
  };
}

describe('the days', () => {
  test('add up to the period', () => {
    fc.assert(
      fc.property(
        fc.array(anyHistory, { minLength: 1, maxLength: 4 }),
        anyZone,
        (histories, zone) => {
          const period = localPeriodOf(Date.UTC(2026, 5, 15), 'year', zone);
          const { ledger } = count(histories, period, () => false, zone);
          const sums = sumUp(ledger.records[0] ?? []);
          const daily = ledger.daily();
          const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
          expect(total(daily.observedMs)).toBe(sums.observedMs);
          expect(total(daily.lostMs)).toBe(sums.lostMs);
          expect(total(daily.cuts)).toBe(sums.cuts);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('are those of reports of single days', () => {
    const histories = [
      site([outage('11-02T23:00', '11-04T01:00'), outage('11-04T08:00', '11-04T09:30')]),
      site([outage('11-04T08:00', '11-04T08:30')], { knownFrom: at('11-04T06:00') }),
    ];
    const { ledger, grid } = count(histories);
    const daily = ledger.daily();
    for (let day = 0; day < grid.length; day += 1) {
      const sites = histories.map((history) => ({ history }));
      const { total } = finish(reportOutages(sites, grid.day(day), timezone));
      expect(daily.lostMs[day]).toBe(total.ms);
      expect(daily.observedMs[day]).toBe(total.observedMs);
      expect(daily.cuts[day]).toBe(total.count);
    }
    // Whole, on the day it began: 26 hours of one of the one site that was watched.
    expect(dailySaidi(grid, daily, 1)).toBe(26 * 60);
    expect(dailySaidi(grid, daily, 2)).toBe(0);
  });
});

describe('major event days', () => {
  const years = periodOfDates({ first: '2025-01-01', last: '2026-12-31' }, timezone);
  const grid = new DayGrid(years, timezone);
  const firstOf2026 = grid.dates.indexOf('2026-01-01');
  const reference = [0, firstOf2026 - 1] as const;
  const days = [firstOf2026, grid.length - 1] as const;

  /** Outages of one site, on so many days of 2025 of 30 and 60 minutes in turn, and one in 2026. */
  function judge(eventDays: number, minutes: number) {
    const ledger = new Ledger<number>(grid, []);
    const lost = (downAt: number, length: number): RecordedOutage => ({
      ...outage('01-01T00:00', '01-01T00:00'),
      downAt,
      recoverAt: downAt + length * minuteMs,
    });
    const outages = Array.from({ length: eventDays }, (_, index) =>
      lost(grid.day(index * 2).fromAt + 8 * 3_600_000, index % 2 === 0 ? 30 : 60),
    );
    outages.push(lost(at('03-05T10:00'), minutes));
    finish(ledger.add(0, site(outages, { knownTo: years.toAt }), () => false));
    return findMajorEventDays(grid, ledger.daily(), reference, days);
  }

  test('lie above the threshold that was reckoned by hand', () => {
    // ln 30 = 3.4012, ln 60 = 4.0943: their mean is 3.74777; 36 values that are 0.34657 away from it have
    // a deviation of 0.34657 · √(36/35) = 0.35149; e^(3.74777 + 2.5 · 0.35149) = 102.155.
    const { threshold, eventDays } = judge(36, 103);
    expect(eventDays).toBe(36);
    expect(threshold).toBeCloseTo(102.155, 2);
    expect(judge(36, 103).days).toEqual([{ day: grid.dates.indexOf('2026-03-05'), saidi: 103 }]);
    expect(judge(36, 102).days).toEqual([]);
  });

  test('are not told from fewer than 36 event days', () => {
    expect(judge(35, 1_000)).toEqual({ eventDays: 35, threshold: null, days: [] });
  });

  test('leave the figures when they are left out, and their observed time stays', () => {
    const { ledger, grid: short } = count([
      site([outage('11-02T08:00', '11-02T09:00'), outage('11-04T08:00', '11-04T08:30')]),
    ]);
    const records = ledger.records[0] ?? [];
    const left = sumUp(records, new Set([short.dates.indexOf('2026-11-02')]));
    expect(left).toMatchObject({ cuts: 1, lostMs: 30 * minuteMs });
    expect(left.observedMs).toBe(november.toAt - november.fromAt);
  });
});

describe('the intervals', () => {
  const lengthMs = november.toAt - november.fromAt;
  const areaOf = (minutes: number) =>
    sumUp(
      count([
        site(
          minutes === 0
            ? []
            : [
                outage('11-02T00:00', '11-02T00:00', {
                  recoverAt: at('11-02T00:00') + minutes * minuteMs,
                }),
              ],
        ),
      ]).ledger.records[0] ?? [],
    );

  test('are the same each time, and hold the figure', () => {
    const areas = [0, 30, 60, 90, 120, 240].map(areaOf);
    const intervals = finish(estimateIntervals(areas, lengthMs));
    expect(intervals).toEqual(finish(estimateIntervals(areas, lengthMs)));
    const [low, high] = intervals?.saidi ?? [0, 0];
    const saidi = figuresOf(addUp(areas), lengthMs).saidi ?? 0;
    expect(saidi).toBe(90);
    expect(low).toBeLessThan(saidi);
    expect(high).toBeGreaterThan(saidi);
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThan(240);
  });

  test('have no width where all areas are alike', () => {
    const intervals = finish(
      estimateIntervals(
        Array.from({ length: 8 }, () => areaOf(60)),
        lengthMs,
      ),
    );
    expect(intervals?.saidi).toEqual([60, 60]);
    expect(intervals?.saifi).toEqual([1, 1]);
  });

  test('are not told from fewer than five areas', () => {
    expect(finish(estimateIntervals([30, 60, 90, 120].map(areaOf), lengthMs))).toBeNull();
  });

  test('hold what is true about 95 times in 100', () => {
    const prng = new Prng('coverage');
    let held = 0;
    for (let sample = 0; sample < 40; sample += 1) {
      // Uniform from 10 to 130: 70 in the mean.
      const areas = Array.from({ length: 30 }, () => areaOf(Math.round(prng.between(10, 130))));
      const [low, high] = finish(estimateIntervals(areas, lengthMs))?.saidi ?? [0, 0];
      if (low <= 70 && high >= 70) held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(34);
  });
});

test('a power outage that is not one is no interruption', () => {
  const network = outage('11-02T08:00', '11-02T10:00', { cause: 'network' });
  expect(isPowerOutage(network)).toBe(false);
  expect(count([site([network])]).figures).toMatchObject({ saidi: 0, saifi: 0, asai: 100 });
});
