import { expect, test } from 'bun:test';
import { fillDevicePageSearch, readDevicePageSearch } from './device-search.ts';

test('the address says what the page shows', () => {
  const search = { range: 'year', tab: 'events', period: 'all', page: 3 };
  expect(readDevicePageSearch(search)).toEqual({
    range: 'year',
    tab: 'events',
    period: 'all',
    page: 3,
  });
});

test('defaults are left out of the address, and filled in when it is read', () => {
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
