import { beforeEach, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../../actions/fleet/roll-up-heartbeats.ts';
import { events } from '../../store/fleet/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

const now = () => world.monitor.clock();
const stats = async () => (await world.get('/api/dashboard/stats', admin)).body;
const hear = async (device: LiveDevice) =>
  recordHeartbeat(world.monitor, device, beat(), 'mqtt', now());
const loseMains = (device: LiveDevice, ageMs = 0) =>
  recordEvents(world.monitor, device, [report('POWER_DOWN', { age_ms: ageMs })], 'mqtt', now());
const today = () =>
  world.monitor.store.db
    .select({ eventType: events.eventType })
    .from(events)
    .all()
    .filter(({ eventType }) => eventType !== 'HEARTBEAT').length;

test('an empty service has nothing to show', async () => {
  const data = {
    customers: { total: 0 },
    devices: { online: 0, total: 0, recent: [] },
    keys: { unused: 0 },
    events: { today: 0, recent: [] },
  };
  expect(await stats()).toEqual({ ok: true, ...data, data });
});

test('counts customers, devices and keys', async () => {
  const device = makeDevice(world.monitor);
  makeDevice(world.monitor);
  makeCustomer(world.monitor);
  await hear(device);
  const { db } = world.monitor.store;
  const [found] = db.select().from(activationKeys).all();
  if (found === undefined) throw new Error('each device has a key');
  const { ref: _, ...key } = found;
  const unbound = { ...key, deviceRow: null, activatedAt: null, expiresAt: null };
  db.insert(activationKeys)
    .values([
      { ...unbound, keyCode: 'UNUSED' },
      { ...unbound, keyCode: 'REVOKED', isActive: false },
    ])
    .run();
  expect(await stats()).toMatchObject({
    customers: { total: 3 },
    devices: { online: 1, total: 2 },
    keys: { unused: 1 },
    data: { customers: { total: 3 } },
  });
});

test('shows the ten devices enrolled last, newest first, as the list does', async () => {
  const made = Array.from({ length: 12 }, () => {
    world.monitor.time.advanceMs(1000);
    return makeDevice(world.monitor).deviceId;
  });
  const { recent } = (await stats()).devices;
  expect(recent.map((item: { device_id: string }) => item.device_id)).toEqual(
    made.slice(2).reverse(),
  );
  expect(recent).toEqual((await world.get('/api/devices?limit=10', admin)).body.data);
});

test("counts events of the server's calendar day without heartbeats", async () => {
  const device = makeDevice(world.monitor);
  await hear(device);
  rollUpHeartbeats(world.monitor, now());
  // It is noon: this happened yesterday evening, though it is told only now.
  await loseMains(device, 13 * 3_600_000);
  const before = today() - 1;
  expect(before).toBeGreaterThan(0);
  expect((await stats()).events.today).toBe(before);
  // One second before midnight in Bangkok, and then midnight.
  world.monitor.time.advanceMs(12 * 3_600_000 - 1000);
  expect((await stats()).events.today).toBe(before);
  world.monitor.time.advanceMs(1000);
  admin = await world.admin('night-shift');
  expect((await stats()).events.today).toBe(0);
});

test('shows the ten latest losses and recoveries among many other events', async () => {
  const device = makeDevice(world.monitor, { siteName: 'Shop' });
  for (let step = 0; step < 6; step += 1) {
    await hear(device);
    await loseMains(device);
    await world.monitor.advance(60);
    await recordEvents(world.monitor, device, [report('POWER_RECOVER')], 'mqtt', now());
    await world.monitor.advance(1);
  }
  const { recent } = (await stats()).events;
  expect(recent).toHaveLength(10);
  expect(recent.map((event: { event_type: string }) => event.event_type)).toEqual(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'POWER_RECOVER' : 'POWER_DOWN')),
  );
  const [first] = recent;
  expect(first).toEqual({
    id: first.id,
    event_type: 'POWER_RECOVER',
    event_time: new Date(now().wallMs - 1000).toISOString(),
    device_id: device.deviceId,
    site_name: 'Shop',
    customer_name: expect.stringMatching(/^Customer/),
  });
  const times = recent.map((event: { event_time: string }) => event.event_time);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('shows silence among the losses until it proves to be none', async () => {
  const device = makeDevice(world.monitor, { siteName: 'Shop' });
  const types = async () =>
    (await stats()).events.recent.map((event: { event_type: string }) => event.event_type);
  await hear(device);
  await world.monitor.advance(200);
  expect(await types()).toEqual(['OUTAGE']);
  // The same boot: power was never gone, so that neither is a loss of power any more.
  for (let second = 0; second < 200; second += 10) {
    await recordHeartbeat(world.monitor, device, beat({ seq: 100 + second }), 'mqtt', now());
    await world.monitor.advance(10);
  }
  expect(device.state.outage).toBeNull();
  expect(await types()).toEqual([]);
});

test('is for administrators only', async () => {
  const token = await world.customer(makeCustomer(world.monitor));
  expect(await world.get('/api/dashboard/stats', token)).toMatchObject(refused(403, 'FORBIDDEN'));
});
