import { beforeEach, describe, expect, test } from 'bun:test';
import { HttpWorld, refused, testTokens } from '../../../tests/support/http-world.ts';
import { makeCustomer, testStart } from '../../../tests/support/monitor.ts';
import { StreamReader } from '../../../tests/support/stream-reader.ts';
import { maxSessions, nameBrowser, sessionLifeMs } from '../../domain/people/session.ts';
import { sessions } from '../../store/people/session-tables.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

let world: HttpWorld;
let customer: number;
beforeEach(() => {
  world = new HttpWorld();
  customer = makeCustomer(world.monitor);
});

const list = async (token: string) => (await world.get('/api/account/sessions', token)).body.data;
const rows = () => world.monitor.store.db.select().from(sessions).all();

describe('the list of sessions', () => {
  test('shows the own ones, the last used first, and no name that opens anything', async () => {
    const first = await world.customer(customer);
    world.monitor.time.advanceMs(minuteMs);
    const second = await world.customer(customer);
    await world.customer(makeCustomer(world.monitor));
    await world.admin();
    expect(await list(first)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        method: 'password',
        created_at: new Date(testStart + minuteMs).toISOString(),
        last_used_at: new Date(testStart + minuteMs).toISOString(),
        address: '127.0.0.1',
        browser: null,
        is_current: false,
      },
      expect.objectContaining({ is_current: true }),
    ]);
    for (const { id } of rows()) expect(JSON.stringify(await list(second))).not.toContain(id);
  });

  test('of an account has at most so many', async () => {
    const first = await world.customer(customer);
    for (let n = 0; n < maxSessions; n += 1) {
      world.monitor.time.advanceMs(1);
      await world.customer(customer);
    }
    expect(rows().length).toBe(maxSessions);
    expect(await world.get('/api/account/sessions', first)).toMatchObject(
      refused(401, 'INVALID_TOKEN'),
    );
  });
});

describe('a session', () => {
  test('is ended from the list, with the stream that it holds, and no other', async () => {
    const stolen = await world.customer(customer);
    const answer = await world.app.handle(
      new Request('http://localhost/api/stream', {
        headers: { Authorization: `Bearer ${stolen}` },
      }),
    );
    const stream = new StreamReader(answer.body ?? new ReadableStream());
    const own = await world.customer(customer);
    const [other] = (await list(own)).filter((one: { is_current: boolean }) => !one.is_current);
    const path = `/api/account/sessions/${other.id}`;
    expect(await world.delete(path, own)).toMatchObject({ status: 200 });
    world.streams.tick(world.monitor.clock());
    await Bun.sleep(0);
    expect(stream.end).toBe('closed');
    expect(await world.get('/api/customer/stats', stolen)).toMatchObject(
      refused(401, 'INVALID_TOKEN'),
    );
    expect(await world.get('/api/customer/stats', own)).toMatchObject({ status: 200 });
    expect(await world.delete(path, own)).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  test('of another account is not there', async () => {
    const theirs = await world.customer(makeCustomer(world.monitor));
    const [{ id }] = await list(theirs);
    const own = await world.customer(customer);
    expect(await world.delete(`/api/account/sessions/${id}`, own)).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    expect(await list(theirs)).toHaveLength(1);
  });

  test('is over after logging out', async () => {
    const token = await world.admin();
    expect(await world.post('/api/auth/logout', token)).toMatchObject({ status: 200 });
    expect(rows()).toEqual([]);
    expect(await world.get('/api/system', token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
  });

  test('is over when nobody used it for too long, whatever its token says', async () => {
    const claims = { kind: 'customer', id: customer, tokenVersion: 0 } as const;
    await world.customer(customer);
    const [row] = rows();
    world.monitor.time.advanceMs(sessionLifeMs.customer + 1_000);
    const now = world.monitor.clock().wallMs;
    const token = await testTokens.sign({ ...claims, sessionId: row?.id ?? '' }, now);
    expect(await world.get('/api/customer/stats', token)).toMatchObject(
      refused(401, 'TOKEN_EXPIRED'),
    );
    world.monitor.sessionUses.flush(world.monitor.store, now);
    expect(rows()).toEqual([]);
  });

  test('without a name of its own, as tokens had none before, opens nothing', async () => {
    const old = { kind: 'customer', id: customer, tokenVersion: 0 } as never;
    const token = await testTokens.sign(old, testStart);
    expect(await world.get('/api/customer/stats', token)).toMatchObject(
      refused(401, 'INVALID_TOKEN'),
    );
  });

  test('that is used is written down every few minutes at most, with its address', async () => {
    const { monitor } = world;
    const token = await world.customer(customer);
    const lastUsed = () => rows()[0]?.lastUsedAt;
    const use = async (afterMs: number) => {
      monitor.time.advanceMs(afterMs);
      await world.get('/api/customer/stats', token);
      const changes = () => monitor.store.sqlite.query('SELECT total_changes()').values()[0]?.[0];
      const before = changes();
      monitor.sessionUses.flush(monitor.store, monitor.clock().wallMs);
      return Number(changes()) - Number(before);
    };
    expect(await use(4 * minuteMs)).toBe(0);
    expect(lastUsed()).toBe(testStart);
    expect(await use(minuteMs)).toBe(1);
    expect(lastUsed()).toBe(testStart + 5 * minuteMs);
    expect(rows()[0]?.address).toBe('unknown');
  });
});

describe('a token', () => {
  test('is renewed once a tenth of its life has passed, and goes on as long as it is used', async () => {
    const { monitor } = world;
    let token = await world.admin();
    for (let hours = 0; hours < 48; hours += 2) {
      const soon = await world.get('/api/system', token);
      expect(soon.headers.get('x-renewed-token')).toBeNull();
      monitor.time.advanceMs(2 * hourMs);
      const later = await world.get('/api/system', token);
      expect(later.status).toBe(200);
      monitor.sessionUses.flush(monitor.store, monitor.clock().wallMs);
      token = later.headers.get('x-renewed-token') ?? '';
    }
    expect(rows()).toHaveLength(1);
  });

  test('is not renewed by the call that ends its session, nor by one that fails', async () => {
    const token = await world.admin();
    world.monitor.time.advanceMs(2 * hourMs);
    const failed = await world.get('/api/customers/77', token);
    expect(failed.headers.get('x-renewed-token')).toBeNull();
    const left = await world.post('/api/auth/logout-everywhere', token);
    expect(left.headers.get('x-renewed-token')).toBeNull();
  });
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox, Linux'],
  ['my own script', 'my own script'],
  [null, null],
])('%s is called %p', (userAgent, name) => {
  expect(nameBrowser(userAgent)).toBe(name);
});
