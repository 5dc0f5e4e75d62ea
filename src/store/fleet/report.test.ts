import { beforeEach, expect, test } from 'bun:test';
import { makeCustomer, makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { finish } from '../../domain/steps.ts';
import { insertOutage } from '../alerts/outages.ts';
import type { Store } from '../engine/open.ts';
import { insertEvent } from './events.ts';
import { readReportOutages, readStartsAfter } from './report.ts';

let store: Store;
let customerId: number;
let one: LiveDevice;
let other: LiveDevice;

beforeEach(() => {
  const monitor = makeTestMonitor();
  store = monitor.store;
  customerId = makeCustomer(monitor);
  one = makeDevice(monitor, { customerId });
  other = makeDevice(monitor, { customerId });
});

function addOnline(device: LiveDevice, at: number, details: Record<string, unknown>): void {
  insertEvent(store, {
    deviceRow: device.row,
    customerId,
    eventType: 'ONLINE',
    occurredAt: at,
    createdAt: at,
    details,
  });
}

test('finds new starts soon after some moments', () => {
  const started = { reset_reason: 'power_on', rssi: -60 };
  addOnline(one, 1_000, started);
  addOnline(one, 1_050, started);
  addOnline(one, 1_100, started);
  addOnline(one, 2_020, {});
  addOnline(other, 2_099, started);
  expect(readStartsAfter(store, one.row, [1_000, 2_000], 100)).toEqual([1_000, 1_050]);
  expect(readStartsAfter(store, other.row, [1_000, 2_000], 100)).toEqual([2_099]);
  expect(readStartsAfter(store, other.row, [1_000], 100)).toEqual([]);
  expect(readStartsAfter(store, one.row, [], 100)).toEqual([]);
});

test('an outage touches a period unless it ended, or begins, outside', () => {
  const add = (downAt: number, recoverAt: number | null, isConfirmed = true): number =>
    insertOutage(store, {
      deviceRow: one.row,
      customerId,
      cause: 'mains',
      downAt,
      startKnown: 'reported',
      detectedAt: downAt,
      recoverAt,
      confirmedAt: isConfirmed ? recoverAt : null,
      flaps: 0,
    });
  add(10, 100);
  const reachesIn = add(20, 101);
  const inside = [add(100, 100), add(150, 160), add(199, 300)];
  add(200, 200);
  const open = add(50, null);
  const read = (owner: number | null, fromAt: number, toAt: number, { row } = one) =>
    finish(readReportOutages(store, row, owner, { fromAt, toAt }));
  for (const owner of [customerId, null]) {
    const found = read(owner, 100, 200);
    expect(found.map(({ id }) => id)).toEqual([reachesIn, open, ...inside]);
    expect(found.filter(({ isOpen }) => isOpen).map(({ id }) => id)).toEqual([open]);
  }
  store.sqlite.run('UPDATE outages SET customer_id = NULL WHERE id = ?', [reachesIn]);
  expect(read(customerId, 0, 999)).toHaveLength(6);
  expect(read(null, 0, 999)).toHaveLength(7);
  expect(read(customerId + 1_000, 0, 999)).toEqual([]);
  expect(read(customerId, 0, 999, other)).toEqual([]);
});
