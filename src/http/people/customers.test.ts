import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { texts } from '../../domain/findings.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { auditLog, customers } from '../../store/people/tables.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

const somchai = {
  phone: '081-234-5678',
  name: '  Somchai Jaidee ',
  telegram_username: '@somchai_j',
  email: 'somchai@example.com',
  line_id: 'somchai.j',
  address: '99/1 Moo 4\nChiang Mai',
};

const add = (fields: object) => world.post('/api/customers', admin, fields);
const list = async (query: string) => (await world.get(`/api/customers?${query}`, admin)).body;
const names = async (query: string) =>
  (await list(query)).data.map(({ name }: { name: string }) => name);
const audits = () =>
  world.monitor.store.db
    .select()
    .from(auditLog)
    .all()
    .map(({ actor, action, subject, before, after }) => ({
      actor,
      action,
      subject,
      before,
      after,
    }));

describe('adding a customer', () => {
  test('keeps what is given, the phone in its one form, the bot username without @', async () => {
    const added = await add(somchai);
    expect(added).toMatchObject({ status: 200 });
    expect(added.body).toEqual({
      ok: true,
      message: 'Customer added successfully',
      data: {
        id: 1,
        name: 'Somchai Jaidee',
        phone: '+66812345678',
        email: 'somchai@example.com',
        line_id: 'somchai.j',
        address: '99/1 Moo 4\nChiang Mai',
        telegram_username: 'somchai_j',
        device_count: 0,
        key_count: 0,
        is_active: true,
        phone_proven_at: new Date(world.monitor.time.wallMs).toISOString(),
        deletion_requested_at: null,
        language: 'th',
        messenger: 'none',
        created_at: new Date(world.monitor.time.wallMs).toISOString(),
      },
    });
    expect((await world.get('/api/customers/1', admin)).body).toEqual({
      ok: true,
      data: added.body.data,
    });
    expect(audits()).toEqual([
      {
        actor: 'admin:admin',
        action: 'customer.add',
        subject: 'customer:1',
        before: null,
        after: {
          name: 'Somchai Jaidee',
          phone: '+66812345678',
          email: 'somchai@example.com',
          lineId: 'somchai.j',
          address: '99/1 Moo 4\nChiang Mai',
          telegramUsername: 'somchai_j',
        },
      },
    ]);
  });

  test('needs no more than phone and name; empty fields of a form are nothing', async () => {
    const { body } = await add({
      phone: '+66 81 234 5678',
      name: 'Ada',
      telegram_username: '',
      email: '',
      line_id: null,
    });
    expect(body.data).toMatchObject({ telegram_username: null, email: null, line_id: null });
  });

  test.each([
    [{ phone: '0812345678' }, 'name', texts.enterName],
    [{ phone: '0812345678', name: '   ' }, 'name', texts.enterName],
    [{ name: 'Ada' }, 'phone', texts.enterPhone],
    [{ name: 'Ada', phone: ' ' }, 'phone', texts.enterPhone],
    [{ name: 'Ada', phone: '12345' }, 'phone', texts.invalidPhone],
    [{ name: 'Ada', phone: 'call me' }, 'phone', texts.invalidPhone],
    [{ ...somchai, email: 'somchai@' }, 'email', texts.invalidEmail],
    [{ ...somchai, telegram_username: '@som chai' }, 'telegram_username', /username/],
    [{ ...somchai, name: 'x'.repeat(101) }, 'name', /at most 100/],
    [{ ...somchai, name: 'a\u0000b' }, 'name', /control characters/],
    [{ ...somchai, is_active: false }, 'is_active', /not known/],
  ])('refuses %p and stores nothing', async (fields, field, finding) => {
    const { status, body } = await add(fields);
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(body.fields[field]).toMatch(finding);
    expect(body.error).toContain(body.fields[field]);
    expect((await list('')).total).toBe(0);
    expect(audits()).toEqual([]);
  });

  test('refuses a phone that somebody has, however it is written', async () => {
    await add(somchai);
    const { status, body } = await add({ name: 'Other', phone: '+66812345678' });
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect(body.fields.phone).toBe('belongs to another customer');
    expect((await list('')).total).toBe(1);
  });
});

describe('the list of customers', () => {
  beforeEach(async () => {
    for (const [name, phone, telegram_username] of [
      ['Somchai', '081 234 5678', '@somchai_j'],
      ['Malee 100%', '0898765432', null],
      ['มานี มีตา', '02 123 4567', 'manee'],
    ]) {
      await add({ name, phone, telegram_username });
      world.monitor.time.advanceMs(1000);
    }
  });

  test.each([
    ['', ['มานี มีตา', 'Malee 100%', 'Somchai']],
    ['q=SOMCHAI', ['Somchai']],
    ['q=%E0%B8%A1%E0%B8%B5%E0%B8%95%E0%B8%B2', ['มานี มีตา']],
    ['q=081-234', ['Somchai']],
    ['q=%2B66%2081', ['Somchai']],
    ['q=0812345678', ['Somchai']],
    ['q=9876', ['Malee 100%']],
    ['q=02', ['มานี มีตา']],
    ['q=%40manee', ['มานี มีตา']],
    ['q=e_J', []],
    ['q=i_j', ['Somchai']],
    ['q=100%25', ['Malee 100%']],
    ['q=0%25', ['Malee 100%']],
    ['q=%25', ['Malee 100%']],
    ['q=_', ['Somchai']],
    ["q='--", []],
    ['q=nobody', []],
  ])('with ?%s finds %p', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test('comes in pages that add up, newest first', async () => {
    const pages = [await list('limit=2'), await list('limit=2&page=2'), await list('page=9')];
    expect(pages.map(({ total, page, limit }) => [total, page, limit])).toEqual([
      [3, 1, 2],
      [3, 2, 2],
      [3, 9, 50],
    ]);
    const ids = pages.flatMap(({ data }) => data.map(({ id }: { id: number }) => id));
    expect(ids).toEqual([3, 2, 1]);
  });

  test('is filtered by activity', async () => {
    await world.put('/api/customers/2', admin, { is_active: false });
    expect(await names('filter=inactive')).toEqual(['Malee 100%']);
    expect(await names('filter=active')).toEqual(['มานี มีตา', 'Somchai']);
    expect(await names('filter=active&q=malee')).toEqual([]);
  });

  test('finds those with a site that the list of devices calls lost', async () => {
    const { monitor } = world;
    const silent = makeDevice(monitor, { customerId: 1 });
    makeDevice(monitor, { customerId: 1 });
    const dark = makeDevice(monitor, { customerId: 3 });
    makeDevice(monitor, { customerId: 2 });
    const { db } = monitor.store;
    db.update(devices).set({ link: 'offline' }).where(eq(devices.deviceId, silent.deviceId)).run();
    db.update(devices).set({ power: 'DOWN' }).where(eq(devices.deviceId, dark.deviceId)).run();
    const { data } = (await world.get('/api/devices?filter=lost', admin)).body;
    const owners = data.map(({ customer_id: id }: { customer_id: number }) => id);
    expect(owners.toSorted()).toEqual([1, 3]);
    const found = await list('filter=lost');
    expect(found.data.map(({ id }: { id: number }) => id)).toEqual([3, 1]);
    expect(found).toMatchObject({ total: 2, counts: { all: 3, lost: 2 } });
  });

  test('counts devices and keys, and says how the messenger stands', async () => {
    const { db } = world.monitor.store;
    makeDevice(world.monitor, { customerId: 1 });
    makeDevice(world.monitor, { customerId: 1 });
    db.update(activationKeys).set({ deviceRow: null }).run();
    const chat = (address: string, unreachableAt: number | null) =>
      db
        .insert(recipients)
        .values({ customerId: 1, channel: 'telegram', address, unreachableAt, createdAt: 0 })
        .run();
    const standing = async () => (await world.get('/api/customers/1', admin)).body.data;
    expect(await standing()).toMatchObject({
      device_count: 2,
      key_count: 2,
      messenger: 'none',
    });
    chat('1', 5);
    expect((await standing()).messenger).toBe('unreachable');
    chat('2', null);
    expect((await standing()).messenger).toBe('connected');
  });

  test.each(['page=-1', 'page=0', 'limit=201', 'filter=some', 'q=%00', 'sort=x', 'q=a&q=b'])(
    'refuses ?%s',
    async (query) => {
      expect(await world.get(`/api/customers?${query}`, admin)).toMatchObject(
        refused(400, 'VALIDATION'),
      );
    },
  );
});

describe('a customer is found', () => {
  beforeEach(() => add(somchai));

  test.each(['0812345678', '081-234-5678', '%2B66812345678', '+66812345678', '66812345678'])(
    'by the phone %s',
    async (phone) => {
      const answer = await world.get(`/api/customers/phone/${phone}`, admin);
      expect(answer).toMatchObject({ status: 200, body: { ok: true, data: { id: 1 } } });
    },
  );

  test.each(['/phone/0899999999', '/phone/nobody', '/phone/0899999999/devices', '/77'])(
    'or the answer to %s is the words of the catalogue',
    async (path) => {
      const answer = await world.get(`/api/customers${path}`, admin);
      expect(answer).toMatchObject({
        status: 404,
        body: { ok: false, code: 'CUSTOMER_NOT_FOUND', error: texts.customerNotFound },
      });
    },
  );

  test.each(['/phone/%00', '/0', '/-1', '/1e3', '/99999999999999999999'])(
    'not by %s',
    async (path) => {
      expect(await world.get(`/api/customers${path}`, admin)).toMatchObject(
        refused(400, 'VALIDATION'),
      );
    },
  );

  test('with the devices of that phone and no others', async () => {
    const own = makeDevice(world.monitor, { customerId: 1, siteName: 'Shop' });
    makeDevice(world.monitor);
    const path = '/api/customers/phone/081-234-5678/devices';
    const { body } = await world.get(path, admin);
    expect(body).toMatchObject({ ok: true, total: 1, page: 1, limit: 50 });
    const detail = (await world.get(`/api/devices/${own.deviceId}`, admin)).body.data;
    const { health: _, refusals: __, ...listed } = detail;
    expect(body.data).toEqual([listed]);
    expect((await world.get(`${path}?q=other`, admin)).body).toMatchObject({ data: [], total: 0 });
  });
});

describe('editing a customer', () => {
  let customer: string;

  beforeEach(async () => {
    await add(somchai);
    customer = await world.customer(1);
  });

  const edit = (fields: object) => world.put('/api/customers/1', admin, fields);
  const isLoggedIn = async () =>
    (await world.post('/api/auth/logout-everywhere', customer)).status === 200;

  test('changes what is given, and writes down only that', async () => {
    const { body } = await edit({ name: 'Somchai J.', email: null, line_id: 'somchai.j' });
    expect(body).toMatchObject({
      ok: true,
      message: expect.any(String),
      data: { name: 'Somchai J.', email: null, line_id: 'somchai.j', phone: '+66812345678' },
    });
    expect(audits()[1]).toEqual({
      actor: 'admin:admin',
      action: 'customer.edit',
      subject: 'customer:1',
      before: { name: 'Somchai Jaidee', email: 'somchai@example.com' },
      after: { name: 'Somchai J.', email: null },
    });
    expect(await isLoggedIn()).toBe(true);
  });

  test('that changes nothing leaves no entry', async () => {
    expect((await edit({ name: 'Somchai Jaidee', phone: '0812345678' })).status).toBe(200);
    expect(audits()).toHaveLength(1);
    expect(await isLoggedIn()).toBe(true);
  });

  test('to another phone keeps everything else and ends every session', async () => {
    const device = makeDevice(world.monitor, { customerId: 1 });
    const before = (await world.get('/api/customers/1', admin)).body.data;
    const { body } = await edit({ phone: '089 999 9999' });
    expect(body.data).toEqual({ ...before, phone: '+66899999999' });
    expect(device.config.customerId).toBe(1);
    expect(await isLoggedIn()).toBe(false);
    expect(await world.get('/api/customers/phone/0812345678', admin)).toMatchObject({
      status: 404,
    });
  });

  test('to another phone ends what lasts without a session, of that customer alone', async () => {
    const { sqlite } = world.monitor.store;
    const others = makeCustomer(world.monitor);
    const lasting = {
      report_shares: 'customer_id',
      home_accounts: 'customer_id',
      home_brokers: 'customer_id',
      'outage_calendars WHERE next_read_at IS NOT NULL': 'customer_id',
      'customers WHERE calendar_hash IS NOT NULL': 'id',
    };
    const make = (id: number) =>
      sqlite.run(`
        INSERT INTO report_shares (customer_id, secret_hash, first_date, last_date, language, created_at, expires_at)
          VALUES (${id}, 'secret-${id}', '2026-01-01', '2026-01-02', 'en', 0, 9e12);
        INSERT INTO home_accounts (customer_id, name, password_hash, created_at) VALUES (${id}, 'home-${id}', 'x', 0);
        INSERT INTO home_brokers (customer_id, ref, url, username, password, created_at)
          VALUES (${id}, 'ref-${id}', 'mqtts://broker.example:8883', 'u', 'p', 0);
        INSERT INTO outage_calendars (customer_id, url, next_read_at, read_at, created_at)
          VALUES (${id}, 'https://calendar.example/${id}', 9e12, 0, 0);
        UPDATE customers SET calendar_hash = 'calendar-${id}' WHERE id = ${id};`);
    make(1);
    make(others);
    const ownersOf = () =>
      Object.entries(lasting).map(([table, owner]) => [
        table,
        sqlite
          .query<{ id: number }, []>(`SELECT ${owner} AS id FROM ${table} ORDER BY 1`)
          .all()
          .map(({ id }) => id),
      ]);
    await edit({ name: 'Somchai J.' });
    expect(ownersOf()).toEqual(Object.keys(lasting).map((table) => [table, [1, others]]));
    await edit({ phone: '089 999 9999' });
    expect(ownersOf()).toEqual(Object.keys(lasting).map((table) => [table, [others]]));
  });

  test('renames a customer who was named by the old number', async () => {
    const id = (await add({ name: '+66811111111', phone: '0811111111' })).body.data.id;
    const path = `/api/customers/${id}`;
    const { body } = await world.put(path, admin, { phone: '0822222222' });
    expect(body.data).toMatchObject({ name: '+66822222222', phone: '+66822222222' });
  });

  test('deactivation ends every session of that customer at once, and no others', async () => {
    const other = makeCustomer(world.monitor);
    const { body } = await edit({ is_active: false });
    expect(body.data.is_active).toBe(false);
    expect(await isLoggedIn()).toBe(false);
    expect(findCustomer(world.monitor.store, other)).toMatchObject({
      isActive: true,
      tokenVersion: 0,
    });
    await edit({ is_active: true });
    // What was ended stays so.
    expect(await isLoggedIn()).toBe(false);
  });

  test.each([
    [{ name: '' }, texts.enterName],
    [{ name: null }, texts.enterName],
    [{ phone: '' }, texts.enterPhone],
    [{ phone: '1' }, texts.invalidPhone],
    [{ email: 'x' }, texts.invalidEmail],
    [{ is_active: 1 }, /is_active/],
    [{ device_count: 3 }, /not known/],
    [{}, /at least one/],
  ])('refuses %p and changes nothing', async (fields, error) => {
    const before = findCustomer(world.monitor.store, 1);
    const { status, body } = await edit(fields);
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(body.error).toMatch(error);
    expect(findCustomer(world.monitor.store, 1)).toEqual(before);
  });

  test('refuses the phone of another', async () => {
    await add({ name: 'Other', phone: '0899999999' });
    const answer = await edit({ phone: '089-999-9999', name: 'New' });
    expect(answer).toMatchObject(refused(409, 'CONFLICT'));
    expect(findCustomer(world.monitor.store, 1)).toMatchObject({
      name: 'Somchai Jaidee',
      phone: '+66812345678',
    });
  });

  test('of an unknown id is not found', async () => {
    expect(await world.put('/api/customers/9', admin, { name: 'x' })).toMatchObject(
      refused(404, 'CUSTOMER_NOT_FOUND'),
    );
  });
});

describe('deleting a customer', () => {
  beforeEach(() => add(somchai));

  test('who has devices or keys is refused, with what to do first', async () => {
    const { db } = world.monitor.store;
    makeDevice(world.monitor, { customerId: 1 });
    const both = await world.delete('/api/customers/1', admin);
    expect([both.status, both.body.code]).toEqual([409, 'CONFLICT']);
    expect(both.body.error).toMatch(/1 device and 1 activation key; release .* transfer/);
    db.update(activationKeys).set({ customerId: null }).run();
    expect((await world.delete('/api/customers/1', admin)).body.error).toMatch(/1 device; release/);
    db.update(activationKeys).set({ customerId: 1 }).run();
    const release = `/api/devices/${world.monitor.fleet.ids().next().value}/release`;
    expect((await world.post(release, admin)).status).toBe(200);
    expect((await world.delete('/api/customers/1', admin)).body.error).toMatch(
      /1 activation key; transfer/,
    );
    expect(findCustomer(world.monitor.store, 1)).toBeDefined();
  });

  test('who has none takes the chats along and leaves what happened', async () => {
    const { db } = world.monitor.store;
    const customer = await world.customer(1);
    const device = makeDevice(world.monitor, { customerId: 1 });
    const path = `/api/devices/${device.deviceId}`;
    await world.put(path, admin, { site_name: 'Renamed' });
    await world.post(`${path}/release`, admin);
    db.delete(activationKeys).run();
    db.insert(recipients)
      .values({ customerId: 1, channel: 'telegram', address: '5', createdAt: 0 })
      .run();
    const before = db.select().from(events).all().length;

    expect((await world.delete('/api/customers/1', admin)).body).toEqual({
      ok: true,
      message: 'Customer deleted successfully',
    });
    expect((await list('')).total).toBe(0);
    expect(db.select().from(recipients).all()).toEqual([]);
    const left = db.select().from(events).all();
    expect(left).toHaveLength(before);
    expect(left.every(({ customerId }) => customerId === null)).toBe(true);
    expect(audits().at(-1)).toMatchObject({
      action: 'customer.delete',
      subject: 'customer:1',
      before: null,
      after: null,
    });
    expect((await world.post('/api/auth/logout-everywhere', customer)).status).toBe(401);
    expect(await world.delete('/api/customers/1', admin)).toMatchObject(
      refused(404, 'CUSTOMER_NOT_FOUND'),
    );
  });
});

test('customers can neither see nor change customers', async () => {
  const id = makeCustomer(world.monitor);
  const token = await world.customer(id);
  const before = world.monitor.store.db.select().from(customers).where(eq(customers.id, id)).get();
  const answers = [
    await world.get('/api/customers', token),
    await world.get(`/api/customers/${id}`, token),
    await world.put(`/api/customers/${id}`, token, { name: 'x' }),
    await world.delete(`/api/customers/${id}`, token),
    await world.post('/api/customers', token, somchai),
  ];
  for (const answer of answers) expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
  const after = world.monitor.store.db.select().from(customers).where(eq(customers.id, id)).get();
  expect(after).toEqual(before);
});
