import { beforeEach, expect, test } from 'bun:test';
import { makeCustomer, makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
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
  const nothing = { outageId: null, bootId: null, seq: null, voltage: null, batteryLevel: null };
  insertEvent(store, {
    ...nothing,
    deviceRow: device.row,
    customerId,
    eventType: 'ONLINE',
    occurredAt: at,
    createdAt: at,
    message: null,
    details,
  });
}

test('finds new starts soon after some moments, few or many', () => {
  const started = { reset_reason: 'power_on', rssi: -60 };
  addOnline(one, 1_000, started);
  addOnline(one, 1_050, started);
  addOnline(one, 1_100, started);
  addOnline(one, 2_020, {});
  addOnline(other, 2_099, started);
  const rows = [one.row, other.row];
  const expected = new Map([
    [one.row, [1_000, 1_050]],
    [other.row, [2_099]],
  ]);
  expect(readStartsAfter(store, rows, [1_000, 2_000], 100)).toEqual(expected);
  const many = Array.from({ length: 5_000 }, (_, i) => 100_000 + i);
  expect(readStartsAfter(store, rows, [1_000, 2_000, ...many], 100)).toEqual(expected);
  expect(readStartsAfter(store, [other.row], [1_000], 100)).toEqual(new Map());
  expect(readStartsAfter(store, [other.row], [1_000, ...many, ...many], 100)).toEqual(new Map());
  expect(readStartsAfter(store, rows, [], 100)).toEqual(new Map());
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
  const scopes = [
    { customerId, deviceId: null },
    { customerId, deviceId: one.deviceId },
    { customerId: null, deviceId: one.deviceId },
  ] as const;
  for (const scope of scopes) {
    const found = readReportOutages(store, scope, { fromAt: 100, toAt: 200 });
    expect(found.map(({ id }) => id)).toEqual([reachesIn, open, ...inside]);
    expect(found.filter(({ isOpen }) => isOpen).map(({ id }) => id)).toEqual([open]);
  }
  store.sqlite.run('UPDATE outages SET customer_id = NULL WHERE id = ?', [reachesIn]);
  const counts = scopes.map((scope) => readReportOutages(store, scope, { fromAt: 0, toAt: 999 }));
  expect(counts.map(({ length }) => length)).toEqual([6, 6, 7]);
  const strangers = { customerId: customerId + 1_000, deviceId: null };
  expect(readReportOutages(store, strangers, { fromAt: 0, toAt: 999 })).toEqual([]);
  const others = { customerId, deviceId: other.deviceId };
  expect(readReportOutages(store, others, { fromAt: 0, toAt: 999 })).toEqual([]);
});
