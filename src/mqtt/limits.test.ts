import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import mqttPacket from 'mqtt-packet';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import { testDeviceId } from './testing/fake-ingest.ts';
import { makeCertificate, type TestCertificate } from './testing/make-certificate.ts';
import { RawDevice } from './testing/raw-device.ts';
import { RawWebSocket, serveWebSocket, type WebSocketServer } from './testing/raw-websocket.ts';
import {
  beat,
  eventually,
  powerDown,
  startTestBroker,
  type TestBroker,
} from './testing/test-broker.ts';

let it: TestBroker;
let web: WebSocketServer;
let certificate: TestCertificate;
let nextId = 1;
const enrol = () => it.ingest.enrol(testDeviceId(nextId++));
const refusals = (reason: RefusalCode) => it.broker.counters.refusals.get(reason) ?? 0;

beforeAll(async () => {
  certificate = makeCertificate();
  const { cert, key } = certificate;
  it = await startTestBroker({ tls: { port: 0, cert, key } });
  web = serveWebSocket(it.broker);
});
afterAll(async () => {
  await it.broker.stop();
  await web.stop();
  certificate.remove();
});

/** A connection over TCP, TLS or WebSocket, reduced to what these tests need. */
interface Carrier {
  send(bytes: Uint8Array): void;
  isClosed(): boolean;
  acks(): number;
}

const carriers: Record<string, () => Promise<Carrier>> = {
  TCP: async () => asCarrier(await RawDevice.open(it.port)),
  TLS: async () =>
    asCarrier(await RawDevice.open(it.broker.tlsPort ?? 0, { ca: certificate.cert })),
  WebSocket: async () => {
    const socket = await RawWebSocket.open(web.port);
    return {
      send: (bytes) => socket.send(bytes),
      isClosed: () => socket.closeCode !== null,
      acks: () => socket.packets.filter(({ cmd }) => cmd === 'puback').length,
    };
  },
};

function asCarrier(device: RawDevice): Carrier {
  return {
    send: (bytes) => device.sendBytes(bytes),
    isClosed: () => device.isClosed,
    acks: () => device.acked.length,
  };
}

function connectPacket({ deviceId, token }: { deviceId: string; token: string }): Uint8Array {
  return mqttPacket.generate({
    cmd: 'connect',
    clientId: deviceId,
    username: deviceId,
    password: Buffer.from(token),
    clean: true,
    keepalive: 60,
  });
}

/** A packet of events with exactly `size` bytes. */
function publishOfSize(deviceId: string, size: number): Uint8Array {
  const topic = `faiwatch/v1/${deviceId}/heartbeat`;
  const make = (padding: number) =>
    mqttPacket.generate({
      cmd: 'publish',
      topic,
      payload: JSON.stringify(beat()) + ' '.repeat(padding),
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    });
  return make(size - make(1000).length + 1000);
}

describe.each(Object.keys(carriers))('over %s', (name) => {
  const open = () => carriers[name]?.() ?? Promise.reject(new Error('no such carrier'));

  test('a packet of 4 KB is taken, one byte more is not', async () => {
    const credential = enrol();
    const carrier = await open();
    carrier.send(connectPacket(credential));
    carrier.send(publishOfSize(credential.deviceId, 4096));
    await eventually(() => carrier.acks() === 1);
    const before = refusals('packet-too-large');
    carrier.send(publishOfSize(credential.deviceId, 4097));
    await eventually(() => carrier.isClosed());
    expect(refusals('packet-too-large')).toBe(before + 1);
    expect(carrier.acks()).toBe(1);
  });

  test('a packet that only announces 256 MB is refused at its fifth byte', async () => {
    const carrier = await open();
    carrier.send(Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0x7f));
    await eventually(() => carrier.isClosed());
  });

  test('a remaining length of five bytes is refused', async () => {
    const credential = enrol();
    const carrier = await open();
    carrier.send(connectPacket(credential));
    const before = refusals('malformed');
    carrier.send(Uint8Array.of(0x32, 0xff, 0xff, 0xff, 0xff, 0x01));
    await eventually(() => carrier.isClosed());
    expect(refusals('malformed')).toBe(before + 1);
  });
});

describe('unauthenticated connections', () => {
  test.each(['tcp', 'tls', 'ws'])('cannot fill the memory over %s', async (kind) => {
    const ports: Record<string, number | null> = {
      tcp: it.port,
      tls: it.broker.tlsPort,
      ws: web.port,
    };
    const script = join(import.meta.dir, 'testing', 'memory-bomb.ts');
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    const bomber = Bun.spawn([process.execPath, script, kind, `${ports[kind]}`]);
    expect(await bomber.exited).toBe(0);
    clearInterval(sampler);
    // Half of the 120 MB that come over WebSocket. The process itself grows by up to 30 MB.
    expect((peak - before) / 1024 / 1024).toBeLessThan(60);
  });
});

describe('a connection that says nothing', () => {
  test('is closed, also during its TLS handshake', async () => {
    const impatient = await startTestBroker({
      limits: { connectMs: 150 },
      tls: { port: 0, cert: certificate.cert, key: certificate.key },
    });
    const plain = await RawDevice.open(impatient.port);
    const handshake = await RawDevice.open(impatient.broker.tlsPort ?? 0);
    await eventually(() => impatient.broker.connections() === 2);
    await plain.closed();
    await handshake.closed();
    expect(impatient.broker.counters.refusals.get('connect-timeout')).toBe(2);
    expect(impatient.broker.connections()).toBe(0);
    await impatient.broker.stop();
  });
});

describe('connections', () => {
  test('of one address are capped, and one that ends makes room', async () => {
    const capped = await startTestBroker({ limits: { connections: 3 } });
    const open = await Promise.all(
      [1, 2, 3].map((n) => RawDevice.connect(capped.port, capped.ingest.enrol(testDeviceId(n)))),
    );
    const fourth = await RawDevice.open(capped.port);
    await fourth.closed();
    expect(capped.broker.counters.connectionsRefused).toBe(1);
    open[0]?.vanish();
    await eventually(() => capped.broker.connections() === 2);
    const fifth = await RawDevice.connect(capped.port, capped.ingest.enrol(testDeviceId(4)));
    expect(fifth.isClosed).toBe(false);
    await capped.broker.stop();
  });

  test('that say nothing keep no board out: the oldest of them makes room', async () => {
    const capped = await startTestBroker({ limits: { connections: 3 } });
    const board = await RawDevice.connect(capped.port, capped.ingest.enrol(testDeviceId(1)));
    const [first, second] = [await RawDevice.open(capped.port), await RawDevice.open(capped.port)];
    await eventually(() => capped.broker.connections() === 3);
    const another = await RawDevice.connect(capped.port, capped.ingest.enrol(testDeviceId(2)));
    await first.closed();
    expect([board, second, another].map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
    expect(capped.broker.connections()).toBe(3);
    expect(capped.ingest.sessions.filter((entry) => entry.startsWith('lost'))).toEqual([]);
    await capped.broker.stop();
  });

  test('over WebSocket are counted with the others', async () => {
    const capped = await startTestBroker({ limits: { connections: 1 } });
    const server = serveWebSocket(capped.broker);
    const first = await RawDevice.connect(capped.port, capped.ingest.enrol(testDeviceId(1)));
    const second = await RawWebSocket.open(server.port);
    await eventually(() => second.closeCode === 1013);
    first.vanish();
    await eventually(() => capped.broker.connections() === 0);
    await capped.broker.stop();
    await server.stop();
  });
});

describe('a device that sends too much', () => {
  const flood = (device: RawDevice, deviceId: string, count: number) => {
    for (let n = 1; n <= count; n++) {
      device.publish(`faiwatch/v1/${deviceId}/heartbeat`, beat({ seq: n }), n);
    }
  };

  test('has to wait, loses nothing, and does not get more by connecting anew', async () => {
    const strict = await startTestBroker();
    const credential = strict.ingest.enrol(testDeviceId(1), { perSecond: 100, burst: 20 });
    const device = await RawDevice.connect(strict.port, credential);
    const startedAt = performance.now();
    flood(device, credential.deviceId, 60);
    await device.until(() => device.acked.length >= 20);
    await device.until(() => device.acked.length === 60);
    // 20 messages at once, and 40 at 100 a second.
    expect(performance.now() - startedAt).toBeGreaterThan(350);
    expect(strict.ingest.beats.map(({ beat }) => beat.seq)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
    const again = await RawDevice.connect(strict.port, credential);
    flood(again, credential.deviceId, 20);
    await again.until(() => again.acked.length === 20);
    // The burst is used up, however long the first part took: 60 messages at 100 a second.
    expect(performance.now() - startedAt).toBeGreaterThan(550);
    expect(strict.broker.counters.throttled).toBeGreaterThan(1);
    await strict.broker.stop();
  });

  test('pays for every event of a packet, and has all of them taken', async () => {
    const credential = it.ingest.enrol(testDeviceId(nextId++), { perSecond: 100, burst: 20 });
    const { deviceId } = credential;
    const device = await RawDevice.connect(it.port, credential);
    const startedAt = performance.now();
    for (const packet of [0, 1, 2]) {
      const events = Array.from({ length: 30 }, (_, n) => powerDown({ seq: packet * 30 + n + 1 }));
      device.publish(`faiwatch/v1/${deviceId}/events`, events, packet + 1);
    }
    await device.until(() => device.acked.length === 3);
    // A burst of 20. The third array waits until the 60 events of the first two are paid for.
    expect(performance.now() - startedAt).toBeGreaterThan(400);
    expect(device.isClosed).toBe(false);
    const received = it.ingest.received.filter((one) => one.deviceId === deviceId);
    expect(received.map(({ event }) => event.seq)).toEqual(
      Array.from({ length: 90 }, (_, n) => n + 1),
    );
  });

  test('is ended when it goes on all the same', async () => {
    const credential = it.ingest.enrol(testDeviceId(nextId++), { perSecond: 20, burst: 200 });
    const socket = await RawWebSocket.open(web.port);
    socket.send(connectPacket(credential));
    await eventually(() => socket.packets.length === 1);
    const before = refusals('flood');
    const packets = Buffer.concat([publishOfSize(credential.deviceId, 4000)]);
    for (let n = 0; n < 240; n++) socket.send(packets);
    await eventually(() => socket.closeCode !== null);
    expect(refusals('flood')).toBe(before + 1);
    expect(it.ingest.sessions).not.toContain(`lost ${credential.deviceId}`);
  });
});
