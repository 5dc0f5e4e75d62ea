import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused, signIn } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { listen, pass, type StreamReader, settle } from '../../../tests/support/stream-reader.ts';
import { acknowledgeOutages } from '../../actions/alerts/acknowledge-outages.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { createKeys } from '../../actions/keys/create-keys.ts';
import { transferKey } from '../../actions/keys/transfer-key.ts';
import { changeTokenScopes, createApiToken } from '../../actions/people/api-tokens.ts';
import { revokeApiToken } from '../../actions/people/revoke-token.ts';
import { streamMessages } from '../../contract/feed/stream.ts';
import { generateActivationKey, maskKey } from '../../domain/keys/activation-key.ts';
import { type TokenScope, tokenScopes } from '../../domain/people/token-scopes.ts';
import { outages } from '../../store/alerts/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { endCustomerSessions, findCustomer } from '../../store/people/customers.ts';
import { customers } from '../../store/people/tables.ts';
import { maxListeners, maxListenersPerAccount } from './stream-hub.ts';

/** Two customers with a device each, both online. */
class World extends HttpWorld {
  readonly a = makeCustomer(this.monitor);
  readonly b = makeCustomer(this.monitor);
  readonly deviceA = makeDevice(this.monitor, { customerId: this.a, siteName: 'Shop A' });
  readonly deviceB = makeDevice(this.monitor, { customerId: this.b, siteName: 'Shop B' });
  #beats = 0;

  static async make(): Promise<World> {
    const world = new World();
    await world.beat(world.deviceA);
    await world.beat(world.deviceB);
    return world;
  }

  async beat(device: LiveDevice): Promise<void> {
    this.#beats += 1;
    const said = beat({ seq: this.#beats });
    await recordHeartbeat(this.monitor, device, said, 'mqtt', this.monitor.clock());
  }

  async report(device: LiveDevice, type: 'POWER_DOWN' | 'POWER_RECOVER'): Promise<void> {
    await recordEvents(this.monitor, device, [report(type)], 'mqtt', this.monitor.clock());
  }

  async listen(customerId: number, lastEventId: string | null = null): Promise<StreamReader> {
    return listen(this, await this.customer(customerId), lastEventId);
  }

  /** Gives the device's key a code as people type it. */
  keyOf(device: LiveDevice): string {
    const keyCode = generateActivationKey((count) => crypto.getRandomValues(new Uint8Array(count)));
    const { db } = this.monitor.store;
    db.update(activationKeys)
      .set({ keyCode })
      .where(eq(activationKeys.deviceRow, device.row))
      .run();
    return keyCode;
  }
}

/** Holds every message against its schema. */
function expectInContract(
  reader: StreamReader,
  audience: keyof ReturnType<typeof streamMessages>,
): void {
  const schemas: Readonly<Record<string, { parse(data: unknown): unknown }>> =
    streamMessages()[audience];
  for (const { name, data } of reader.told) {
    expect(Object.keys(schemas)).toContain(name);
    expect(schemas[name]?.parse(data)).toEqual(data);
  }
}

describe('what is told', () => {
  test('a loss of power reaches its owner and the administrators, and nobody else', async () => {
    const world = await World.make();
    const admin = await listen(world, await world.admin());
    const [a, b] = [await world.listen(world.a), await world.listen(world.b)];
    const before = b.told.length;

    await world.report(world.deviceA, 'POWER_DOWN');
    await pass(world, 2);

    const { id: outageId } = world.monitor.store.db.select().from(outages).get() ?? { id: 0 };
    expect(a.of('event')).toEqual([
      {
        id: expect.any(Number),
        event_type: 'DOWN',
        device_id: world.deviceA.deviceId,
        site_name: 'Shop A',
        occurred_at: expect.any(String),
        outage_id: outageId,
      },
    ]);
    expect(a.of('device').at(-1)).toMatchObject({
      device_id: world.deviceA.deviceId,
      status: 'online',
      power_status: 'DOWN',
      outage: { id: outageId, cause: 'mains', recover_at: null, acknowledged_at: null },
    });
    expect(admin.of('event')).toMatchObject([{ event_type: 'POWER_DOWN', customer_id: world.a }]);
    expect(admin.of('device')).toHaveLength(1);
    expect(b.told).toHaveLength(before);
    expectInContract(a, 'customer');
    expectInContract(admin, 'admin');
  });

  test('a listener first hears how each of their devices stands', async () => {
    const world = await World.make();
    await world.report(world.deviceA, 'POWER_DOWN');
    const a = await world.listen(world.a);
    expect(a.names()).toEqual(['hello', 'device']);
    expect(a.retryMs).toBe(2_000);
    expect(a.of('hello')).toEqual([
      { server_time: expect.any(String), retry_ms: 2_000, is_resumed: false },
    ]);
    expect(a.of('device')).toMatchObject([{ power_status: 'DOWN', outage: { cause: 'mains' } }]);
    expectInContract(a, 'customer');
  });

  test('an outage that is confirmed as over is told though no event says so', async () => {
    const world = await World.make();
    await world.report(world.deviceA, 'POWER_DOWN');
    await pass(world, 30);
    await world.report(world.deviceA, 'POWER_RECOVER');
    const a = await world.listen(world.a);
    expect(a.of('device').at(-1)).toMatchObject({ outage: { recover_at: expect.any(String) } });

    for (let beats = 0; beats < 15; beats += 1) {
      await world.beat(world.deviceA);
      await pass(world, 10);
    }
    expect(a.of('event')).toEqual([]);
    expect(a.of('device').at(-1)).toMatchObject({ power_status: 'UP', outage: null });
    expect(a.of('device')).toHaveLength(2);
  });

  test('an acknowledgement shows in the standing of the device', async () => {
    const world = await World.make();
    await world.report(world.deviceA, 'POWER_DOWN');
    const a = await world.listen(world.a);
    const { id } = world.monitor.store.db.select().from(outages).get() ?? { id: 0 };
    acknowledgeOutages(
      world.monitor,
      { customerId: world.a, outageIds: [id], by: 'Nok', actor: testActor },
      world.monitor.clock(),
    );
    await pass(world, 1);
    expect(a.of('event')).toMatchObject([{ event_type: 'ACKNOWLEDGE', outage_id: id }]);
    expect(a.of('device').at(-1)).toMatchObject({
      outage: { id, acknowledged_at: expect.any(String) },
    });
  });

  test('nobody is told that a device which nobody hears has power', async () => {
    const world = await World.make();
    const admin = await listen(world, await world.admin());
    const a = await world.listen(world.a);
    await pass(world, 200);
    expect(a.of('device').at(-1)).toMatchObject({ status: 'offline', power_status: null });
    expect(admin.of('device').at(-1)).toMatchObject({ status: 'offline', power_status: null });
  });

  test('a device that changes all the time is told of once a second', async () => {
    const world = await World.make();
    const a = await world.listen(world.a);
    const before = a.of('device').length;
    for (let change = 0; change < 10; change += 1) {
      await world.report(world.deviceA, change % 2 === 0 ? 'POWER_DOWN' : 'POWER_RECOVER');
      world.monitor.time.advanceMs(50);
      world.streams.tick(world.monitor.clock());
    }
    await settle();
    expect(a.of('event')).toHaveLength(10);
    expect(a.of('device').length - before).toBe(1);
    await pass(world, 2);
    expect(a.of('device').length - before).toBe(2);
    expect(a.of('device').at(-1)).toMatchObject({ power_status: 'UP' });
  });

  test('every 10 s an owner hears which devices were heard, an administrator how many are online', async () => {
    const world = await World.make();
    const admin = await listen(world, await world.admin());
    const a = await world.listen(world.a);
    expect(admin.of('counts')).toEqual([{ online: 2, offline: 0, unknown: 0 }]);
    await pass(world, 4);
    await world.beat(world.deviceA);
    await world.beat(world.deviceB);
    const heardAt = new Date(world.monitor.time.wallMs).toISOString();
    await pass(world, 20);
    expect(a.of('heard')).toEqual([
      { devices: [{ device_id: world.deviceA.deviceId, last_heartbeat: heardAt }] },
    ]);
    expect(admin.of('heard')).toEqual([]);
    expect(admin.of('counts').slice(1)).toEqual([{ online: 2, offline: 0, unknown: 0 }]);
    await pass(world, 200);
    expect(admin.of('counts').at(-1)).toEqual({ online: 0, offline: 2, unknown: 0 });
    expectInContract(a, 'customer');
    expectInContract(admin, 'admin');
  });

  test('what an administrator changes is told to them, and what to read again to whom it concerns', async () => {
    const world = await World.make();
    const admin = await listen(world, await world.admin());
    const [a, b] = [await world.listen(world.a), await world.listen(world.b)];
    const phone =
      world.monitor.store.db.select().from(customers).where(eq(customers.id, world.a)).get()
        ?.phone ?? '';
    const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone } as const;
    const [key = ''] = createKeys(world.monitor, order, testActor, world.monitor.clock());
    await pass(world, 1);
    expect(admin.of('change')).toEqual([
      { action: 'key.create', subject: key, actor: 'test', at: expect.any(String) },
    ]);
    expect(a.of('change')).toEqual([{ what: 'keys' }, { what: 'devices' }]);
    expect(b.of('change')).toEqual([]);
    expectInContract(a, 'customer');
    expectInContract(admin, 'admin');
  });

  test('a device that is released tells its former owner, and shows them nothing more', async () => {
    const world = await World.make();
    const [a, b] = [await world.listen(world.a), await world.listen(world.b)];
    const before = a.of('device').length;
    releaseDevice(world.monitor, world.deviceA.deviceId, testActor, world.monitor.clock());
    await pass(world, 3);
    expect(a.of('change')).toEqual([{ what: 'keys' }, { what: 'devices' }]);
    expect(a.of('event')).toEqual([]);
    expect(a.of('device')).toHaveLength(before);
    expect(b.names()).toEqual(['hello', 'device']);
  });
});

describe('who comes back', () => {
  test('hears what was missed, in order and once, and goes on from there', async () => {
    const world = await World.make();
    const first = await world.listen(world.a);
    await world.report(world.deviceA, 'POWER_DOWN');
    await pass(world, 1);
    const heard = first.of('event').length;
    const { lastId } = first;
    await first.cancel();

    await world.report(world.deviceA, 'POWER_RECOVER');
    await world.report(world.deviceB, 'POWER_DOWN');
    await pass(world, 1);
    const again = await world.listen(world.a, lastId);
    expect(heard).toBe(1);
    expect(again.of('hello')).toMatchObject([{ is_resumed: true }]);
    expect(again.of('event')).toMatchObject([{ event_type: 'RECOVER' }]);

    await world.report(world.deviceA, 'POWER_DOWN');
    await pass(world, 1);
    expect(again.of('event').map((event) => event.event_type)).toEqual(['RECOVER', 'DOWN']);
    const { lastId: newest } = again;
    await again.cancel();
    const last = await world.listen(world.a, newest);
    expect(last.of('event')).toEqual([]);
    expect(last.of('reset')).toEqual([]);
  });

  test('goes on from an answer that says where, whether or not somebody listened then', async () => {
    const world = await World.make();
    const token = await world.customer(world.a);
    const ask = async (headers: Record<string, string>) =>
      (
        await world.app.handle(
          new Request('http://localhost/api/customer/stats', {
            headers: { Authorization: `Bearer ${token}`, ...headers },
          }),
        )
      ).headers.get('x-stream-place');
    expect(await ask({})).toBeNull();
    for (const isHeard of [false, true]) {
      const other = isHeard ? await world.listen(world.b) : null;
      const place = await ask({ 'X-Stream-Place': '?' });
      await world.report(world.deviceA, isHeard ? 'POWER_RECOVER' : 'POWER_DOWN');
      const reader = await world.listen(world.a, place);
      await pass(world, 1);
      expect(reader.of('hello')).toMatchObject([{ is_resumed: true }]);
      expect(reader.of('reset')).toEqual([]);
      expect(reader.of('event').map((event) => event.event_type)).toEqual([
        isHeard ? 'RECOVER' : 'DOWN',
      ]);
      await reader.cancel();
      await other?.cancel();
    }
  });

  test('may come back to any message, and misses and repeats none', async () => {
    const world = await World.make();
    const admin = await world.admin();
    const whole = await listen(world, admin);
    for (let round = 0; round < 4; round += 1) {
      await world.report(world.deviceA, round % 2 === 0 ? 'POWER_DOWN' : 'POWER_RECOVER');
      const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
      createKeys(world.monitor, order, testActor, world.monitor.clock());
      if (round % 2 === 1) await pass(world, 1);
    }
    const numbered = whole.told.filter(({ id }) => id !== null);
    expect(numbered.map(({ name }) => name)).toEqual([
      'hello',
      ...['event', 'event', 'change', 'change'],
      ...['event', 'event', 'change', 'change'],
    ]);
    for (const [place, { id }] of numbered.entries()) {
      const again = await listen(world, admin, id);
      const missed = numbered.slice(place + 1);
      for (const kind of ['event', 'change']) {
        const expected = missed.filter(({ name }) => name === kind).map(({ data }) => data);
        expect(again.of(kind)).toEqual(expected);
      }
      expect(again.of('reset')).toEqual([]);
      await again.cancel();
    }
  });

  test('is told to read everything again when it is too long ago, or the place is unknown', async () => {
    const world = await World.make();
    await world.report(world.deviceA, 'POWER_DOWN');
    for (const unknown of ['999999.0', '0.999999', 'x', '1', '1.2.3', '-1.0', '1e3.0']) {
      const reader = await world.listen(world.a, unknown);
      expect(reader.names().slice(0, 2)).toEqual(['hello', 'reset']);
      expect(reader.of('event')).toEqual([]);
      await reader.cancel();
    }
    const order = { purchaseType: 'key_only', deviceType: null, phone: null } as const;
    for (let key = 0; key < 1_001; key += 1) {
      createKeys(world.monitor, { ...order, count: 1 }, testActor, world.monitor.clock());
    }
    const late = await world.listen(world.a, '0.0');
    expect(late.of('reset')).toEqual([{}]);
    const almost = await world.listen(world.a, '0.1');
    expect(almost.of('reset')).toEqual([]);
    expect(almost.of('event')).not.toEqual([]);
  });

  test('moves on without news, so that a quiet customer is never too far behind', async () => {
    const world = await World.make();
    const a = await world.listen(world.a);
    const order = { purchaseType: 'key_only', deviceType: null, phone: null } as const;
    for (let key = 0; key < 1_500; key += 1) {
      createKeys(world.monitor, { ...order, count: 1 }, testActor, world.monitor.clock());
    }
    await pass(world, 15);
    expect(a.comments).toEqual([': keep-alive']);
    expect(a.names()).toEqual(['hello', 'device']);
    const again = await world.listen(world.a, a.lastId);
    expect(again.names()).toEqual(['hello', 'device']);
  });
});

test('an owner who gets a device back sees only what happened since', async () => {
  const world = await World.make();
  const first = await world.listen(world.a);
  const { lastId } = first;
  await first.cancel();
  await world.report(world.deviceA, 'POWER_DOWN');
  let key = world.keyOf(world.deviceA);
  for (const customerId of [world.b, world.a]) {
    world.monitor.time.advanceMs(1_000);
    key = transferKey(world.monitor, key, { customerId }, testActor, world.monitor.clock());
  }
  const { tokenVersion } = findCustomer(world.monitor.store, world.a) ?? { tokenVersion: 0 };
  const claims = { kind: 'customer', id: world.a, tokenVersion } as const;
  const token = await signIn(world.monitor, claims);
  const again = await listen(world, token, lastId);
  expect(again.of('reset')).toEqual([]);
  expect(again.of('event').map((event) => event.event_type)).toEqual(['CONFIG_CHANGE']);
});

test('an outage of another owner is shown to operators, not to the present owner', async () => {
  const world = await World.make();
  const admin = await listen(world, await world.admin());
  await world.report(world.deviceA, 'POWER_DOWN');
  world.monitor.store.db.update(outages).set({ customerId: world.b }).run();
  const a = await world.listen(world.a);
  await pass(world, 1);
  expect(a.of('device')).toMatchObject([{ outage: null }, { outage: null }]);
  expect(admin.of('device')).toMatchObject([{ outage: { cause: 'mains' } }]);
});

describe('a stream ends', () => {
  test('when its session was ended by somebody, at once', async () => {
    const world = await World.make();
    const [a, b] = [await world.listen(world.a), await world.listen(world.b)];
    await world.post('/api/auth/logout-everywhere', await world.customer(world.a));
    await pass(world, 1);
    expect(a.end).toBe('closed');
    expect(b.end).toBeNull();
    expect(world.streams.size).toBe(1);
  });

  test('when its session was ended without a word, with the next keep-alive', async () => {
    const world = await World.make();
    const a = await world.listen(world.a);
    endCustomerSessions(world.monitor.store, world.a);
    await pass(world, 14);
    expect(a.end).toBeNull();
    await pass(world, 1);
    expect(a.end).toBe('closed');
  });

  test('when the account is not active any more', async () => {
    const world = await World.make();
    const a = await world.listen(world.a);
    world.monitor.store.db
      .update(customers)
      .set({ isActive: false })
      .where(eq(customers.id, world.a))
      .run();
    await pass(world, 15);
    expect(a.end).toBe('closed');
  });

  test('when its token expires', async () => {
    const world = await World.make();
    const admin = await listen(world, await world.admin());
    world.monitor.time.advanceMs(12 * 3_600_000 - 20_000);
    await pass(world, 15);
    expect(admin.end).toBeNull();
    await pass(world, 20);
    expect(admin.end).toBe('closed');
  });

  test('when the device it hears of goes to another customer, before anything is told of that', async () => {
    const world = await World.make();
    const [a, b] = [await world.listen(world.a), await world.listen(world.b)];
    const before = a.told.length;
    const key = world.keyOf(world.deviceA);
    transferKey(world.monitor, key, { customerId: world.b }, testActor, world.monitor.clock());
    await pass(world, 2);
    expect(a.end).toBe('closed');
    expect(a.told).toHaveLength(before);
    expect(b.of('change')).toEqual([{ what: 'keys' }, { what: 'devices' }]);
    expect(b.of('device').at(-1)).toMatchObject({ device_id: world.deviceA.deviceId });
  });

  test('when the server stops, and none begins any more', async () => {
    const world = await World.make();
    const a = await world.listen(world.a);
    world.streams.close();
    await settle();
    expect(a.end).toBe('closed');
    expect(await world.get('/api/stream', await world.customer(world.a))).toMatchObject(
      refused(503, 'UNAVAILABLE'),
    );
  });

  test('when the listener goes away; then nothing is read for it any more', async () => {
    const world = await World.make();
    const a = await world.listen(world.a);
    expect(world.streams.size).toBe(1);
    await a.cancel();
    expect(world.streams.size).toBe(0);
  });
});

describe('limits', () => {
  test('an account may hold ten streams; then the oldest gives way, once it is a minute old', async () => {
    const world = await World.make();
    const readers: StreamReader[] = [];
    for (let count = 0; count < maxListenersPerAccount; count += 1) {
      readers.push(await world.listen(world.a));
      await pass(world, 1);
    }
    const eleventh = await world.get('/api/stream', await world.customer(world.a));
    expect(eleventh).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(eleventh.headers.get('retry-after')).toBe('50');
    expect((await world.listen(world.b)).end).toBeNull();
    await pass(world, 50);
    readers.push(await world.listen(world.a));
    expect(readers.map(({ end }) => end)).toEqual([
      'closed',
      ...Array.from({ length: maxListenersPerAccount }, () => null),
    ]);
  });

  test('a session holds three, and its oldest gives way at once, as to a page that was reloaded', async () => {
    const world = await World.make();
    const other = await world.listen(world.a);
    const token = await world.customer(world.a);
    const readers: StreamReader[] = [];
    for (let count = 0; count < 5; count += 1) readers.push(await listen(world, token));
    expect(readers.map(({ end }) => end)).toEqual(['closed', 'closed', null, null, null]);
    expect(other.end).toBeNull();
  });

  test('a contact who logs in again and again leaves the owner their page', async () => {
    const world = await World.make();
    const owner = await world.listen(world.a);
    const guests: StreamReader[] = [];
    const openAll = async () => {
      for (let count = 0; count < 5; count += 1) {
        const token = await world.guest(world.a);
        for (let n = 0; n < 3; n += 1) {
          const opened = await listen(world, token).catch(() => null);
          if (opened !== null) guests.push(opened);
        }
      }
    };
    await openAll();
    await pass(world, 61);
    await openAll();
    expect(owner.end).toBeNull();
    // The owner's other places, each with a session of its own.
    const places = [await world.listen(world.a), await world.listen(world.a)];
    await openAll();
    expect([owner, ...places].map(({ end }) => end)).toEqual([null, null, null]);
    expect(guests.filter(({ end }) => end === null)).toHaveLength(maxListenersPerAccount - 3);
  });

  test('a program has no session, and holds ten', async () => {
    const world = await World.make();
    const wanted = { name: 'Script', role: 'viewer', scopes: [], expiresAt: null } as const;
    const { token } = createApiToken(world.monitor, wanted, testActor, world.monitor.clock());
    const readers: StreamReader[] = [];
    for (let n = 0; n < maxListenersPerAccount; n += 1) readers.push(await listen(world, token));
    expect(readers.map(({ end }) => end).filter((end) => end !== null)).toEqual([]);
    expect(await world.get('/api/stream', token)).toMatchObject(refused(429, 'RATE_LIMITED'));
  });

  test('there are so many streams in all, and no more', async () => {
    const world = await World.make();
    const now = world.monitor.clock();
    const line = { signal: new AbortController().signal, setIdleTimeout: () => {} };
    for (let id = 1; id <= maxListeners; id += 1) {
      const account = {
        kind: 'admin',
        id,
        username: `${id}`,
        role: 'owner',
        tokenVersion: 0,
        sessionId: '',
        apiTokenId: null,
        scopes: tokenScopes,
        mustSetSecondFactor: false,
      } as const;
      const request = { account, expiresAt: Number.MAX_VALUE, lastEventId: null, line };
      world.streams.open(request, now);
    }
    expect(await world.get('/api/stream', await world.customer(world.a))).toMatchObject(
      refused(429, 'RATE_LIMITED'),
    );
    expect(world.streams.size).toBe(maxListeners);
  });

  test('a listener that takes nothing is dropped once 256 kB wait for it', async () => {
    const world = await World.make();
    const token = await world.admin();
    const answer = await world.app.handle(
      new Request('http://localhost/api/stream', { headers: { Authorization: `Bearer ${token}` } }),
    );
    const others = await world.listen(world.a);
    let told = 0;
    while (world.streams.size === 2 && told < 10_000) {
      const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
      createKeys(world.monitor, order, testActor, world.monitor.clock());
      told += 1;
      world.streams.tick(world.monitor.clock());
    }
    expect(world.streams.dropped).toBe(1);
    expect(world.streams.size).toBe(1);
    // One change is some 170 bytes.
    expect(told).toBeGreaterThan(1_000);
    expect(told).toBeLessThan(3_000);
    expect(others.end).toBeNull();
    // Nothing of what waited is kept for when it looks at last.
    await expect(answer.text()).rejects.toThrow('the listener is too slow');
  });
});

test("the stream is not cached or buffered, and other sites' pages cannot read it", async () => {
  const world = await World.make();
  const { headers } = await world.get('/api/stream', await world.customer(world.a));
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('a program listens with what its role shows, until its token ends', async () => {
  const world = await World.make();
  const now = world.monitor.clock();
  const given = { role: 'viewer', scopes: [], expiresAt: null } as const;
  const { token, row } = createApiToken(world.monitor, { ...given, name: 'A' }, testActor, now);
  const dayMs = 86_400_000;
  const day = { ...given, name: 'B', expiresAt: now.wallMs + dayMs };
  const short = await listen(world, createApiToken(world.monitor, day, testActor, now).token);
  const [viewer, owner] = [await listen(world, token), await listen(world, await world.admin())];
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
  const [key = ''] = createKeys(world.monitor, order, testActor, world.monitor.clock());
  await pass(world, 1);
  expect(owner.of('change')).toMatchObject([{ action: 'key.create', subject: key }]);
  expect(viewer.of('change')).toMatchObject([{ action: 'key.create' }]);
  expect(JSON.stringify(viewer.told)).not.toContain(key);
  revokeApiToken(world.monitor, row.id, [], testActor, world.monitor.clock());
  await pass(world, 1);
  expect([viewer.end, short.end, owner.end]).toEqual(['closed', null, null]);
  world.monitor.time.advanceMs(dayMs);
  await pass(world, 15);
  expect(short.end).toBe('closed');
});

test('a program hears whole keys only with a scope for them, and for as long as it has that', async () => {
  const world = await World.make();
  const now = world.monitor.clock();
  const make = (name: string, scopes: readonly TokenScope[]) =>
    createApiToken(world.monitor, { name, role: 'owner', scopes, expiresAt: null }, testActor, now);
  const given = make('A', ['keys:whole']);
  const reader = await listen(world, given.token);
  const other = await listen(world, make('B', ['sessions']).token);
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
  const [key = ''] = createKeys(world.monitor, order, testActor, world.monitor.clock());
  await pass(world, 1);
  expect(reader.of('change').at(-1)).toMatchObject({ action: 'key.create', subject: key });
  expect(other.of('change').at(-1)).toMatchObject({ subject: maskKey(key) });
  changeTokenScopes(world.monitor, given.row.id, [], testActor, world.monitor.clock());
  await pass(world, 1);
  expect([reader.end, other.end]).toEqual(['closed', null]);
});

test('any number of blanks may stand before the token', async () => {
  const world = await World.make();
  const reader = await listen(world, `  ${await world.customer(world.a)}`);
  expect(reader.names()).toContain('hello');
});

test('the stream is refused without a session', async () => {
  const world = await World.make();
  expect(await world.get('/api/stream')).toMatchObject(refused(401, 'INVALID_TOKEN'));
});
