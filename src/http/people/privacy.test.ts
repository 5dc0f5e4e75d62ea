import { beforeEach, describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor, testStart } from '../../../tests/support/monitor.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../../actions/fleet/roll-up-heartbeats.ts';
import { eraseCustomer } from '../../actions/people/erase-customer.ts';
import { customerAccountName } from '../../actions/people/limit-logins.ts';
import { HistoryPruning } from '../../actions/system/prune-history.ts';
import { addVoltage, type VoltageHour } from '../../domain/fleet/mains-voltage.ts';
import { addVoltageHour } from '../../store/fleet/mains-voltages.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { rememberHousehold } from '../../store/people/known-households.ts';

let world: HttpWorld;
let owner: string;
let customerId: number;
let customer: string;
let device: LiveDevice;

const daysMs = (days: number) => days * 86_400_000;

beforeEach(async () => {
  world = new HttpWorld();
  const { monitor } = world;
  owner = await world.admin();
  customerId = makeCustomer(monitor, '4711');
  customer = await world.customer(customerId);
  device = makeDevice(monitor, { customerId, siteName: 'ร้านกาแฟ' });
  await say('POWER_DOWN');
  world.monitor.time.advanceMs(600_000);
  await say('POWER_RECOVER');
  await monitor.advance(150);
  await world.put('/api/customer/profile', customer, { name: 'Somchai' });
});

let seq = 0;
async function say(type: 'POWER_DOWN' | 'POWER_RECOVER'): Promise<void> {
  seq += 1;
  const { monitor } = world;
  const stored = recordEvents(monitor, device, [{ ...report(type), seq }], 'http', monitor.clock());
  monitor.commits.flush();
  await stored;
}

function wholeDatabase(): string {
  const { sqlite } = world.monitor.store;
  return sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => JSON.stringify(sqlite.query(`SELECT * FROM "${name}"`).values()))
    .join('\n');
}

describe('what is stored about a customer', () => {
  test('is theirs to take along, whole and without secrets', async () => {
    const location = { latitude: 18.788, longitude: 98.985 };
    const place = { cell: 'F12', area: 'TH-50', location };
    await world.put(`/api/customer/devices/${device.deviceId}`, customer, place);
    const answer = await world.get('/api/customer/data', customer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="faiwatch-data-\d{4}-\d{2}-\d{2}\.json"; /,
    );
    const data = JSON.parse(answer.text);
    expect(data.account).toMatchObject([
      { name: 'Somchai', created_at: '2026-01-15T05:00:00.000Z' },
    ]);
    expect(data.devices).toMatchObject([
      { site_name: 'ร้านกาแฟ', cell: 'F12', area: 'TH-50', ...location },
    ]);
    expect(data.chats).toMatchObject([{ address: '4711' }]);
    expect(data.outages).toMatchObject([
      {
        cause: 'mains',
        down_at: '2026-01-15T05:00:00.000Z',
        recover_at: '2026-01-15T05:10:00.000Z',
      },
    ]);
    expect(data.events.length).toBeGreaterThanOrEqual(2);
    expect(data.audit).toMatchObject([
      { action: 'customer.profile', after: { name: 'Somchai' } },
      { action: 'device.place' },
      { action: 'customer.take-out-data' },
    ]);
    const actor = { name: 'admin:boss', address: '203.0.113.50' };
    const entry = { actor, action: 'customer.update', subject: `customer:${customerId}` };
    writeAudit(world.monitor.store, entry, testStart);
    const later = await world.get('/api/customer/data', await world.customer(customerId));
    expect(later.text).toContain('admin:boss');
    expect(later.text).not.toContain(actor.address);
    const [key] = world.monitor.store.sqlite
      .query<{ key_code: string; token_hash: string }, [number]>(
        'SELECT key_code, token_hash FROM activation_keys JOIN devices USING (customer_id) WHERE customer_id = ?',
      )
      .all(customerId);
    expect(answer.text).not.toContain(String(key?.token_hash));
  });

  test('is handed out one at a time, and five times a day', async () => {
    const begin = (token: string, path = '/api/customer/data') =>
      world.app.handle(
        new Request(`http://localhost${path}`, { headers: { Authorization: `Bearer ${token}` } }),
      );
    const first = await begin(customer);
    expect(first.status).toBe(200);
    const second = await world.get('/api/customer/data', customer);
    expect(second).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(second.body.findings.body.code).toBe('dataUnderWay');
    expect(second.headers.get('retry-after')).toBe('1');
    // Neither other calls of the account wait for it, nor other accounts.
    expect((await world.get('/api/customer/stats', customer)).status).toBe(200);
    const neighbour = await world.customer(makeCustomer(world.monitor));
    expect((await world.get('/api/customer/data', neighbour)).status).toBe(200);
    await first.body?.cancel();
    for (let download = 2; download <= 5; download += 1) {
      world.monitor.time.advanceMs(3_600_000);
      expect((await world.get('/api/customer/data', customer)).status).toBe(200);
    }
    const sixth = await world.get('/api/customer/data', customer);
    expect(sixth).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(sixth.body.findings.body).toEqual({ code: 'dataEnough', n: 5, m: 20 });
    expect(sixth.headers.get('retry-after')).toBe(String(20 * 3_600));
    // Whoever has no session more than the customer cannot get around it by logging in anew.
    const again = await world.customer(customerId);
    expect((await world.get('/api/customer/data', again)).status).toBe(429);
    // What the operator hands out has a count of its own.
    const path = `/api/customers/${customerId}/data`;
    for (let download = 1; download <= 5; download += 1) {
      expect((await world.get(path, owner)).status).toBe(200);
    }
    expect((await world.get(path, owner)).status).toBe(429);
    expect((await world.get(path, await world.operator('help', 'support'))).status).toBe(429);
    const { sqlite } = world.monitor.store;
    const taken = sqlite.query("SELECT 1 FROM audit_log WHERE action = 'customer.take-out-data'");
    expect(taken.values()).toHaveLength(11);
    world.monitor.time.advanceMs(daysMs(1));
    expect((await world.get('/api/customer/data', again)).status).toBe(200);
    expect((await world.get(path, await world.operator('other', 'support'))).status).toBe(200);
  });

  test('has the voltages of their mains, slot by slot, and nobody else’s', async () => {
    const { store } = world.monitor;
    const stranger = makeDevice(world.monitor, { customerId: makeCustomer(world.monitor) });
    const hour = new Map<number, VoltageHour>();
    addVoltage(hour, 231.5, testStart);
    addVoltage(hour, 228.5, testStart + 1);
    addVoltage(hour, 225, testStart + 1_200_000);
    for (const [hourAt, slots] of hour) {
      // More hours than are read in one step.
      for (let later = 0; later < 60; later += 1) {
        addVoltageHour(store, device.row, hourAt + later * 3_600_000, slots);
      }
      addVoltageHour(store, stranger.row, hourAt, slots);
    }
    const { text } = await world.get('/api/customer/data', customer);
    const { mains_voltages: rows } = JSON.parse(text);
    expect(rows).toHaveLength(120);
    expect(rows.slice(0, 2)).toEqual([
      {
        device_id: device.deviceId,
        measured_at: '2026-01-15T05:00:00.000Z',
        min_volts: 228.5,
        mean_volts: 230,
        max_volts: 231.5,
      },
      {
        device_id: device.deviceId,
        measured_at: '2026-01-15T05:20:00.000Z',
        min_volts: 225,
        mean_volts: 225,
        max_volts: 225,
      },
    ]);
    expect(text).not.toContain(stranger.deviceId);
  });

  test('holds no key that opens anything, the log of changes and the notes included', async () => {
    const { sqlite } = world.monitor.store;
    const key = '7Q4KD-9M2XP-C3R8T-VWYZ6';
    sqlite.run("UPDATE activation_keys SET key_code = ?, notes = ?, ref = 'ab12'", [
      key,
      `Board ${key}`,
    ]);
    const shown = await world.post('/api/customer/keys/ab12/show', customer);
    expect(shown.body.data.key_code).toBe(key);
    await world.post(`/api/customers/${customerId}/confirm-phone`, owner);
    const { text } = await world.get('/api/customer/data', customer);
    expect(text).not.toContain(key);
    const masked = '*****-*****-*****-VWYZ6';
    const { keys, audit } = JSON.parse(text);
    expect(keys).toMatchObject([{ key_code: masked, notes: `Board ${masked}` }]);
    expect(audit).toContainEqual(expect.objectContaining({ subject: masked }));
  });

  test('leaves out what the operator wrote down, while it may be a stranger who asks', async () => {
    const { sqlite } = world.monitor.store;
    const edit = { email: 'somchai@example.com', address: 'บ้านลับ' };
    await world.put(`/api/customers/${customerId}`, owner, edit);
    sqlite.run("UPDATE activation_keys SET notes = 'ลูกค้าชอบต่อราคา'");
    const { text } = await world.get('/api/customer/data', customer);
    expect(text).not.toContain('somchai@example.com');
    expect(text).not.toContain('บ้านลับ');
    expect(text).not.toContain('ลูกค้าชอบต่อราคา');
    expect(JSON.parse(text).devices).toMatchObject([{ site_name: 'ร้านกาแฟ' }]);
    const theirs = await world.get(`/api/customers/${customerId}/data`, owner);
    expect(theirs.text).toContain('บ้านลับ');
    await world.post(`/api/customers/${customerId}/confirm-phone`, owner);
    const whole = await world.get('/api/customer/data', customer);
    expect(JSON.parse(whole.text).account).toMatchObject([edit]);
    expect(JSON.parse(whole.text).audit).toContainEqual(
      expect.objectContaining({ action: 'customer.edit' }),
    );
    sqlite.run("UPDATE activation_keys SET standing = 'typed'");
    expect((await world.get('/api/customer/data', customer)).text).not.toContain('บ้านลับ');
  });

  test('has the hourly heartbeats of their boards, and nobody else’s, until they are erased', async () => {
    const { monitor } = world;
    const other = makeDevice(monitor, { customerId: makeCustomer(monitor) });
    for (const board of [device, other]) {
      const heard = beat({ ssid: `network of ${board.deviceId}` });
      await recordHeartbeat(monitor, board, heard, 'mqtt', monitor.clock());
    }
    rollUpHeartbeats(monitor, monitor.clock());
    const { heartbeats } = JSON.parse((await world.get('/api/customer/data', customer)).text);
    const ssid = `network of ${device.deviceId}`;
    expect(heartbeats).toMatchObject([{ device_id: device.deviceId, details: { ssid } }]);
    await world.post(`/api/customers/${customerId}/erase`, owner);
    expect(wholeDatabase()).not.toContain(ssid);
    expect(wholeDatabase()).toContain(`network of ${other.deviceId}`);
  });

  test('has every event of many, each once', async () => {
    const { sqlite } = world.monitor.store;
    sqlite.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO events (device_row, customer_id, event_type, occurred_at, created_at)
      SELECT ?, ?, 'ONLINE', ? - i * 1000, ? FROM n`,
      [device.row, customerId, testStart, testStart],
    );
    const { events } = JSON.parse((await world.get('/api/customer/data', customer)).text);
    const total = sqlite.query('SELECT count(*) FROM events').values()[0]?.[0];
    expect(events).toHaveLength(Number(total));
  });

  test('is given out to the operator too, and to no other customer', async () => {
    const answer = await world.get(`/api/customers/${customerId}/data`, owner);
    expect(JSON.parse(answer.text).account).toMatchObject([{ name: 'Somchai' }]);
    const other = await world.customer(makeCustomer(world.monitor));
    expect((await world.get('/api/customer/data', other)).text).not.toContain('Somchai');
    expect((await world.get('/api/customers/999/data', owner)).body.code).toBe(
      'CUSTOMER_NOT_FOUND',
    );
  });
});

describe('the wish to be deleted', () => {
  test('is kept with its first moment, shown to the operator, and can be withdrawn', async () => {
    const asked = await world.post('/api/customer/deletion-request', customer);
    const at = asked.body.data.deletion_requested_at;
    expect(at).not.toBeNull();
    world.monitor.time.advanceMs(60_000);
    const again = await world.post('/api/customer/deletion-request', customer);
    expect(again.body.data.deletion_requested_at).toBe(at);
    makeCustomer(world.monitor);
    const listed = await world.get('/api/customers?filter=deletion', owner);
    expect(listed.body.data).toMatchObject([{ id: customerId, deletion_requested_at: at }]);
    const stats = await world.get('/api/customer/stats', customer);
    expect(stats.body.user.deletion_requested_at).toBe(at);
    const withdrawn = await world.delete('/api/customer/deletion-request', customer);
    expect(withdrawn.body.data.deletion_requested_at).toBeNull();
    expect((await world.get('/api/customers?filter=deletion', owner)).body.total).toBe(0);
  });

  test('is answered with one call, after which nothing says who they were', async () => {
    const { store } = world.monitor;
    await world.put(`/api/customer/devices/${device.deviceId}`, customer, {
      siteName: 'บ้านลับ',
      cell: 'FEEDER-77',
      area: 'ท่าเรือเหนือ',
      location: { latitude: 18.731, longitude: 98.917 },
    });
    const phone = String(
      store.sqlite.query('SELECT phone FROM customers WHERE id = ?').values(customerId)[0]?.[0],
    );
    writeAudit(
      store,
      {
        actor: testActor,
        action: 'customer.edit',
        subject: `customer:${customerId}`,
        before: { phone },
      },
      testStart,
    );
    await world.post('/api/auth/customer-login', undefined, { phone, activationKey: 'wrong' });
    rememberHousehold(store, customerAccountName(phone), '203.0.113.8', testStart);
    const enrolment = { actor: { name: `device:${device.deviceId}`, address: '203.0.113.77' } };
    writeAudit(
      store,
      { ...enrolment, action: 'device.enrol', subject: device.deviceId },
      testStart,
    );
    const inChat = { actor: { name: 'bot:4711', address: null }, action: 'outage.acknowledge' };
    writeAudit(store, { ...inChat, subject: 'outage:1', after: { by: 'Somchai' } }, testStart);
    const released = { customerId, siteName: 'บ้านเก่าของสมชาย' };
    const release = { actor: testActor, action: 'device.release', subject: 'fw-00000000dead' };
    writeAudit(store, { ...release, before: released }, testStart);
    store.sqlite.run("UPDATE events SET details = json_object('ssid', ?, 'count', 7)", ['HomeNet']);
    store.sqlite.run("UPDATE outages SET acknowledged_by = 'Somchai', acknowledged_at = 5");
    expect(wholeDatabase()).toContain('HomeNet');
    const outages = store.sqlite.query('SELECT down_at, recover_at, cause FROM outages').values();

    const erased = await world.post(`/api/customers/${customerId}/erase`, owner);
    expect(erased.status).toBe(200);
    const left = wholeDatabase();
    for (const word of [
      'Somchai',
      'สมชาย',
      'ร้านกาแฟ',
      'บ้านลับ',
      'FEEDER-77',
      'ท่าเรือเหนือ',
      '18.731',
      '98.917',
      'HomeNet',
      phone,
      '4711',
      '203.0.113.77',
    ]) {
      expect({ word, isLeft: left.includes(word) }).toEqual({ word, isLeft: false });
    }
    const actors = store.sqlite.query('SELECT actor FROM audit_log').values().flat();
    expect(actors).toContain('bot');
    expect(store.sqlite.query('SELECT down_at, recover_at, cause FROM outages').values()).toEqual(
      outages,
    );
    expect(world.monitor.fleet.get(device.deviceId)?.config.revokedBecause).not.toBeNull();
    expect((await world.get('/api/customer/stats', customer)).status).toBe(401);
    expect((await world.post(`/api/customers/${customerId}/erase`, owner)).status).toBe(404);
  });

  test('names the backups that still hold them, and when each of them goes', async () => {
    const { monitor, backups } = world;
    const privacy = async () => (await world.get('/api/public/privacy')).body.data;
    expect(await privacy()).toMatchObject({ oldBackupsEndAt: null, hasLastingBackups: false });
    const nightly = await backups.add('nightly', monitor.clock().wallMs);
    const manual = await backups.add('manual', monitor.clock().wallMs);
    // A Thursday's: for seven nights.
    const endsAt = '2026-01-21T20:00:00.000Z';
    const erased = await world.post(`/api/customers/${customerId}/erase`, owner);
    expect(erased.body.data.backups).toHaveLength(2);
    expect(erased.body.data.backups).toContainEqual({ name: nightly.name, ends_at: endsAt });
    expect(erased.body.data.backups).toContainEqual({ name: manual.name, ends_at: null });
    monitor.time.advanceMs(60_000);
    expect(await privacy()).toMatchObject({ oldBackupsEndAt: endsAt, hasLastingBackups: true });
  });

  test('is finished by another call when it was broken off', async () => {
    const { monitor } = world;
    const clock = monitor.clock();
    for (const turns of [0, 1]) {
      let left = turns;
      const breakOff = () =>
        left-- > 0 ? Promise.resolve() : Promise.reject(new Error('a crash'));
      const erased = eraseCustomer(monitor, customerId, testActor, clock, { giveWay: breakOff });
      await expect(erased).rejects.toThrow('a crash');
    }
    await eraseCustomer(monitor, customerId, testActor, clock);
    const left = wholeDatabase();
    for (const word of ['Somchai', 'ร้านกาแฟ']) expect(left).not.toContain(word);
  });

  test('leaves other customers as they are', async () => {
    const other = makeCustomer(world.monitor, '4712');
    makeDevice(world.monitor, { customerId: other, siteName: 'Elsewhere' });
    const { store } = world.monitor;
    const inChat = { actor: { name: 'bot:4712', address: null }, action: 'outage.acknowledge' };
    writeAudit(store, { ...inChat, subject: 'outage:9', after: { by: 'Malee' } }, testStart);
    await world.post(`/api/customers/${customerId}/erase`, owner);
    expect(wholeDatabase()).toContain('Malee');
    expect(wholeDatabase()).toContain('bot:4712');
    const answer = await world.get('/api/customer/stats', await world.customer(other));
    expect(answer.body.devices).toMatchObject([{ site_name: 'Elsewhere' }]);
    expect(answer.body.messenger.connected).toBe(1);
  });
});

describe('what is kept', () => {
  const settings = { keepEventsMonths: 36, keepAuditMonths: 24 };
  const count = (table: string) =>
    Number(world.monitor.store.sqlite.query(`SELECT count(*) FROM ${table}`).values()[0]?.[0]);

  function prune(steps = 20): void {
    const pruning = new HistoryPruning(world.monitor);
    for (let step = 0; step < steps; step += 1) pruning.step(world.monitor.clock());
  }

  test('is everything, until an owner has chosen', () => {
    world.monitor.time.advanceMs(daysMs(5_000));
    const before = wholeDatabase();
    prune();
    expect(wholeDatabase()).toBe(before);
  });

  test('is deleted when it is older than chosen, and reports stay the same', async () => {
    const { monitor } = world;
    releaseDevice(
      monitor,
      makeDevice(monitor, { customerId }).deviceId,
      testActor,
      monitor.clock(),
    );
    const saved = await world.put('/api/settings/privacy', owner, settings);
    expect(saved.body.data).toMatchObject(settings);
    const read = async () => {
      const { body } = await world.get(
        '/api/customer/power-outages?period=all',
        await world.customer(customerId),
      );
      return JSON.stringify([body.summary, body.recent_outages]);
    };
    const events = count('events');
    monitor.time.advanceMs(daysMs(35 * 30));
    const before = await read();
    prune();
    expect(count('events')).toBe(events);
    expect(count('audit_log')).toBe(0);
    monitor.time.advanceMs(daysMs(90));
    prune();
    expect(count('events')).toBeLessThan(events);
    expect(count('outages')).toBe(1);
    expect(JSON.parse(await read())[1]).toEqual(JSON.parse(before)[1]);
  });

  test('goes in small steps', async () => {
    const { store, time } = world.monitor;
    await world.put('/api/settings/privacy', owner, settings);
    store.sqlite.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO events (device_row, event_type, occurred_at, created_at)
      SELECT ?, CASE i % 2 WHEN 0 THEN 'ONLINE' ELSE 'ACKNOWLEDGE' END, ?, ? FROM n`,
      [device.row, testStart, testStart],
    );
    const before = count('events');
    time.advanceMs(daysMs(1_200));
    const pruning = new HistoryPruning(world.monitor);
    pruning.step(time.clock());
    expect(before - count('events')).toBeLessThanOrEqual(200);
    for (let step = 0; step < 10; step += 1) pruning.step(time.clock());
    const left = store.sqlite.query("SELECT count(*) FROM events WHERE event_type = 'ACKNOWLEDGE'");
    expect(left.values()[0]?.[0]).toBe(0);
  });

  test.each([11, 241, 12.5])('is not to be kept for %d months', async (months) => {
    const answer = await world.put('/api/settings/privacy', owner, { keepEventsMonths: months });
    expect(answer.body.fields).toHaveProperty('keepEventsMonths');
  });
});

test('the page says who is responsible, to anybody', async () => {
  await world.put('/api/settings/privacy', owner, {
    operatorName: 'Corner Electric',
    contact: 'privacy@example.com',
  });
  const { body } = await world.get('/api/public/privacy');
  expect(body.data).toMatchObject({
    operatorName: 'Corner Electric',
    contact: 'privacy@example.com',
    keepEventsMonths: null,
  });
});
