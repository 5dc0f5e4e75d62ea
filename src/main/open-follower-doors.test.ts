import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connect, type MqttClient } from 'mqtt';
import { waitFor } from '../../tests/e2e/wait-for.ts';
import { TestTime } from '../../tests/support/monitor.ts';
import type { Time } from '../domain/instant.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { loadConfig } from '../installation/config.ts';
import { realTime } from '../server/clock.ts';
import { type FollowerDoors, openFollowerDoors } from './open-follower-doors.ts';

const quiet = () => {};
const secret = 'the-secret-of-all-machines-of-this-cluster';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

let seen: Seen[];
/** Answers as the machine that leads. */
let answer: (request: Request) => Response | Promise<Response>;
let leader: Bun.Server<unknown>;
let address: string | null;
let trouble: ClusterStatus['trouble'];
let doors: FollowerDoors;

const open = (time: Time) =>
  openFollowerDoors({
    config: loadConfig({ host: '127.0.0.1', port: '0', mqtt_port: '0' }, {}),
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    time,
    status: () => standing(address),
    secret: () => secret,
  });

beforeEach(async () => {
  seen = [];
  trouble = null;
  answer = () => Response.json({ ok: true });
  leader = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    maxRequestBodySize: 2 ** 30,
    async fetch(request) {
      const { method, url, headers } = request;
      if (headers.get('x-test') === 'stream') return answer(request);
      seen.push({ method, url, headers, body: await request.text() });
      return answer(request);
    },
  });
  address = `http://127.0.0.1:${leader.port}/base`;
  doors = await open(realTime);
});

afterEach(async () => {
  await doors.close();
  await leader.stop(true);
});

function standing(leads: string | null): ClusterStatus {
  return {
    name: 'faiwatch',
    node: 'two',
    role: 'following',
    epoch: 3,
    leader: leads === null ? null : { node: 'one', address: leads },
    applied: 7,
    logEnd: 7,
    nodes: [],
    lastTakeOver: null,
    trouble,
  };
}

const get = (path: string, init: BunFetchRequestInit = {}) =>
  fetch(`http://127.0.0.1:${doors.port}${path}`, { redirect: 'manual', ...init });

describe('calls that wait for the machine that leads', () => {
  let time: TestTime;
  let slow: PromiseWithResolvers<Response>;
  let isThere: boolean;
  /** How often it has shown a sign of life. */
  let signs: number;

  beforeEach(async () => {
    await doors.close();
    time = new TestTime();
    doors = await open(time);
    slow = Promise.withResolvers();
    isThere = true;
    signs = 0;
    answer = ({ url }) => {
      if (!isThere) return new Promise(() => {});
      if (!url.endsWith('/healthz')) return slow.promise;
      signs += 1;
      return Response.json({ ok: true });
    };
  });

  afterEach(async () => {
    const closed = doors.close();
    await pass(2, () => true);
    await closed;
    doors = await open(realTime);
  });

  /** @param isReady what has happened before another second passes */
  async function pass(seconds: number, isReady: (second: number) => boolean): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await time.runMs(1_000, async () => {});
      await waitFor('second', () => isReady(second));
    }
  }

  /** Lets time pass until something is there. */
  async function passUntil<T>(there: Promise<T>): Promise<T> {
    let isOver = false;
    void there.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await time.runMs(250, async () => {});
      await Bun.sleep(2);
    }
    return there;
  }

  const hasCome = (path: string) =>
    waitFor('call', () => seen.some(({ url }) => url.endsWith(path)));

  test('go on while it is there, however slow it is', async () => {
    const call = get('/api/report.pdf');
    await hasCome('/api/report.pdf');
    await pass(30, (second) => signs > second);
    slow.resolve(new Response('a report'));
    expect(await (await call).text()).toBe('a report');
  });

  test('end with 503 when it is gone without a word', async () => {
    for (const init of [{}, { method: 'POST', body: 'x'.repeat(100_000) }]) {
      isThere = false;
      const answered = await passUntil(get('/api/sites', init));
      expect(answered.status).toBe(503);
      expect(answered.headers.get('retry-after')).toBe('5');
    }
  });

  test('that are streams wait for the next machine that leads', async () => {
    const headers = { Accept: 'text/event-stream' };
    const next = address;
    address = null;
    const nobody = await passUntil(get('/api/stream', { headers }));
    expect(nobody.status).toBe(503);
    slow.resolve(new Response('data: 1\n\n'));
    const stream = get('/api/stream', { headers });
    await pass(5, () => true);
    address = next;
    expect(await (await passUntil(stream)).text()).toBe('data: 1\n\n');
  });

  test('end once another machine leads, streams too', async () => {
    const body = new ReadableStream({ start: (one) => one.enqueue(Buffer.from('data: 1\n\n')) });
    slow.resolve(new Response(body));
    const stream = await get('/api/stream', { headers: { 'x-test': 'stream' } });
    const reader = stream.body?.getReader();
    await reader?.read();
    address = 'http://127.0.0.1:1';
    const next = reader?.read().catch(() => ({ done: true }));
    expect((await passUntil(Promise.resolve(next)))?.done).toBe(true);
  });
});

describe('a machine that follows', () => {
  test('runs, is not ready, and says who leads', async () => {
    expect((await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      ok: false,
      error: 'This machine follows; one leads.',
      code: 'UNAVAILABLE',
    });
    expect(seen).toEqual([]);
  });

  test('passes calls on as they are, and says truly from whom they came', async () => {
    answer = () =>
      new Response('{"no":true}', {
        status: 418,
        headers: { 'Set-Cookie': 'a=b', Location: '/there', 'Content-Type': 'application/json' },
      });
    const answered = await get('/api/x%2Fy?a=1&b=%20', {
      method: 'PUT',
      body: '{"text":"ไฟดับ"}',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer t',
        Host: 'power.example',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Proto': 'https',
        Connection: 'keep-alive, X-Hop',
        'X-Hop': 'gone',
      },
    });
    expect(answered.status).toBe(418);
    expect(answered.headers.get('set-cookie')).toBe('a=b');
    expect(answered.headers.get('location')).toBe('/there');
    expect(await answered.text()).toBe('{"no":true}');
    const [call] = seen;
    expect(call?.method).toBe('PUT');
    expect(new URL(call?.url ?? '').pathname).toBe('/base/api/x%2Fy');
    expect(new URL(call?.url ?? '').search).toBe('?a=1&b=%20');
    expect(call?.body).toBe('{"text":"ไฟดับ"}');
    const headers = Object.fromEntries(call?.headers ?? []);
    expect(headers).toMatchObject({
      host: 'power.example',
      authorization: 'Bearer t',
      'x-forwarded-for': '127.0.0.1',
      'x-faiwatch-node': secret,
    });
    expect(headers).not.toHaveProperty('x-hop');
    expect(headers).not.toHaveProperty('x-forwarded-proto');
  });

  test('leaves compressed answers, empty ones and those to HEAD alone', async () => {
    answer = () =>
      new Response(Bun.gzipSync('{"ok":true}'), { headers: { 'Content-Encoding': 'gzip' } });
    const packed = await get('/api/list', { decompress: false });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(Bun.gunzipSync(await packed.arrayBuffer())).toString()).toBe('{"ok":true}');
    answer = () => new Response(null, { status: 304, headers: { ETag: '"x"' } });
    expect((await get('/a.js', { headers: { 'If-None-Match': '"x"' } })).status).toBe(304);
    answer = () => new Response('four');
    expect((await get('/a.js', { method: 'HEAD' })).status).toBe(200);
    expect(seen.at(-1)?.method).toBe('HEAD');
  });

  test('streams, both ways, and lets go when the reader does', async () => {
    const isGone = Promise.withResolvers<void>();
    answer = (request) => {
      request.signal.addEventListener('abort', () => isGone.resolve());
      let count = 0;
      const body = new ReadableStream({
        async pull(controller) {
          controller.enqueue(`data: ${count}\n\n`);
          count += 1;
          if (count > 1) await new Promise(() => {});
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    };
    const abort = new AbortController();
    const stream = await get('/api/stream', {
      headers: { 'x-test': 'stream' },
      signal: abort.signal,
    });
    const reader = stream.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toStartWith('data: 0');
    abort.abort();
    await isGone.promise;

    answer = () => Response.json({ ok: true });
    const large = 'x'.repeat(9_000_000);
    expect((await get('/api/firmware', { method: 'POST', body: large })).status).toBe(200);
    expect(seen.at(-1)?.body.length).toBe(large.length);
  });

  test('asks for patience while nobody leads, programs and people alike', async () => {
    for (const gone of [null, 'http://127.0.0.1:1']) {
      address = gone;
      const answered = await get('/api/device/v1/heartbeat', { method: 'POST', body: '{}' });
      expect(answered.status).toBe(503);
      expect(answered.headers.get('retry-after')).toBe('5');
      expect(await answered.json()).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
      const page = await get('/login', { headers: { Accept: 'text/html,*/*' } });
      expect(page.status).toBe(503);
      expect(page.headers.get('refresh')).toBe('5');
      expect(await page.text()).toContain('กำลังสลับ');
    }
  });

  test('says so when too few servers of NATS answer', async () => {
    [address, trouble] = [null, 'no-quorum'];
    const page = await get('/login', { headers: { Accept: 'text/html,*/*' } });
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('ไม่มีใครได้รับแจ้งเตือน');
    expect(await (await get('/readyz')).json()).toMatchObject({
      error: 'This machine follows; too few NATS servers answer.',
    });
  });

  test('passes on nothing that was passed on already', async () => {
    const answered = await get('/api/x', { headers: { 'X-Faiwatch-Node': secret } });
    expect(answered.status).toBe(503);
    expect(seen).toEqual([]);
  });

  test.each([
    ['TCP', 4, 3],
    ['TCP', 5, 0x88],
    ['WebSocket', 4, 3],
  ] as const)('sends boards on, over %s in version %d', async (way, protocolVersion, code) => {
    const url =
      way === 'TCP' ? `mqtt://127.0.0.1:${doors.mqttPort}` : `ws://127.0.0.1:${doors.port}/mqtt`;
    for (const username of ['fw-a1b2c3d4e5f6', 'home-12345678']) {
      const client: MqttClient = connect(url, {
        ...{ protocolVersion, username, password: 'fwd_x', clientId: username },
        reconnectPeriod: 0,
      });
      const refused = await new Promise<{ code?: number }>((resolve) =>
        client.once('error', resolve as (error: Error) => void),
      );
      expect(refused.code).toBe(code);
      client.end(true);
    }
  });
});
