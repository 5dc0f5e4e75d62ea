import { describe, expect, test } from 'bun:test';
import { findSurplus, lastTimeOfDay, nextTimeOfDay } from './backup-plan.ts';

const zone = 'Asia/Bangkok';
const at = (text: string) => Date.parse(text);
const dayMs = 86_400_000;
const rule = { daily: 7, weekly: 4, monthly: 6 };

describe('three in the morning', () => {
  const three = 180;
  test.each([
    ['2026-11-21T02:59:59+07:00', '2026-11-20T03:00:00+07:00', '2026-11-21T03:00:00+07:00'],
    ['2026-11-21T03:00:00+07:00', '2026-11-21T03:00:00+07:00', '2026-11-22T03:00:00+07:00'],
    ['2026-11-21T23:30:00+07:00', '2026-11-21T03:00:00+07:00', '2026-11-22T03:00:00+07:00'],
    ['2027-01-01T00:10:00+07:00', '2026-12-31T03:00:00+07:00', '2027-01-01T03:00:00+07:00'],
  ])('at %s was %s, and will be %s', (now, last, next) => {
    expect(lastTimeOfDay(at(now), three, zone)).toBe(at(last));
    expect(nextTimeOfDay(at(now), three, zone)).toBe(at(next));
  });

  test('is by the clocks of the zone, in summer and in winter', () => {
    const noon = (date: string) => lastTimeOfDay(at(`${date}T12:00:00Z`), three, 'Europe/Berlin');
    expect(noon('2026-07-01')).toBe(at('2026-07-01T01:00:00Z'));
    expect(noon('2026-12-01')).toBe(at('2026-12-01T02:00:00Z'));
  });
});

/** A copy of each of so many nights up to and with the newest. */
function nights(newest: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    createdAt: at(newest) - index * dayMs,
    reason: 'nightly',
  }));
}

const keptOf = (copies: { createdAt: number; reason: string }[], retention = rule) => {
  const surplus = new Set(findSurplus(copies, retention, zone));
  return copies
    .filter((copy) => !surplus.has(copy))
    .map(({ createdAt }) => new Date(createdAt + 7 * 3_600_000).toISOString().slice(0, 10));
};

describe('of nightly copies', () => {
  test('seven days, four weeks and six months are kept after a year', () => {
    // A Saturday.
    expect(keptOf(nights('2026-11-21T03:00:00+07:00', 365))).toEqual([
      ...['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16'],
      // The seventh day and the end of the second week are the same Sunday.
      '2026-11-15',
      ...['2026-11-08', '2026-11-01'],
      ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
    ]);
  });

  test('days without a backup do not count, so a long absence deletes none', () => {
    const old = nights('2026-01-10T03:00:00+07:00', 5);
    expect(keptOf([...nights('2026-11-21T03:00:00+07:00', 1), ...old])).toHaveLength(6);
  });

  test('the newest of a day is kept', () => {
    const copies = [
      { createdAt: at('2026-11-21T03:00:00+07:00'), reason: 'nightly' },
      { createdAt: at('2026-11-21T09:00:00+07:00'), reason: 'nightly' },
    ];
    expect(findSurplus(copies, rule, zone)).toEqual(copies.slice(0, 1));
  });

  test('a rule of one of each keeps the newest', () => {
    const one = { daily: 1, weekly: 1, monthly: 1 };
    expect(keptOf(nights('2026-11-21T03:00:00+07:00', 40), one)).toEqual(['2026-11-21']);
  });
});

test('all backups that a person made are kept, and three from before each kind of step', () => {
  const copies = ['manual', 'before-migration', 'before-restore'].flatMap((reason) =>
    nights('2026-11-21T03:00:00+07:00', 9).map((copy) => ({ ...copy, reason })),
  );
  const surplus = findSurplus(copies, rule, zone);
  expect(surplus.filter(({ reason }) => reason === 'manual')).toEqual([]);
  expect(surplus).toHaveLength(12);
  const newest = at('2026-11-21T03:00:00+07:00');
  expect(surplus.every(({ createdAt }) => createdAt <= newest - 3 * dayMs)).toBe(true);
});
