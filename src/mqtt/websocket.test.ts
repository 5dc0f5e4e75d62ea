import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createConnection } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { realTime } from '../server/clock.ts';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawWebSocket, serveWebSocket, type WebSocketServer } from './testing/raw-websocket.ts';
import { beat, eventually, startTestBroker, type TestBroker } from './testing/test-broker.ts';
import { framesPerTurn, silentPerHousehold } from './websocket.ts';

let it: TestBroker;
let web: WebSocketServer;
let nextId = 1;
const enrol = () => it.ingest.enrol(testDeviceId(nextId++));

let aheadMs = 0;
const clock = () => {
  const now = realTime.clock();
  return { ...now, monoMs: now.monoMs + aheadMs };
};

beforeAll(async () => {
  it = await startTestBroker({ port: null, time: { ...realTime, clock } });
  web = serveWebSocket(it.broker);
});
afterAll(async () => {
  await it.broker.stop();
  await web.stop();
});

function connectPacket(
  { deviceId, token }: { deviceId: string; token: string },
  keepalive = 60,
): Buffer {
  return mqttPacket.generate({
    cmd: 'connect',
    clientId: deviceId,
    username: deviceId,
    password: Buffer.from(token),
    clean: true,
    keepalive,
  });
}

function beatPacket(deviceId: string, messageId: number): Buffer {
  return mqttPacket.generate({
    cmd: 'publish',
    topic: `faiwatch/v1/${deviceId}/heartbeat`,
    payload: JSON.stringify(beat()),
    qos: 1,
    messageId,
    dup: false,
    retain: false,
  });
}

const upgradeHeaders = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** Asks for an upgrade by hand. @returns the answer */
async function askToUpgrade(headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${web.port}/mqtt`, { headers: { ...upgradeHeaders, ...headers } });
}

/** Opens a WebSocket by hand and sends a frame many times in one write. Settles when the server closes it. */
async function floodFrames(opcode: number, times: number): Promise<void> {
  const socket = createConnection(web.port, '127.0.0.1');
  // It is closed while bytes are on their way.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.once('data', () => {
    const frame = Buffer.from([0x80 | opcode, 0x80, 0, 0, 0, 0]);
    socket.write(Buffer.concat(Array.from({ length: times }, () => frame)));
  });
  const headers = Object.entries({ ...upgradeHeaders, 'Sec-WebSocket-Protocol': 'mqtt' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`GET /mqtt HTTP/1.1\r\nHost: a\r\n${lines}\r\n`);
  await closed;
}

describe('MQTT over WebSocket', () => {
  test.each([
    ['no subprotocol', {}],
    ['another subprotocol', { 'Sec-WebSocket-Protocol': 'mqttv3.1, chat' }],
  ])('is refused with %s', async (_name, headers) => {
    const answer = await askToUpgrade(headers as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ ok: false, code: 'VALIDATION' });
  });

  test('is nothing to look at for a plain request', async () => {
    const url = `http://127.0.0.1:${web.port}/mqtt`;
    expect((await fetch(url)).status).toBe(400);
    const offering = await fetch(url, { headers: { 'Sec-WebSocket-Protocol': 'mqtt' } });
    expect(offering.status).toBe(400);
  });

  test('takes packets across frames and frames of several packets', async () => {
    const credential = enrol();
    const socket = await RawWebSocket.open(web.port);
    const connect = connectPacket(credential);
    socket.send(connect.subarray(0, 20));
    socket.send(connect.subarray(20));
    await eventually(() => socket.packets.length === 1);
    expect(socket.packets[0]).toMatchObject({ cmd: 'connack', returnCode: 0 });
    const { deviceId } = credential;
    socket.send(Buffer.concat([beatPacket(deviceId, 1), beatPacket(deviceId, 2)]));
    await eventually(() => socket.packets.length === 3);
    expect(it.ingest.beats.filter((entry) => entry.deviceId === deviceId)).toHaveLength(2);
    socket.send(mqttPacket.generate({ cmd: 'disconnect' }));
    await eventually(() => socket.closeCode !== null);
    expect(it.ingest.sessions).not.toContain(`lost ${deviceId}`);
  });

  test('refuses text frames', async () => {
    const socket = await RawWebSocket.open(web.port);
    socket.send('hello');
    await eventually(() => socket.closeCode !== null);
    expect(it.broker.counters.refusals.get('text-frame')).toBe(1);
  });

  test('answers a wrong token with a CONNACK before it closes', async () => {
    const socket = await RawWebSocket.open(web.port);
    socket.send(connectPacket({ ...enrol(), token: 'fwd_guess' }));
    await eventually(() => socket.closeCode !== null);
    expect(socket.packets[0]).toMatchObject({ cmd: 'connack', returnCode: 4 });
  });

  test('knows of a device whether it comes in the clear from outside', async () => {
    const outside = serveWebSocket(it.broker, true);
    const credential = enrol();
    for (const [door, expected] of [
      [outside, true],
      [web, false],
    ] as const) {
      const socket = await RawWebSocket.open(door.port);
      socket.send(connectPacket(credential));
      await eventually(() => socket.packets.length === 1);
      expect(it.ingest.find(credential.deviceId)?.isPlainOutside).toBe(expected);
      socket.close();
    }
    await outside.stop();
  });

  test('reports a device whose socket goes away as lost', async () => {
    const credential = enrol();
    const socket = await RawWebSocket.open(web.port);
    socket.send(connectPacket(credential));
    await eventually(() => socket.packets.length === 1);
    socket.close();
    await eventually(() => it.ingest.sessions.includes(`lost ${credential.deviceId}`));
    await eventually(() => it.broker.connections() === 0);
  });

  test('reports a device that falls silent as lost', async () => {
    const credential = enrol();
    const socket = await RawWebSocket.open(web.port);
    socket.send(connectPacket(credential, 1));
    await eventually(() => it.ingest.sessions.includes(`lost ${credential.deviceId}`));
    await eventually(() => it.broker.connections() === 0);
  });

  test.each([
    ['empty messages', 2],
    ['pings', 9],
    ['pongs', 10],
  ])('closes a socket on which thousands of %s arrive at once', async (_name, opcode) => {
    const refusals = () => it.broker.counters.refusals.get('flood') ?? 0;
    const before = refusals();
    await floodFrames(opcode, 20 * framesPerTurn);
    expect(refusals()).toBe(before + 1);
    await eventually(() => it.broker.connections() === 0);
  });

  test('opens no more sockets of one household while many have not said CONNECT', async () => {
    const silent = await Promise.all(
      Array.from({ length: silentPerHousehold }, () => RawWebSocket.open(web.port)),
    );
    const refused = await askToUpgrade({ 'Sec-WebSocket-Protocol': 'mqtt' });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ ok: false, code: 'RATE_LIMITED' });

    silent[0]?.send(connectPacket(enrol()));
    await eventually(() => silent[0]?.packets.length === 1);
    const another = await RawWebSocket.open(web.port);
    for (const socket of [...silent, another]) socket.close();
    await eventually(() => it.broker.connections() === 0);
    const later = await RawWebSocket.open(web.port);
    later.close();
    await eventually(() => it.broker.connections() === 0);
  });

  test('lets sockets that have been silent for a second make room for a board behind the same address', async () => {
    const silent = await Promise.all(
      Array.from({ length: silentPerHousehold }, () => RawWebSocket.open(web.port)),
    );
    expect((await askToUpgrade({ 'Sec-WebSocket-Protocol': 'mqtt' })).status).toBe(429);
    aheadMs += 1000;
    const board = await RawWebSocket.open(web.port);
    board.send(connectPacket(enrol()));
    await eventually(() => board.packets.length === 1);
    await eventually(() => silent.filter(({ closeCode }) => closeCode !== null).length === 1);
    for (const socket of [...silent, board]) socket.close();
    await eventually(() => it.broker.connections() === 0);
  });
});
