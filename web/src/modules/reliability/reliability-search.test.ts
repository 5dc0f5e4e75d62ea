import { expect, test } from 'bun:test';
import { readReliabilitySearch, timeOf } from './reliability-search.ts';

test('an address that makes no sense shows this month everywhere', () => {
  expect(readReliabilitySearch({ period: 'century', area: 7 })).toEqual({});
  expect(readReliabilitySearch({ period: 'month', area: '' })).toEqual({});
  expect(readReliabilitySearch({ period: 'year', area: 'TH-50' })).toEqual({
    period: 'year',
    area: 'TH-50',
  });
});

test('a period is asked for as the server takes it', () => {
  expect(timeOf('year', '2026-01-15')).toEqual({ period: 'year' });
  expect(timeOf('last_month', '2026-01-15')).toEqual({ month: '2025-12' });
  expect(timeOf('last_year', '2026-01-15')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
});
