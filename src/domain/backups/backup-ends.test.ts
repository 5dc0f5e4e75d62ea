import { describe, expect, test } from 'bun:test';
import { findEnds } from './backup-ends.ts';
import { findSurplus, nextTimeOfDay } from './backup-plan.ts';

const timezone = 'Asia/Bangkok';
const retention = { daily: 7, weekly: 4, monthly: 6 };
const plan = { retention, minuteOfDay: 180, timezone };
const at = (text: string) => Date.parse(text);
const dayMs = 86_400_000;
const nothing = { createdAt: 0, reason: '' };
const nights = (newest: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    createdAt: at(newest) - index * dayMs,
    reason: 'nightly',
  }));

describe('the moment at which a nightly backup goes', () => {
  const now = at('2026-11-21T12:00:00+07:00');

  test('is when the schedule drops it', () => {
    const year = nights('2026-11-21T03:00:00+07:00', 365);
    const surplus = new Set(findSurplus(year, retention, timezone));
    const copies = year.filter((copy) => !surplus.has(copy));
    const foreseen = findEnds(copies, plan, now);
    // Plays the schedule itself, night by night.
    const seen = new Map<(typeof copies)[number], number>();
    let kept = [...copies];
    let night = now;
    while (seen.size < copies.length) {
      night = nextTimeOfDay(night, plan.minuteOfDay, timezone);
      kept.push({ createdAt: night, reason: 'nightly' });
      const dropped = findSurplus(kept, retention, timezone);
      for (const copy of dropped) if (copies.includes(copy)) seen.set(copy, night);
      kept = kept.filter((copy) => !dropped.includes(copy));
    }
    expect([...foreseen].map(([copy, endsAt]) => [copy.createdAt, endsAt])).toEqual(
      copies.map((copy) => [copy.createdAt, seen.get(copy) ?? null]),
    );
    // A Saturday's is the last of neither its week nor its month: seven nights.
    const [newest = nothing] = copies;
    expect(foreseen.get(newest)).toBe(at('2026-11-28T03:00:00+07:00'));
    // October's last goes once six later months have one.
    expect(Math.max(...seen.values())).toBe(at('2027-04-01T03:00:00+07:00'));
  });

  test('is not known where no nightly backup is made, nor of one that a person made', () => {
    const copies = nights('2026-11-21T03:00:00+07:00', 3);
    const never = findEnds(copies, { ...plan, minuteOfDay: null }, now);
    expect([...never.values()]).toEqual([null, null, null]);
    const [copy = nothing] = copies;
    const made = { ...copy, reason: 'manual' };
    expect([...findEnds([made], plan, now).values()]).toEqual([null]);
  });
});
