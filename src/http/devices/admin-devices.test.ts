import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, ne } from 'drizzle-orm';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { acknowledgeOutages } from '../../actions/alerts/acknowledge-outages.ts';
import { deleteDevice, forgetPast } from '../../actions/devices/delete-device.ts';
import { enrolDevice } from '../../actions/devices/enrol-device.ts';
import { flushVitals } from '../../actions/fleet/flush-vitals.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { loadFleet, refreshFleet } from '../../actions/fleet/load-fleet.ts';
import { noteRefusal } from '../../actions/fleet/note-refusal.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../../actions/fleet/roll-up-heartbeats.ts';
import type { DeviceAnswer } from '../../contract/devices/devices.ts';
import type { DeviceFilter } from '../../domain/devices/device-type.ts';
import { texts } from '../../domain/findings.ts';
import { lossOf } from '../../domain/fleet/loss.ts';
import { normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import { outages, recipients } from '../../store/alerts/tables.ts';
import { areaOutageLosses, areaOutages } from '../../store/areas/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { readVitals } from '../../store/fleet/vitals.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { auditLog, customers } from '../../store/people/tables.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

const now = () => world.monitor.clock();
const iso = (at: number) => new Date(at).toISOString();
const db = () => world.monitor.store.db;
const hear = async (device: LiveDevice, fields: Parameters<typeof beat>[0] = {}) =>
  recordHeartbeat(world.monitor, device, beat(fields), 'mqtt', now());
const loseMains = (device: LiveDevice) =>
  recordEvents(world.monitor, device, [report('POWER_DOWN')], 'mqtt', now());
const list = async (query = '') => (await world.get(`/api/devices?${query}`, admin)).body;
const idsOf = (body: { data: { device_id: string }[] }) => body.data.map((item) => item.device_id);
const show = async ({ deviceId }: LiveDevice) =>
  (await world.get(`/api/devices/${deviceId}`, admin)).body.data;
const lastAudit = () => {
  const entry = db().select().from(auditLog).all().at(-1);
  return entry && { ...entry, id: 0, at: 0 };
};

describe('a device as the administrator sees it', () => {
  test('before it was ever heard', async () => {
    const device = makeDevice(world.monitor, { siteName: 'Shop' });
    const owner = findCustomer(world.monitor.store, device.config.customerId ?? 0);
    const [key] = db().select().from(activationKeys).all();
    expect(await show(device)).toEqual({
      device_id: device.deviceId,
      site_name: 'Shop',
      site_address: null,
      cell: null,
      is_cell_operators: false,
      area: null,
      location: null,
      on_status_page: false,
      customer_id: owner?.id,
      customer_name: owner?.name,
      phone: owner?.phone,
      device_type: 's2-mini',
      firmware_version: null,
      update_failed: null,
      status: 'unknown',
      refused: null,
      power_status: null,
      last_heartbeat: null,
      created_at: iso(now().wallMs),
      transport: null,
      is_plain_outside: false,
      rssi: null,
      ssid: null,
      voltage: null,
      battery_level: null,
      is_awaiting_owner: false,
      detects: 'silence-timeout',
      detects_within_seconds: 180,
      alerts: 'on',
      critical: null,
      muted_until: null,
      credentials_due_at: null,
      key_code: key?.keyCode,
      key_expires_at: iso(key?.expiresAt ?? 0),
      outage: null,
      health: null,
      refusals: [],
    });
  });

  test('as revoked once no key of it is active, however long ago it was heard', async () => {
    const device = makeDevice(world.monitor);
    await hear(device);
    expect((await show(device)).refused).toBeNull();
    db().update(activationKeys).set({ isActive: false }).run();
    refreshFleet(world.monitor, now());
    await new Promise((resolve) => setImmediate(resolve));
    expect(await show(device)).toMatchObject({ status: 'unknown', refused: 'revoked' });
  });

  test('with the names of the chats that were told', async () => {
    const device = makeDevice(world.monitor);
    await hear(device);
    await loseMains(device);
    const outageId = device.state.outage?.id ?? 0;
    const customerId = device.config.customerId ?? 0;
    const sent = {
      outageId,
      customerId,
      kind: 'alert',
      status: 'sent',
      channel: 'telegram',
    } as const;
    const times = { dueAt: 0, nextAttemptAt: 0, createdAt: 0, language: 'th' } as const;
    const chats = ['Shop family', 'Somchai', null].map((name, index) => {
      const chat = { customerId, address: `9${index}`, language: 'th', name } as const;
      db()
        .insert(recipients)
        .values({ ...chat, channel: 'telegram', createdAt: 0 })
        .run();
      return { ...sent, ...times, recipient: chat.address, turn: 2 - index };
    });
    db().insert(notifications).values(chats).run();
    expect((await show(device)).outage.told).toEqual({
      sent: 3,
      waiting: 1,
      failed: 0,
      names: ['Somchai', 'Shop family'],
    });
  });

  test('with refused messages in its name', async () => {
    const device = makeDevice(world.monitor);
    const from = { address: '192.0.2.7', detail: '', message: null };
    const wrong = { detail: 'heartbeat: power', message: '{"power":1}' };
    noteRefusal(world.monitor, device, { ...from, ...wrong, code: 'payload-schema' });
    noteRefusal(world.monitor, device.deviceId, { ...from, code: 'token' });
    noteRefusal(world.monitor, device.deviceId, { ...from, code: 'token' });
    noteRefusal(world.monitor, 'fw-00000000ffff', { ...from, code: 'token' });
    const at = iso(now().wallMs);
    expect((await show(device)).refusals).toEqual([
      ...[{ code: 'token', since: at, last: at, count: 2, address: '192.0.2.7', detail: '' }].map(
        (refusal) => ({ ...refusal, last_message: null }),
      ),
      {
        ...{ code: 'payload-schema', since: at, last: at, count: 1, address: '192.0.2.7' },
        ...{ detail: 'heartbeat: power', last_message: '{"power":1}' },
      },
    ]);
    await world.post(`/api/devices/${device.deviceId}/release`, admin);
    expect((await show(device)).refusals).toEqual([]);
  });

  test('shows its last report before the next flush', async () => {
    const device = makeDevice(world.monitor);
    await hear(device);
    world.monitor.time.advanceMs(10_000);
    await hear(device, {
      seq: 2,
      rssi: -61,
      ssid: 'ShopWiFi',
      voltage: 4.9,
      battery_level: 87,
      firmware_version: '1.2.0',
      has_mains_sense: true,
    });
    expect([...readVitals(world.monitor.store).keys()]).toEqual([]);
    const fresh = await show(device);
    expect(fresh).toMatchObject({
      status: 'online',
      power_status: 'UP',
      last_heartbeat: iso(now().wallMs),
      rssi: -61,
      ssid: 'ShopWiFi',
      voltage: 4.9,
      battery_level: 87,
      firmware_version: '1.2.0',
      transport: 'mqtt',
      detects: 'mains',
      detects_within_seconds: 30,
    });
    flushVitals(world.monitor);
    world.monitor.fleet.remove(device);
    // The rows alone say the same once they are flushed.
    expect(await show(device)).toEqual(fresh);
  });

  test('shows what the board says of itself, also after a restart of the server', async () => {
    const device = makeDevice(world.monitor);
    const said = { free_heap: 91_000, largest_block: 60_000, reconnects: 2, starts: 14 };
    await hear(device, { ...said, restart_cause: 'no_answer' });
    const told = { ...said, restart_cause: 'no_answer', heap_loss_per_day: null, sleep: null };
    expect((await show(device)).health).toEqual({ ...told, told_at: iso(now().wallMs) });

    rollUpHeartbeats(world.monitor, now());
    world.monitor.fleet.remove(device);
    loadFleet(world.monitor, now());
    expect((await show(device)).health).toEqual({ ...told, told_at: iso(now().wallMs) });
    world.monitor.time.advanceMs(8 * 86_400_000);
    admin = await world.admin('later');
    expect((await show(device)).health).toBeNull();
  });

  test('tells of memory that becomes less and less, within one boot', async () => {
    const device = makeDevice(world.monitor);
    const run = async (starts: number, hours: number, lossPerHour: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        world.monitor.time.advanceMs(3_600_000);
        await hear(device, { starts, free_heap: 90_000 - lossPerHour * hour });
        rollUpHeartbeats(world.monitor, now());
      }
      admin = await world.admin(`admin${starts}`);
      return (await show(device)).health.heap_loss_per_day;
    };
    expect(await run(1, 48, 0)).toBeNull();
    expect(await run(2, 48, 100)).toBe(2_400);
    // A restart gives it all back.
    expect(await run(3, 3, 100)).toBeNull();
  });

  test('tells of the outage that is open, and who acknowledged it', async () => {
    const device = makeDevice(world.monitor);
    await hear(device);
    await loseMains(device);
    const downAt = now().wallMs;
    const open = await show(device);
    expect(open).toMatchObject({ status: 'online', power_status: 'DOWN' });
    expect(open.outage).toEqual({
      id: device.state.outage?.id,
      cause: 'mains',
      down_at: iso(downAt),
      recover_at: null,
      acknowledged_at: null,
      acknowledged_by: null,
      told: { sent: 0, waiting: 1, failed: 0, names: [] },
    });
    world.monitor.time.advanceMs(1000);
    acknowledgeOutages(
      world.monitor,
      { customerId: open.customer_id, outageIds: [open.outage.id], by: 'Malee', actor: testActor },
      now(),
    );
    // After every report of all files.
    await hear(device, { seq: 5_000_000, power: 'UP' });
    expect((await show(device)).outage).toMatchObject({
      recover_at: iso(now().wallMs),
      acknowledged_at: iso(now().wallMs),
      acknowledged_by: 'Malee',
    });
    await world.monitor.advance(5);
    for (let second = 0; second < 130; second += 10) {
      await hear(device, { seq: 5_001 + second });
      await world.monitor.advance(10);
    }
    expect((await show(device)).outage).toBeNull();
  });

  test.each([
    ['off', () => db().update(devices).set({ alertEnabled: false }).run()],
    [
      'muted',
      () =>
        db()
          .update(devices)
          .set({ mutedUntil: now().wallMs + 1 })
          .run(),
    ],
    ['on', () => db().update(devices).set({ mutedUntil: now().wallMs }).run()],
    ['key_expired', () => db().update(activationKeys).set({ expiresAt: now().wallMs }).run()],
    ['key_inactive', () => db().update(activationKeys).set({ isActive: false }).run()],
    ['key_inactive', () => db().delete(activationKeys).run()],
    ['customer_inactive', () => db().update(customers).set({ isActive: false }).run()],
    ['no_messenger', () => db().delete(recipients).run()],
    ['no_messenger', () => db().update(recipients).set({ unreachableAt: 1 }).run()],
    ['released', () => db().update(devices).set({ customerId: null }).run()],
  ])('says that alerts are %s', async (standing, bringAbout) => {
    const device = makeDevice(world.monitor);
    bringAbout();
    const { alerts, muted_until } = await show(device);
    expect([alerts, muted_until === null]).toEqual([standing, standing !== 'muted']);
  });

  test('has the best of its keys', async () => {
    const device = makeDevice(world.monitor);
    const [first] = db().select().from(activationKeys).all();
    if (first === undefined) throw new Error('the device has a key');
    const later = (first.expiresAt ?? 0) + 1;
    db()
      .insert(activationKeys)
      .values([
        { ...first, ref: 'r', keyCode: 'REVOKED', isActive: false, expiresAt: later + 1 },
        { ...first, ref: 'l', keyCode: 'LONGEST', expiresAt: later },
      ])
      .run();
    expect(await show(device)).toMatchObject({
      key_code: 'LONGEST',
      key_expires_at: iso(later),
      alerts: 'on',
    });
  });

  test.each(['fw-ffffffffffff', 'nothing', '%2B'])('is not found as %s', async (id) => {
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await world.call(method, `/api/devices/${id}`, admin)).toMatchObject(
        refused(404, 'NOT_FOUND'),
      );
    }
    expect(await world.post(`/api/devices/${id}/release`, admin)).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    expect(await world.put(`/api/devices/${id}`, admin, { site_name: 'x' })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
  });
});

describe('the list of devices', () => {
  let shop: LiveDevice;
  let home: LiveDevice;
  let farm: LiveDevice;
  let owner: number;

  beforeEach(async () => {
    owner = makeCustomer(world.monitor);
    db()
      .update(customers)
      .set({ name: 'Somchai', phone: '+66812345678' })
      .where(eq(customers.id, owner))
      .run();
    const make = (deviceId: string, siteName: string, customerId?: number) => {
      world.monitor.time.advanceMs(1000);
      return makeDevice(world.monitor, {
        deviceId,
        siteName,
        ...(customerId !== undefined && { customerId }),
      });
    };
    shop = make('fw-00000000aaaa', '50% Shop', owner);
    home = make('fw-00000000bbbb', 'Home_1', owner);
    farm = make('fw-00000000cccc', 'Farm');
    for (const device of [shop, home]) await hear(device);
    // The other goes silent; this one keeps talking.
    for (let step = 0; step < 20; step += 1) {
      await world.monitor.advance(10);
      await hear(shop, { seq: 2 + step });
    }
  });

  test.each([
    ['', 'cccc bbbb aaaa'],
    ['filter=online', 'aaaa'],
    ['filter=offline', 'cccc bbbb'],
    ['filter=unknown', 'cccc'],
    ['filter=down', ''],
    ['q=AAAA', 'aaaa'],
    ['q=50%25', 'aaaa'],
    ['q=%25', 'aaaa'],
    ['q=_', 'bbbb'],
    ['q=somchai', 'bbbb aaaa'],
    ['q=081-234', 'bbbb aaaa'],
    ['q=somchai&filter=offline', 'bbbb'],
    ['q=nothing', ''],
  ])('with ?%s finds %p', async (query, found) => {
    const body = await list(query);
    expect(
      idsOf(body)
        .map((id) => id.slice(-4))
        .join(' '),
    ).toBe(found);
    expect(body.total).toBe(body.data.length);
  });

  test('counts what the tabs would show, of what was searched for', async () => {
    const everything = { all: 3, online: 1, offline: 2, unknown: 1, down: 0 };
    expect((await list()).counts).toMatchObject(everything);
    expect((await list('filter=online')).counts).toMatchObject(everything);
    expect((await list('q=somchai')).counts).toMatchObject({
      all: 2,
      online: 1,
      offline: 1,
      unknown: 0,
      down: 0,
    });
    expect((await list(`customer_id=${owner}`)).counts).toMatchObject({ all: 2 });
    expect(idsOf(await list(`customer_id=${farm.config.customerId}`))).toEqual([farm.deviceId]);
  });

  test('follows every change at once: filters read the rows, items the fleet', async () => {
    await loseMains(shop);
    const down = await list('filter=down');
    expect(idsOf(down)).toEqual([shop.deviceId]);
    expect(down.data[0]).toMatchObject({ status: 'online', power_status: 'DOWN' });
    for (const device of [shop, home, farm]) {
      await hear(device, { boot_id: 'ffffffff', seq: 1 });
      const online = await list('filter=online');
      expect(idsOf(online)).toContain(device.deviceId);
    }
    for (const filter of ['online', 'offline', 'unknown']) {
      const { data } = await list(`filter=${filter}`);
      for (const { status } of data) expect(status).toBe(filter);
    }
  });

  test('finds by each filter the devices whose state in memory matches', async () => {
    // One of each: with power, silent, without mains, silent after it said that power is gone.
    await loseMains(shop);
    const cut = makeDevice(world.monitor, { siteName: 'Battery' });
    await hear(cut, { seq: 1 });
    await loseMains(cut);
    await world.monitor.advance(1000);
    const well = makeDevice(world.monitor, { siteName: 'Well' });
    await hear(well, { seq: 1 });
    await hear(shop, { boot_id: 'ffffffff', seq: 1, power: 'DOWN' });
    const shopOutage = (await show(shop)).outage.id;
    acknowledgeOutages(
      world.monitor,
      { customerId: owner, outageIds: [shopOutage], by: 'Malee', actor: testActor },
      now(),
    );
    const { data, counts } = await list();
    const idsThat = (fits: (device: DeviceAnswer) => boolean) =>
      data.filter(fits).map(({ device_id: id }: DeviceAnswer) => id);
    const lossOfAnswer = ({ status, power_status: power, outage }: DeviceAnswer) =>
      lossOf({
        link: status,
        power: power ?? 'unknown',
        cause: outage === null || outage.recover_at !== null ? null : outage.cause,
      });
    for (const [filter, fits] of [
      ['power_on', (device) => device.power_status === 'UP'],
      ['lost', (device) => lossOfAnswer(device) !== null],
      ['mains_lost', (device) => lossOfAnswer(device) === 'mains_lost'],
      ['contact_lost', (device) => lossOfAnswer(device) === 'contact_lost'],
      [
        'unacknowledged',
        (device) => lossOfAnswer(device) !== null && device.outage?.acknowledged_at == null,
      ],
    ] satisfies [DeviceFilter, (device: DeviceAnswer) => boolean][]) {
      const expected = idsThat(fits);
      expect(expected.length).toBeGreaterThan(0);
      expect([filter, idsOf(await list(`filter=${filter}`))]).toEqual([filter, expected]);
      expect([filter, counts[filter]]).toEqual([filter, expected.length]);
    }
    expect(counts).toMatchObject({ lost: 3, mains_lost: 2, contact_lost: 1, unacknowledged: 2 });
    const { body } = await world.get('/api/attention', admin);
    expect(body.data.sites).toEqual({ mains_lost: 2, contact_lost: 1 });
  });

  test.each([
    ['off', () => db().update(devices).set({ alertEnabled: false }).run()],
    ['on', () => db().update(devices).set({ mutedUntil: Number.MAX_SAFE_INTEGER }).run()],
    ['key_expired', () => db().update(activationKeys).set({ expiresAt: now().wallMs }).run()],
    ['key_inactive', () => db().update(activationKeys).set({ isActive: false }).run()],
    ['customer_inactive', () => db().update(customers).set({ isActive: false }).run()],
    ['no_messenger', () => db().delete(recipients).run()],
    ['no_messenger', () => db().update(recipients).set({ unreachableAt: 1 }).run()],
    ['released', () => db().update(devices).set({ customerId: null }).run()],
    ['on', () => undefined],
  ])('finds whose outage would be told to nobody: %s', async (standing, bringAbout) => {
    bringAbout();
    const untold = await list('filter=untold');
    expect(untold.total).toBe(standing === 'on' ? 0 : 3);
    expect(untold.counts.untold).toBe(untold.total);
  });

  test('puts what nobody was told of before what nobody has acknowledged, and both before the rest', async () => {
    const told = makeDevice(world.monitor, { siteName: 'Told' });
    const seen = makeDevice(world.monitor, { siteName: 'Seen' });
    for (const device of [shop, told, seen]) {
      await hear(device, { boot_id: 'ffffffff', seq: 1, power: 'DOWN' });
    }
    for (const device of [told, seen]) {
      const { id } = (await show(device)).outage;
      const { customerId } = device.config;
      db()
        .insert(notifications)
        .values({
          ...{ outageId: id, customerId, kind: 'alert', channel: 'telegram', recipient: '1' },
          ...{ language: 'th', status: 'sent', dueAt: 1, nextAttemptAt: 1, createdAt: 1 },
        })
        .run();
      if (device !== seen || customerId === null) continue;
      const wanted = { customerId, outageIds: [id], by: 'Malee', actor: testActor };
      acknowledgeOutages(world.monitor, wanted, now());
    }
    const { data } = await list('filter=mains_lost&sort=urgency');
    expect(data.map(({ site_name: name }: DeviceAnswer) => name).slice(-3)).toEqual([
      (await show(shop)).site_name,
      'Told',
      'Seen',
    ]);
  });

  test('shows of an area outage what is not back', async () => {
    for (const device of [shop, home]) {
      await hear(device, { boot_id: 'ffffffff', seq: 1, power: 'DOWN' });
    }
    const area = db()
      .insert(areaOutages)
      .values({
        ...{ beganFrom: 1, beganTo: 2, cells: [], declaredAt: 3, status: 'suspected' },
        ...{ cause: 'mains', lost: 1, back: 0, healthy: 0, owners: 1 },
      })
      .returning({ id: areaOutages.id })
      .get();
    const { id } = (await show(shop)).outage;
    db().insert(areaOutageLosses).values({ outageId: id, areaOutageId: area.id }).run();
    const body = await list(`filter=lost&area_outage_id=${area.id}`);
    expect(idsOf(body)).toEqual([shop.deviceId]);
    expect(body.counts).toMatchObject({ all: 1, mains_lost: 1 });
  });

  test('finds keys that end within 30 days, unless another goes on', async () => {
    const end = (device: LiveDevice, days: number) =>
      db()
        .update(activationKeys)
        .set({ expiresAt: now().wallMs + days * 86_400_000 })
        .where(eq(activationKeys.deviceRow, device.row))
        .run();
    end(shop, 30);
    end(home, 31);
    end(farm, 0);
    expect(idsOf(await list('filter=key_ending'))).toEqual([shop.deviceId]);
    const [key] = db().select().from(activationKeys).all();
    if (key === undefined) throw new Error('there is no key');
    const more = { ...key, keyCode: 'MORE', ref: 'ref', deviceRow: shop.row, expiresAt: null };
    db().insert(activationKeys).values(more).run();
    expect(idsOf(await list('filter=key_ending'))).toEqual([]);
  });

  test.each([
    ['sort=site', 'aaaa cccc bbbb'],
    ['sort=site&direction=desc', 'bbbb cccc aaaa'],
    ['sort=device_id', 'aaaa bbbb cccc'],
    ['sort=device_id&direction=desc', 'cccc bbbb aaaa'],
    ['sort=customer&direction=desc', 'bbbb aaaa cccc'],
    // What was never heard comes last either way; so does what has power.
    ['sort=heard', 'bbbb aaaa cccc'],
    ['sort=heard&direction=desc', 'aaaa bbbb cccc'],
    ['sort=since', 'bbbb cccc aaaa'],
    ['sort=site&filter=offline', 'cccc bbbb'],
    ['sort=site&limit=2&page=2', 'bbbb'],
  ])('with ?%s is in the order %p', async (query, found) => {
    const ids = idsOf(await list(query)).map((id) => id.slice(-4));
    expect(ids.join(' ')).toBe(found);
  });

  test('comes in pages that add up', async () => {
    const pages = [await list('limit=2'), await list('limit=2&page=2'), await list('page=7')];
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(pages.flatMap(idsOf)).toEqual([farm.deviceId, home.deviceId, shop.deviceId]);
  });

  test.each([
    'filter=up',
    'customer_id=x',
    'customer_id=0',
    'page=0',
    'limit=1000',
    'q=%01',
    'a=b',
  ])('refuses ?%s', async (query) => {
    expect(await world.get(`/api/devices?${query}`, admin)).toMatchObject(
      refused(400, 'VALIDATION'),
    );
  });
});

describe('editing a device', () => {
  let device: LiveDevice;
  const edit = (fields: unknown) => world.put(`/api/devices/${device.deviceId}`, admin, fields);

  beforeEach(() => {
    device = makeDevice(world.monitor, { siteName: 'Shop' });
  });

  test('changes name and address, in memory, too, and the timeline says so', async () => {
    const { body } = await edit({ site_name: '  Corner shop ', site_address: '99/1\nChiang Mai' });
    expect(body).toMatchObject({
      ok: true,
      data: { site_name: 'Corner shop', site_address: '99/1\nChiang Mai' },
      message: expect.any(String),
    });
    expect(device.config.siteName).toBe('Corner shop');
    expect(db().select().from(events).all()).toMatchObject([
      {
        eventType: 'CONFIG_CHANGE',
        deviceRow: device.row,
        customerId: device.config.customerId,
        occurredAt: now().wallMs,
        details: { site_name: 'Corner shop', site_address: '99/1\nChiang Mai', by: 'admin' },
      },
    ]);
    expect(lastAudit()).toMatchObject({
      actor: 'admin:admin',
      action: 'device.edit',
      subject: device.deviceId,
      before: { siteName: 'Shop', siteAddress: null },
      after: { siteName: 'Corner shop', siteAddress: '99/1\nChiang Mai' },
    });
    expect((await edit({ site_address: null })).body.data.site_address).toBeNull();
    expect(lastAudit()).toMatchObject({
      before: { siteAddress: '99/1\nChiang Mai' },
      after: { siteAddress: null },
    });
  });

  test('sets where it stands, and says in the timeline only that this changed', async () => {
    const place = { cell: 'F12', area: 'TH-50', location: { latitude: 18.788, longitude: 98.985 } };
    const { body } = await edit({
      ...place,
      location: { latitude: 18.78812, longitude: 98.98477 },
    });
    expect(body.data).toMatchObject({ ...place, is_cell_operators: true });
    expect(await show(device)).toMatchObject({ ...place, site_name: 'Shop' });
    expect(db().select().from(events).all()).toMatchObject([{ details: { place: true } }]);
    const row = { cell: 'F12', isCellOperators: true, area: 'TH-50', latitude: 18.788 };
    expect(lastAudit()).toMatchObject({ action: 'device.edit', after: row });
    expect((await edit({ cell: ' ', location: null })).body.data).toMatchObject({
      cell: null,
      is_cell_operators: false,
      area: 'TH-50',
      location: null,
    });
  });

  test('that changes nothing leaves no entry', async () => {
    expect((await edit({ site_name: 'Shop', site_address: '' })).status).toBe(200);
    expect(db().select().from(events).all()).toEqual([]);
    expect(lastAudit()).toBeUndefined();
  });

  test.each([
    [{ site_name: '  ' }, texts.enterDeviceName],
    [{ site_name: null }, texts.enterDeviceName],
    [{ site_name: 'x'.repeat(101) }, /at most 100/],
    [{ site_name: 'a\u0007' }, /control/],
    [{ site_address: 7 }, /site_address/],
    [{ cell: 'x'.repeat(65) }, /at most 64/],
    [{ location: { latitude: -91, longitude: 0 } }, /at least -90/],
    [{ device_id: 'fw-000000000000' }, /not known/],
    [{}, /at least one/],
  ])('refuses %p and changes nothing', async (fields, error) => {
    const { status, body } = await edit(fields);
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(body.error).toMatch(error);
    expect(await show(device)).toMatchObject({ site_name: 'Shop', site_address: null });
  });
});

/** What the board itself is answered. */
const knock = (token: string) =>
  world.post('/api/device/v1/heartbeat', token, beat({ boot_id: '12345678' }));

describe('releasing a device', () => {
  let device: LiveDevice;
  const token = 'fwd_of_this_device';
  const release = () => world.post(`/api/devices/${device.deviceId}/release`, admin);

  beforeEach(async () => {
    device = makeDevice(world.monitor, { siteName: 'My house', token });
    db().update(devices).set({ siteAddress: '1 Home Road', alertEnabled: false }).run();
    await hear(device);
  });

  test('unbinds it from its customer and its keys, which stay as they are', async () => {
    const [key] = db().select().from(activationKeys).all();
    const owner = device.config.customerId;
    const { status, body } = await release();
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, message: expect.any(String) });
    expect(await show(device)).toMatchObject({
      customer_id: null,
      customer_name: null,
      phone: null,
      key_code: null,
      key_expires_at: null,
      status: 'unknown',
      power_status: null,
      alerts: 'released',
      last_heartbeat: iso(now().wallMs),
      // Where the owner lives is not for the next one.
      site_name: `FaiWatch-${device.deviceId.slice(-6).toUpperCase()}`,
      site_address: null,
    });
    expect(db().select().from(activationKeys).all()).toEqual([
      { ...(key as NonNullable<typeof key>), deviceRow: null },
    ]);
    expect(lastAudit()).toMatchObject({
      action: 'device.release',
      subject: device.deviceId,
      before: {
        customerId: owner,
        siteName: 'My house',
        siteAddress: '1 Home Road',
        alertEnabled: false,
        keyCodes: [key?.keyCode],
      },
      after: { customerId: null, alertEnabled: true, keyCodes: [] },
    });
  });

  test('refuses it at once with the reason', async () => {
    expect((await knock(token)).status).toBe(200);
    await release();
    const refusal = await knock(token);
    expect([refusal.status, refusal.body.code]).toEqual([403, 'DEVICE_REVOKED']);
    expect(refusal.body.error).toMatch(/released/);
    expect((await show(device)).status).toBe('unknown');
  });

  test('a second time is a conflict', async () => {
    await release();
    expect(await release()).toMatchObject(refused(409, 'CONFLICT'));
  });

  test('ends an open outage for its owner, and nobody is told any more', async () => {
    const owner = device.config.customerId;
    await loseMains(device);
    world.monitor.time.advanceMs(5_000);
    await release();
    const [outage] = db().select().from(outages).all();
    expect(outage).toMatchObject({
      customerId: owner,
      cause: 'mains',
      recoverAt: now().wallMs - 5_000,
      confirmedAt: now().wallMs,
    });
    expect((await show(device)).outage).toBeNull();
    const all = db().select().from(notifications).all();
    const waiting = all.filter(({ kind }) => kind !== 'account');
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.every(({ status }) => status === 'superseded')).toBe(true);
    const told = db().select().from(events).where(eq(events.eventType, 'CONFIG_CHANGE')).all();
    expect(told).toMatchObject([{ customerId: owner, details: { released: true, by: 'admin' } }]);
    expect(device.state).toMatchObject({ link: 'unknown', power: 'unknown', outage: null });
  });

  test('counts what was on its way for the one who owned it', async () => {
    const owner = device.config.customerId;
    const stored = loseMains(device);
    await release();
    await stored;
    expect(db().select().from(outages).all()).toMatchObject([
      { customerId: owner, confirmedAt: now().wallMs },
    ]);
    const kept = db().select().from(events).all();
    expect(new Set(kept.map(({ customerId }) => customerId))).toEqual(new Set([owner]));
    expect(kept.map(({ eventType }) => eventType)).toContain('HEARTBEAT');
  });

  test('lets another customer enrol it, who sees nothing from before', async () => {
    await release();
    const other = makeDevice(world.monitor);
    const phone = findCustomer(world.monitor.store, other.config.customerId ?? 0)?.phone ?? '';
    const keyCode = '7Q4KD-9M2XP-C3R8T-VWYZ';
    const whole = wholeKey(keyCode);
    db()
      .insert(activationKeys)
      .values({
        keyCode: whole,
        purchaseType: 'key_only',
        customerId: other.config.customerId,
        price: 200,
        createdBy: 'test',
        createdAt: 0,
      })
      .run();
    world.monitor.time.advanceMs(1_000);
    const { token: fresh } = enrolDevice(
      world.monitor,
      {
        device_id: device.deviceId,
        activation_key: whole,
        phone,
        device_type: 's2-mini',
        firmware_version: '1.0.0',
      },
      now(),
    );
    expect(await show(device)).toMatchObject({ phone, key_code: whole, alerts: 'on' });
    const [row] = db().select().from(devices).where(eq(devices.id, device.row)).all();
    expect(row?.ownedSince).toBe(now().wallMs);
    expect((await knock(fresh)).status).toBe(200);
    expect((await knock(token)).status).toBe(401);
  });
});

/** The one last character that makes a key whole. */
function wholeKey(without: string): string {
  const found = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
    .map((char) => without + char)
    .find((key) => normaliseActivationKey(key) !== null);
  if (found === undefined) throw new Error('some character makes it whole');
  return found;
}

describe('deleting a device', () => {
  test('takes its history along, leaves its keys and others, and refuses it at once', async () => {
    const token = 'fwd_to_be_deleted';
    const device = makeDevice(world.monitor, { token });
    const other = makeDevice(world.monitor);
    const refusedIds: string[] = [];
    Object.assign(world.monitor, { onDeviceRefused: (id: string) => refusedIds.push(id) });
    for (const each of [device, other]) {
      await hear(each);
      await loseMains(each);
    }
    flushVitals(world.monitor);
    const waiting = loseMains(device);
    const path = `/api/devices/${device.deviceId}`;
    expect((await world.delete(path, admin)).body).toEqual({
      ok: true,
      message: 'Device deleted successfully',
    });
    await waiting;

    expect(await world.get(path, admin)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await knock(token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
    expect(refusedIds).toEqual([device.deviceId]);
    expect(world.monitor.fleet.get(device.deviceId)).toBeUndefined();
    for (const table of [outages, events]) {
      const left = db().select({ row: table.deviceRow }).from(table).all();
      expect(new Set(left.map(({ row }) => row))).toEqual(new Set([other.row]));
    }
    expect([...readVitals(world.monitor.store).keys()]).toEqual([other.row]);
    const keys = db().select().from(activationKeys).all();
    expect(keys.map(({ deviceRow }) => deviceRow)).toEqual([null, other.row]);
    expect(keys[0]?.expiresAt).toBeGreaterThan(now().wallMs);
    const statuses = db()
      .select({ status: notifications.status, outageId: notifications.outageId })
      .from(notifications)
      .where(ne(notifications.kind, 'account'))
      .all();
    expect(statuses).toEqual([
      { status: 'superseded', outageId: null },
      { status: 'pending', outageId: other.state.outage?.id ?? 0 },
    ]);
    const entry = lastAudit();
    expect(entry).toMatchObject({
      action: 'device.delete',
      subject: device.deviceId,
      before: { siteName: device.config.siteName, keyCodes: [keys[0]?.keyCode] },
    });
    expect(JSON.stringify(entry)).not.toContain('okenHash');
    // Time passes: nobody judges what is not there.
    await world.monitor.advance(300);
    expect(db().select().from(outages).all()).toHaveLength(1);
  });

  test('deletes years of history in short steps, and open outages last', async () => {
    const device = makeDevice(world.monitor);
    await hear(device);
    await loseMains(device);
    const { sqlite } = world.monitor.store;
    const numbers =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)';
    sqlite.run(`${numbers} INSERT INTO events (device_row, event_type, occurred_at, created_at)
      SELECT ${device.row}, 'ONLINE', i, i FROM n`);
    sqlite.run(`${numbers} INSERT INTO outages
      (device_row, cause, down_at, start_known, detected_at, recover_at, confirmed_at)
      SELECT ${device.row}, 'mains', i, 'reported', i, i, i FROM n`);
    const steps = forgetPast(world.monitor, device.deviceId, testActor, world.monitor.clock());
    expect(steps.next().done).toBe(false);
    // Whoever looks while it goes on knows who did it.
    expect(db().select().from(auditLog).all().at(-1)).toMatchObject({
      actor: testActor.name,
      action: 'device.delete-past',
      subject: device.deviceId,
    });
    expect([...steps].length).toBe(9);
    expect(db().select().from(events).all()).toEqual([]);
    const left = db().select().from(outages).all();
    expect(left.map(({ id }) => id)).toEqual([device.state.outage?.id ?? 0]);
    expect((await world.delete(`/api/devices/${device.deviceId}`, admin)).status).toBe(200);
    expect(db().select().from(outages).all()).toEqual([]);
  });

  test('spares a device that was enrolled under the same id meanwhile', () => {
    const { monitor } = world;
    const { deviceId, row } = makeDevice(monitor);
    deleteDevice(monitor, deviceId, testActor, monitor.clock());
    makeDevice(monitor, { deviceId });
    expect(() => deleteDevice(monitor, deviceId, testActor, monitor.clock(), row)).toThrow(
      'no such',
    );
    expect(monitor.fleet.get(deviceId)).toBeDefined();
  });

  test('lets the same board be enrolled anew, as if it had never been there', async () => {
    const device = makeDevice(world.monitor);
    const [key] = db().select().from(activationKeys).all();
    await hear(device);
    await world.delete(`/api/devices/${device.deviceId}`, admin);
    const whole = wholeKey('7Q4KD-9M2XP-C3R8T-VWYZ');
    db().update(activationKeys).set({ keyCode: whole }).run();
    const owner = findCustomer(world.monitor.store, key?.customerId ?? 0);
    const { token } = enrolDevice(
      world.monitor,
      {
        device_id: device.deviceId,
        activation_key: whole,
        phone: owner?.phone ?? '',
        device_type: 's2-mini',
        firmware_version: '1.0.0',
      },
      now(),
    );
    expect((await knock(token)).status).toBe(200);
    expect(await show(device)).toMatchObject({
      status: 'online',
      key_code: whole,
      key_expires_at: iso(key?.expiresAt ?? 0),
    });
  });
});

test('a customer who is not active is alerted no more, but the device is still heard', async () => {
  const token = 'fwd_still_heard';
  const device = makeDevice(world.monitor, { token });
  const path = `/api/customers/${device.config.customerId}`;
  await world.put(path, admin, { is_active: false });
  expect((await knock(token)).status).toBe(200);
  expect(await show(device)).toMatchObject({ status: 'online', alerts: 'customer_inactive' });
  await world.put(path, admin, { is_active: true });
  expect((await show(device)).alerts).toBe('on');
});
