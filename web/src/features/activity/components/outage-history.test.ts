import { expect, test } from 'bun:test';
import { type Outage, sortOutages } from './outage-history.tsx';

const outage = (id: number, given: Partial<Outage> = {}): Outage => ({
  outage_id: id,
  device_name: 'Shop',
  device_id: 'fw-1',
  cause: 'mains',
  down_time: `2026-11-0${id}T00:00:00.000Z`,
  recover_time: `2026-11-0${id}T01:00:00.000Z`,
  duration_minutes: 60,
  is_open: false,
  acknowledged_by: null,
  flaps: 0,
  planned: null,
  ...given,
});

const order = (outages: readonly Outage[], by: string, direction: 'asc' | 'desc' = 'asc') =>
  sortOutages(outages, { by, direction }).map(({ outage_id: id }) => id);

test("without a column to sort by, outages keep the server's order", () => {
  const rows = [outage(2), outage(1)];
  expect(sortOutages(rows, undefined)).toBe(rows);
  expect(order(rows, 'nothing')).toEqual([2, 1]);
});

test('outages are sorted by time, duration and name in both directions', () => {
  const rows = [
    outage(3, { device_name: 'บ้านแม่', duration_minutes: 9 }),
    outage(2, { device_name: 'กาแฟ 10', duration_minutes: 100 }),
    outage(1, { device_name: 'กาแฟ 9', duration_minutes: 20 }),
  ];
  expect(order(rows, 'down')).toEqual([1, 2, 3]);
  expect(order(rows, 'down', 'desc')).toEqual([3, 2, 1]);
  expect(order(rows, 'duration')).toEqual([3, 1, 2]);
  expect(order(rows, 'device')).toEqual([1, 2, 3]);
});

test('outages that are not recovered or not acknowledged come last', () => {
  const rows = [
    outage(3, { recover_time: null, is_open: true }),
    outage(2, { acknowledged_by: 'Nok' }),
    outage(1, { acknowledged_by: 'กบ' }),
  ];
  expect(order(rows, 'recover')).toEqual([1, 2, 3]);
  expect(order(rows, 'acknowledged').at(-1)).toBe(3);
});

test('sorting leaves the given rows as they were', () => {
  const rows = [outage(2), outage(1)];
  sortOutages(rows, { by: 'down', direction: 'asc' });
  expect(rows.map(({ outage_id: id }) => id)).toEqual([2, 1]);
});
