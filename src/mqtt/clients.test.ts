import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import mqtt from 'mqtt';
import { testDeviceId } from './testing/fake-ingest.ts';
import { makeCertificate, type TestCertificate } from './testing/make-certificate.ts';
import { serveWebSocket, type WebSocketServer } from './testing/raw-websocket.ts';
import { beat, powerDown, startTestBroker, type TestBroker } from './testing/test-broker.ts';

/** Independent MQTT clients over TCP, TLS and WebSocket. */

let it: TestBroker;
let web: WebSocketServer;
let certificate: TestCertificate;
let nextId = 1;
const enrol = () => it.ingest.enrol(testDeviceId(nextId++));

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

/** Publishes with Debian's mosquitto_pub. @returns its exit code */
async function mosquittoPub(
  port: number,
  { deviceId, token }: { deviceId: string; token: string },
  leaf: string,
  message: object,
  ...more: string[]
): Promise<number> {
  const topic = `faiwatch/v1/${deviceId}/${leaf}`;
  const child = Bun.spawn(
    [
      ...['mosquitto_pub', '-h', '127.0.0.1', '-p', `${port}`, '-q', '1', '-i', deviceId],
      ...['-u', deviceId, '-P', token, '-t', topic, '-m', JSON.stringify(message), ...more],
    ],
    { stderr: 'ignore' },
  );
  return child.exited;
}

describe('mosquitto_pub', () => {
  test('delivers over TCP', async () => {
    const credential = enrol();
    expect(await mosquittoPub(it.port, credential, 'events', powerDown({ seq: 3 }))).toBe(0);
    expect(it.ingest.received.at(-1)).toMatchObject({ event: { seq: 3 } });
    expect(it.ingest.sessions).not.toContain(`lost ${credential.deviceId}`);
  });

  test('delivers over TLS', async () => {
    const credential = enrol();
    const tlsPort = it.broker.tlsPort ?? 0;
    const tls = ['--cafile', certificate.certFile];
    expect(await mosquittoPub(tlsPort, credential, 'heartbeat', beat({ seq: 8 }), ...tls)).toBe(0);
    expect(it.ingest.beats.at(-1)).toMatchObject({ beat: { seq: 8 } });
  });

  test('is told when its token is wrong', async () => {
    const wrong = { ...enrol(), token: 'fwd_guess' };
    expect(await mosquittoPub(it.port, wrong, 'heartbeat', beat())).not.toBe(0);
  });
});

describe('the mqtt package', () => {
  test.each(['mqtt', 'mqtts', 'ws'])('delivers and hears commands over %s', async (scheme) => {
    const { deviceId, token } = enrol();
    const ports = { mqtt: it.port, mqtts: it.broker.tlsPort, ws: web.port };
    const port = ports[scheme as keyof typeof ports];
    const client = await mqtt.connectAsync(`${scheme}://127.0.0.1:${port}/mqtt`, {
      clientId: deviceId,
      username: deviceId,
      password: token,
      ca: certificate.cert,
      reconnectPeriod: 0,
      will: { topic: `faiwatch/v1/${deviceId}/status`, payload: Buffer.from('offline'), qos: 1 },
    });
    const heard = Promise.withResolvers<string>();
    client.on('message', (topic, payload) => heard.resolve(`${topic} ${payload}`));
    await client.subscribeAsync(`faiwatch/v1/${deviceId}/commands`, { qos: 1 });
    await client.publishAsync(`faiwatch/v1/${deviceId}/status`, 'online', { qos: 1 });
    await Promise.all(
      [1, 2, 3].map((seq) =>
        client.publishAsync(`faiwatch/v1/${deviceId}/events`, JSON.stringify(powerDown({ seq })), {
          qos: 1,
        }),
      ),
    );
    const mine = it.ingest.received.filter((entry) => entry.deviceId === deviceId);
    expect(mine.map(({ event }) => event.seq)).toEqual([1, 2, 3]);
    expect(it.broker.publishCommand(deviceId, { type: 'identify' })).toBe(true);
    expect(await heard.promise).toBe(`faiwatch/v1/${deviceId}/commands {"type":"identify"}`);
    await client.endAsync();
    expect(it.ingest.sessions).not.toContain(`lost ${deviceId}`);
  });
});
