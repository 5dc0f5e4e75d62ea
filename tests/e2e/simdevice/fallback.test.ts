/** The ways to the server: MQTT, its WebSocket, HTTP, and from one to the other. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../clients.ts';
import { waitFor } from '../wait-for.ts';
import { CountingProxy } from './counting-proxy.ts';
import { makeKey, phone } from './key.ts';
import { ServedSite } from './served-site.ts';
import { SimDevice } from './sim-device.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await ServedSite.start();
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

test.concurrent('when MQTT stops getting through it goes on over HTTP, and back when MQTT answers', async () => {
  await using device = await site.install(1, '--mains-sense');
  const transport = () =>
    site.home.data.read<{ transport: string }>(
      'SELECT transport FROM devices WHERE device_id = ?',
      device.deviceId,
    )[0]?.transport;
  await device.expectEvent({ event: 'console', line: '* Server: online over MQTT' });
  expect(transport()).toBe('mqtt');

  await device.make('mqtt off');
  await device.make('time-scale 20');
  await device.expectEvent({ event: 'console', line: '* Server: online over HTTP' });
  await device.make('mains off');
  await device.expectEvent({ event: 'http', state: 'answered', path: /events$/, status: 200 });
  await waitFor('reported loss', () => site.readDevice(device)?.power === 'DOWN');
  await waitFor('change of transport', () => transport() === 'http');

  await device.make('mqtt on');
  await device.expectEvent({ event: 'console', line: '* Server: online over MQTT' }, 20_000);
  await device.make('mains on');
  await device.expectEvent({ event: 'mqtt', state: 'published', topic: /events$/ });
  await waitFor('reported return', () => site.readDevice(device)?.power === 'UP');
  expect(site.reports(device)).toHaveLength(2);
  expect(site.outages(device)).toHaveLength(1);
}, 60_000);

test.concurrent('a loss of mains does not wait for MQTT to be given up', async () => {
  await using device = await site.install(2, '--mains-sense');
  await device.make('mqtt off');
  await device.expectEvent({ event: 'mqtt', state: 'ended' });
  const { t: downAt } = await device.make('mains off');
  const { t: toldAt } = await device.expectEvent({
    event: 'http',
    state: 'answered',
    path: /events$/,
    status: 200,
  });
  expect(toldAt - downAt).toBeLessThan(1_500);
}, 60_000);

test.concurrent('behind a proxy that lets only the web through it speaks MQTT over the WebSocket', async () => {
  await using walled = await ServedSite.start({}, { args: ['--mqtt-port', 'off'] });
  await using device = await walled.install(1, '--mains-sense');
  await device.expectEvent({ event: 'mqtt', state: 'connecting', transport: 'websocket' });
  await device.expectEvent({ event: 'mqtt', state: 'connected' });
  await device.make('mains off');
  await device.expectEvent({ event: 'mqtt', state: 'published', topic: /events$/ });
  await waitFor('reported loss', () => walled.readDevice(device)?.power === 'DOWN');
}, 60_000);

test.concurrent('over TLS it enrols and speaks MQTT, and trusts no certificate that nobody vouches for', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'simdevice-tls-'));
  const { cert, key } = await makeCertificate(dir);
  await using secure = await ServedSite.start(
    {},
    { args: ['--tls-cert', cert, '--tls-key', key, '--mqtts-port', '0', '--mqtt-port', 'off'] },
  );
  {
    await using device = await SimDevice.start({
      server: secure.server.url,
      key: secure.takeKey(),
      phone,
      args: ['--ca', cert],
    });
    await device.expectEvent({ event: 'mqtt', state: 'connecting', transport: 'tls' });
    await waitFor('device online', () => secure.readDevice(device)?.link === 'online');
  }
  await using stranger = await SimDevice.start({
    server: secure.server.url,
    key: makeKey(),
    phone,
  });
  await stranger.expectEvent({ event: 'http', state: 'failed', failure: 'tls_failed' });
  // Until its owner sets that certificate as an authority of their own.
  const own = (await readFile(cert, 'utf8')).replaceAll(/-----.*-----|\n/g, '');
  for (let at = 0; at < own.length; at += 160) {
    const part = `server_ca@${(at / 4) * 3}=${own.slice(at, at + 160)}`;
    expect(await stranger.serial.ask(part)).toBe('OK server_ca');
  }
  for (const line of [`activation_key=${secure.takeKey()}`, `customer_phone=${phone}`]) {
    expect(await stranger.serial.ask(line)).toStartWith('OK ');
  }
  expect(await stranger.serial.ask('save_config')).toBe('OK save_config Configuration saved');
  await stranger.serial.expectLine(/^\* Server: enrolled$/, 20_000);
  const fingerprint = new X509Certificate(await readFile(cert)).fingerprint256;
  expect(await stranger.serial.ask('show_config')).toBe('OK show_config');
  expect(stranger.serial.lines).toContain(`- server_ca: ${fingerprint}`);
  await rm(dir, { recursive: true });
}, 60_000);

test.concurrent('while MQTT is away its heartbeats share one connection', async () => {
  using proxy = new CountingProxy(Number(new URL(site.server.url).port));
  await using device = await SimDevice.start({
    server: proxy.url,
    key: site.takeKey(),
    phone: '0820000009',
    args: ['--transport', 'http'],
  });
  await device.expectEvent({ event: 'console', line: '* Server: online over HTTP' }, 60_000);
  const { connections } = proxy;
  expect(connections).toBeGreaterThan(0);
  for (let beat = 0; beat < 3; beat++) {
    await device.expectEvent(
      { event: 'http', state: 'answered', path: /heartbeat$/, status: 200 },
      15_000,
    );
  }
  expect(proxy.connections).toBe(connections);
}, 120_000);
