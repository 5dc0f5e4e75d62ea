import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  openTestStore,
  testActor,
} from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { Store } from '../engine/open.ts';
import { insertEvent } from '../fleet/events.ts';
import { writeAudit } from '../people/audit.ts';
import {
  readFeedChanges,
  readFeedEvents,
  readLastFeedEvents,
  readNewestPosition,
} from './change-feed.ts';

function addEvent(
  store: Store,
  device: Pick<LiveDevice, 'row'>,
  event: {
    readonly eventType?: 'ONLINE' | 'HEARTBEAT';
    readonly customerId?: number | null;
    readonly occurredAt?: number;
  } = {},
): number {
  const id = insertEvent(store, {
    deviceRow: device.row,
    customerId: null,
    eventType: 'ONLINE',
    occurredAt: 1_000,
    createdAt: 1_000,
    ...event,
  });
  if (id === null) throw new Error('the event was not inserted');
  return id;
}

function audit(store: Store, entry: { subject: string; before?: unknown; after?: unknown }): void {
  writeAudit(store, { actor: testActor, action: 'key.edit', ...entry }, 1_000);
}

describe('ids', () => {
  test('follow commits, whichever process writes, and are not given again', () => {
    const dir = mkdtempSync(join(tmpdir(), 'faiwatch-feed-'));
    try {
      const store = openTestStore(join(dir, 'faiwatch.db'));
      const other = openTestStore(join(dir, 'faiwatch.db'));
      const device = makeDevice(makeTestMonitor({ store }));
      expect(readNewestPosition(store).event).toBe(0);
      const first = store.transaction(() => {
        const id = addEvent(store, device);
        // Not to be seen by anybody else before it is stored.
        expect(readNewestPosition(other).event).toBe(0);
        return id;
      });
      expect(() =>
        store.transaction(() => {
          addEvent(store, device);
          throw new Error('taken back');
        }),
      ).toThrow('taken back');
      const second = other.transaction(() => addEvent(other, device));
      expect(second).toBeGreaterThan(first);
      expect(readNewestPosition(store).event).toBe(second);
      store.sqlite.query('DELETE FROM events WHERE id = ?').run(second);
      expect(readNewestPosition(store).event).toBe(second);
      expect(addEvent(store, device)).toBeGreaterThan(second);
      other.close();
      store.close();
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  test('are looked up by row, however many hourly heartbeats lie between', () => {
    const store = openTestStore();
    const device = makeDevice(makeTestMonitor({ store }));
    const first = addEvent(store, device);
    for (let hour = 0; hour < 50; hour += 1) addEvent(store, device, { eventType: 'HEARTBEAT' });
    const last = addEvent(store, device);
    expect(readFeedEvents(store, 0, last, 10).map(({ id }) => id)).toEqual([first, last]);
    expect(readFeedEvents(store, first, last - 1, 10)).toEqual([]);
    expect(readLastFeedEvents(store, 0, last, 1).map(({ id }) => id)).toEqual([last]);
    expect(readLastFeedEvents(store, 0, last, 10).map(({ id }) => id)).toEqual([first, last]);
  });
});

describe('who may see an event', () => {
  test('is whoever it happened to, as long as the device is theirs since', () => {
    const store = openTestStore();
    const monitor = makeTestMonitor({ store });
    const [mine, other] = [makeCustomer(monitor), makeCustomer(monitor)];
    const device = makeDevice(monitor, { customerId: mine });
    store.sqlite.query('UPDATE devices SET owned_since = 500 WHERE id = ?').run(device.row);
    const read = () =>
      readFeedEvents(store, 0, readNewestPosition(store).event, 10).map((one) => one.visibleTo);
    addEvent(store, device, { customerId: mine, occurredAt: 500 });
    addEvent(store, device, { customerId: mine, occurredAt: 499 });
    addEvent(store, device, { customerId: other, occurredAt: 600 });
    addEvent(store, device, { customerId: null, occurredAt: 600 });
    expect(read()).toEqual([mine, null, null, null]);
    store.sqlite.query('UPDATE devices SET customer_id = NULL WHERE id = ?').run(device.row);
    expect(read()).toEqual([null, null, null, null]);
  });
});

describe('whom a change concerns', () => {
  test('is read from its subject, its owner now, and what it says of before and after', () => {
    const store = openTestStore();
    const monitor = makeTestMonitor({ store });
    const owner = makeCustomer(monitor);
    const device = makeDevice(monitor, { customerId: owner });
    const key = store.sqlite.query('SELECT key_code FROM activation_keys').values()[0]?.[0];
    audit(store, { subject: 'customer:17' });
    audit(store, { subject: device.deviceId });
    audit(store, { subject: String(key) });
    audit(store, { subject: 'K', before: { customerId: 3 }, after: { customerId: 4 } });
    audit(store, {
      subject: 'K',
      before: { key: { customer_id: 5 } },
      after: { customerId: null },
    });
    audit(store, { subject: 'settings', after: { note: '"customerId":6' } });
    audit(store, { subject: 'customer:1e3' });
    const { audit: newest } = readNewestPosition(store);
    expect(readFeedChanges(store, 0, newest, 10).map(({ concerns }) => concerns)).toEqual([
      [17],
      [owner],
      [owner],
      [3, 4],
      [5],
      [],
      [],
    ]);
  });
});
