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
    trustProxy: true,
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

interface Post {
  readonly socket: Socket;
  readonly status: Promise<number>;
  readonly isClosed: Promise<void>;
}

function post(headers: string, body: string): Post {
  const socket = createConnection(port, '127.0.0.1');
  // The server may close it while bytes are still on their way.
  socket.on('error', () => {});
  socket.write(`POST /api/line/webhook HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`);
  const { promise: status, resolve } = Promise.withResolvers<number>();
  socket.once('data', (data) => resolve(Number(data.toString().split(' ')[1])));
  const isClosed = new Promise<void>((done) => socket.once('close', () => done()));
  void isClosed.then(() => resolve(0));
  return { socket, status, isClosed };
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

const forged = `X-Line-Signature: ${wrong}\r\nContent-Length: ${megabyte}`;
const most = 'x'.repeat(megabyte - 1);
const large = `"${'x'.repeat(100_000)}"`;
const ofLine = `X-Line-Signature: ${sign(large)}\r\nContent-Length: ${large.length}`;
const from = (address: string, headers: string) => `X-Forwarded-For: ${address}\r\n${headers}`;

test('strangers who hold large posts with forged signatures keep LINE waiting nowhere', async () => {
  // One household, many, and both.
  for (const households of [1, 30, 4]) {
    const held: Post[] = [];
    const answered: number[] = [];
    const hold = async (n: number) => {
      const one = post(from(`198.51.100.${n % households}`, forged), most);
      held.push(one);
      void one.status.then((status) => answered.push(status));
      await until(() => one.socket.writableLength === 0);
    };
    for (let n = 0; n < 30; n++) await hold(n);
    await until(() => answered.length === 22);
    const begun = post(from('192.0.2.1', ofLine), large.slice(0, -1));
    await until(() => answered.length === 23);
    // Those who hold places go on posting.
    if (households < 8) for (let n = 0; n < 30; n++) await hold(n);
    begun.socket.write(large.slice(-1));
    expect(await begun.status, `${households}`).toBe(200);
    expect(new Set(answered)).toEqual(new Set([503]));
    expect(read).toEqual([large.length]);
    read.length = 0;
    for (const { socket } of [...held, begun]) socket.destroy();
    await Promise.all(held.map(({ isClosed }) => isClosed));
  }
});

test('a post that does not come whole is given up after ten seconds, with what has come', async () => {
  const ordinary = forged.replace(`${megabyte}`, '60000');
  const slow = [post(forged, most), post(ordinary, most.slice(0, 50_000))];
  await until(() => slow.every(({ socket }) => socket.writableLength === 0));
  expect(await statusOf(ofLine, large)).toBe(200);
  await world.monitor.time.runMs(10_000, async () => {});
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual([400, 400]);
  // Bun keeps what it has begun to read for as long as the connection lasts.
  await Promise.all(slow.map(({ isClosed }) => isClosed));
});
