import { beforeEach, describe, expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import {
  boardId as deviceId,
  enrolBoard,
  phoneOf as phoneOfCustomer,
  sellKey,
} from '../../../tests/support/enrolment.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer } from '../../../tests/support/monitor.ts';
import type * as contract from '../../contract/keys/keys.ts';
import { texts } from '../../domain/findings.ts';
import { addMonths } from '../../domain/keys/key-lifecycle.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { auditLog, customers } from '../../store/people/tables.ts';

const bareKey = /^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/;
let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

const nowIso = () => new Date(world.monitor.clock().wallMs).toISOString();
const phoneOf = (id: number) => phoneOfCustomer(world.monitor, id);
const makeKey = (customerId: number | null = null) => sellKey(world.monitor, customerId);
const enrol = (key: string, customerId: number) => enrolBoard(world.monitor, key, customerId);
const get = (path: string) => world.get(path, admin);
const post = (path: string, body?: unknown) => world.post(path, admin, body);
const put = (path: string, body: unknown) => world.put(path, admin, body);
const dump = () => world.monitor.store.sqlite.serialize();

describe('making a key', () => {
  test('answers it whole', async () => {
    const { status, body } = await post('/api/keys', { purchaseType: 'key_only' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      message: 'Key created',
      data: {
        key_code: expect.stringMatching(bareKey),
        purchase_type: 'key_only',
        device_type: null,
        customer_id: null,
        customer_name: null,
        phone: null,
        device_id: null,
        site_name: null,
        price: 200,
        is_active: true,
        status: 'unused',
        activated_at: null,
        expires_at: null,
        created_by: 'admin:admin',
        created_at: nowIso(),
        notes: null,
      },
    });
  });

  test.each([
    [
      { purchaseType: 'device_bundle', deviceType: 't-display' },
      { price: 650, device_type: 't-display' },
    ],
    [
      { purchaseType: 'device_bundle', deviceType: 'esp32-s2-mini' },
      { price: 300, device_type: 's2-mini' },
    ],
    [
      { purchaseType: 'renewal', deviceType: null },
      { price: 200, device_type: null },
    ],
    [{ purchaseType: 'key_only', phone: '' }, { customer_id: null }],
    [{ purchaseType: 'key_only', phone: null }, { customer_id: null }],
    [{ purchaseType: 'key_only', notes: 'Paid in cash' }, { notes: 'Paid in cash' }],
    [{ purchaseType: 'key_only', notes: ' ' }, { notes: null }],
  ])('takes the order %p', async (order, expected) => {
    const { body } = await post('/api/keys', order);
    expect(body).toMatchObject({ ok: true, data: expected });
  });

  test('for a phone binds it, to a customer who is made if unknown', async () => {
    const order = { purchaseType: 'key_only', phone: '081-234-5678' };
    const first = (await post('/api/keys', order)).body.data;
    const second = (await post('/api/keys', { ...order, phone: '+66812345678' })).body.data;
    expect(first).toMatchObject({ phone: '+66812345678', customer_name: '+66812345678' });
    expect(second.customer_id).toBe(first.customer_id);
    expect(world.monitor.store.db.select().from(customers).all()).toHaveLength(1);
  });

  test.each([
    [{}, /^purchaseType: /],
    [{ purchaseType: 'gift' }, /^purchaseType: /],
    [{ purchaseType: 'device_bundle' }, 'deviceType: is required for a device bundle'],
    [{ purchaseType: 'device_bundle', deviceType: 'x' }, /^deviceType: must be null or one of/],
    [{ purchaseType: 'key_only', deviceType: 's2-mini' }, /^deviceType: belongs to a/],
    [{ purchaseType: 'key_only', phone: '12' }, texts.invalidPhone],
    [{ purchaseType: 'key_only', price: 1 }, 'price: is not known'],
    [{ purchaseType: 'key_only', notes: 5 }, /^notes: /],
  ])('refuses %p and makes none', async (order, error) => {
    const before = dump();
    const answer = await post('/api/keys', order);
    expect(answer.body.error).toMatch(error);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
    expect(dump()).toEqual(before);
  });

  test('takes notes of a thousand characters, and no longer ones', async () => {
    const make = (length: number) =>
      post('/api/keys', { purchaseType: 'key_only', notes: 'ก'.repeat(length) });
    expect((await make(1_000)).body.data.notes).toHaveLength(1_000);
    expect(await make(1_001)).toMatchObject(refused(400, 'VALIDATION'));
  });

  test('refuses a customer who is not active', async () => {
    const id = makeCustomer(world.monitor);
    world.monitor.store.sqlite.run('UPDATE customers SET is_active = 0');
    const order = { purchaseType: 'key_only', phone: phoneOf(id) };
    expect(await post('/api/keys', order)).toMatchObject(refused(409, 'CONFLICT'));
  });
});

describe('making many keys', () => {
  test('makes ten, all different, or as many as asked', async () => {
    const ten = (await post('/api/keys/bulk', { purchaseType: 'key_only' })).body;
    expect(ten).toMatchObject({ ok: true, message: 'Keys created' });
    expect(new Set(ten.data.map((key: contract.KeyAnswer) => key.key_code)).size).toBe(10);
    const order = { purchaseType: 'device_bundle', deviceType: 's2-mini', phone: '0812345678' };
    const many = (await post('/api/keys/bulk', { ...order, quantity: 100 })).body.data;
    expect(many).toHaveLength(100);
    expect(many[99]).toMatchObject({ device_type: 's2-mini', phone: '+66812345678', price: 300 });
    expect((await get('/api/keys')).body.total).toBe(110);
  });

  test.each([0, -1, 101, 1.5, '10', 1e300, null])('refuses a quantity of %p', async (quantity) => {
    const answer = await post('/api/keys/bulk', { purchaseType: 'key_only', quantity });
    expect(answer.body.fields).toHaveProperty('quantity');
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
    expect((await get('/api/keys')).body.total).toBe(0);
  });
});

describe('the list', () => {
  test('shows a key with its customer and device', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey(id);
    enrol(key, id);
    const { body } = await get('/api/keys');
    expect(body).toMatchObject({ ok: true, total: 1, page: 1, limit: 50 });
    const activatedAt = world.monitor.clock().wallMs;
    expect(body.data).toEqual([
      {
        key_code: key,
        purchase_type: 'key_only',
        device_type: null,
        customer_id: id,
        customer_name: findCustomer(world.monitor.store, id)?.name,
        phone: phoneOf(id),
        device_id: deviceId,
        site_name: 'FaiWatch-00000A',
        price: 200,
        is_active: true,
        status: 'active',
        activated_at: nowIso(),
        expires_at: new Date(addMonths(activatedAt, 36)).toISOString(),
        created_by: 'test',
        created_at: nowIso(),
        notes: null,
      },
    ]);
    expect((await get(`/api/keys/${key}`)).body).toEqual({ ok: true, data: body.data[0] });
  });

  test('filters by standing, by words and by customer, and counts them', async () => {
    const id = makeCustomer(world.monitor);
    const used = makeKey(id);
    enrol(used, id);
    const unused = makeKey();
    const revoked = makeKey(id);
    await post(`/api/keys/${revoked}/revoke`);
    const codes = async (query: string) => {
      const { body } = await get(`/api/keys?${query}`);
      expect(body.total).toBe(body.data.length);
      return body.data.map((key: contract.KeyAnswer) => key.key_code).toSorted();
    };
    expect(await codes('filter=unused')).toEqual([unused]);
    expect(await codes('filter=used')).toEqual([used]);
    expect(await codes('filter=active')).toEqual([used]);
    expect(await codes('filter=expired')).toEqual([]);
    expect(await codes('filter=inactive')).toEqual([revoked]);
    expect(await codes(`customer_id=${id}`)).toEqual([used, revoked].toSorted());
    expect(await codes(`q=${deviceId}&filter=all`)).toEqual([used]);
    expect(await codes(`q=${unused.replaceAll('-', '').toLowerCase()}`)).toEqual([unused]);
    expect(await codes('q=%25')).toEqual([]);
    world.monitor.time.advanceMs(4 * 365 * 86_400_000);
    admin = await world.admin('later');
    expect(await codes('filter=expired')).toEqual([used]);
    const counts = { total: 3, unused: 1, used: 1, active: 0, expired: 1, inactive: 1, ending: 0 };
    expect((await get('/api/keys/stats')).body).toEqual({ ok: true, ...counts, data: counts });
  });

  test('goes page by page', async () => {
    await post('/api/keys/bulk', { purchaseType: 'key_only', quantity: 5 });
    const { body } = await get('/api/keys?page=2&limit=3');
    expect(body).toMatchObject({ total: 5, page: 2, limit: 3 });
    expect(body.data).toHaveLength(2);
    expect((await get('/api/keys?page=9')).body).toMatchObject({ total: 5, data: [] });
  });

  test.each(['page=0', 'page=-1', 'limit=201', 'filter=lost', 'customer_id=x', 'sort=name'])(
    'refuses %s',
    async (query) => {
      expect(await get(`/api/keys?${query}`)).toMatchObject(refused(400, 'VALIDATION'));
    },
  );

  test('takes a key as people type it, and says when there is none', async () => {
    const key = makeKey();
    const typed = encodeURIComponent(key.toLowerCase().replaceAll('-', ' '));
    expect((await get(`/api/keys/${typed}`)).body.data.key_code).toBe(key);
    expect(await get('/api/keys/00000-00000-00000-00001')).toMatchObject(
      refused(404, 'KEY_NOT_FOUND'),
    );
    expect(await get('/api/keys/nonsense')).toMatchObject(refused(404, 'KEY_NOT_FOUND'));
  });
});

describe('editing a key', () => {
  test('changes its notes alone', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey(id);
    const edited = await put(`/api/keys/${key}`, { notes: 'first line\nsecond' });
    expect(edited.body).toMatchObject({
      ok: true,
      data: { key_code: key, notes: 'first line\nsecond', customer_id: id },
      message: 'Key edited',
    });
    expect((await put(`/api/keys/${key}`, { notes: '' })).body.data.notes).toBeNull();
    expect((await put(`/api/keys/${key}`, { notes: null })).body.data.notes).toBeNull();
    const entries = world.monitor.store.db.select().from(auditLog).all();
    // The third edit changed nothing.
    expect(entries.filter(({ action }) => action === 'key.edit')).toMatchObject([
      { actor: 'admin:admin', subject: key, before: { notes: null } },
      { after: { notes: null } },
    ]);
  });

  test('binds it to the customer with a phone', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey();
    const bound = await put(`/api/keys/${key}`, { phone: phoneOf(id).replace('+66', '0') });
    expect(bound.body).toMatchObject({
      ok: true,
      data: { customer_id: id, phone: phoneOf(id) },
      message: 'Phone bound',
    });
    const again = await put(`/api/keys/${key}`, { phone: phoneOf(id) });
    expect(again.body).toMatchObject({ ok: true, message: 'Phone bound' });
    const other = { phone: phoneOf(makeCustomer(world.monitor)) };
    expect(await put(`/api/keys/${key}`, other)).toMatchObject(refused(409, 'CONFLICT'));
    expect((await get(`/api/keys/${key}`)).body.data.customer_id).toBe(id);
  });

  test('warns where it joins an account that nobody has vouched for, unless it was said what to do', async () => {
    const id = makeCustomer(world.monitor);
    const warnings = [expect.stringContaining('Nobody has vouched')];
    const bound = await put(`/api/keys/${makeKey()}`, { phone: phoneOf(id) });
    expect(bound.body).toMatchObject({ message: 'Phone bound', warnings });
    const moved = await put(`/api/keys/${makeKey()}`, { customer_id: id });
    expect(moved.body).toMatchObject({ message: 'Key transferred', warnings });
    const order = { purchaseType: 'key_only', phone: phoneOf(id) };
    const made = await world.post('/api/keys', admin, order);
    expect(made.body).toMatchObject({ message: 'Key created', warnings });
    const vouched = await world.post('/api/keys', admin, { ...order, account: 'vouch' });
    expect(vouched.body.warnings).toBeUndefined();
    expect((await world.post('/api/keys', admin, order)).body.warnings).toBeUndefined();
  });

  test('transfers it, with its device, and ends the sessions of who had it', async () => {
    const from = makeCustomer(world.monitor);
    const to = makeCustomer(world.monitor);
    const key = makeKey(from);
    const token = enrol(key, from);
    const [old, kept] = [await world.customer(from), await world.customer(to)];
    const moved = await put(`/api/keys/${key}`, { customer_id: to, notes: 'moved' });
    expect(moved.body.data.key_code).not.toBe(key);
    expect(moved.body).toMatchObject({
      ok: true,
      data: { customer_id: to, device_id: deviceId, notes: 'moved', status: 'active' },
      message: 'Key transferred',
    });
    const path = '/api/auth/logout-everywhere';
    expect(await world.post(path, old)).toMatchObject(refused(401, 'INVALID_TOKEN'));
    expect((await world.post(path, kept)).status).toBe(200);
    const heard = await world.post('/api/device/v1/heartbeat', token, beat());
    expect(heard).toMatchObject(refused(401, 'INVALID_TOKEN'));
    const { body } = await get(`/api/devices/${deviceId}`);
    expect(body.data).toMatchObject({
      customer_id: to,
      credentials_due_at: nowIso(),
    });
  });

  test("makes the former owner's code worthless", async () => {
    const from = makeCustomer(world.monitor);
    const to = makeCustomer(world.monitor);
    const key = makeKey(from);
    enrol(key, from);
    const code = (await put(`/api/keys/${key}`, { customer_id: to })).body.data.key_code;
    const logIn = (activationKey: string, id: number) =>
      world.post('/api/auth/customer-login', undefined, { phone: phoneOf(id), activationKey });
    for (const id of [from, to]) {
      expect(await logIn(key, id)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    }
    expect((await logIn(code, to)).status).toBe(200);
    for (const id of [from, to]) {
      const again = { device_id: deviceId, activation_key: key, phone: phoneOf(id) };
      const board = { ...again, device_type: 's2-mini', firmware_version: '1.0.0' };
      const enrolled = await world.post('/api/device/v1/enrol', undefined, board);
      expect(enrolled).toMatchObject(refused(404, 'KEY_NOT_FOUND'));
    }
    expect(await put(`/api/keys/${key}`, { customer_id: from })).toMatchObject(
      refused(404, 'KEY_NOT_FOUND'),
    );
  });

  const refusals: readonly [
    object,
    number,
    'VALIDATION' | 'CUSTOMER_NOT_FOUND',
    RegExp | string,
  ][] = [
    [{}, 400, 'VALIDATION', 'must hold notes, phone or customer_id'],
    [{ phone: '' }, 400, 'VALIDATION', /^Please enter phone number$/],
    [{ phone: '  ' }, 400, 'VALIDATION', /^Please enter phone number$/],
    [{ phone: null }, 400, 'VALIDATION', /^Please enter phone number$/],
    [{ phone: '12' }, 400, 'VALIDATION', /^Invalid phone$/],
    [{ phone: '0812345678' }, 404, 'CUSTOMER_NOT_FOUND', /^Customer not found$/],
    [{ customer_id: null }, 400, 'VALIDATION', /^Please select customer$/],
    [{ customer_id: null, notes: 'x' }, 400, 'VALIDATION', /^Please select customer$/],
    [{ customer_id: 0 }, 400, 'VALIDATION', /^Please select customer$/],
    [{ customer_id: 4711 }, 404, 'CUSTOMER_NOT_FOUND', /^Customer not found$/],
    [{ customer_id: 1, phone: '0812345678' }, 400, 'VALIDATION', /together with customer_id$/],
    [{ price: 1 }, 400, 'VALIDATION', 'price: is not known'],
    [{ notes: 5 }, 400, 'VALIDATION', /^notes: /],
  ];
  test.each(refusals)(
    'with %p is refused and changes nothing',
    async (edit, status, code, error) => {
      const key = makeKey();
      const before = dump();
      const answer = await put(`/api/keys/${key}`, edit);
      expect(answer.body.error).toMatch(error);
      expect(answer).toMatchObject(refused(status, code));
      expect(dump()).toEqual(before);
    },
  );

  test('says when the key is not there, or was revoked', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey();
    await post(`/api/keys/${key}/revoke`);
    expect(await put(`/api/keys/${key}`, { customer_id: id })).toMatchObject(
      refused(403, 'KEY_INACTIVE'),
    );
    expect((await put(`/api/keys/${key}`, { notes: 'lost' })).body.data.notes).toBe('lost');
    expect(await put('/api/keys/nonsense', { notes: '' })).toMatchObject(
      refused(404, 'KEY_NOT_FOUND'),
    );
  });

  test('speaks in the words of the catalogue', () => {
    // The actions below the calls have them as their own text.
    expect([texts.customerNotFound, texts.keyNotBound, texts.invalidPhone]).toEqual([
      'Customer not found',
      'Cannot renew, this key is not bound to any device',
      'Invalid phone',
    ]);
  });
});

describe('renewing a key', () => {
  test('adds months to its end, twelve unless said otherwise', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey(id);
    enrol(key, id);
    const end = addMonths(world.monitor.clock().wallMs, 36);
    const iso = (months: number) => new Date(addMonths(end, months)).toISOString();
    const first = await post(`/api/keys/${key}/renew`, {});
    expect(first.body).toMatchObject({
      ok: true,
      message: 'Key renewed',
      data: { key_code: key, expires_at: iso(12), message: 'Key renewed' },
    });
    const second = await post(`/api/keys/${key}/renew`, { months: 1 });
    expect(second.body.data.expires_at).toBe(iso(13));
  });

  test('may be by the validity of new keys, as set now', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey(id);
    enrol(key, id);
    const end = addMonths(world.monitor.clock().wallMs, 36);
    const renewed = await post(`/api/keys/${key}/renew`, { months: 36 });
    expect(renewed.body.data.expires_at).toBe(new Date(addMonths(end, 36)).toISOString());
    await world.put('/api/settings', admin, { keyValidityYears: 5 });
    expect((await post(`/api/keys/${key}/renew`, { months: 60 })).status).toBe(200);
    const answer = await post(`/api/keys/${key}/renew`, { months: 36 });
    expect(answer.body.error).toBe('months: must be one of: 1, 3, 6, 12, 24, 60');
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  });

  test.each([0, 2, 13, -1, 1.5, '12', null, 1e300])('refuses %p months', async (months) => {
    const answer = await post(`/api/keys/${makeKey()}/renew`, { months });
    expect(answer.body.error).toStartWith('months: must be ');
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  });

  test('is refused while it serves no device, once it is revoked, and when it is not there', async () => {
    const key = makeKey();
    const unbound = await post(`/api/keys/${key}/renew`, { months: 12 });
    expect(unbound.body.error).toBe(texts.keyNotBound);
    expect(unbound).toMatchObject(refused(400, 'VALIDATION'));
    await post(`/api/keys/${key}/revoke`);
    expect(await post(`/api/keys/${key}/renew`, {})).toMatchObject(refused(403, 'KEY_INACTIVE'));
    expect(await post('/api/keys/nonsense/renew', {})).toMatchObject(refused(404, 'KEY_NOT_FOUND'));
  });
});

describe('ending a key', () => {
  test('by revoking keeps it, refuses its device and ends its customer’s sessions', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey(id);
    const token = enrol(key, id);
    const session = await world.customer(id);
    const { body } = await post(`/api/keys/${key}/revoke`);
    expect(body).toMatchObject({
      ok: true,
      data: { key_code: key, is_active: false, status: 'inactive', device_id: deviceId },
      message: 'Key revoked',
    });
    expect(await world.post('/api/device/v1/heartbeat', token, {})).toMatchObject(
      refused(403, 'DEVICE_REVOKED'),
    );
    expect(await world.post('/api/auth/logout-everywhere', session)).toMatchObject(
      refused(401, 'INVALID_TOKEN'),
    );
    expect(await post(`/api/keys/${key}/revoke`)).toMatchObject(refused(409, 'CONFLICT'));
  });

  test('by deleting takes it away', async () => {
    const id = makeCustomer(world.monitor);
    const key = makeKey(id);
    const token = enrol(key, id);
    const { body } = await world.delete(`/api/keys/${key}`, admin);
    expect(body).toEqual({ ok: true, message: 'Keys deleted' });
    expect(await get(`/api/keys/${key}`)).toMatchObject(refused(404, 'KEY_NOT_FOUND'));
    expect(await world.post('/api/device/v1/heartbeat', token, {})).toMatchObject(
      refused(403, 'DEVICE_REVOKED'),
    );
    expect(await world.delete(`/api/keys/${key}`, admin)).toMatchObject(
      refused(404, 'KEY_NOT_FOUND'),
    );
  });

  test('of many at once deletes all or none', async () => {
    const keys = [makeKey(), makeKey(), makeKey()];
    const withUnknown = { key_codes: [...keys, '00000-00000-00000-00001'] };
    expect(await post('/api/keys/bulk-delete', withUnknown)).toMatchObject(
      refused(404, 'KEY_NOT_FOUND'),
    );
    expect((await get('/api/keys')).body.total).toBe(3);
    const { body } = await post('/api/keys/bulk-delete', { key_codes: keys.slice(0, 2) });
    expect(body).toEqual({ ok: true, data: { deleted: 2 }, message: 'Keys deleted' });
    expect((await get('/api/keys')).body.total).toBe(1);
  });

  test.each([
    [{ key_codes: [] }, texts.selectKeys],
    [{}, texts.selectKeys],
    [{ key_codes: null }, texts.selectKeys],
    [{ key_codes: [''] }, 'key_codes.0: is required'],
    [{ key_codes: [5] }, /^key_codes\.0: /],
  ])('of many at once refuses %p', async (body, error) => {
    makeKey();
    const answer = await post('/api/keys/bulk-delete', body);
    expect(answer.body.error).toMatch(error);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
    expect((await get('/api/keys')).body.total).toBe(1);
  });

  test('of more than two hundred at once is refused', async () => {
    const key_codes = new Array<string>(201).fill(makeKey());
    const answer = await post('/api/keys/bulk-delete', { key_codes });
    expect(answer.body.error).toBe('key_codes: must be at most 200');
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  });
});
