/** What a stranger with an unused key and somebody's phone gets: nothing. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { registerRecipient } from '../../actions/alerts/register-recipient.ts';
import { createKeys } from '../../actions/keys/create-keys.ts';
import { outages, recipients } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { customers } from '../../store/people/tables.ts';

let world: HttpWorld;
let admin: string;
let ownerId: number;
let owner: string;
let phone: string;

const strangersBoard = 'fw-badbadbadbad';
const db = () => world.monitor.store.db;

/** A key of nobody's, or one that the operator bound to a phone. */
function makeKey(of: string | null = null): string {
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: of } as const;
  const [code = ''] = createKeys(world.monitor, order, testActor, world.monitor.clock());
  return code;
}

const enrol = (key: string, deviceId = strangersBoard, as = phone) =>
  world.post('/api/device/v1/enrol', undefined, {
    device_id: deviceId,
    activation_key: key,
    phone: as,
    device_type: 's2-mini',
    firmware_version: '1.0.0',
  });
const logIn = (key: string, as = phone) =>
  world.post('/api/auth/customer-login', undefined, { phone: as, activationKey: key });
const list = async (token = owner) =>
  (await world.get('/api/customer/join-requests', token)).body.data;
const answer = (verb: 'accept' | 'refuse', id: string, token = owner) =>
  world.post(`/api/customer/join-requests/${id}/${verb}`, token);
const sites = async (token = owner) =>
  (await world.get('/api/customer/stats', token)).body.devices.map(
    (device: { device_id: string }) => device.device_id,
  );
const hear = (token: string, power: 'UP' | 'DOWN' = 'UP') =>
  world.post('/api/device/v1/heartbeat', token, beat({ power, has_mains_sense: true }));
const tell = (token: string, type: 'POWER_DOWN' | 'POWER_RECOVER', seq = 1) =>
  world.post('/api/device/v1/events', token, { events: [report(type, { seq })] });
const news = () =>
  db()
    .select()
    .from(notifications)
    .all()
    .flatMap(({ kind, recipient, details }) =>
      kind === 'account' && details !== null && 'type' in details
        ? [`${recipient}: ${details.type}`]
        : [],
    );

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
  ownerId = makeCustomer(world.monitor, '700');
  db().update(customers).set({ phoneProvenAt: 1 }).run();
  phone = findCustomer(world.monitor.store, ownerId)?.phone ?? '';
  owner = await world.customer(ownerId);
});

describe('a stranger’s unused key with somebody’s phone', () => {
  test('opens nothing, and its board is watched without being anybody’s', async () => {
    const own = makeDevice(world.monitor, { customerId: ownerId });
    const key = makeKey();
    const { status, body } = await enrol(key);
    expect({ status, joined: body.joined }).toEqual({ status: 200, joined: false });
    expect(await logIn(key)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    expect((await hear(body.device_token)).status).toBe(200);
    expect(await sites()).toEqual([own.deviceId]);
    expect((await world.get(`/api/devices/${strangersBoard}`, admin)).body.data).toMatchObject({
      customer_id: null,
      is_awaiting_owner: true,
      status: 'online',
    });
    expect(news()).toEqual(['700: join-asked']);
  });

  test('does not enrol a board of theirs', async () => {
    const token = 'fwd_of_the_owner';
    const own = makeDevice(world.monitor, { customerId: ownerId, token });
    db().update(activationKeys).set({ standing: 'vouched' }).run();
    const key = makeKey();
    expect(await enrol(key, own.deviceId)).toMatchObject(refused(409, 'CONFLICT'));
    expect((await hear(token)).status).toBe(200);
    // Their own new key for their own board is the same to us, until they say so.
    const [{ id, site_name }] = await list();
    expect(site_name).toBe(own.config.siteName);
    await answer('accept', id);
    expect((await enrol(key, own.deviceId)).body.joined).toBe(true);
    expect((await hear(token)).status).toBe(401);
  });

  test('names a board no more that went to somebody else meanwhile', async () => {
    const own = makeDevice(world.monitor, { customerId: ownerId });
    db().update(activationKeys).set({ standing: 'vouched' }).run();
    await enrol(makeKey(), own.deviceId);
    const customerId = makeCustomer(world.monitor, '800');
    db().update(devices).set({ customerId, siteName: 'The other’s house' }).run();
    expect(await list()).toMatchObject([{ kind: 'join', device_id: null, site_name: null }]);
  });

  test('is let go when they say no, and asks no more', async () => {
    const key = makeKey();
    const { device_token } = (await enrol(key)).body;
    const [{ id, key_code }] = await list();
    expect(key_code).toBe(`*****-*****-*****-${key.slice(-5)}`);
    expect((await answer('refuse', id)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await hear(device_token)).toMatchObject(refused(403, 'DEVICE_REVOKED'));
    expect(await enrol(key)).toMatchObject(refused(409, 'CONFLICT'));
    expect(await answer('accept', id)).toMatchObject(refused(404, 'NOT_FOUND'));
    // Nothing is lost to whoever had only mistyped a number.
    expect((await enrol(key, strangersBoard, '0899999999')).body.joined).toBe(true);
  });

  test('is theirs when they say yes, with what its board has told since', async () => {
    const key = makeKey();
    const { device_token } = (await enrol(key)).body;
    await hear(device_token);
    await tell(device_token, 'POWER_DOWN');
    await world.monitor.advance(90);
    const alerts = () =>
      db()
        .select()
        .from(notifications)
        .all()
        .filter((n) => n.kind === 'alert');
    expect(alerts()).toEqual([]);
    const [{ id }] = await list();
    expect((await answer('accept', id)).status).toBe(200);
    expect(await sites()).toEqual([strangersBoard]);
    expect(db().select().from(outages).all()).toMatchObject([{ customerId: ownerId }]);
    expect(alerts()).toMatchObject([{ recipient: '700', status: 'pending' }]);
    expect((await logIn(key)).status).toBe(200);
    expect(news()).toContain('700: joined');
  });

  test('tells nobody late of an outage that is over', async () => {
    const { device_token } = (await enrol(makeKey())).body;
    await hear(device_token);
    await tell(device_token, 'POWER_DOWN');
    await world.monitor.advance(60);
    await tell(device_token, 'POWER_RECOVER', 2);
    await hear(device_token);
    await world.monitor.advance(170);
    const [{ id }] = await list();
    await answer('accept', id);
    expect(db().select().from(outages).all()).toMatchObject([{ customerId: ownerId }]);
    const kinds = new Set(
      db()
        .select()
        .from(notifications)
        .all()
        .map(({ kind }) => kind),
    );
    expect([...kinds]).toEqual(['account']);
  });

  test('is nobody else’s to answer, but the operator’s', async () => {
    await enrol(makeKey());
    const [{ id }] = await list();
    const other = await world.customer(makeCustomer(world.monitor));
    expect(await answer('accept', id, other)).toMatchObject(refused(404, 'NOT_FOUND'));
    const { data } = (await world.get('/api/join-requests', admin)).body;
    expect(data).toMatchObject([{ id, customer_id: ownerId, phone, can_accept: true }]);
    expect((await world.post(`/api/join-requests/${id}/accept`, admin)).status).toBe(200);
    expect(await sites()).toEqual([strangersBoard]);
  });

  test('asks a chat five times a day, and an account about twenty at most', async () => {
    for (let n = 0; n < 20; n += 1) {
      expect((await enrol(makeKey(), `fw-badbadbad${100 + n}`)).body.joined).toBe(false);
    }
    expect(await enrol(makeKey(), 'fw-badbadbad999')).toMatchObject(refused(409, 'CONFLICT'));
    expect(await list()).toHaveLength(20);
    expect(news()).toEqual([
      ...Array.from({ length: 5 }, () => '700: join-asked'),
      '700: more-asked',
    ]);
  });

  test('asks no oftener by asking somebody else in between', async () => {
    makeCustomer(world.monitor, '800');
    const others = db()
      .select()
      .from(customers)
      .all()
      .find(({ id }) => id !== ownerId)?.phone;
    const key = makeKey();
    for (let n = 0; n < 40; n += 1) {
      const { body } = await enrol(key, strangersBoard, n % 2 === 0 ? phone : others);
      expect(body.joined).toBe(false);
      // From somewhere else each time, as it were.
      world.monitor.store.sqlite.run("DELETE FROM attempt_limits WHERE scope = 'join-address'");
      world.monitor.time.advanceMs(1_800_000);
    }
    const asked = [...Array.from({ length: 5 }, () => '700: join-asked'), '700: more-asked'];
    expect(news().filter((one) => one.startsWith('700'))).toEqual(asked);
  });

  test('that was refused stays refused, whomever it asked since', async () => {
    const key = makeKey();
    await enrol(key);
    const [{ id }] = await list();
    await answer('refuse', id);
    makeCustomer(world.monitor, '800');
    const [, other] = db().select().from(customers).all();
    expect((await enrol(key, strangersBoard, other?.phone)).body.joined).toBe(false);
    expect(await enrol(key)).toMatchObject(refused(409, 'CONFLICT'));
    expect(await list()).toEqual([]);
    expect(news().filter((one) => one === '700: join-asked')).toHaveLength(1);
    // The operator's word is another matter.
    const bind = { phone };
    expect((await world.put(`/api/keys/${key}`, admin, bind)).status).toBe(200);
  });

  test('goes on waiting where the operator could not bind it', async () => {
    const key = makeKey();
    await enrol(key);
    world.monitor.store.sqlite.run(`CREATE TRIGGER refused BEFORE INSERT ON audit_log
      WHEN NEW.action = 'key.edit' BEGIN SELECT raise(ABORT, 'no'); END`);
    const bind = { phone, notes: 'paid' };
    expect((await world.put(`/api/keys/${key}`, admin, bind)).status).toBe(500);
    expect(await list()).toHaveLength(1);
  });

  test('that five people refused asks nobody any more', async () => {
    const key = makeKey();
    const people = Array.from({ length: 6 }, () => makeCustomer(world.monitor));
    const answers = [];
    for (const person of people) {
      const { status } = await enrol(
        key,
        strangersBoard,
        findCustomer(world.monitor.store, person)?.phone,
      );
      answers.push(status);
      const [question] = (await world.get('/api/join-requests', admin)).body.data;
      if (question) await world.post(`/api/join-requests/${question.id}/refuse`, admin);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 409]);
  });

  test('is asked about in the first chat that is connected, where there was none', async () => {
    const { monitor } = world;
    db().delete(recipients).run();
    makeDevice(monitor, { customerId: ownerId });
    await enrol(makeKey());
    expect(news()).toEqual([]);
    const register = (address: string) => {
      const proof = { type: 'contact', phone } as const;
      const chat = {
        channel: 'telegram',
        address,
        chatName: 'Home',
        language: 'en',
        proof,
      } as const;
      registerRecipient(monitor, chat, monitor.clock());
    };
    db().update(activationKeys).set({ standing: 'vouched' }).run();
    register('700');
    expect(news()).toContain('700: join-asked');
    register('701');
    expect(news().filter((one) => one.endsWith('join-asked'))).toHaveLength(1);
  });

  test('is asked about again on the same day where the owner said yes', async () => {
    for (let n = 0; n < 7; n += 1) {
      await enrol(makeKey(), `fw-badbadbad${100 + n}`);
      const [{ id }] = await list();
      await answer('accept', id);
    }
    expect(news().filter((one) => one === '700: join-asked')).toHaveLength(7);
  });
});

test('keys that the operator bound join at once, however many come from one address', async () => {
  for (let n = 0; n < 60; n += 1) {
    const { status, body } = await enrol(makeKey(phone), `fw-0000000${10_000 + n}`);
    expect({ status, joined: body.joined }).toEqual({ status: 200, joined: true });
  }
  expect(await list()).toEqual([]);
});

describe('a stranger who set a board up with a phone first', () => {
  test('cannot approve the key of its owner', async () => {
    const trap = makeKey();
    const number = '0877777777';
    expect((await enrol(trap, strangersBoard, number)).body.joined).toBe(true);
    const { token } = (await logIn(trap, number)).body;
    expect((await enrol(makeKey(), 'fw-00000000beef', number)).body.joined).toBe(false);
    const [{ id, can_accept }] = await list(token);
    expect(can_accept).toBe(false);
    expect(await answer('accept', id, token)).toMatchObject(refused(409, 'CONFLICT'));
    expect(await sites(token)).toEqual([strangersBoard]);
  });

  test('cannot approve it where the operator wrote the number down, either', async () => {
    const number = '0866666666';
    await world.post('/api/customers', admin, { name: 'Nok', phone: number });
    const trap = makeKey();
    expect((await enrol(trap, strangersBoard, number)).body.joined).toBe(true);
    const { token } = (await logIn(trap, number)).body;
    const key = makeKey();
    expect((await enrol(key, 'fw-00000000beef', number)).body.joined).toBe(false);
    const [{ id, can_accept }] = await list(token);
    expect(can_accept).toBe(false);
    expect(await answer('accept', id, token)).toMatchObject(refused(409, 'CONFLICT'));
    expect(await answer('refuse', id, token)).toMatchObject(refused(409, 'CONFLICT'));
    // Once the operator has vouched for what is there, it is theirs to answer.
    const [customer] = (await world.get(`/api/customers?q=Nok`, admin)).body.data;
    await world.post(`/api/customers/${customer.id}/confirm-phone`, admin);
    expect((await answer('accept', id, token)).status).toBe(200);
  });

  test('is known for good once the operator confirms the account', async () => {
    const key = makeKey();
    const number = '0877777777';
    await enrol(key, strangersBoard, number);
    const { body } = await world.get(`/api/customers/phone/${number}`, admin);
    expect(body.data.phone_proven_at).toBeNull();
    const path = `/api/customers/${body.data.id}/confirm-phone`;
    expect((await world.post(path, admin)).body.data.phone_proven_at).toEqual(expect.any(String));
    const row = db()
      .select()
      .from(activationKeys)
      .all()
      .find((one) => one.keyCode === key);
    expect(row?.standing).toBe('vouched');
  });
});

test('an account that holds nothing takes its first key at once', async () => {
  await world.post('/api/customers', admin, { name: 'Nok', phone: '0866666666' });
  const key = makeKey();
  expect((await enrol(key, strangersBoard, '0866666666')).body.joined).toBe(true);
  expect((await logIn(key, '0866666666')).status).toBe(200);
});

describe('a key that the operator gives to an account that a stranger made by typing the number first', () => {
  const number = '0877777777';
  let trap: string;
  let stranger: string;
  let accountId: number;

  beforeEach(async () => {
    trap = makeKey();
    await enrol(trap, strangersBoard, number);
    stranger = (await logIn(trap, number)).body.token;
    accountId = (await world.get(`/api/customers/phone/${number}`, admin)).body.data.id;
    db()
      .insert(recipients)
      .values({ customerId: accountId, channel: 'telegram', address: '13', createdAt: 0 })
      .run();
  });

  /** The ways in which an operator gives one. */
  const ways: [string, (account?: string) => Promise<{ status: number; key: string }>][] = [
    [
      'by its phone',
      async (account) => {
        const key = makeKey();
        const { status } = await world.put(`/api/keys/${key}`, admin, { phone: number, account });
        return { status, key };
      },
    ],
    [
      'by its number',
      async (account) => {
        const key = makeKey();
        const edit = { customer_id: accountId, account };
        const { status } = await world.put(`/api/keys/${key}`, admin, edit);
        return { status, key };
      },
    ],
    [
      'when it is made',
      async (account) => {
        const order = { purchaseType: 'key_only', phone: number, account };
        const { status, body } = await world.post('/api/keys', admin, order);
        return { status, key: body.data?.key_code };
      },
    ],
    [
      'by a yes to what asks to join',
      async (account) => {
        const key = makeKey();
        await enrol(key, 'fw-00000000beef', number);
        const { data } = (await world.get('/api/join-requests', admin)).body;
        const query = account === undefined ? '' : `?account=${account}`;
        const path = `/api/join-requests/${data[0].id}/accept${query}`;
        return { status: (await world.post(path, admin)).status, key };
      },
    ],
  ];

  test.each(ways)(
    '%s is not given before the operator has said whose the account is',
    async (_, give) => {
      const before = () =>
        db()
          .select()
          .from(activationKeys)
          .all()
          .filter(({ customerId }) => customerId === accountId);
      expect((await give('ask')).status).toBe(409);
      expect(before()).toMatchObject([{ keyCode: trap, standing: 'typed' }]);
      expect(await sites(stranger)).toEqual([strangersBoard]);
    },
  );

  test.each(ways)(
    '%s is not seen by whoever typed it, where it is somebody else’s',
    async (_, give) => {
      const { status, key } = await give('question');
      expect(status).toBe(200);
      expect((await enrol(key, 'fw-00000000beef', number)).body.joined).toBe(true);
      expect((await world.get('/api/customer/stats', stranger)).status).toBe(401);
      expect(await logIn(trap, number)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
      expect(
        db()
          .select()
          .from(recipients)
          .all()
          .map(({ address }) => address),
      ).not.toContain('13');
      expect(
        news()
          .filter((one) => one.startsWith('13:'))
          .at(-1),
      ).toBe('13: cut-off');
      // Its owner is asked about what was there, and may say no.
      const { token } = (await logIn(key, number)).body;
      const [question] = await list(token);
      expect(question).toMatchObject({
        kind: 'question',
        device_id: strangersBoard,
        can_accept: true,
      });
      await answer('refuse', question.id, token);
      expect(await sites(token)).toEqual(['fw-00000000beef']);
    },
  );

  test.each(ways)('%s joins what is theirs, where the operator knows it to be', async (_, give) => {
    expect((await give('vouch')).status).toBe(200);
    const { body } = await world.get(`/api/customers/phone/${number}`, admin);
    expect(body.data.phone_proven_at).toEqual(expect.any(String));
    expect((await world.get('/api/customer/stats', stranger)).body.keys).toHaveLength(2);
  });

  test.each(ways)(
    '%s is given without a question where somebody has vouched for it',
    async (_, give) => {
      await world.post(`/api/customers/${accountId}/confirm-phone`, admin);
      expect((await give('ask')).status).toBe(200);
    },
  );
});

describe('the code of a key', () => {
  test('is shown whole to its owner when asked for, which is written down', async () => {
    const key = makeKey(phone);
    const { keys } = (await world.get('/api/customer/stats', owner)).body;
    expect(JSON.stringify(keys)).not.toContain(key);
    const path = `/api/customer/keys/${keys[0].id}/show`;
    expect((await world.post(path, owner)).body.data).toEqual({ key_code: key, device_type: null });
    const other = await world.customer(makeCustomer(world.monitor));
    expect(await world.post(path, other)).toMatchObject(refused(404, 'NOT_FOUND'));
    for (let n = 0; n < 19; n += 1) expect((await world.post(path, owner)).status).toBe(200);
    expect(await world.post(path, owner)).toMatchObject(refused(429, 'RATE_LIMITED'));
    const shown = world.monitor.store.sqlite
      .query("SELECT count(*) AS n FROM audit_log WHERE action = 'key.show'")
      .get();
    expect(shown).toEqual({ n: 20 });
  });
});
