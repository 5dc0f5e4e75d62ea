import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import * as states from '../../domain/states.ts';
import { outages } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { events } from '../../store/fleet/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { customers } from '../../store/people/tables.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

async function list(query = '') {
  const answer = await world.get(`/api/events?${query}`, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function say(device: LiveDevice, type: 'POWER_DOWN' | 'POWER_RECOVER'): Promise<void> {
  const { monitor } = world;
  await recordEvents(monitor, device, [report(type)], 'mqtt', monitor.clock());
}

/** Mains is lost for `minutes`, and steady again for long enough to be sure. */
async function suffer(device: LiveDevice, minutes: number): Promise<void> {
  const { monitor } = world;
  await say(device, 'POWER_DOWN');
  await monitor.advance(minutes * 60);
  await say(device, 'POWER_RECOVER');
  for (let i = 0; i < 5; i += 1) {
    await monitor.advance(30);
    const up = beat({ power: 'UP', has_mains_sense: true });
    await recordHeartbeat(monitor, device, up, 'mqtt', monitor.clock());
  }
}

/** Straight into the timeline, `secondsAgo`. */
function add(
  eventType: states.TimelineEventType,
  device: LiveDevice,
  secondsAgo = 0,
  customerId = eventType === 'HEARTBEAT' ? null : device.config.customerId,
): number {
  const at = world.monitor.clock().wallMs - secondsAgo * 1000;
  const id = insertEvent(world.monitor.store, {
    deviceRow: device.row,
    customerId,
    eventType,
    occurredAt: at,
    createdAt: at,
  });
  if (id === null) throw new Error('the event was not added');
  return id;
}

const typesOf = (body: { data: { event_type: string }[] }) =>
  body.data.map(({ event_type }) => event_type);
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);

test('an event has its facts, its site and its outage', async () => {
  const { monitor } = world;
  const device = makeDevice(monitor, { siteName: 'ร้านสมชาย' });
  await suffer(device, 42);
  monitor.store.db.update(notifications).set({ status: 'sent' }).run();
  const { data } = await list('filter=power_down');
  const { wallMs } = monitor.clock();
  const at = new Date(wallMs - (42 * 60 + 150) * 1000).toISOString();
  expect(data).toEqual([
    {
      id: expect.any(Number),
      event_type: 'POWER_DOWN',
      event_time: at,
      timestamp: at,
      created_at: at,
      device_id: device.deviceId,
      site_name: 'ร้านสมชาย',
      customer_id: device.config.customerId,
      customer_name: expect.stringMatching(/^Customer/),
      voltage: null,
      battery_level: null,
      message: null,
      details: {},
      outage_id: expect.any(Number),
      cause: 'mains',
      duration_minutes: 42,
      notified: true,
      delivery: { sent: 1, waiting: 0, failed: 0 },
    },
  ]);
  const one = await world.get(`/api/events/${data[0].id}`, admin);
  expect(one.body).toEqual({ ok: true, data: data[0] });
});

test('an outage that goes on has no duration, and nobody may have been told yet', async () => {
  const device = makeDevice(world.monitor);
  await say(device, 'POWER_DOWN');
  const { data } = await list('filter=power_down');
  expect(data[0]).toMatchObject({
    cause: 'mains',
    duration_minutes: null,
    notified: false,
    delivery: { sent: 0, waiting: 1, failed: 0 },
  });
  world.monitor.store.db.update(notifications).set({ status: 'failed' }).run();
  expect((await list('filter=power_down')).data[0]).toMatchObject({
    notified: false,
    delivery: { sent: 0, waiting: 0, failed: 1 },
  });
});

test.each([
  ['time', ['REGISTER', 'OFFLINE', 'ONLINE']],
  ['type', ['OFFLINE', 'ONLINE', 'REGISTER']],
  // As people count; of one site the newest comes first.
  ['site', ['ONLINE', 'OFFLINE', 'REGISTER']],
  ['device', ['REGISTER', 'ONLINE', 'OFFLINE']],
])('are put in order by their %s', async (sort, expected) => {
  const ten = makeDevice(world.monitor, { siteName: 'Site 10', deviceId: 'fw-00000000000a' });
  const nine = makeDevice(world.monitor, { siteName: 'Site 9', deviceId: 'fw-00000000000b' });
  add('REGISTER', ten, 30);
  add('OFFLINE', nine, 20);
  add('ONLINE', nine, 10);
  expect(typesOf(await list(`sort=${sort}`))).toEqual(expected);
  expect(typesOf(await list(`sort=${sort}&page=2&limit=2`))).toEqual(expected.slice(2));
});

test('the longest outage comes first, and what belongs to none last', async () => {
  const device = makeDevice(world.monitor);
  await suffer(device, 3);
  await suffer(device, 42);
  add('REGISTER', device);
  const { data } = await list('sort=duration&direction=desc');
  const minutes = data.map((event: { duration_minutes: number | null }) => event.duration_minutes);
  const known = minutes.filter((one: number | null) => one !== null);
  expect(known[0]).toBe(42);
  expect(known.at(-1)).toBe(3);
  expect(minutes.slice(known.length)).toEqual(minutes.slice(known.length).fill(null));
  expect(known).toEqual(known.toSorted((a: number, b: number) => b - a));
});

describe('silence, of which nobody knows whether it is power,', () => {
  const silence = 10 * 60;
  const hearFrom = (device: LiveDevice, fields: Parameters<typeof beat>[0] = {}) =>
    recordHeartbeat(world.monitor, device, beat(fields), 'mqtt', world.monitor.clock());
  const shown = async () => ({
    down: typesOf(await list('filter=power_down')),
    restored: typesOf(await list('filter=POWER_RECOVER')),
    export: (await world.get('/api/events/export.csv?filter=power_down', admin)).text
      .split('\r\n')
      .filter((line) => line.includes('OUTAGE')).length,
  });
  let device: LiveDevice;

  beforeEach(async () => {
    device = makeDevice(world.monitor);
    await hearFrom(device, { boot_id: '00000001', seq: 1 });
    await world.monitor.advance(silence);
  });

  test('stands among the losses of power', async () => {
    expect(await shown()).toEqual({ down: ['OUTAGE'], restored: [], export: 1 });
    expect((await list('filter=power_down')).data[0]).toMatchObject({ cause: 'silent' });
    const searched = await list(`filter=power_down&device_id=${device.deviceId}`);
    expect(typesOf(searched)).toEqual(['OUTAGE']);
  });

  test('gives way to the events of the loss it proves to be', async () => {
    const uptime = { uptime_ms: 1_000, reset_reason: 'power_on' as const };
    await hearFrom(device, { boot_id: '00000002', seq: 1, ...uptime });
    // Until it is certain that power stays, there are no others.
    expect((await shown()).down).toEqual(['OUTAGE']);
    for (let seq = 2; seq < 8; seq += 1) {
      await world.monitor.advance(30);
      await hearFrom(device, { boot_id: '00000002', seq, ...uptime });
    }
    expect(await shown()).toEqual({ down: ['POWER_DOWN'], restored: ['POWER_RECOVER'], export: 0 });
  });

  test('is none of them once it proves to have been the internet', async () => {
    for (let seq = 2; seq < 8; seq += 1) {
      await hearFrom(device, { boot_id: '00000001', seq, uptime_ms: 3_600_000 });
      await world.monitor.advance(30);
    }
    expect(await shown()).toEqual({ down: [], restored: [], export: 0 });
  });

  test('stays among them if it is never explained, and so does its end', async () => {
    add('ONLINE', device);
    const { db } = world.monitor.store;
    const now = world.monitor.clock().wallMs;
    db.update(outages).set({ recoverAt: now, confirmedAt: now }).run();
    const [outage] = db.select({ id: outages.id }).from(outages).all();
    db.update(events)
      .set({ outageId: outage?.id ?? null })
      .where(eq(events.occurredAt, now))
      .run();
    expect(await shown()).toEqual({ down: ['OUTAGE'], restored: ['ONLINE'], export: 1 });
  });
});

test('an event without an outage has no fields of one', async () => {
  const id = add('REGISTER', makeDevice(world.monitor));
  expect((await list()).data).toMatchObject([
    {
      id,
      outage_id: null,
      cause: null,
      duration_minutes: null,
      notified: false,
      delivery: { sent: 0, waiting: 0, failed: 0 },
    },
  ]);
});

test('an unknown event is not found', async () => {
  expect(await world.get('/api/events/4711', admin)).toMatchObject(refused(404, 'NOT_FOUND'));
});

describe('filters', () => {
  beforeEach(() => {
    const device = makeDevice(world.monitor);
    for (const type of states.timelineEventTypes) add(type, device);
  });

  test('all is everything but the heartbeat roll-ups', async () => {
    const { data, total } = await list();
    expect(total).toBe(states.timelineEventTypes.length - 1);
    expect(typesOf({ data })).not.toContain('HEARTBEAT');
    expect(await list('filter=all')).toEqual(await list());
  });

  test.each([
    ['power_down', 'POWER_DOWN'],
    ['POWER_DOWN', 'POWER_DOWN'],
    ['power_restored', 'POWER_RECOVER'],
    ['Power_Restored', 'POWER_RECOVER'],
    ['POWER_RECOVER', 'POWER_RECOVER'],
    ['heartbeat', 'HEARTBEAT'],
    ['ONLINE', 'ONLINE'],
    ['offline', 'OFFLINE'],
    ['outage', 'OUTAGE'],
    ['acknowledge', 'ACKNOWLEDGE'],
    ['ack_recover', 'ACK_RECOVER'],
    ['register', 'REGISTER'],
    ['config_change', 'CONFIG_CHANGE'],
  ])('%s shows %s', async (filter, type) => {
    const body = await list(`filter=${filter}`);
    expect(typesOf(body)).toEqual([type]);
    expect(body.total).toBe(1);
  });

  test('another is refused', async () => {
    expect(await world.get('/api/events?filter=nonsense', admin)).toMatchObject(
      refused(400, 'VALIDATION'),
    );
  });
});

test('a search finds device, site and owner, and wildcards stand for themselves', async () => {
  const { monitor } = world;
  const shop = makeDevice(monitor, { deviceId: 'fw-a1b2c3d4e5f6', siteName: '100% Shop' });
  const home = makeDevice(monitor, { siteName: 'ศาลากลาง_1' });
  monitor.store.db
    .update(customers)
    .set({ name: 'Somchai' })
    .where(eq(customers.id, home.config.customerId ?? 0))
    .run();
  const inShop = add('ONLINE', shop);
  const atHome = add('ONLINE', home);
  add('HEARTBEAT', home);
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['', [atHome, inShop]],
    ['  ', [atHome, inShop]],
    ['C3D4', [inShop]],
    ['shop', [inShop]],
    [' shop ', [inShop]],
    ['ศาลา', [atHome]],
    ['somchai', [atHome]],
    ['%', [inShop]],
    ['_', [atHome]],
    ['100%_', []],
    ["' OR 1=1", []],
  ];
  for (const [q, ids] of cases) {
    const body = await list(`q=${encodeURIComponent(q)}`);
    expect({ q, ids: idsOf(body), total: body.total }).toEqual({
      q,
      ids: [...ids],
      total: ids.length,
    });
  }
});

test('events of an earlier owner are shown with that owner', async () => {
  const { monitor } = world;
  const device = makeDevice(monitor);
  const earlier = makeCustomer(monitor);
  const before = add('ONLINE', device, 60, earlier);
  const after = add('ONLINE', device);
  expect(idsOf(await list(`customer_id=${earlier}`))).toEqual([before]);
  expect(idsOf(await list(`customer_id=${device.config.customerId}`))).toEqual([after]);
  expect((await list(`device_id=${device.deviceId}`)).data).toMatchObject([
    { id: after, customer_id: device.config.customerId },
    { id: before, customer_id: earlier },
  ]);
});

test('a time range includes its beginning and not its end', async () => {
  const device = makeDevice(world.monitor);
  const [second, first] = [add('ONLINE', device, 10), add('ONLINE', device, 20)];
  const ago = (seconds: number) =>
    new Date(world.monitor.clock().wallMs - seconds * 1000).toISOString();
  expect(idsOf(await list(`from=${ago(20)}&to=${ago(10)}`))).toEqual([first]);
  expect(idsOf(await list(`from=${ago(10)}`))).toEqual([second]);
  expect(idsOf(await list(`to=${ago(10)}`))).toEqual([first]);
  // 12:00 in Bangkok.
  expect(idsOf(await list('to=2026-01-15T12:00:00%2B07:00'))).toEqual([second, first]);
  for (const wrong of ['yesterday', '2026-13-01T00:00:00Z', '2026-01-15', '0']) {
    expect(await world.get(`/api/events?from=${wrong}`, admin)).toMatchObject(
      refused(400, 'VALIDATION'),
    );
  }
});

test('counts and pages agree with the list for every combination of filters', async () => {
  const { monitor } = world;
  const [one, two] = [makeDevice(monitor), makeDevice(monitor)];
  // Many more devices than are gathered one by one, so that either way of reading is taken.
  monitor.store.db
    .insert(devices)
    .values(
      Array.from({ length: 250 }, (_, i) => ({
        deviceId: `fw-${String(i).padStart(12, 'f')}`,
        ownedSince: 0,
        // Not all: words that find every device are no search.
        siteName: i === 0 ? 'Elsewhere' : `Site X${i}`,
        deviceType: 's2-mini' as const,
        createdAt: 0,
      })),
    )
    .run();
  for (let i = 0; i < 60; i += 1) {
    const device = i % 3 === 0 ? one : two;
    const type = (['POWER_DOWN', 'HEARTBEAT', 'ONLINE', 'HEARTBEAT'] as const)[i % 4];
    // Some at the same moment, and not in the order of their ids.
    if (type !== undefined) add(type, device, ((i * 7) % 30) * 10);
  }
  const all = [...(await list('limit=200')).data, ...(await list('filter=heartbeat')).data];
  expect(all.length).toBe(60);
  const from = new Date(monitor.clock().wallMs - 200_000).toISOString();
  const filters: readonly (readonly [string, (type: string) => boolean])[] = [
    ['all', (type) => type !== 'HEARTBEAT'],
    ['power_down', (type) => type === 'POWER_DOWN'],
    ['heartbeat', (type) => type === 'HEARTBEAT'],
    ['register', () => false],
  ];
  type Row = { device_id: string; customer_id: number; event_time: string };
  const others: readonly (readonly [string, (row: Row) => boolean])[] = [
    ['', () => true],
    [`device_id=${one.deviceId}`, (row) => row.device_id === one.deviceId],
    ['device_id=fw-000000000000', () => false],
    [`customer_id=${two.config.customerId}`, (row) => row.device_id === two.deviceId],
    [`customer_id=${two.config.customerId}&q=site`, (row) => row.device_id === two.deviceId],
    ['q=site', () => true],
    ['q=fw-', () => true],
    [`q=${one.deviceId}`, (row) => row.device_id === one.deviceId],
    [`from=${from}`, (row) => row.event_time >= from],
    [`q=site&from=${from}`, (row) => row.event_time >= from],
  ];
  const newestFirst = (a: { id: number } & Row, b: { id: number } & Row) =>
    b.event_time.localeCompare(a.event_time) || b.id - a.id;
  for (const [filter, isOfType] of filters) {
    for (const [query, isWanted] of others) {
      const wanted = all
        .filter((row) => isOfType(row.event_type) && isWanted(row))
        .sort(newestFirst);
      const shown: number[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / 7) + 1; page += 1) {
        const body = await list(`filter=${filter}&${query}&page=${page}&limit=7`);
        expect({ filter, query, total: body.total }).toEqual({
          filter,
          query,
          total: wanted.length,
        });
        shown.push(...idsOf(body));
      }
      expect({ filter, query, shown }).toEqual({
        filter,
        query,
        shown: wanted.map(({ id }) => id),
      });
    }
  }
});

test('counts for each tab what the list finds there, searched alike', async () => {
  const [shop, home] = [
    makeDevice(world.monitor, { siteName: 'Shop' }),
    makeDevice(world.monitor, { siteName: 'Home' }),
  ];
  await suffer(shop, 5);
  await suffer(shop, 6);
  await suffer(home, 7);
  add('HEARTBEAT', shop);
  for (const q of ['', 'shop', 'nothing']) {
    const { body } = await world.get(`/api/events/counts?q=${q}`, admin);
    for (const filter of ['all', 'power_down', 'power_restored']) {
      const { total } = await list(`q=${q}&filter=${filter}`);
      expect([q, filter, body.data[filter]]).toEqual([q, filter, total]);
    }
    expect(body.data.power_down > 0).toBe(q !== 'nothing');
  }
});
