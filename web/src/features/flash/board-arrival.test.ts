import { expect, test } from 'bun:test';
import { hasArrived } from './board-arrival.ts';

const at = '2026-11-21T03:00:00.000Z';
const later = '2026-11-21T03:00:10.000Z';

test('a new board has arrived with its first word', () => {
  expect(hasArrived(null, null)).toBe(false);
  expect(hasArrived(null, { isOnline: false, at: null })).toBe(false);
  expect(hasArrived(null, { isOnline: true, at })).toBe(true);
});

test('one that was there before has, with a new word', () => {
  const before = { isOnline: true, at };
  expect(hasArrived(before, before)).toBe(false);
  expect(hasArrived(before, { isOnline: false, at: later })).toBe(false);
  expect(hasArrived(before, { isOnline: true, at: later })).toBe(true);
});
