import { beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import {
  makeDevice,
  makeTestMonitor,
  openTestStore,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { settle } from '../../../tests/support/stream-reader.ts';
import { createDelivery } from '../../notify/deliver-pending.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { refreshFleet } from '../fleet/load-fleet.ts';
import { recordEvents } from '../fleet/record-events.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../fleet/roll-up-heartbeats.ts';
import { ChangeFeed, type FeedBatch } from './change-feed.ts';
import { windowRows } from './feed-window.ts';

let monitor: TestMonitor;
let feed: ChangeFeed;
let batches: FeedBatch[];

beforeEach(() => {
  monitor = makeTestMonitor();
  feed = new ChangeFeed(monitor);
  batches = [];
});

const start = (on = feed) => on.start((batch) => batches.push(batch), monitor.clock());
const poll = (on = feed) => on.poll(monitor.clock());
const eventsTold = () => batches.flatMap(({ events }) => events.map((event) => event.id));
const changesTold = () => batches.flatMap(({ changes }) => changes.map((change) => change.id));

async function lose(device: LiveDevice): Promise<void> {
  await recordEvents(monitor, device, [report('POWER_DOWN')], 'http', monitor.clock());
}

function addChanges(count: number, store = monitor.store): void {
  store.transaction(() => {
    for (let made = 0; made < count; made += 1) {
      const entry = { actor: testActor, action: 'key.edit', subject: `${made}` };
      writeAudit(store, entry, monitor.time.wallMs);
    }
  });
}

describe('the feed', () => {
  test('tells what is stored after it began, once', async () => {
    const device = makeDevice(monitor);
    await lose(device);
    start();
    poll();
    expect(batches).toEqual([]);
    await recordEvents(monitor, device, [report('POWER_RECOVER')], 'http', monitor.clock());
    addChanges(1);
    poll();
    poll();
    expect(batches).toHaveLength(1);
    expect(batches[0]?.events).toMatchObject([
      { eventType: 'POWER_RECOVER', deviceId: device.deviceId },
    ]);
    expect(batches[0]?.changes).toMatchObject([{ action: 'key.edit' }]);
  });

  test('reads nothing while nobody listens', async () => {
    const device = makeDevice(monitor);
    start();
    feed.stop();
    await lose(device);
    feed.wake();
    feed.noteDelivered([1]);
    poll();
    await settle();
    expect(batches).toEqual([]);
  });

  test('looks at once when it is woken, however often', async () => {
    const device = makeDevice(monitor);
    start();
    await lose(device);
    feed.wake();
    feed.wake();
    await settle();
    expect(batches).toHaveLength(1);
  });

  test('does not tell what is not stored yet', async () => {
    makeDevice(monitor);
    start();
    expect(() =>
      monitor.store.transaction(() => {
        addRow();
        throw new Error('taken back');
      }),
    ).toThrow('taken back');
    poll();
    expect(batches).toEqual([]);
    monitor.store.transaction(addRow);
    poll();
    expect(changesTold()).toHaveLength(1);

    function addRow(): void {
      const entry = { actor: testActor, action: 'key.edit', subject: 'x' };
      writeAudit(monitor.store, entry, monitor.time.wallMs);
    }
  });

  test('tells a lot in several turns, in order and without a gap', async () => {
    start();
    addChanges(1_234);
    poll();
    expect(changesTold()).toHaveLength(500);
    await settle();
    expect(changesTold()).toEqual(Array.from({ length: 1_234 }, (_, index) => index + 1));
    expect(feed.position.audit).toBe(1_234);
  });

  test('leaves the hourly heartbeats out, and its place does not depend on them', async () => {
    const device = makeDevice(monitor);
    await recordHeartbeat(monitor, device, beat(), 'http', monitor.clock());
    start();
    const { position } = feed;
    rollUpHeartbeats(monitor, monitor.clock());
    poll();
    expect(batches).toEqual([]);
    expect(feed.position).toEqual(position);
    await lose(device);
    poll();
    expect(eventsTold()).toHaveLength(1);
    expect(feed.position.event).toBeGreaterThan(position.event + 1);
  });

  test('tells what another process wrote', () => {
    const dir = mkdtempSync(join(tmpdir(), 'faiwatch-feed-'));
    try {
      const path = join(dir, 'faiwatch.db');
      monitor = makeTestMonitor({ store: openTestStore(path) });
      const other = openTestStore(path);
      feed = new ChangeFeed(monitor);
      start();
      addChanges(2, other);
      poll();
      expect(changesTold()).toEqual([1, 2]);
      other.close();
      monitor.store.close();
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  test('a failure to read is logged and loses nothing', async () => {
    const device = makeDevice(monitor);
    const logged: string[] = [];
    const log = { ...monitor.log, error: (_: object, text: string) => void logged.push(text) };
    feed = new ChangeFeed({ ...monitor, log });
    start();
    await lose(device);
    addChanges(1);
    monitor.store.sqlite.run('ALTER TABLE devices RENAME TO unreadable');
    feed.wake();
    await settle();
    expect(logged).toEqual(['what changed could not be read']);
    expect(batches).toEqual([]);
    monitor.store.sqlite.run('ALTER TABLE unreadable RENAME TO devices');
    poll();
    expect(eventsTold()).toHaveLength(1);
    expect(changesTold()).toHaveLength(1);
    expect(batches.flatMap((batch) => batch.devices)).toHaveLength(1);
  });
});

describe('how devices stand', () => {
  test('is told when it differs from what was last told, of many devices in turns', async () => {
    const devices = Array.from({ length: 1_100 }, () => makeDevice(monitor));
    start();
    for (const device of devices) {
      device.state = { ...device.state, link: 'online' };
    }
    poll();
    expect(batches).toEqual([]);
    monitor.time.advanceMs(1_000);
    poll();
    await settle();
    const told = batches.flatMap((batch) => batch.devices.map(({ deviceId }) => deviceId));
    expect(told).toEqual(devices.map(({ deviceId }) => deviceId));
    monitor.time.advanceMs(1_000);
    poll();
    expect(batches.flatMap((batch) => batch.devices)).toHaveLength(1_100);
  });

  test('a new name is told, and a device that is gone is forgotten', () => {
    const device = makeDevice(monitor);
    start();
    const { sqlite } = monitor.store;
    sqlite.query("UPDATE devices SET site_name = 'New' WHERE id = ?").run(device.row);
    refreshFleet(monitor, monitor.clock());
    monitor.time.advanceMs(1_000);
    poll();
    expect(batches[0]?.devices).toMatchObject([{ siteName: 'New' }]);
    sqlite.query('DELETE FROM devices').run();
    refreshFleet(monitor, monitor.clock());
    monitor.time.advanceMs(1_000);
    poll();
    expect(batches).toHaveLength(1);
  });
});

describe('deliveries', () => {
  test('are told with what became of them, to whom they were for', async () => {
    const world = makeDeliveryWorld();
    monitor = world.monitor;
    feed = new ChangeFeed(monitor);
    await world.delivery.stop();
    world.delivery = createDelivery({
      composeDigest: null,
      store: monitor.store,
      channels: [world.channel],
      clock: world.time.clock,
      log: monitor.log,
      timezone: 'Asia/Bangkok',
      setTimer: world.time.setTimer,
      onOutcomes: (ids) => feed.noteDelivered(ids),
    });
    world.delivery.start();
    const device = makeDevice(monitor, { thresholdSeconds: 5 });
    start();
    await world.loseMains(device);
    await world.advance(6);
    await settle();
    const told = batches.flatMap((batch) => batch.notifications);
    expect(told).toMatchObject([
      { kind: 'alert', status: 'sent', visibleTo: device.config.customerId },
    ]);
    expect(told[0]?.outageId).toBe(device.state.outage?.id ?? null);
  });

  test('are not told to a customer whose device belongs to another by now', async () => {
    const device = makeDevice(monitor);
    await lose(device);
    const id = Number(monitor.store.sqlite.query('SELECT id FROM notifications').values()[0]?.[0]);
    start();
    monitor.store.sqlite.query('UPDATE devices SET customer_id = NULL').run();
    feed.noteDelivered([id]);
    poll();
    expect(batches[0]?.notifications).toMatchObject([{ id, visibleTo: null }]);
  });
});

describe('a replay', () => {
  test('after a restart gives what came after the place, and nothing else', async () => {
    const device = makeDevice(monitor);
    start();
    await lose(device);
    addChanges(3);
    poll();
    const place = { event: feed.position.event, audit: 1 };
    await recordEvents(monitor, device, [report('POWER_RECOVER')], 'http', monitor.clock());

    const next = new ChangeFeed(makeTestMonitor({ store: monitor.store }));
    start(next);
    const replay = next.replay(place, null);
    expect(replay?.events.map(({ eventType }) => eventType)).toEqual(['POWER_RECOVER']);
    expect(replay?.changes.map(({ id }) => id)).toEqual([2, 3]);
    expect(next.replay(place, Number(device.config.customerId))?.events).toHaveLength(1);
    expect(next.replay(place, 4711)).toEqual({ events: [], changes: [] });
  });

  test('reaches over a row that was taken back since', async () => {
    const device = makeDevice(monitor);
    start();
    await lose(device);
    poll();
    const place = feed.position;
    monitor.store.sqlite.query('DELETE FROM events WHERE id = ?').run(place.event);
    const next = new ChangeFeed(makeTestMonitor({ store: monitor.store }));
    start(next);
    expect(next.position.event).toBeLessThan(place.event);
    expect(next.replay(place, null)).toEqual({ events: [], changes: [] });
  });

  test('is refused beyond a thousand rows, whether they were told or read', () => {
    addChanges(10);
    start();
    const place = feed.position;
    addChanges(windowRows);
    for (let turn = 0; turn < 3; turn += 1) poll();
    expect(feed.replay(place, null)?.changes).toHaveLength(windowRows);
    addChanges(1);
    poll();
    expect(feed.replay(place, null)).toBeNull();
    addChanges(3 * windowRows);
    for (let turn = 0; turn < 8; turn += 1) poll();
    const newest = feed.position;
    expect(
      feed.replay({ ...newest, audit: newest.audit - windowRows }, null)?.changes,
    ).toHaveLength(windowRows);
    expect(feed.replay({ ...newest, audit: newest.audit - 2_500 }, null)).toBeNull();
    expect(feed.replay({ ...newest, audit: newest.audit + 1 }, null)).toBeNull();
  });
});
