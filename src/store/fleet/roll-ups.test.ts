import { expect, test } from 'bun:test';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  type TestMonitor,
} from '../../../tests/support/monitor.ts';
import { finish } from '../../domain/steps.ts';
import { deleteDeviceRow, deleteSomePast } from './device-changes.ts';
import { listEvents } from './event-list.ts';
import { insertEvent } from './events.ts';
import {
  deleteRollUpsOfOwner,
  markRollUps,
  pruneRollUps,
  readRollUps,
  rollUpBlocks,
} from './roll-ups.ts';
import { rollUpBlockMs } from './tables.ts';

const hourMs = 3_600_000;

function addEvent(
  { store }: TestMonitor,
  deviceRow: number,
  occurredAt: number,
  eventType: 'HEARTBEAT' | 'ONLINE' = 'HEARTBEAT',
): number | null {
  const details = { count: 360 };
  const event = { deviceRow, eventType, occurredAt, createdAt: occurredAt, details };
  return insertEvent(store, { ...event, customerId: null });
}

const countEvents = ({ store }: TestMonitor) =>
  store.sqlite.query<{ count: number }, []>('SELECT count(*) AS count FROM events').get()?.count;

test('those of a device are read in order, from a moment on, without the others', () => {
  const monitor = makeTestMonitor();
  const [device, other] = [makeDevice(monitor), makeDevice(monitor)];
  const now = monitor.clock().wallMs;
  for (let hour = 0; hour < 100; hour++) {
    addEvent(monitor, device.row, now - hour * hourMs);
    addEvent(monitor, other.row, now - hour * hourMs);
    addEvent(monitor, device.row, now - hour * hourMs + 1, 'ONLINE');
  }
  const read = readRollUps(monitor.store, device.row, now - 40 * hourMs);
  expect(read.map(({ at }) => at)).toEqual(
    Array.from({ length: 41 }, (_, index) => now - (40 - index) * hourMs),
  );
});

test('a machine that began in 1970 leaves as many blocks as it has written', () => {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor);
  const now = monitor.clock().wallMs;
  for (const at of [hourMs, 2 * hourMs, now - rollUpBlockMs, now])
    addEvent(monitor, device.row, at);
  const newest = Math.floor(now / rollUpBlockMs);
  expect(rollUpBlocks(monitor.store)).toEqual([newest, newest - 1, 0]);
  expect(rollUpBlocks(monitor.store, now)).toEqual([newest]);
  expect(readRollUps(monitor.store, device.row, 0).map(({ at }) => at)).toEqual([
    hourMs,
    2 * hourMs,
    now - rollUpBlockMs,
    now,
  ]);
});

test('a list of them is in order of time over devices and blocks', () => {
  const monitor = makeTestMonitor();
  const customer = makeCustomer(monitor);
  const devices = Array.from({ length: 3 }, () => makeDevice(monitor, { customerId: customer }));
  monitor.store.sqlite.run('UPDATE devices SET owned_since = 0');
  const now = monitor.clock().wallMs;
  const times = Array.from({ length: 30 }, (_, index) => now - index * 2 * hourMs);
  for (const [index, at] of times.entries()) addEvent(monitor, devices[index % 3]?.row ?? 0, at);
  const list = (query: object, page: number) =>
    finish(
      listEvents(monitor.store, { q: '', filter: 'HEARTBEAT', ...query }, { page, limit: 10 }),
    );
  const pages = [1, 2, 3].map((page) => list({ customerId: customer }, page));
  expect(pages.flatMap(({ rows }) => rows.map(({ occurredAt }) => occurredAt))).toEqual(times);
  expect(pages.map(({ total }) => total)).toEqual([30, 30, 30]);
  const { rows, total } = list({ deviceId: devices[1]?.deviceId }, 1);
  expect(total).toBe(10);
  expect(rows.map(({ occurredAt }) => occurredAt)).toEqual(
    times.filter((_, index) => index % 3 === 1),
  );
});

test('a device that is deleted leaves no event, and none is added afterwards', () => {
  const monitor = makeTestMonitor();
  const [device, other] = [makeDevice(monitor), makeDevice(monitor)];
  const now = monitor.clock().wallMs;
  const before = countEvents(monitor) ?? 0;
  for (let hour = 0; hour < 20; hour++) {
    addEvent(monitor, device.row, now - hour * hourMs);
    addEvent(monitor, device.row, now - hour * hourMs, 'ONLINE');
  }
  addEvent(monitor, other.row, now);
  expect(monitor.store.transaction(() => deleteSomePast(monitor.store, device.row, 15))).toBe(true);
  expect(countEvents(monitor)).toBe(before + 26);
  monitor.store.transaction(() => deleteDeviceRow(monitor.store, device.row));
  const left = monitor.store.sqlite
    .query('SELECT count(*) AS count FROM events WHERE device_row = ?')
    .get(device.row);
  expect(left).toEqual({ count: 0 });
  expect(addEvent(monitor, device.row, now)).toBeNull();
  expect(readRollUps(monitor.store, other.row, 0)).toHaveLength(1);
});

test('those of a former owner stay with them', () => {
  const monitor = makeTestMonitor();
  const customerId = makeCustomer(monitor);
  const device = makeDevice(monitor, { customerId });
  const now = monitor.clock().wallMs;
  const { store } = monitor;
  store.sqlite.query('UPDATE devices SET owned_since = ?').run(now - 3 * hourMs);
  for (const hours of [4, 3, 2, 1]) addEvent(monitor, device.row, now - hours * hourMs);
  markRollUps(store, device.row);
  const owners = () =>
    store.sqlite
      .query("SELECT customer_id FROM events WHERE event_type = 'HEARTBEAT' ORDER BY occurred_at")
      .values()
      .flat();
  expect(owners()).toEqual([null, null, customerId, customerId]);
  deleteRollUpsOfOwner(store, device.row);
  expect(owners()).toEqual([customerId, customerId]);
});

test('the oldest go first, some at a time', () => {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor);
  const now = monitor.clock().wallMs;
  for (let hour = 0; hour < 10; hour++) addEvent(monitor, device.row, now - hour * hourMs);
  const prune = () => pruneRollUps(monitor.store, now - 3 * hourMs, 4);
  expect([prune(), prune(), prune()]).toEqual([4, 2, 0]);
  expect(readRollUps(monitor.store, device.row, 0).map(({ at }) => now - at)).toEqual(
    [3, 2, 1, 0].map((hour) => hour * hourMs),
  );
});
