/**
 * The main job, as a stranger sees it: one file in an empty directory, and real programs around it.
 */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import mqtt from 'mqtt';
import { enrolAnswerSchema } from '../../src/contract/fleet/device.ts';
import { unpackVitals } from '../../src/store/fleet/vitals.ts';
import { Board } from './board.ts';
import { curl, curlJson, makeCertificate, mosquittoPub } from './clients.ts';
import type { Data } from './data.ts';
import { type Home, installBinary, type Server } from './harness.ts';
import { MqttDevice } from './mqtt-device.ts';
import { seedBoards } from './quick-fleet.ts';
import { startTestApiMessenger } from './test-api-messenger.ts';
import { waitFor } from './wait-for.ts';

const phone = '081 234 5678';

test.concurrent('a device loses mains, its owner is told and says so', async () => {
  await using home = await installBinary();
  const messenger = await startTestApiMessenger();
  home.defer(() => messenger.stop());
  expect(await home.list()).toEqual(['faiwatch']);
  // Readings are written every second here, so that the test can see each heartbeat arrive.
  const options = { telegram: messenger, env: { FAIWATCH_FLUSH_INTERVAL: '1' } };

  const [key = ''] = await home.createKeys(1);
  expect(key).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  const board = await beginBehindTls(home, options, key);

  const server = await home.serve(options);
  await expectPage(server);
  const port = server.mqtt ?? 0;
  await expectHeartbeatsByAllWays(server, board, home.data);

  await messenger.writes('/start');
  await messenger.expectMessage(['/register'], 10_000);
  await messenger.writes('/lang en');
  await messenger.expectMessage(['From now on I write in English'], 10_000);
  await messenger.writes(`/register ${phone} ${key.toLowerCase()}`);
  const siteName = `FaiWatch-${board.id.slice(-6).toUpperCase()}`;
  await messenger.expectMessage(['Connected to', siteName], 10_000);
  home.data.write(
    'UPDATE devices SET downtime_threshold_seconds = 5, reminder_interval_seconds = 30',
  );
  home.data.saveSettings({ recoveryDelay: 1 });
  // The server looks once a second for changes by other processes.
  await Bun.sleep(1_500);

  const down = board.losesMains();
  await mosquittoPub(board, { port }, 'events', board.say(down));
  const alert = await messenger.expectMessage(['Mains lost', siteName], 10_000);
  expect(alert.arrivedAt - down.at).toBeGreaterThanOrEqual(5_000);
  expect(alert.arrivedAt - down.at).toBeLessThan(8_000);
  expect([...alert.buttons.keys()]).toEqual(['Acknowledge', 'Mute 1 h']);

  const acknowledge = alert.buttons.get('Acknowledge');
  if (acknowledge === undefined) throw new Error('The alert has no button Acknowledge');
  await messenger.presses(alert, acknowledge);
  await messenger.expectMessage(['Mains lost', 'Acknowledged by Somchai'], 5_000);

  const up = board.regainsMains();
  await mosquittoPub(board, { port }, 'events', board.say(up));
  const outages = home.data.read<{
    cause: string;
    down_at: number;
    power_back_at: number | null;
    acknowledged_at: number | null;
  }>('SELECT * FROM outages');
  expect(outages).toMatchObject([{ cause: 'mains' }]);
  expect(Math.abs((outages[0]?.down_at ?? 0) - down.at)).toBeLessThan(500);
  expect(outages[0]?.acknowledged_at).toBeGreaterThan(alert.arrivedAt - 1_000);

  expect(await server.stop()).toBe(0);
  expect(await home.list()).toEqual(['faiwatch', 'faiwatch-data']);
}, 60_000);

test.concurrent('a device whose connection stands still is noticed after one and a half keepalives', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const [seeded] = seedBoards(home, 1);
  if (seeded === undefined) throw new Error('One device was asked for');
  const server = await home.serve({ telegram });
  const device = new MqttDevice(seeded, { port: server.mqtt ?? 0, keepAliveSeconds: 4 });
  home.defer(() => device.vanishes());
  await device.connects();
  await device.beats();

  // The router hangs: the socket stays open at both ends, but no bytes come through.
  device.freezes();
  const frozenAt = Date.now();
  const alert = await telegram.expectMessage({ contains: 'Contact lost' }, 30_000);
  // Six seconds until the connection counts as lost, and ten in which it might come back.
  expect(alert.arrivedAt - frozenAt).toBeGreaterThan(15_500);
  expect(alert.arrivedAt - frozenAt).toBeLessThan(24_000);
}, 60_000);

/** The first day: the server has a certificate, and the device is enrolled over HTTPS. */
async function beginBehindTls(
  home: Home,
  options: Parameters<Home['serve']>[0],
  key: string,
): Promise<Board> {
  const certificates = await mkdtemp(join(tmpdir(), 'faiwatch-tls-'));
  home.defer(() => rm(certificates, { recursive: true }));
  const { cert, key: keyFile } = await makeCertificate(certificates);
  const server = await home.serve({
    ...options,
    args: ['--mqtts-port', '0', '--tls-cert', cert, '--tls-key', keyFile],
  });
  const id = 'fw-a0b1c2d3e4f5';
  const answer = await curlJson(
    `${server.url}/api/device/v1/enrol`,
    {
      device_id: id,
      activation_key: key,
      phone,
      device_type: 'esp32-s2-mini',
      firmware_version: '1.0.0',
    },
    undefined,
    ...['--cacert', cert],
  );
  expect(answer.status).toBe(200);
  const { device_token } = enrolAnswerSchema.parse(JSON.parse(answer.body.toString()));
  const board = new Board({ device_id: id, device_token });
  await mosquittoPub(
    board,
    { port: server.mqtts ?? 0, caFile: cert },
    'heartbeat',
    board.heartbeat({ rssi: -41 }),
  );
  await expectReading(home.data, -41);
  expect(await server.stop()).toBe(0);
  return board;
}

async function expectPage(server: Server): Promise<void> {
  const page = await curl(`${server.url}/`, '--header', 'accept-encoding: br');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const html = brotliDecompressSync(page.body).toString();
  expect(html).toContain('<div id="root"');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  const asset = await curl(`${server.url}${script}`, '--header', 'accept-encoding: br, gzip');
  expect(asset.status).toBe(200);
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect(asset.headers.get('content-encoding')).toBe('br');
  const etag = asset.headers.get('etag') ?? '';
  const again = await curl(
    `${server.url}${script}`,
    ...['--header', 'accept-encoding: br, gzip', '--header', `if-none-match: ${etag}`],
  );
  expect(again.status).toBe(304);
}

async function expectHeartbeatsByAllWays(server: Server, board: Board, data: Data): Promise<void> {
  const http = await curlJson(
    `${server.url}/api/device/v1/heartbeat`,
    board.heartbeat({ rssi: -51 }),
    board.token,
  );
  expect(http.status).toBe(200);
  await expectReading(data, -51);

  const urls = [`mqtt://127.0.0.1:${server.mqtt}`, `ws://127.0.0.1:${server.http}/mqtt`];
  for (const [index, url] of urls.entries()) {
    const client = await mqtt.connectAsync(url, {
      clientId: board.id,
      username: board.id,
      password: board.token,
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    });
    const rssi = -61 - index;
    const beat = JSON.stringify(board.heartbeat({ rssi }));
    await client.publishAsync(`faiwatch/v1/${board.id}/heartbeat`, beat, { qos: 1 });
    await client.endAsync();
    await expectReading(data, rssi);
  }
}

/** Waits until the heartbeat with this reading is in the database. */
async function expectReading(data: Data, rssi: number): Promise<void> {
  const read = () =>
    data
      .read<{ record: Uint8Array<ArrayBuffer> }>('SELECT record FROM vitals')
      .flatMap(({ record }) => unpackVitals(record))[0]?.rssi;
  await waitFor(`heartbeat with rssi ${rssi}`, () => read() === rssi);
}
