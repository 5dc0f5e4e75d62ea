import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import mqttPacket from 'mqtt-packet';
import { testDeviceId } from './testing/fake-ingest.ts';
import { RawWebSocket, serveWebSocket, type WebSocketServer } from './testing/raw-websocket.ts';
import { beat, eventually, startTestBroker, type TestBroker } from './testing/test-broker.ts';

let it: TestBroker;
let web: WebSocketServer;
let nextId = 1;
const enrol = () => it.ingest.enrol(testDeviceId(nextId++));

beforeAll(async () => {
  it = await startTestBroker({ port: null });
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

/** Asks for an upgrade by hand. @returns the answer */
async function askToUpgrade(headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${web.port}/mqtt`, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
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
});
