import { expect, test } from 'bun:test';
import { fillDevicePageSearch, readDevicePageSearch } from './device-search.ts';

test('what the page shows is read from the address', () => {
  const search = { range: 'year', tab: 'events', period: 'all', page: 3 };
  expect(readDevicePageSearch(search)).toEqual({
    range: 'year',
    tab: 'events',
    period: 'all',
    page: 3,
  });
});

test('defaults are left out of it, and filled in where they are needed', () => {
  const defaults = { range: 'day', tab: 'report', period: 'month', page: 1 } as const;
  expect(readDevicePageSearch(defaults)).toEqual({});
  expect(fillDevicePageSearch({})).toEqual(defaults);
});

test.each([
  { range: 'week2' },
  { tab: ['events'] },
  { period: 7 },
  { page: -1 },
  { page: 1.5 },
  { page: 'x' },
])('nonsense is dropped: %j', (search) => {
  expect(readDevicePageSearch(search)).toEqual({});
});
