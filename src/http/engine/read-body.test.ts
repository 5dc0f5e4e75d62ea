/** Bodies that come slowly, or end together: what they hold in memory, and what is made of them in one turn. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { createConnection, type Socket } from 'node:net';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { HeldBodies } from './read-body.ts';

/** One, and one more where a turn ends between two of them. */
const mostInATurn = 2;

let world: HttpWorld;
let port = 0;

beforeAll(async () => {
  world = new HttpWorld();
  await world.app.modules;
  world.app.listen({ port: 0, hostname: '127.0.0.1' });
  port = world.app.server?.port ?? 0;
});
afterAll(() => world.app.server?.stop(true));

interface Sender {
  readonly socket: Socket;
  /** What is answered; empty when the connection ends without an answer. */
  readonly answer: Promise<string>;
}

function send(path: string, body: string, { length = body.length, headers = '' } = {}): Sender {
  const socket = createConnection(port, '127.0.0.1');
  socket.setNoDelay(true);
  // The server may close it while bytes are still on their way.
  socket.on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}`;
  socket.write(`${head}Content-Length: ${length}\r\n\r\n${body}`);
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  let text = '';
  socket.on('data', (data) => {
    text += data;
    if (text.includes('\r\n\r\n')) resolve(text);
  });
  socket.once('close', () => resolve(text));
  return { socket, answer };
}

const unknownFields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, n])));

/** The most bodies that were parsed in one turn of the event loop while bodies without their last byte were ended. */
async function endTogether(senders: readonly Sender[]): Promise<number> {
  await Bun.sleep(200);
  const { parse } = JSON;
  let [most, inThisTurn] = [0, 0];
  const spy = spyOn(JSON, 'parse').mockImplementation((...given) => {
    if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
    inThisTurn += 1;
    most = Math.max(most, inThisTurn);
    return parse(...given);
  });
  for (const { socket } of senders) socket.write('}');
  const answers = await Promise.all(senders.map(({ answer }) => answer));
  spy.mockRestore();
  for (const { socket } of senders) socket.destroy();
  expect(answers.filter((text) => !text.startsWith('HTTP/1.1 4'))).toEqual([]);
  return most;
}

test.each(['/api/auth/login', '/api/device/v1/enrol'])(
  'of bodies to %s that end together one is parsed in a turn',
  async (path) => {
    const body = unknownFields(250);
    const senders = Array.from({ length: 40 }, () =>
      send(path, body.slice(0, -1), { length: body.length }),
    );
    expect(await endTogether(senders)).toBeLessThanOrEqual(mostInATurn);
  },
);

test('of large heartbeats with one token that end together one is parsed in a turn', async () => {
  const { monitor } = world;
  const device = makeDevice(monitor, { customerId: makeCustomer(monitor, 'chat') });
  const headers = `Authorization: Bearer fwd_${device.deviceId}\r\n`;
  const body = unknownFields(600);
  const senders = Array.from({ length: 40 }, () =>
    send('/api/device/v1/heartbeat', body.slice(0, -1), { length: body.length, headers }),
  );
  expect(await endTogether(senders)).toBeLessThanOrEqual(mostInATurn);
});

test('one household sends so much at once, and small bodies all the same', async () => {
  const begun = Array.from({ length: 80 }, () => send('/api/auth/login', '{', { length: 65_536 }));
  const refused = await Promise.race([
    Promise.any(begun.map(({ answer }) => answer)),
    Bun.sleep(5_000),
  ]);
  expect(refused).toMatch(/^HTTP\/1.1 503 [\s\S]*"UNAVAILABLE"/);
  expect(await send('/api/auth/login', '{}').answer).toStartWith('HTTP/1.1 400');
  for (const { socket } of begun) socket.destroy();
  await Bun.sleep(100);
  const body = unknownFields(1_000);
  expect(await send('/api/auth/login', body).answer).toStartWith('HTTP/1.1 400');
});

test('whoever gave up counts no more, and counts once', () => {
  const bodies = new HeldBodies();
  const take = () => bodies.await('192.0.2.1', null, 65_536);
  const first = take();
  for (let n = 1; n < 64; n++) take();
  expect(take).toThrow('Too much');
  expect(() => bodies.await('192.0.2.2', 65_536, 65_536)).not.toThrow();
  first();
  first();
  take();
  expect(take).toThrow('Too much');
});

test('four bodies in pieces are taken at once', () => {
  const bodies = new HeldBodies();
  const take = () => bodies.await('192.0.2.1', null, 65_536, true);
  const [first] = [take(), take(), take(), take()];
  expect(take).toThrow('Too much');
  first?.();
  expect(take).not.toThrow();
});

test('a hundred unknown fields are named, of however many', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: unknownFields(5_000),
  });
  const { fields } = (await answer.json()) as { fields: object };
  expect(Object.keys(fields)).toHaveLength(100);
});
