import { afterEach, expect, test } from 'bun:test';
import { loadConfig } from '../installation/config.ts';
import { FakeIngest } from '../mqtt/testing/fake-ingest.ts';
import { makeCertificate } from '../mqtt/testing/make-certificate.ts';
import { MemoryLog } from '../mqtt/testing/test-broker.ts';
import { realTime } from '../server/clock.ts';
import { type Mqtt, readLimits, startMqtt } from './start-mqtt.ts';

let mqtt: Mqtt | undefined;
afterEach(async () => {
  await mqtt?.stop();
  mqtt = undefined;
});

async function start(settings: Record<string, string>): Promise<Mqtt> {
  const flags = { data: '/nowhere', host: '127.0.0.1', ...settings };
  mqtt = await startMqtt(loadConfig(flags, {}), null, {
    ingest: new FakeIngest(),
    log: new MemoryLog(),
    time: realTime,
  });
  return mqtt;
}

test('a board that came over TLS is never sent to a port without', async () => {
  const { endpoint, broker } = await start({ mqtt_port: '0' });
  const plain = { port: broker?.port ?? 0, tls: false, path: '/mqtt' };
  expect(endpoint(false)).toEqual(plain);
  // The device takes the WebSocket, with TLS as it came.
  expect(endpoint(true)).toEqual({ port: null, tls: false, path: '/mqtt' });
  const certificate = makeCertificate();
  broker?.listenTls({ ...certificate, port: 0 });
  certificate.remove();
  expect(endpoint(true)).toEqual({ port: broker?.tlsPort ?? 0, tls: true, path: '/mqtt' });
  expect(endpoint(false)).toEqual(plain);
});

test('without a plain port, boards are sent to the TLS port or to the WebSocket', async () => {
  const { endpoint, broker } = await start({ mqtt_port: 'off' });
  expect(endpoint(false)).toEqual({ port: null, tls: false, path: '/mqtt' });
  const certificate = makeCertificate();
  broker?.listenTls({ ...certificate, port: 0 });
  certificate.remove();
  expect(endpoint(false)).toEqual({ port: broker?.tlsPort ?? 0, tls: true, path: '/mqtt' });
});

test('as many connections come in as the operator allows', async () => {
  const { broker } = await start({ mqtt_port: '0', mqtt_connections: '10' });
  const port = broker?.port ?? 0;
  // Loopback leaves a fifth to boards that come directly.
  // The ninth comes in where one has said nothing yet, which makes room.
  let ended = 0;
  const socket = {
    data() {},
    close() {
      ended += 1;
    },
  };
  const open = await Promise.all(
    Array.from({ length: 9 }, () => Bun.connect({ hostname: '127.0.0.1', port, socket })),
  );
  while (ended === 0) await Bun.sleep(1);
  expect(broker?.connections()).toBe(8);
  for (const socket of open) socket.end();
});

test.each([
  [25_000, 65_536, 25_000],
  [25_000, 1_000, 800],
  [25_000, 20_000, 18_000],
  [100_000, Number.POSITIVE_INFINITY, 100_000],
])('%j connections where %j files may be open: %j', (configured, mostFiles, connections) => {
  const config = { mqtt_connections: configured, mqtt_connections_per_address: 1_000 };
  expect(readLimits(config, mostFiles).connections).toBe(connections);
});
