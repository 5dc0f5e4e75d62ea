import { describe, expect, test } from 'bun:test';
import { readActivitySearch, timeWanted } from './activity-search.ts';

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

  test('may name a month or days, in place of a period', () => {
    expect(readActivitySearch({ period: 'year', month: '2026-10' })).toEqual({ month: '2026-10' });
    const days = { from: '2026-10-05', to: '2026-10-05' };
    expect(readActivitySearch({ period: 'all', ...days })).toEqual(days);
    expect(readActivitySearch({ month: '2026-10', ...days })).toEqual({ month: '2026-10' });
    expect(timeWanted({ month: '2026-10' })).toEqual({ month: '2026-10' });
    expect(timeWanted(days)).toEqual(days);
    expect(timeWanted({ period: 'all' })).toEqual({ period: 'all' });
    expect(timeWanted({})).toEqual({ period: 'month' });
  });

  test('names a device of digits though the address reads them as a number', () => {
    expect(readActivitySearch({ device: 12345 })).toEqual({ device: '12345' });
  });

  test.each([
    { activity: 'keys' },
    { period: 'week' },
    { period: ['day'] },
    { month: '2026-13' },
    { month: '1999-12' },
    { month: 202611 },
    { from: '2026-10-05' },
    { from: '2026-10-05', to: '2026-10-04' },
    { from: '2026-02-29', to: '2026-03-01' },
    { from: '2026-10-05', to: '2100-01-01' },
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
