import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createConnection } from 'node:net';
import { HttpWorld } from '../../../tests/support/http-world.ts';

/** Requests as bytes: no client would send most of these. */
let world: HttpWorld;
let port = 0;

beforeAll(async () => {
  world = new HttpWorld();
  await world.app.modules;
  world.app.listen({ port: 0, hostname: '127.0.0.1' });
  port = world.app.server?.port ?? 0;
});

beforeEach(() => {
  world.logged.length = 0;
});

afterAll(() => world.app.server?.stop(true));

async function send(head: string, body = ''): Promise<{ status: number; body: string }> {
  const socket = createConnection(port, '127.0.0.1');
  socket.end(`${head}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [start = '', ...rest] = text.split('\r\n\r\n');
  return { status: Number(start.split(' ')[1]), body: rest.join('\r\n\r\n') };
}

test.each([
  'GET /healthz?aaa',
  'GET /readyz',
  'GET /',
  'GET /admin/devices',
  'GET /mqtt',
  'GET /fonts/none.woff2',
  'GET /api/customers?limit=1',
  'POST /api/auth/login',
  'DELETE /api/nothing/here',
])('%s with a Host that is none is refused, and not logged', async (line) => {
  for (const host of ['a b', '[::', 'a:999999', '%%%', '/', 'a/b?c', '\xff\xfe']) {
    const { status, body } = await send(`${line} HTTP/1.1\r\nHost: ${host}`);
    expect({ host, status }).toEqual({ host, status: 400 });
    expect(JSON.parse(body)).toMatchObject({ ok: false, code: 'VALIDATION' });
  }
  expect(world.logged).toEqual([]);
});

test('two Hosts are refused', async () => {
  expect((await send('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b')).status).toBe(400);
});

test('a request of HTTP/1.0 needs no Host, and reaches the address that it names', async () => {
  expect(await send('GET /healthz HTTP/1.0')).toMatchObject({ status: 200 });
  expect(await send('GET /healthz?aaa HTTP/1.0')).toMatchObject({ status: 400 });
  expect(await send('GET /api/customers/1?q=x HTTP/1.0')).toMatchObject({ status: 401 });
  // Its address begins after the eleventh character for whoever takes a server for granted.
  const inside = await send('GET /api/nothing/healthz HTTP/1.0');
  expect(inside).toMatchObject({ status: 404, body: expect.stringContaining('NOT_FOUND') });
  expect(world.logged).toEqual([]);
});

test('a board is heard whatever it calls its server', async () => {
  const heartbeat = 'POST /api/device/v1/heartbeat HTTP/1.1\r\nHost: a b';
  expect(await send(heartbeat, '{}')).toMatchObject({ status: 401 });
  expect(world.logged).toEqual([]);
});
