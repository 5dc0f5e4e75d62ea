import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { localTimeText } from '../local-days.ts';
import { occurrencesIn, type PlannedTime, plannedAt } from './planned-time.ts';

const at = (text: string) => Date.parse(text);
const berlin = 'Europe/Berlin';
const once: PlannedTime = {
  kind: 'maintenance',
  startsAt: at('2026-03-22T02:30:00+01:00'),
  endsAt: at('2026-03-22T04:00:00+01:00'),
  isWeekly: false,
  endedAt: null,
};
const weekly = { ...once, isWeekly: true };
const spring = { fromAt: at('2026-03-20T00:00Z'), toAt: at('2026-04-10T00:00Z') };
const shown = (planned: PlannedTime, timezone = berlin) =>
  [...occurrencesIn(planned, spring, timezone)].map(({ fromAt, toAt }) =>
    [fromAt, toAt].map((moment) => localTimeText(moment, timezone)),
  );

test('a time that is planned once takes place once', () => {
  expect(shown(once)).toEqual([['2026-03-22T02:30:00+01:00', '2026-03-22T04:00:00+01:00']]);
});

test('a weekly planned time keeps its time of day when clocks change', () => {
  expect(shown(weekly)).toEqual([
    ['2026-03-22T02:30:00+01:00', '2026-03-22T04:00:00+01:00'],
    // The clocks skip half past two.
    ['2026-03-29T03:30:00+02:00', '2026-03-29T04:00:00+02:00'],
    ['2026-04-05T02:30:00+02:00', '2026-04-05T04:00:00+02:00'],
  ]);
});

test('a planned time that was taken back counts up to that moment', () => {
  const endedAt = at('2026-03-29T03:45:00+02:00');
  expect(shown({ ...weekly, endedAt }).at(-1)).toEqual([
    '2026-03-29T03:30:00+02:00',
    '2026-03-29T03:45:00+02:00',
  ]);
  expect(shown({ ...weekly, endedAt: once.startsAt })).toEqual([]);
});

test('of overlapping planned times of one kind, the one that ends last counts', () => {
  const longer = { ...once, endsAt: once.endsAt + 60_000 };
  const announced = { ...longer, kind: 'announced' as const, endsAt: once.endsAt + 120_000 };
  const all = [once, longer, announced];
  expect(plannedAt(all, 'maintenance', once.startsAt, berlin)?.toAt).toBe(longer.endsAt);
  expect(plannedAt(all, 'announced', once.startsAt, berlin)?.toAt).toBe(announced.endsAt);
  expect(plannedAt(all, 'maintenance', longer.endsAt, berlin)).toBeNull();
});

test('a period shows the same planned times as a longer one does, also years later', () => {
  const year = { fromAt: once.startsAt, toAt: once.startsAt + 800 * 86_400_000 };
  const all = [...occurrencesIn(weekly, year, berlin)];
  fc.assert(
    fc.property(
      fc.integer({ min: year.fromAt, max: year.toAt - 30 * 86_400_000 }),
      fc.integer({ min: 1, max: 30 * 86_400_000 }),
      (fromAt, length) => {
        const toAt = fromAt + length;
        const expected = all.filter((one) => one.fromAt < toAt && one.toAt > fromAt);
        expect([...occurrencesIn(weekly, { fromAt, toAt }, berlin)]).toEqual(expected);
      },
    ),
  );
});
