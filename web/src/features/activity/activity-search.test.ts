import { describe, expect, test } from 'bun:test';
import { readActivitySearch } from './activity-search.ts';

describe('what stands in the address', () => {
  test('is read', () => {
    const search = { activity: 'report', period: 'year', device: 'fw-1', filter: 'power', page: 3 };
    expect(readActivitySearch(search)).toEqual({
      activity: 'report',
      period: 'year',
      device: 'fw-1',
      filter: 'power',
      page: 3,
    });
  });

  test('is left out where it is the default', () => {
    const search = { activity: 'events', period: 'month', device: 'all', filter: 'all', page: 1 };
    expect(readActivitySearch(search)).toEqual({});
  });

  test('keeps nothing of the rest of the page', () => {
    expect(readActivitySearch({ dialog: 'rename', period: 'day' })).toEqual({ period: 'day' });
  });

  test('names a device of digits though the address reads them as a number', () => {
    expect(readActivitySearch({ device: 12345 })).toEqual({ device: '12345' });
  });

  test.each([
    { activity: 'keys' },
    { period: 'week' },
    { period: ['day'] },
    { device: '' },
    { device: 'x'.repeat(65) },
    { device: { a: 1 } },
    { filter: 'POWER' },
    { page: 0 },
    { page: -2 },
    { page: 1.5 },
    { page: '2' },
    { page: 1e9 },
  ])('is dropped where it makes no sense: %j', (search) => {
    expect(readActivitySearch(search)).toEqual({});
  });
});
