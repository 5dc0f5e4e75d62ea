import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { until } from '../../../tests/support/bot-world.ts';
import { HttpWorld } from '../../../tests/support/http-world.ts';

const megabyte = 1024 * 1024;
const secret = 'of the channel';
const sign = (body: string) => createHmac('SHA256', secret).update(body).digest('base64');
/** Of the form of a signature. */
const wrong = sign('another');

/** Bytes of the bodies that were read whole, in order. */
const read: number[] = [];
let world: HttpWorld;
let port = 0;

beforeAll(async () => {
  world = new HttpWorld({
    line: {
      ...{
        isSetUp: () => true,
        basicId: () => '@faiwatch',
        dialogOf: () => '',
      },
      async take(body, signature) {
        read.push(body.length);
        return sign(Buffer.from(body).toString()) === signature ? 'taken' : 'forged';
      },
    },
  });
  // Elsewhere timers of tests fire at once.
  Object.assign(world.monitor, { setTimer: world.monitor.time.setTimer });
  await world.app.modules;
  world.app.listen({ port: 0, hostname: '127.0.0.1' });
  port = world.app.server?.port ?? 0;
});
beforeEach(() => {
  read.length = 0;
});
afterAll(() => world.app.server?.stop(true));

function post(headers: string, body: string): { socket: Socket; status: Promise<number> } {
  const socket = createConnection(port, '127.0.0.1');
  // The server may close it while bytes are still on their way.
  socket.on('error', () => {});
  socket.write(`POST /api/line/webhook HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`);
  const { promise: status, resolve } = Promise.withResolvers<number>();
  socket.once('data', (data) => resolve(Number(data.toString().split(' ')[1])));
  socket.once('close', () => resolve(0));
  return { socket, status };
}

async function statusOf(headers: string, body: string): Promise<number> {
  const { socket, status } = post(headers, body);
  const answered = await status;
  socket.destroy();
  return answered;
}

test.each([
  ['without a signature', ''],
  ['with an empty one', 'X-Line-Signature: \r\n'],
  ['with a word in its place', 'X-Line-Signature: x\r\n'],
  ['with one that is too long', `X-Line-Signature: ${'A'.repeat(60)}=\r\n`],
])('a post %s is refused before its body has come', async (_name, header) => {
  expect(await statusOf(`${header}Content-Length: ${megabyte}`, '{')).toBe(403);
  expect(await statusOf(`${header}Transfer-Encoding: chunked`, '1\r\n{\r\n')).toBe(403);
  expect(read).toEqual([]);
});

test('one that is signed is taken, with a length or in pieces, small or of a megabyte', async () => {
  for (const body of ['{"events":[]}', `"${'x'.repeat(megabyte - 2)}"`]) {
    const signed = `X-Line-Signature: ${sign(body)}\r\n`;
    expect(await statusOf(`${signed}Content-Length: ${body.length}`, body)).toBe(200);
    const piece = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(await statusOf(`${signed}Transfer-Encoding: chunked`, piece)).toBe(200);
  }
  expect(await statusOf(`X-Line-Signature: ${wrong}\r\nContent-Length: 2`, '{}')).toBe(403);
});

test('one that is larger is refused before it has come', async () => {
  const signed = `X-Line-Signature: ${wrong}\r\n`;
  expect(await statusOf(`${signed}Content-Length: ${megabyte + 1}`, '{')).toBe(413);
  const piece = `${(megabyte + 1).toString(16)}\r\n${'x'.repeat(megabyte + 1)}\r\n`;
  expect(await statusOf(`${signed}Transfer-Encoding: chunked`, piece)).toBe(413);
  expect(read).toEqual([]);
});

test('of large ones with a forged signature two are held at once, for ten seconds', async () => {
  const headers = `X-Line-Signature: ${wrong}\r\nContent-Length: ${megabyte}`;
  const most = 'x'.repeat(megabyte - 1);
  const three = [post(headers, most), post(headers, most), post(headers, most)];
  const answered: number[] = [];
  for (const { status } of three) void status.then((one) => answered.push(one));
  await until(() => answered.length === 1);
  expect(answered).toEqual([503]);
  const refused = await Promise.all(Array.from({ length: 20 }, () => statusOf(headers, most)));
  expect(new Set(refused)).toEqual(new Set([503]));
  expect(read).toEqual([]);
  // LINE's usual posts go on.
  const small = '{"events":[]}';
  const signed = `X-Line-Signature: ${sign(small)}\r\nContent-Length: ${small.length}`;
  expect(await statusOf(signed, small)).toBe(200);
  expect(answered).toEqual([503]);
  await world.monitor.time.runMs(10_000, async () => {});
  await until(() => answered.length === 3);
  expect(answered).toEqual([503, 400, 400]);
  const body = `"${'x'.repeat(100_000)}"`;
  const large = `X-Line-Signature: ${sign(body)}\r\nContent-Length: ${body.length}`;
  expect(await statusOf(large, body)).toBe(200);
  for (const { socket } of three) socket.destroy();
});
