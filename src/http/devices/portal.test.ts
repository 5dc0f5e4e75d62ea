import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { handOver, makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { muteDevices } from '../../actions/alerts/mute-devices.ts';
import { flushVitals } from '../../actions/fleet/flush-vitals.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { refreshFleet } from '../../actions/fleet/load-fleet.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../../actions/fleet/roll-up-heartbeats.ts';
import type { HeartbeatMessage } from '../../domain/fleet/device-message.ts';
import { messengerLinks, outages, recipients } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { readVitals } from '../../store/fleet/vitals.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { auditLog, customers } from '../../store/people/tables.ts';

const day = 86_400_000;

let world: HttpWorld;
let customerId: number;
let strangerId: number;
let device: LiveDevice;
let owner: string;
let stranger: string;

beforeEach(async () => {
  world = new HttpWorld();
  const { monitor } = world;
  customerId = makeCustomer(monitor, '123456789');
  strangerId = makeCustomer(monitor);
  device = makeDevice(monitor, { customerId, siteName: 'Shop' });
  owner = await world.customer(customerId);
  stranger = await world.customer(strangerId);
});

const db = () => world.monitor.store.db;
const iso = (at: number) => new Date(at).toISOString();
const nowIso = () => iso(world.monitor.clock().wallMs);

async function hear(from: LiveDevice, fields: Partial<HeartbeatMessage> = {}): Promise<void> {
  await recordHeartbeat(world.monitor, from, beat(fields), 'mqtt', world.monitor.clock());
}

async function tell(from: LiveDevice, type: 'POWER_DOWN' | 'POWER_RECOVER'): Promise<void> {
  await recordEvents(world.monitor, from, [report(type)], 'mqtt', world.monitor.clock());
}

const stats = async (token = owner) => (await world.get('/api/customer/stats', token)).body;
const shownDevice = async () => (await stats()).devices[0];
const audited = () => db().select().from(auditLog).all();

/** The same in the rows alone, with nothing ended for the old owner. */
function moveRows(): void {
  const { monitor } = world;
  const now = monitor.clock();
  db()
    .update(devices)
    .set({ customerId: strangerId, ownedSince: now.wallMs })
    .where(eq(devices.id, device.row))
    .run();
  db()
    .update(activationKeys)
    .set({ customerId: strangerId })
    .where(eq(activationKeys.deviceRow, device.row))
    .run();
  refreshFleet(monitor, now, [device.deviceId]);
}

describe('the dashboard', () => {
  test('counts keys by how they stand, and shows each', async () => {
    const now = world.monitor.clock().wallMs;
    const add = (keyCode: string, fields: Partial<typeof activationKeys.$inferInsert>) =>
      db()
        .insert(activationKeys)
        .values({
          keyCode,
          purchaseType: 'key_only',
          customerId,
          price: 200,
          createdBy: 'test',
          createdAt: now - 1,
          ...fields,
        })
        .run();
    add('AAAAA-AAAAA-AAAAA-0FREE', { ref: 'free' });
    add('AAAAA-AAAAA-AAAAA-0OVER', { activatedAt: 1, expiresAt: now, deviceRow: device.row });
    add('AAAAA-AAAAA-AAAAA-0GONE', { isActive: false, activatedAt: 1, expiresAt: now + day });
    add('THEIRS', { customerId: strangerId });
    const { stats: counts, keys } = await stats();
    expect(counts).toEqual({ totalKeys: 4, usedKeys: 2, activeKeys: 2, expiredKeys: 1 });
    expect(
      keys.map((key: { key_code: string; status: string }) => [key.key_code, key.status]),
    ).toEqual([
      [expect.stringMatching(/^\*+[A-Z]*\d+$/), 'available'],
      ['*****-*****-*****-0FREE', 'available'],
      ['*****-*****-*****-0GONE', 'inactive'],
      ['*****-*****-*****-0OVER', 'expired'],
    ]);
    expect(keys[1]).toEqual({
      id: 'free',
      key_code: '*****-*****-*****-0FREE',
      is_active: 1,
      status: 'available',
      expires_at: null,
      activated_at: null,
      device_name: null,
      device_id: null,
    });
    expect(keys[3]).toMatchObject({
      expires_at: iso(now),
      activated_at: iso(1),
      device_name: 'Shop',
      device_id: device.deviceId,
    });
  });

  test('shows a device as it is in memory, ahead of its row', async () => {
    await hear(device, {
      rssi: -61,
      ssid: 'shop-wifi',
      firmware_version: '1.2',
    });
    world.monitor.time.advanceMs(10_000);
    await hear(device, { rssi: -58, battery_level: 98 });
    expect([...readVitals(world.monitor.store).keys()]).toEqual([]);
    expect(await shownDevice()).toEqual({
      device_id: device.deviceId,
      site_name: 'Shop',
      site_address: null,
      cell: null,
      is_cell_operators: false,
      area: null,
      location: null,
      on_status_page: false,
      device_type: 's2-mini',
      status: 'online',
      power_status: 'UP',
      last_heartbeat: nowIso(),
      power_since: null,
      alert_enabled: 1,
      downtime_threshold_seconds: 60,
      reminder_interval_seconds: 300,
      alert_on_recovery: 1,
      critical: 0,
      call_on_recovery: 0,
      muted_until: null,
      alerts: 'on',
      detects: 'silence-30',
      detects_within_seconds: 30,
      rssi: -58,
      ssid: 'shop-wifi',
      battery_level: 98,
      sleep: null,
      firmware_version: '1.2',
      key_code: expect.stringMatching(/^\*+[A-Z]*\d+$/),
      key_status: 'available',
      key_expires_at: expect.any(String),
      nearby: null,
      next_message: null,
      outage: null,
    });
  });

  test('shows what the rows say of a device that is not in memory', async () => {
    await hear(device, { rssi: -61, ssid: 'shop-wifi', firmware_version: '1.2' });
    flushVitals(world.monitor);
    const heardAt = nowIso();
    const live = await shownDevice();
    world.monitor.fleet.remove(device);
    world.monitor.time.advanceMs(1_000);
    expect(live).toMatchObject({ rssi: -61, last_heartbeat: heardAt, status: 'online' });
    expect(await shownDevice()).toEqual(live);
  });

  test('shows a device that was never heard as unknown', async () => {
    expect(await shownDevice()).toMatchObject({
      status: 'unknown',
      power_status: null,
      last_heartbeat: null,
      power_since: null,
      detects: 'silence-timeout',
      detects_within_seconds: 180,
    });
  });

  test('shows an outage from its beginning until it is confirmed as over', async () => {
    await hear(device);
    world.monitor.time.advanceMs(10_000);
    const downAt = nowIso();
    await tell(device, 'POWER_DOWN');
    const open = {
      id: expect.any(Number),
      cause: 'mains',
      down_at: downAt,
      recover_at: null,
      acknowledged_at: null,
      acknowledged_by: null,
    };
    expect(await shownDevice()).toMatchObject({
      power_status: 'DOWN',
      power_since: downAt,
      outage: open,
    });
    world.monitor.time.advanceMs(60_000);
    const upAt = nowIso();
    await tell(device, 'POWER_RECOVER');
    expect(await shownDevice()).toMatchObject({
      power_status: 'UP',
      power_since: upAt,
      outage: { down_at: downAt, recover_at: upAt },
    });
    await world.monitor.advance(121);
    expect(await shownDevice()).toMatchObject({
      power_status: 'UP',
      power_since: upAt,
      outage: null,
    });
  });

  test('does not say that there is power where nothing is heard', async () => {
    await hear(device);
    await world.monitor.advance(181);
    expect(await shownDevice()).toMatchObject({
      status: 'offline',
      power_status: null,
      power_since: null,
      outage: { cause: 'silent' },
    });
  });

  test('lists sites by name as people count and spell', async () => {
    for (const siteName of ['Shop 10', 'shop 9', 'ไร่', 'โรงงาน', 'กาแฟ']) {
      makeDevice(world.monitor, { customerId, siteName });
    }
    const names = (await stats()).devices.map(({ site_name: name }: { site_name: string }) => name);
    expect(names).toEqual(['กาแฟ', 'โรงงาน', 'ไร่', 'Shop', 'shop 9', 'Shop 10']);
  });

  test('says why an outage would be told to nobody', async () => {
    const { monitor } = world;
    const until = monitor.clock().wallMs + 3_600_000;
    muteDevices(monitor, { customerId, until, by: 'Nok', actor: testActor }, monitor.clock());
    expect(await shownDevice()).toMatchObject({ alerts: 'muted', muted_until: iso(until) });
    monitor.time.advanceMs(3_600_000);
    expect(await shownDevice()).toMatchObject({ alerts: 'on', muted_until: null });
    db().update(recipients).set({ unreachableAt: 1 }).run();
    expect((await shownDevice()).alerts).toBe('no_messenger');
    db().update(devices).set({ alertEnabled: false }).run();
    expect(await shownDevice()).toMatchObject({ alerts: 'off', alert_enabled: 0 });
    monitor.time.advanceMs(4 * 365 * day);
    expect((await stats(await world.customer(customerId))).devices[0]).toMatchObject({
      alerts: 'key_expired',
      key_status: 'expired',
    });
  });

  test('shows the best of the keys of a device', async () => {
    const now = world.monitor.clock().wallMs;
    db()
      .insert(activationKeys)
      .values({
        keyCode: 'LATER',
        purchaseType: 'renewal',
        customerId,
        deviceRow: device.row,
        price: 200,
        activatedAt: now,
        expiresAt: now + 10 * 365 * day,
        createdBy: 'test',
        createdAt: now,
      })
      .run();
    expect(await shownDevice()).toMatchObject({ key_code: 'LATER', key_status: 'available' });
    db()
      .update(activationKeys)
      .set({ isActive: false })
      .where(eq(activationKeys.keyCode, 'LATER'))
      .run();
    expect((await shownDevice()).key_code).toMatch(/^\*+[A-Z]*\d+$/);
  });

  test('names the chats without giving them away', async () => {
    db()
      .insert(recipients)
      .values({
        customerId,
        channel: 'telegram',
        address: '-100987',
        language: 'th',
        unreachableAt: 1,
        unreachableReason: 'the bot was blocked',
        createdAt: world.monitor.clock().wallMs + 1,
      })
      .run();
    expect((await stats()).messenger).toEqual({
      connected: 1,
      unreachable: 1,
      recipients: [
        {
          id: expect.any(Number),
          channel: 'telegram',
          name: null,
          label: '••••6789',
          language: 'en',
          is_signed: 0,
          wants_digest: false,
          is_pinned: false,
          may_log_in: true,
          is_owner: true,
          may_mute: true,
          is_unreachable: 0,
          unreachable_reason: null,
          created_at: nowIso(),
        },
        {
          id: expect.any(Number),
          channel: 'telegram',
          name: null,
          label: '••••987',
          language: 'th',
          is_signed: 0,
          wants_digest: false,
          is_pinned: false,
          may_log_in: null,
          is_owner: false,
          may_mute: true,
          is_unreachable: 1,
          unreachable_reason: 'the bot was blocked',
          created_at: iso(world.monitor.clock().wallMs + 1),
        },
      ],
    });
  });

  test('says who is logged in, and when it was made', async () => {
    const { user, server_time } = await stats();
    const customer = findCustomer(world.monitor.store, customerId);
    expect(user).toEqual({
      name: customer?.name,
      phone: customer?.phone,
      language: 'en',
      is_owner: true,
      is_asked_who_logs_in: false,
      deletion_requested_at: null,
    });
    expect(server_time).toBe(nowIso());
  });

  test('shows another customer nothing', async () => {
    await hear(device);
    await tell(device, 'POWER_DOWN');
    expect(await stats(stranger)).toMatchObject({
      stats: { totalKeys: 0, usedKeys: 0, activeKeys: 0, expiredKeys: 0 },
      keys: [],
      devices: [],
      recentEvents: [],
    });
  });
});

type ShownEvent = {
  event_type: string;
  details: string;
  device_id: string;
  device_name: string;
  created_at: string;
};
const typesIn = (list: readonly ShownEvent[]) => list.map(({ event_type }) => event_type);

describe('events', () => {
  const list = async (query = '', token = owner) =>
    (await world.get(`/api/customer/events${query}`, token)).body;

  test('carry what their type tells, as JSON text', async () => {
    const { time } = world.monitor;
    await hear(device, { rssi: -61, ssid: 'shop-wifi' });
    time.advanceMs(1_000);
    const downAt = nowIso();
    await tell(device, 'POWER_DOWN');
    time.advanceMs(1_000);
    await world.post('/api/customer/outages/1/acknowledge', owner);
    time.advanceMs(1_000);
    await tell(device, 'POWER_RECOVER');
    time.advanceMs(1_000);
    rollUpHeartbeats(world.monitor, world.monitor.clock());
    const news = (await list()).data;
    const beats = (await list('?filter=heartbeat')).data;
    const data = [...beats, ...news];
    const customer = findCustomer(world.monitor.store, customerId);
    const signal = { rssi: -61, ssid: 'shop-wifi' };
    expect(data.map((event: ShownEvent) => [event.event_type, JSON.parse(event.details)])).toEqual([
      ['HEARTBEAT', { count: 1, ...signal }],
      ['RECOVER', signal],
      ['ACKNOWLEDGE', { customer_name: customer?.name }],
      ['DOWN', signal],
      ['ONLINE', { reset_reason: 'power_on', ...signal }],
    ]);
    expect(data[3]).toMatchObject({
      created_at: downAt,
      device_id: device.deviceId,
      device_name: 'Shop',
    });
  });

  test('name the one who acknowledged, or else the customer', async () => {
    const { wallMs } = world.monitor.clock();
    const common = { deviceRow: device.row, customerId, occurredAt: wallMs, createdAt: wallMs };
    db()
      .insert(events)
      .values([
        { ...common, eventType: 'ACKNOWLEDGE', details: { by: 'Nok' } },
        { ...common, eventType: 'ACK_RECOVER', details: {} },
        { ...common, eventType: 'OUTAGE', details: { rssi: -80, secret: 1 } },
        { ...common, eventType: 'POWER_DOWN' },
      ])
      .run();
    const { data } = await list();
    expect(data.map(({ details }: ShownEvent) => details)).toEqual([
      '{}',
      '{"rssi":-80}',
      '{"customer_name":"customer"}',
      '{"customer_name":"Nok"}',
    ]);
  });

  test('about power have the silence that nobody has explained yet', async () => {
    await hear(device);
    await world.monitor.advance(600);
    const types = async (query: string) => typesIn((await list(query)).data);
    expect(await types('?filter=power')).toEqual(['OUTAGE']);
    expect(await types('?filter=contact')).toEqual(['OUTAGE', 'ONLINE']);
  });

  test('are filtered by kind, by device and by words, page by page', async () => {
    const { monitor } = world;
    const other = makeDevice(monitor, { customerId, siteName: '100% house' });
    await hear(device);
    await tell(device, 'POWER_DOWN');
    await hear(other);
    rollUpHeartbeats(monitor, monitor.clock());
    const types = async (query: string) => typesIn((await list(query)).data).sort();
    expect(await types('')).toEqual(['DOWN', 'ONLINE', 'ONLINE']);
    expect(await types('?filter=power')).toEqual(['DOWN']);
    expect(await types('?filter=contact')).toEqual(['ONLINE', 'ONLINE']);
    expect(await types('?filter=heartbeat')).toEqual(['HEARTBEAT', 'HEARTBEAT']);
    expect(await types('?filter=acknowledgement')).toEqual([]);
    expect(await types(`?device_id=${other.deviceId}`)).toEqual(['ONLINE']);
    expect(await types(`?device_id=${other.deviceId}&filter=heartbeat`)).toEqual(['HEARTBEAT']);
    expect(await types(`?device_id=${other.deviceId}&filter=power`)).toEqual([]);
    expect(await types('?q=shop')).toEqual(['DOWN', 'ONLINE']);
    expect(await types('?q=0%25%20h')).toEqual(['ONLINE']);
    expect(await types('?q=%25')).toEqual(['ONLINE']);
    expect(await list('?limit=2&page=2')).toMatchObject({
      total: 3,
      page: 2,
      limit: 2,
      data: [{ event_type: 'ONLINE' }],
    });
  });

  test('of a device of another customer are not there', async () => {
    const path = `/api/customer/events?device_id=${device.deviceId}`;
    expect(await world.get(path, stranger)).toMatchObject(refused(404, 'NOT_FOUND'));
    await hear(device);
    expect(await list('', stranger)).toMatchObject({ data: [], total: 0 });
  });

  test('of the dashboard are the newest fifty, with one heartbeat of each device', async () => {
    const { monitor } = world;
    const other = makeDevice(monitor, { customerId });
    for (let hour = 0; hour < 60; hour += 1) {
      monitor.time.advanceMs(3_600_000);
      await hear(device, { boot_id: `0000${String(hour).padStart(4, '0')}`, uptime_ms: 1_000 });
      await hear(other);
      rollUpHeartbeats(monitor, monitor.clock());
    }
    const { recentEvents } = await stats();
    expect(recentEvents).toHaveLength(50);
    const beats = recentEvents.filter((event: ShownEvent) => event.event_type === 'HEARTBEAT');
    expect(beats.map(({ device_id }: ShownEvent) => device_id).sort()).toEqual(
      [device.deviceId, other.deviceId].sort(),
    );
    expect(beats.map(({ created_at }: ShownEvent) => created_at)).toEqual([nowIso(), nowIso()]);
    const times = recentEvents.map(({ created_at }: ShownEvent) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });
});

describe('a transfer', () => {
  test('takes everything from the old owner, and gives the new one what came after', async () => {
    const { monitor } = world;
    await hear(device, { rssi: -61, ssid: 'old-wifi', battery_level: 98 });
    await tell(device, 'POWER_DOWN');
    monitor.time.advanceMs(60_000);
    await tell(device, 'POWER_RECOVER');
    await monitor.advance(121);
    rollUpHeartbeats(monitor, monitor.clock());
    monitor.time.advanceMs(1_000);
    handOver(world.monitor, device, strangerId);
    const before = await stats(stranger);
    expect(before).toMatchObject({
      devices: [
        {
          device_id: device.deviceId,
          status: 'unknown',
          power_status: null,
          power_since: null,
          last_heartbeat: null,
          rssi: null,
          ssid: null,
          battery_level: null,
          outage: null,
        },
      ],
      recentEvents: [{ event_type: 'CONFIG_CHANGE' }],
      stats: { totalKeys: 1, usedKeys: 1 },
    });
    monitor.time.advanceMs(1_000);
    await tell(device, 'POWER_DOWN');
    const now = await stats(stranger);
    expect(typesIn(now.recentEvents)).toEqual(['DOWN', 'CONFIG_CHANGE']);
    expect(now.devices[0].outage).toMatchObject({ cause: 'mains' });
    const { data } = (await world.get('/api/customer/events', stranger)).body;
    expect(typesIn(data)).toEqual(['DOWN', 'CONFIG_CHANGE']);
    expect(await stats()).toMatchObject({ keys: [], devices: [], recentEvents: [] });
    expect((await world.get('/api/customer/events', owner)).body).toMatchObject({ total: 0 });
  });

  test('does not show the new owner an outage that began at the old one', async () => {
    await tell(device, 'POWER_DOWN');
    world.monitor.time.advanceMs(1_000);
    moveRows();
    expect((await stats(stranger)).devices[0].outage).toBeNull();
    const answers = [stranger, owner].map((token) =>
      world.post('/api/customer/outages/1/acknowledge', token),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
    }
    expect(db().select().from(outages).get()?.acknowledgedAt).toBeNull();
  });

  test('back and forth, the first time stays hidden', async () => {
    await tell(device, 'POWER_DOWN');
    world.monitor.time.advanceMs(1_000);
    moveRows();
    db().update(devices).set({ customerId, ownedSince: world.monitor.clock().wallMs }).run();
    expect((await stats()).recentEvents).toEqual([]);
    expect((await world.get('/api/customer/events', owner)).body.total).toBe(0);
  });
});

describe('renaming', () => {
  const path = () => `/api/customer/devices/${device.deviceId}`;
  const nameOf = () =>
    db().select().from(devices).where(eq(devices.id, device.row)).get()?.siteName;

  test('trims, takes effect at once, and is written down', async () => {
    const { status, body } = await world.put(path(), owner, { siteName: '  บ้านสวน  ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      message: 'Device renamed',
      data: { device_id: device.deviceId, site_name: 'บ้านสวน', alerts: 'on' },
    });
    expect(nameOf()).toBe('บ้านสวน');
    expect(device.config.siteName).toBe('บ้านสวน');
    expect(db().select().from(events).all()).toMatchObject([
      { eventType: 'CONFIG_CHANGE', customerId, details: { site_name: 'บ้านสวน' } },
    ]);
    expect(audited()).toMatchObject([
      {
        actor: `customer:${customerId}`,
        action: 'device.rename',
        subject: device.deviceId,
        before: { siteName: 'Shop' },
        after: { siteName: 'บ้านสวน' },
        address: 'unknown',
      },
    ]);
    const { recentEvents } = await stats();
    expect(JSON.parse(recentEvents[0].details)).toEqual({
      customer_name: findCustomer(world.monitor.store, customerId)?.name,
      site_name: 'บ้านสวน',
    });
  });

  test('to the same name changes nothing', async () => {
    expect(await world.put(path(), owner, { siteName: 'Shop ' })).toMatchObject({ status: 200 });
    expect(db().select().from(events).all()).toEqual([]);
    expect(audited()).toEqual([]);
  });

  test.each([
    [{ siteName: '' }, 'Please enter device name'],
    [
      { siteName: ' \t ' },
      /siteName: must not contain control characters|Please enter device name/,
    ],
    [{ siteName: '   ' }, 'Please enter device name'],
    [{}, 'must hold at least one field'],
    [{ siteName: null }, 'Please enter device name'],
    [{ siteName: 'x'.repeat(101) }, 'siteName: must be at most 100 characters'],
    [{ siteName: 'a\u0000b' }, 'siteName: must not contain control characters'],
    [{ siteName: 'Home\u202eno si rewop' }, 'siteName: must not contain control characters'],
    [{ siteName: 'a', site_address: 'b' }, 'site_address: is not known'],
  ])('refuses %j', async (body, error) => {
    const answer = await world.put(path(), owner, body);
    expect(answer.body.error).toMatch(error);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
    expect(nameOf()).toBe('Shop');
    expect(audited()).toEqual([]);
  });

  test('is not possible for the device of another customer', async () => {
    expect(await world.put(path(), stranger, { siteName: 'Mine' })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    expect(nameOf()).toBe('Shop');
    expect(audited()).toEqual([]);
  });
});

describe('where a device stands', () => {
  const put = (fields: unknown, token = owner) =>
    world.put(`/api/customer/devices/${device.deviceId}`, token, fields);
  const nowhere = { cell: null, is_cell_operators: false, area: null, location: null };
  const chiangMai = {
    cell: 'F12/T3',
    area: 'TH-500101',
    location: { latitude: 18.788, longitude: 98.985 },
  };

  test('is nowhere until somebody says so; is set, shown and written down, and taken back', async () => {
    expect(await shownDevice()).toMatchObject(nowhere);
    const exact = { latitude: 18.78812345, longitude: 98.98543 };
    const { status, body } = await put({ ...chiangMai, cell: ' F12 /  T3', location: exact });
    expect([status, body.message]).toEqual([200, 'Device saved']);
    expect(body.data).toMatchObject({ ...chiangMai, is_cell_operators: false, site_name: 'Shop' });
    expect(await shownDevice()).toMatchObject(chiangMai);
    expect(audited()).toMatchObject([
      {
        actor: `customer:${customerId}`,
        action: 'device.place',
        before: { cell: null, area: null, latitude: null, longitude: null },
        after: { cell: 'F12/T3', area: 'TH-500101', latitude: 18.788, longitude: 98.985 },
      },
    ]);
    // No finer point is anywhere in the file.
    const rows = [...db().select().from(devices).all(), ...audited()];
    expect(JSON.stringify(rows)).not.toContain('18.7881');
    // The timeline, which is kept for long, does not say where.
    expect(db().select().from(events).all()).toMatchObject([{ details: { place: true } }]);
    await put({ cell: '', area: null, location: null });
    expect(await shownDevice()).toMatchObject(nowhere);
  });

  test('what is left out stays; what changes nothing leaves no entry', async () => {
    await put(chiangMai);
    await put({ siteName: 'Kitchen', area: 'Vientiane' });
    expect(await shownDevice()).toMatchObject({
      ...chiangMai,
      site_name: 'Kitchen',
      area: 'Vientiane',
    });
    expect(audited().map(({ action }) => action)).toEqual([
      'device.place',
      'device.rename',
      'device.place',
    ]);
    await put({ cell: 'F12/T3', location: { latitude: 18.7881, longitude: 98.9851 } });
    expect(audited()).toHaveLength(3);
  });

  test.each([
    [{ cell: 'x'.repeat(65) }, 'cell: must be at most 64 characters'],
    [{ cell: 'F\u202e1' }, 'cell: must not contain control characters'],
    [{ area: 7 }, 'area: must be text'],
    [{ location: { latitude: 91, longitude: 0 } }, 'location.latitude: must be at most 90'],
    [{ location: { latitude: 9, longitude: -181 } }, 'location.longitude: must be at least -180'],
    [{ location: { latitude: 9 } }, 'location.longitude: is required'],
    [{ location: { latitude: 9, longitude: 9, exact: 1 } }, 'location.exact: is not known'],
    [{ is_cell_operators: true }, 'is_cell_operators: is not known'],
  ])('refuses %j', async (fields, error) => {
    const answer = await put(fields);
    expect(answer.body.error).toBe(error);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
    expect(await shownDevice()).toMatchObject(nowhere);
  });

  test('is nothing that a stranger sets', async () => {
    expect(await put(chiangMai, stranger)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await shownDevice()).toMatchObject(nowhere);
  });

  test('of what the operator set, the owner changes nothing; the rest is theirs', async () => {
    const operator = await world.admin();
    await world.put(`/api/devices/${device.deviceId}`, operator, { cell: 'F9' });
    expect(await put({ cell: 'F12', area: 'TH-50' })).toMatchObject(refused(409, 'CONFLICT'));
    expect(await shownDevice()).toMatchObject({ ...nowhere, cell: 'F9', is_cell_operators: true });
    expect((await put({ cell: 'F9', area: 'TH-50' })).status).toBe(200);
    await world.put(`/api/devices/${device.deviceId}`, operator, { cell: null });
    await put({ cell: 'F12' });
    expect(await shownDevice()).toMatchObject({ cell: 'F12', is_cell_operators: false });
  });

  test('goes with its owner, but for a tag that the operator set', async () => {
    const fieldsNow = () => db().select().from(devices).where(eq(devices.id, device.row)).get();
    await put(chiangMai);
    handOver(world.monitor, device, strangerId);
    const nobodys = {
      cell: null,
      isCellOperators: false,
      area: null,
      latitude: null,
      longitude: null,
    };
    expect(fieldsNow()).toMatchObject({ ...nobodys, customerId: strangerId });
    const operator = await world.admin();
    const path = `/api/devices/${device.deviceId}`;
    await world.put(path, operator, chiangMai);
    handOver(world.monitor, device, customerId);
    expect(fieldsNow()).toMatchObject({ ...nobodys, cell: 'F12/T3', isCellOperators: true });
    await world.post(`${path}/release`, operator);
    expect(fieldsNow()).toMatchObject({ ...nobodys, customerId: null });
  });
});

describe('acknowledging', () => {
  const path = '/api/customer/outages/1/acknowledge';

  beforeEach(async () => {
    await tell(device, 'POWER_DOWN');
    world.monitor.time.advanceMs(5_000);
  });

  test('stops reminders and names the customer; the first one stands', async () => {
    const name = findCustomer(world.monitor.store, customerId)?.name;
    const at = nowIso();
    const first = await world.post(path, owner);
    const done = {
      outage_id: 1,
      site_name: 'Shop',
      is_back: false,
      acknowledged_by: name,
      acknowledged_at: at,
    };
    expect(first.body).toEqual({
      ok: true,
      data: { ...done, was_earlier: false },
      message: 'Acknowledged',
    });
    expect(db().select().from(notifications).all()).toMatchObject([{ status: 'superseded' }]);
    expect(await shownDevice()).toMatchObject({
      outage: { acknowledged_by: name, acknowledged_at: at },
    });
    world.monitor.time.advanceMs(5_000);
    await world.put('/api/customer/profile', owner, { name: 'Lek' });
    expect((await world.post(path, owner)).body).toEqual({
      ok: true,
      data: { ...done, was_earlier: true },
      message: `Already acknowledged by ${name}`,
    });
    expect(audited().filter(({ action }) => action === 'outage.acknowledge')).toMatchObject([
      { actor: `customer:${customerId}`, subject: 'outage:1', after: { by: name } },
    ]);
  });

  test('is withdrawn by the same customer only, and shown as if it had never been', async () => {
    const remind = '/api/customer/outages/remind';
    const body = { outage_ids: [1] };
    const withdrawn = (ids: number[]) => ({
      ok: true,
      data: { outage_ids: ids },
      message: 'Reminders go on',
    });
    expect((await world.post(remind, owner, body)).body).toEqual(withdrawn([]));
    const many = await world.post('/api/customer/outages/acknowledge', owner, body);
    expect(many.body.data).toEqual({ acknowledged: 1, outage_ids: [1] });
    const again = await world.post('/api/customer/outages/acknowledge', owner, body);
    expect(again.body.data).toEqual({ acknowledged: 1, outage_ids: [] });
    expect((await world.post(remind, stranger, body)).body).toEqual(withdrawn([]));
    expect((await world.post(remind, owner, body)).body).toEqual(withdrawn([1]));
    expect(await shownDevice()).toMatchObject({
      outage: { acknowledged_by: null, acknowledged_at: null },
    });
    expect(db().select().from(notifications).all()).toMatchObject([{ status: 'pending' }]);
    const { body: listed } = await world.get('/api/customer/events?filter=acknowledgement', owner);
    expect(listed.data.map((event: { event_type: string }) => event.event_type)).toEqual([
      'ACK_WITHDRAWN',
      'ACKNOWLEDGE',
    ]);
    expect(audited().at(-1)).toMatchObject({ action: 'outage.remind', subject: 'outage:1' });
  });

  test('is not possible for the outage of another customer', async () => {
    expect(await world.post(path, stranger)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await world.post('/api/customer/outages/999/acknowledge', owner)).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    expect(db().select().from(outages).get()?.acknowledgedAt).toBeNull();
  });

  test.each(['0', '-1', '1.5', 'x', '99999999999999999'])('refuses %s as an outage', async (id) => {
    const answer = await world.post(`/api/customer/outages/${id}/acknowledge`, owner);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  });
});

describe('a test alert', () => {
  test('goes to every chat that can be reached, and to nobody else', async () => {
    expect((await world.post('/api/customer/test-alert', owner)).body).toEqual({
      ok: true,
      data: { chats: 1 },
      message: 'Test alert queued for 1 recipient',
    });
    expect(db().select().from(notifications).all()).toMatchObject([
      { kind: 'test', customerId, recipient: '123456789', status: 'pending' },
    ]);
  });

  test('of a chat that may log in uses up nothing of the owner, and is five a day', async () => {
    const guest = await world.guest(customerId);
    const ask = async (token: string) =>
      (await world.post('/api/customer/test-alert', token)).status;
    for (let n = 0; n < 5; n++) {
      expect(await ask(guest)).toBe(200);
      world.monitor.time.advanceMs(60_000);
    }
    expect(await ask(guest)).toBe(429);
    for (let n = 0; n < 3; n++) expect(await ask(owner)).toBe(200);
    expect(await ask(owner)).toBe(429);
  });

  test('of chats that may log in are fifteen a day together, and three a minute with the owner’s', async () => {
    const ask = async (token: string) =>
      (await world.post('/api/customer/test-alert', token)).status;
    const guests = await Promise.all([0, 1, 2, 3].map((which) => world.guest(customerId, which)));
    const answers: number[] = [];
    for (const guest of guests) {
      for (let n = 0; n < 4; n++) {
        answers.push(await ask(guest));
        world.monitor.time.advanceMs(60_000);
      }
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(15);
    for (let n = 0; n < 3; n++) expect(await ask(owner)).toBe(200);
    expect(await ask(guests[0] ?? '')).toBe(429);
    world.monitor.time.advanceMs(60_000);
    expect(await ask(owner)).toBe(200);
  });

  test('says so when there is no chat', async () => {
    db().delete(recipients).run();
    expect(await world.post('/api/customer/test-alert', owner)).toMatchObject(
      refused(409, 'CONFLICT'),
    );
  });
});

describe('a messenger link', () => {
  const path = '/api/customer/telegram-link';

  test('opens the bot with a token that is stored only as a hash', async () => {
    const { body } = await world.post(path, owner);
    expect(body.link).toMatch(/^https:\/\/t\.me\/fai_bot\?start=link_[\w-]{43}$/);
    expect(body.group_link).toBe(body.link.replace('?start=', '?startgroup='));
    expect(body.expires_at).toBe(iso(world.monitor.clock().wallMs + 30 * 60_000));
    const token = body.link.split('link_')[1];
    expect(db().select().from(messengerLinks).all()).toMatchObject([
      { customerId, tokenHash: new Bun.CryptoHasher('sha256').update(token).digest('hex') },
    ]);
    // Whoever looks at the portal gets one: nothing has changed yet.
    expect(audited()).toEqual([]);
  });

  test('ends the oldest of five, and none of another customer', async () => {
    await world.post(path, stranger);
    const hashes = () =>
      db()
        .select()
        .from(messengerLinks)
        .where(eq(messengerLinks.customerId, customerId))
        .all()
        .map(({ tokenHash }) => tokenHash);
    for (let made = 0; made < 5; made += 1) await world.post(path, owner);
    const [first = '', ...others] = hashes();
    await world.post(path, owner);
    expect(hashes()).toHaveLength(5);
    expect(hashes()).not.toContain(first);
    expect(hashes()).toEqual(expect.arrayContaining(others));
    expect(db().select().from(messengerLinks).all()).toHaveLength(6);
  });

  test('is worth nothing any more once its customer has logged out everywhere', async () => {
    await world.post(path, stranger);
    await world.post(path, owner);
    await world.post('/api/auth/logout-everywhere', owner);
    const left = db().select().from(messengerLinks).all();
    expect(left.map((link) => link.customerId)).toEqual([strangerId]);
  });

  test('is refused while there is no bot', async () => {
    const quiet = new HttpWorld({ botUsername: () => null });
    const token = await quiet.customer(makeCustomer(quiet.monitor));
    const answer = await quiet.post(path, token);
    expect(answer.body.error).toContain('bot');
    expect(answer).toMatchObject(refused(409, 'CONFLICT'));
    expect(quiet.monitor.store.db.select().from(messengerLinks).all()).toEqual([]);
  });
});

describe('disconnecting a chat', () => {
  const pathOf = (owning: number) => {
    const chat = db().select().from(recipients).where(eq(recipients.customerId, owning)).get();
    return `/api/customer/recipients/${chat?.id}`;
  };

  test('takes it away with what waits for it', async () => {
    await tell(device, 'POWER_DOWN');
    const path = pathOf(customerId);
    expect((await world.delete(path, owner)).body).toEqual({
      ok: true,
      message: 'Chat disconnected',
    });
    expect((await stats()).messenger).toEqual({ connected: 0, unreachable: 0, recipients: [] });
    expect(db().select().from(notifications).all()).toMatchObject([
      { kind: 'alert', status: 'superseded' },
      { kind: 'account', status: 'pending', details: { type: 'cut-off' } },
    ]);
    expect(audited()).toMatchObject([
      { actor: `customer:${customerId}`, action: 'recipient.disconnect' },
    ]);
    expect(await world.delete(path, owner)).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  test('is not possible for the chat of another customer', async () => {
    const path = pathOf(customerId);
    expect(await world.delete(path, stranger)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(pathOf(customerId)).toBe(path);
  });
});

describe('the profile', () => {
  const path = '/api/customer/profile';
  const stored = () => db().select().from(customers).where(eq(customers.id, customerId)).get();

  test('takes a name, a language or both', async () => {
    const before = stored();
    const { body } = await world.put(path, owner, { name: ' Nok ', language: 'th' });
    expect(body).toEqual({
      ok: true,
      data: {
        name: 'Nok',
        phone: before?.phone ?? '',
        language: 'th',
        is_owner: true,
        is_asked_who_logs_in: false,
        deletion_requested_at: null,
      },
      message: 'Profile saved',
    });
    await world.put(path, owner, { language: 'en' });
    expect(stored()).toMatchObject({ name: 'Nok', language: 'en', phone: before?.phone });
    expect((await stats()).user).toMatchObject({ name: 'Nok', language: 'en' });
    const name = before?.name;
    expect(audited()).toMatchObject([
      {
        action: 'customer.profile',
        subject: `customer:${customerId}`,
        before: { name, language: 'en' },
        after: { name: 'Nok', language: 'th' },
      },
      { before: { language: 'th' }, after: { language: 'en' } },
    ]);
    expect(findCustomer(world.monitor.store, strangerId)?.name).not.toBe('Nok');
  });

  test('that stays the same leaves no entry', async () => {
    await world.put(path, owner, { name: stored()?.name, language: 'en' });
    expect(audited()).toEqual([]);
  });

  test.each([
    [{ name: '' }, 'Please enter name'],
    [{ name: '   ' }, 'Please enter name'],
    [{ name: 5 }, 'Please enter name'],
    [{ name: 'x'.repeat(101) }, 'name: must be at most 100 characters'],
    [{ language: 'de' }, /^language: /],
    [{ phone: '0812345678' }, 'phone: is not known'],
    [{ name: 'Nok', is_active: true }, 'is_active: is not known'],
    [{}, /a name or a language/],
  ])('refuses %j', async (body, error) => {
    const before = stored();
    const answer = await world.put(path, owner, body);
    expect(answer.body.error).toMatch(error);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
    expect(stored()).toEqual(before);
  });
});

test.each([
  ['GET', '/api/customer/stats'],
  ['GET', '/api/customer/events'],
  ['PUT', '/api/customer/profile'],
  ['PUT', '/api/customer/devices/fw-000000000001'],
  ['POST', '/api/customer/outages/1/acknowledge'],
  ['POST', '/api/customer/test-alert'],
  ['POST', '/api/customer/telegram-link'],
  ['DELETE', '/api/customer/recipients/1'],
])('%s %s is for customers alone', async (method, path) => {
  expect(await world.call(method, path)).toMatchObject(refused(401, 'INVALID_TOKEN'));
  const admin = await world.admin();
  expect(await world.call(method, path, admin)).toMatchObject(refused(403, 'FORBIDDEN'));
});
