import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createConnection } from 'node:net';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { maxBodyBytes, readBody } from './read-body.ts';

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

test('a body whose length is given twice is refused before it has come', async () => {
  const length = `Content-Length: ${10 * maxBodyBytes}`;
  for (const path of ['/api/auth/login', '/api/line/webhook']) {
    const socket = createConnection(port, '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json`;
    socket.write(`${head}\r\n${length}\r\n${length}\r\n\r\n{`);
    const { promise, resolve } = Promise.withResolvers<string>();
    socket.once('data', (data) => resolve(data.toString()));
    const answer = await Promise.race([promise, Bun.sleep(2_000).then(() => 'it is waited for')]);
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 4(13|04)/);
  }
});

test('a path of thousands of parts is looked for nowhere', async () => {
  for (const path of [`/api${'/a'.repeat(6_000)}`, '/a'.repeat(6_000), '/'.repeat(8_000)]) {
    const { status, body } = await send(`GET ${path} HTTP/1.1\r\nHost: a`);
    expect({ status, code: JSON.parse(body).code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  }
  const query = `?next=${'/a'.repeat(500)}`;
  expect((await send(`GET /healthz${query} HTTP/1.1\r\nHost: a`)).status).toBe(200);
});

test('two Hosts are refused', async () => {
  expect((await send('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b')).status).toBe(400);
});

test('a request of HTTP/1.0 needs no Host, and reaches the address that it names', async () => {
  expect(await send('GET /healthz HTTP/1.0')).toMatchObject({ status: 200 });
  expect(await send('GET /healthz?aaa HTTP/1.0')).toMatchObject({ status: 200 });
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

describe('a body that is too large', () => {
  const tooLarge = `"${'x'.repeat(200_000)}"`;
  const line = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';

  test('is refused in our own words', async () => {
    const { status, body } = await send(line, tooLarge);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ ok: false, code: 'PAYLOAD_TOO_LARGE' });
  });

  test('is refused before it has come, however large it is said to be', async () => {
    const text = await exchange(`${line}\r\nContent-Length: 1000000000\r\n\r\n{`);
    expect(text).toMatch(/^HTTP\/1.1 413 [\s\S]*"PAYLOAD_TOO_LARGE"/);
  });

  test('is answered to a client that sends all of it first, which goes on with the connection', async () => {
    const socket = createConnection(port, '127.0.0.1');
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    socket.once('error', failed.reject);
    socket.once('close', () => failed.reject(new Error('the connection was closed')));
    const read = async () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      socket.once('data', (bytes) => resolve(bytes.toString()));
      return await Promise.race([promise, failed.promise]);
    };
    const body = 'x'.repeat(5_000_000);
    const isSent = new Promise<void>((done) => {
      socket.write(`${line}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, () => done());
    });
    await Promise.race([isSent, failed.promise]);
    expect(await read()).toStartWith('HTTP/1.1 413');
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await read()).toStartWith('HTTP/1.1 200');
    socket.destroy();
  });

  test('is refused when it comes in pieces of which nobody said how many', async () => {
    const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const text = await exchange(`${line}\r\nTransfer-Encoding: chunked\r\n\r\n${piece}${piece}`);
    expect(text).toMatch(/^HTTP\/1.1 413 [\s\S]*"PAYLOAD_TOO_LARGE"/);
    // Bun would go on taking pieces apart.
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
  });
});

test('a body in pieces is read whole', async () => {
  const admin = await world.admin('pieces');
  const pieces = ['{"phone":"0812', '345678","name":"Shop"}'].map(
    (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
  );
  const text = await exchange(
    `POST /api/customers HTTP/1.1\r\nHost: a\r\nAuthorization: BEARER ${admin}\r\nContent-Type: Application/JSON; charset=utf-8\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${pieces.join('')}0\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1.1 200 [\s\S]*"\+66812345678"/);
});

test('a body in thousands of pieces is handed over in a few', async () => {
  let handedOver = 0;
  const server = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    async fetch({ headers, body }) {
      const counted = async function* () {
        for await (const piece of body ?? []) {
          handedOver += 1;
          yield piece;
        }
      };
      const read = await readBody({ headers, body: counted() } as unknown as Request);
      return new Response(`${read.length}`);
    },
  });
  const pieces = 30_000;
  const answer = await new Promise<string>((resolve) => {
    const socket = createConnection(server.port ?? 0, '127.0.0.1');
    socket.on('data', (bytes) => resolve(`${bytes}`));
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`,
    );
  });
  await server.stop(true);
  expect(answer).toEndWith(`\r\n\r\n${pieces}`);
  // Each read of the socket may be handed over by itself.
  expect(handedOver).toBeLessThan(100);
});

test('pipelined requests have no effect, as Bun answers neither', async () => {
  const admin = await world.admin('pipe');
  const create = (phone: string) => {
    const body = JSON.stringify({ phone, name: 'Shop' });
    return `POST /api/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  expect(await exchange(create('0899999991') + create('0899999992'))).toBe('');
  const { body } = await world.get('/api/customers?q=089999999', admin);
  expect(body.total).toBe(0);
});

/** What is answered until the server closes the connection or has answered once. */
async function exchange(bytes: string): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  // The server may close it while bytes are still on their way.
  socket.on('error', () => {});
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes('}')) break;
  }
  return text;
}
