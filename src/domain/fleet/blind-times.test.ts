import { describe, expect, test } from 'bun:test';
import { hourMs } from '../../../tests/support/outage-histories.ts';
import type { Period } from '../local-days.ts';
import { findBlindness, findDoubts, settleTime } from './blind-times.ts';
import type { RecordedOutage } from './device-timeline.ts';

const start = Date.UTC(2026, 0, 15);
const hour = (count: number) => start + count * hourMs;
const hours = (from: number, to: number): Period => ({ fromAt: hour(from), toAt: hour(to) });

const outage = (from: number, to: number | null): RecordedOutage => ({
  id: 1,
  cause: 'mains',
  downAt: hour(from),
  recoverAt: to === null ? null : hour(to),
  isOpen: to === null,
  startKnown: 'reported',
});

describe('doubt about a blind time', () => {
  const settledMs = hourMs / 4;
  const now = hour(24);
  const device = { outages: [], starts: [], lastHeardAt: hour(23.9) };
  const doubts = (
    gaps: readonly Period[],
    fields: Partial<Parameters<typeof findDoubts>[1]> = {},
  ): string =>
    findDoubts(findBlindness(gaps, settledMs), { ...device, ...fields }, settledMs, now)
      .map(({ fromAt, toAt }) => `${(fromAt - start) / hourMs}-${(toAt - start) / hourMs}`)
      .join(', ');

  test('does not exist when the device went on in the same boot', () => {
    expect(doubts([hours(6, 12)])).toBe('');
  });

  test('lasts until it says that it has started anew', () => {
    expect(doubts([hours(6, 12)], { starts: [hour(12.1), hour(12.2)] })).toBe('6-12.1');
    // Later it has long been heard in its old boot.
    expect(doubts([hours(6, 12)], { starts: [hour(12.3), hour(5)] })).toBe('');
  });

  test('lasts until now while it has not been heard since', () => {
    expect(doubts([hours(6, 12)], { lastHeardAt: hour(5.9) })).toBe('6-24');
    expect(doubts([hours(6, 12)], { lastHeardAt: null })).toBe('6-24');
    expect(doubts([hours(6, 12)], { lastHeardAt: hour(12) })).toBe('');
  });

  test('is settled by an outage that reaches into it and has its own end', () => {
    const starts = [hour(12.1)];
    expect(doubts([hours(6, 12)], { starts, outages: [outage(5, 12.05)] })).toBe('');
    expect(doubts([hours(6, 12)], { starts, outages: [outage(5, 11)] })).toBe('');
    expect(doubts([hours(6, 12)], { lastHeardAt: hour(5), outages: [outage(5, null)] })).toBe('');
    expect(doubts([hours(6, 12)], { starts, outages: [outage(4, 6)] })).toBe('6-12.1');
    expect(doubts([hours(6, 12)], { starts, outages: [outage(12.01, 12.05)] })).toBe('6-12.1');
  });

  test('covers gaps between which it need not have been heard', () => {
    const gaps = [hours(6, 7), hours(7.2, 9), hours(8, 8.5), hours(10, 11)];
    expect(doubts(gaps, { starts: [hour(9.1)] })).toBe('6-9.1');
    // An outage that ended before the last of them says nothing about that one.
    expect(doubts(gaps, { starts: [hour(9.1)], outages: [outage(6.5, 7.1)] })).toBe('6-9.1');
    expect(doubts(gaps, { starts: [hour(9.1)], outages: [outage(6.5, 8.2)] })).toBe('');
  });
});

test('a device is judged within a quarter of an hour, or the time-out if that is longer', () => {
  expect(settleTime(180_000)).toBe(15 * 60_000);
  expect(settleTime(hourMs)).toBe(hourMs);
});
