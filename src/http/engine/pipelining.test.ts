import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { type Pipelined, pipeline } from '../../../tests/support/pipeline.ts';
import { ChallengeDoor } from '../../main/challenge-door.ts';
import { realTime } from '../../server/clock.ts';
import { createFollowerApp } from '../follower-app.ts';
import { RequestBound, requestsPerTurn } from './pipelining.ts';

const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const where = { port: 0, hostname: '127.0.0.1' };

/** Every connection was ended, and all that was answered was answered in a few turns. */
function expectEnded(outcome: readonly Pipelined[]): void {
  expect(outcome.filter(({ isEnded }) => !isEnded)).toEqual([]);
  const answers = outcome.reduce((sum, one) => sum + one.answers, 0);
  // Each read of a connection may begin a turn of its own.
  expect(answers).toBeLessThanOrEqual(outcome.length * requestsPerTurn);
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const post = (path: string, body = '{}') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('the bound', () => {
  let begun = 0;
  let mostInATurn = 0;
  let server: Bun.Server<unknown>;
  beforeAll(() => {
    const bound = new RequestBound();
    let inThisTurn = 0;
    server = Bun.serve({
      ...where,
      fetch: bound.hold(() => {
        begun += 1;
        if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
        inThisTurn += 1;
        mostInATurn = Math.max(mostInATurn, inThisTurn);
        return new Response('well');
      }),
    });
  });
  afterAll(() => server.stop(true));

  test('holds for all connections together, and ends those that pipeline', async () => {
    const outcome = await pipeline(server.port ?? 0, get('/x'), { connections: 32 });
    expect(outcome.filter(({ isEnded }) => !isEnded)).toEqual([]);
    expect(mostInATurn).toBeLessThanOrEqual(requestsPerTurn);
    expect(begun).toBeLessThan(32 * 1_000);
  });

  test('shuts the port for bodies in pieces alone, once a turn', async () => {
    const said: string[] = [];
    const bound = new RequestBound({
      shut: () => void said.push('shut'),
      open: () => void said.push('open'),
    });
    const handle = bound.hold(() => new Response('well'));
    const flood = async (headers: Record<string, string>) => {
      const request = () => new Request('http://a/x', { method: 'POST', headers });
      await Promise.all(Array.from({ length: 1_000 }, () => handle(request(), null)));
      await new Promise(setImmediate);
      return said.splice(0);
    };
    // Connections that stay would fill turn after turn, and a board that connects would be kept out for as long.
    expect(await flood({ 'Content-Length': '2' })).not.toContain('shut');
    const turns = await flood({ 'Transfer-Encoding': 'chunked' });
    expect(turns).toContain('shut');
    expect(turns.at(-1)).toBe('open');
  });

  test('holds after a length that was given twice, which reads as no number', async () => {
    const twice = 'Content-Length: 0\r\nContent-Length: 0\r\n';
    const [one] = await pipeline(server.port ?? 0, get('/x', twice), { connections: 1, times: 1 });
    expect(one?.answers).toBe(1);
    mostInATurn = 0;
    await pipeline(server.port ?? 0, get('/x'), { connections: 32 });
    expect(mostInATurn).toBeLessThanOrEqual(requestsPerTurn);
  });

  test('begins fewer requests with large bodies in a turn', async () => {
    mostInATurn = 0;
    await pipeline(server.port ?? 0, post('/x', 'x'.repeat(60_000)), { connections: 32, times: 8 });
    expect(mostInATurn).toBeLessThanOrEqual(requestsPerTurn / 8);
  });

  test('lets a board go before strangers who wait, and boards no further than to their bound', async () => {
    const bound = new RequestBound(undefined, ({ headers }) => headers.has('x-board'));
    const order: string[] = [];
    const take = bound.hold(({ url }) => order.push(url.slice(-1)));
    const ask = (path: string, headers = {}) =>
      take(new Request(`http://a/${path}`, { headers }), null);
    const strangers = Array.from({ length: 3 * requestsPerTurn }, () => ask('s'));
    const boards = Array.from({ length: 2 * requestsPerTurn }, () => ask('b', { 'x-board': '1' }));
    expect(order.join('')).toBe('s'.repeat(requestsPerTurn) + 'b'.repeat(requestsPerTurn));
    await Promise.all([...strangers, ...boards]);
    const second = order.slice(2 * requestsPerTurn, 4 * requestsPerTurn).join('');
    expect(second).toBe('b'.repeat(requestsPerTurn) + 's'.repeat(requestsPerTurn));
  });

  test('refuses a body in pieces that would have to wait, and ends its connection', async () => {
    const bound = new RequestBound();
    const take = bound.hold(() => new Response('well'));
    const pieces = { 'Transfer-Encoding': 'chunked' };
    const ask = (headers = {}) => take(new Request('http://a/', { method: 'POST', headers }), null);
    expect((await ask(pieces)).status).toBe(200);
    for (let n = 0; n < requestsPerTurn; n++) void ask();
    const refused = await ask(pieces);
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
  });

  test('begins few requests with long addresses in a turn', async () => {
    mostInATurn = 0;
    await pipeline(server.port ?? 0, get('/a'.repeat(6_000)), { connections: 32, times: 8 });
    expect(mostInATurn).toBeLessThanOrEqual(4);
  });

  test('ends nobody who sends one request at a time, however many they are', async () => {
    const connections = 3 * requestsPerTurn;
    const outcome = await pipeline(server.port ?? 0, get('/x'), { connections, times: 1 });
    expect(outcome.filter(({ answers }) => answers !== 1)).toEqual([]);
  });
});

describe('FaiWatch', () => {
  let world: HttpWorld;
  let port = 0;

  beforeAll(async () => {
    world = new HttpWorld();
    await world.app.modules;
    world.app.listen(where);
    port = world.app.server?.port ?? 0;
  });
  afterAll(() => world.app.server?.stop(true));

  test.each([
    ['a page', get('/')],
    ['an unknown page', get('/x')],
    ['an unknown page, asked for by a browser', get('/x', 'Accept: text/html\r\n')],
    ['an unknown call', get('/api/nothing')],
    ['a sign of life', get('/healthz')],
    ['a call without a session', get('/api/customers')],
    ['a wrong method', get('/api/customers').replace('GET', 'PATCH')],
    ['the methods of a call', get('/api/customers').replace('GET', 'OPTIONS')],
    ['a head', get('/').replace('GET', 'HEAD')],
    ['a log-in', post('/api/auth/login')],
    ['an enrolment', post('/api/device/v1/enroll')],
    ['a heartbeat without a token', post('/api/device/v1/heartbeat')],
    ['an address that cannot be read', get('/x').replace('Host: a', 'Host: a b')],
    ['MQTT without an upgrade', get('/mqtt')],
  ])('ends connections that pipeline %s', async (_name, request) => {
    expectEnded(await pipeline(port, request));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

test('a machine that follows ends connections that pipeline', async () => {
  const app = createFollowerApp({
    ...{ log, time: realTime, version: '1', trustProxy: false, isTls: false },
    secret: () => null,
    status: () => ({
      ...{ name: 'faiwatch', node: 'two', role: 'following', epoch: 1, leader: null },
      ...{ applied: 0, logEnd: 0, nodes: [], lastTakeOver: null, trouble: null },
    }),
  });
  app.listen(where);
  for (const path of ['/healthz', '/readyz', '/api/customers', '/']) {
    expectEnded(await pipeline(app.server?.port ?? 0, get(path)));
  }
  await app.server?.stop(true);
});

test('the port of certificate authorities ends connections that pipeline', async () => {
  const door = new ChallengeDoor({
    ...{ host: '127.0.0.1', port: 0 },
    ...{ secureAddress: 'https://power.example', isSecure: () => true },
  });
  door.open();
  expectEnded(await pipeline(door.port ?? 0, get('/x')));
  await door.close();
});
