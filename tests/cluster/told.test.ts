/** What the walk takes for too late: no machine is needed to say it. */
import { expect, test } from 'bun:test';
import type { Loss } from './fleet.ts';
import { latestTold } from './told.ts';

const seconds = (count: number) => count * 1_000;

function loss(fields: Partial<Record<keyof Omit<Loss, 'deviceId'>, number>>): Loss {
  const times = { downAt: 0, downHeardAt: 0, upAt: 20, upHeardAt: 20, ...fields };
  return {
    deviceId: 'board',
    downAt: seconds(times.downAt),
    downHeardAt: seconds(times.downHeardAt),
    upAt: seconds(times.upAt),
    upHeardAt: seconds(times.upHeardAt),
  };
}

const span = (from: number, to: number) => ({ from: seconds(from), to: seconds(to) });

test('where machines hear all the time, a loss is told once it has lasted for its threshold', () => {
  expect(latestTold(loss({}), [])).toBe(seconds(5));
  expect(latestTold(loss({ downHeardAt: 8 }), [])).toBe(seconds(8));
  // What came or went before or after changes nothing.
  expect(latestTold(loss({}), [span(-90, -61), span(9, 30)])).toBe(seconds(5));
});

test('a silence in which it came due, or less than a minute before, puts it off until a minute after', () => {
  const dead = { upAt: 300, upHeardAt: 300 };
  expect(latestTold(loss(dead), [span(3, 17)])).toBe(seconds(77));
  expect(latestTold(loss(dead), [span(-30, -1)])).toBe(seconds(59));
  // The waiting begins anew.
  expect(latestTold(loss(dead), [span(3, 17), span(50, 64)])).toBe(seconds(124));
});

test('a board that comes back after a silence is waited for no longer', () => {
  expect(latestTold(loss({}), [span(3, 17)])).toBe(seconds(21.2));
  expect(latestTold(loss({}), [span(3, 17), span(21, 23)])).toBe(seconds(83));
});

test('a loss that was over before it was heard of is told once power is steady', () => {
  const late = { downHeardAt: 21, upHeardAt: 21 };
  expect(latestTold(loss(late), [])).toBe(seconds(21.2));
});
