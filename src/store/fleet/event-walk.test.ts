import { beforeEach, expect, test } from 'bun:test';
import { makeDevice, makeTestMonitor, type TestMonitor } from '../../../tests/support/monitor.ts';
import type { TimelineEventType } from '../../domain/states.ts';
import { finish, type Steps } from '../../domain/steps.ts';
import { listEvents, readLatestPowerEvents } from './event-list.ts';
import { readEventPage } from './portal-events.ts';

let monitor: TestMonitor;
beforeEach(() => {
  monitor = makeTestMonitor();
});

/** Rows that a device got one a second, the last `secondsAgo` ago. */
function fill(deviceRow: number, type: TimelineEventType, count: number, secondsAgo = 0): void {
  const { store } = monitor;
  const newest = monitor.clock().wallMs - secondsAgo * 1000;
  store.transaction(() => {
    const insert = store.sqlite.query(`INSERT INTO events
      (device_row, customer_id, event_type, occurred_at, created_at)
      SELECT id, customer_id, ?2, ?3, ?3 FROM devices WHERE id = ?1`);
    for (let n = count - 1; n >= 0; n--) insert.run(deviceRow, type, newest - n * 1000);
  });
}

function countSteps<T>(steps: Steps<T>): number {
  let count = 1;
  while (steps.next().done !== true) count += 1;
  return count;
}

const page = { page: 1, limit: 50 };

test('a list counts as far as ten thousand, says so, and shows no more', () => {
  const device = makeDevice(monitor);
  const { customerId } = device.config;
  fill(device.row, 'ONLINE', 10_001);
  const all = finish(listEvents(monitor.store, { q: '', filter: 'all' }, page));
  expect(all).toMatchObject({ total: 10_000, isCapped: true });
  expect(all.rows[0]?.occurredAt).toBe(monitor.clock().wallMs);
  const last = finish(
    listEvents(monitor.store, { q: '', filter: 'all' }, { page: 50, limit: 200 }),
  );
  expect(last.rows).toHaveLength(200);
  const beyond = finish(
    listEvents(monitor.store, { q: '', filter: 'all' }, { page: 51, limit: 200 }),
  );
  expect(beyond.rows).toEqual([]);
  const theirs = { q: '', types: ['ONLINE'], deviceRow: undefined } as const;
  const own = finish(readEventPage(monitor.store, customerId ?? 0, theirs, page));
  expect(own).toMatchObject({ total: 10_000, isCapped: true });
  expect(own.events).toHaveLength(50);
});

test('a list below the bound is counted exactly', () => {
  const device = makeDevice(monitor);
  fill(device.row, 'ONLINE', 10_000);
  const all = finish(listEvents(monitor.store, { q: '', filter: 'all' }, page));
  expect(all).toMatchObject({ total: 10_000, isCapped: false });
});

test('the events of several devices come in the order of time', () => {
  const devices = [makeDevice(monitor), makeDevice(monitor), makeDevice(monitor)];
  devices.forEach(({ row }, n) => void fill(row, 'ONLINE', 4_000, n * 1_000));
  const found = finish(
    listEvents(monitor.store, { q: 'fw-', filter: 'all' }, { page: 60, limit: 200 }),
  );
  expect(found).toMatchObject({ total: 10_000, isCapped: true });
  const seen: number[] = [];
  for (let n = 1; n <= 50; n++) {
    const { rows } = finish(
      listEvents(monitor.store, { q: 'Site', filter: 'ONLINE' }, { page: n, limit: 200 }),
    );
    seen.push(...rows.map(({ occurredAt }) => occurredAt));
  }
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  const stored = monitor.store.sqlite
    .query<{ at: number }, []>('SELECT occurred_at AS at FROM events ORDER BY at DESC LIMIT 10000')
    .all();
  expect(seen).toEqual(stored.map(({ at }) => at));
});

test('roll-ups of a customer are those of their devices, be they few or many', () => {
  const { row, config } = makeDevice(monitor);
  const customerId = Number(config.customerId);
  fill(makeDevice(monitor).row, 'HEARTBEAT', 5);
  fill(row, 'HEARTBEAT', 3);
  // One is marked already.
  const unmarked = "event_type = 'HEARTBEAT' AND id < (SELECT max(id) FROM events)";
  monitor.store.sqlite.run(`UPDATE events SET customer_id = NULL WHERE ${unmarked}`);
  const inList = { q: '', filter: 'HEARTBEAT', customerId } as const;
  const inPortal = { q: '', types: ['HEARTBEAT'], deviceRow: undefined } as const;
  for (const more of [0, 200]) {
    for (let n = 0; n < more; n += 1) makeDevice(monitor, { customerId });
    const { rows } = finish(listEvents(monitor.store, inList, page));
    expect(rows.map((event) => event.customerId)).toEqual([customerId, customerId, customerId]);
    expect(finish(readEventPage(monitor.store, customerId, inPortal, page)).total).toBe(3);
  }
});

test('a search that finds next to nothing among many is done in many short steps', () => {
  const device = makeDevice(monitor);
  const other = makeDevice(monitor);
  fill(device.row, 'ONLINE', 40_000);
  fill(device.row, 'ACKNOWLEDGE', 1, 40_000);
  const { customerId } = device.config;
  const query = { q: device.deviceId, filter: 'ACKNOWLEDGE' } as const;
  expect(finish(listEvents(monitor.store, query, page)).total).toBe(1);
  expect(countSteps(listEvents(monitor.store, query, page))).toBeGreaterThan(15);
  const theirs = { q: '', types: ['ACKNOWLEDGE'], deviceRow: undefined } as const;
  expect(countSteps(readEventPage(monitor.store, customerId ?? 0, theirs, page))).toBeGreaterThan(
    15,
  );
  // And of a device that has none at all nothing is walked through but the devices.
  const none = { q: other.deviceId, filter: 'all' } as const;
  expect(countSteps(listEvents(monitor.store, none, page))).toBe(2);
});

test('the latest losses and returns are found at once, however often boards start', () => {
  fill(makeDevice(monitor).row, 'ONLINE', 20_000);
  expect(countSteps(readLatestPowerEvents(monitor.store, 10))).toBeLessThan(3);
  const restored = { q: '', filter: 'restored' } as const;
  expect(countSteps(listEvents(monitor.store, restored, page))).toBeLessThan(3);
});
