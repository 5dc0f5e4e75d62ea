/**
 * The main job, as a stranger sees it: one file in an empty directory, and real programs around it.
 */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import mqtt from 'mqtt';
import { enrolAnswerSchema } from '../../../src/contract/fleet/device.ts';
import { durationInWords } from '../../../src/domain/duration.ts';
import { Board, sayReport } from '../board.ts';
import { curl, curlJson, makeCertificate, mosquittoPub } from '../clients.ts';
import type { Data } from '../data.ts';
import { type Home, installBinary, type Server } from '../harness.ts';
import { startTestApiMessenger } from '../test-api-messenger.ts';
import { waitFor } from '../wait-for.ts';

const phone = '081 234 5678';

test.concurrent('a device loses mains and its owner is told, reminded, heard, and told of the end', async () => {
  await using home = await installBinary();
  const messenger = await startTestApiMessenger();
  home.defer(() => messenger.stop());
  expect(await home.list()).toEqual(['faiwatch']);
  // Readings are written every second here, so that each heartbeat can be seen to have arrived.
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
  await messenger.expectMessage(['I will write in English'], 10_000);
  await messenger.writes(`/register ${phone} ${key.toLowerCase()}`);
  const siteName = `FaiWatch-${board.id.slice(-6).toUpperCase()}`;
  await messenger.expectMessage(['Connected to', siteName], 10_000);
  home.data.write(
    'UPDATE devices SET downtime_threshold_seconds = 5, reminder_interval_seconds = 30',
  );
  home.data.saveSettings({ recoveryDelay: 1 });
  // The server looks once a second for what other processes have changed.
  await Bun.sleep(1_500);

  const down = board.losesMains();
  await mosquittoPub(board, { port }, 'events', sayReport(down));
  const alert = await messenger.expectMessage(['Power lost', siteName], 10_000);
  expect(alert.arrivedAt - down.at).toBeGreaterThanOrEqual(5_000);
  expect(alert.arrivedAt - down.at).toBeLessThan(8_000);
  expect([...alert.buttons.keys()]).toEqual(['Acknowledge', 'Mute 1 h']);

  const reminder = await messenger.expectMessage(['Still no power', 'still down for'], 35_000);
  expect(reminder.arrivedAt - alert.arrivedAt).toBeGreaterThanOrEqual(29_500);
  const acknowledge = reminder.buttons.get('Acknowledge');
  if (acknowledge === undefined) throw new Error('The reminder has no button Acknowledge');
  await messenger.presses(reminder, acknowledge);
  await messenger.expectMessage(['Still no power', 'Acknowledged by Somchai'], 5_000);
  const outage = () =>
    home.data.read<{
      cause: string;
      down_at: number;
      recover_at: number | null;
      acknowledged_at: number | null;
    }>('SELECT cause, down_at, recover_at, acknowledged_at FROM outages');
  expect(outage()[0]?.acknowledged_at).toBeGreaterThan(reminder.arrivedAt - 1_000);

  // No other reminder comes after that.
  await Bun.sleep(33_000);
  expect(messenger.messages().filter(({ html }) => html.includes('Still no power'))).toHaveLength(
    1,
  );

  const up = board.regainsMains();
  await mosquittoPub(board, { port }, 'events', sayReport(up));
  const recovery = await messenger.expectMessage(['Power is back', siteName], 70_000);
  expect(recovery.arrivedAt - up.at).toBeGreaterThanOrEqual(60_000);
  expect(recovery.arrivedAt - up.at).toBeLessThan(65_000);
  expect(recovery.buttons.size).toBe(0);
  const lasted = [-1_000, 0, 1_000].map((offMs) => durationInWords(up.at - down.at + offMs, 'en'));
  expect(lasted.some((words) => recovery.html.includes(`(${words})`))).toBe(true);
  const [over, ...others] = outage();
  expect(others).toHaveLength(0);
  expect(over?.cause).toBe('mains');
  expect(Math.abs((over?.down_at ?? 0) - down.at)).toBeLessThan(500);
  expect(Math.abs((over?.recover_at ?? 0) - up.at)).toBeLessThan(500);

  expect(await server.stop()).toBe(0);
  expect(await home.list()).toEqual(['faiwatch', 'faiwatch-data']);
}, 200_000);

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

/** The heartbeat with this reading has come through to the database. */
async function expectReading(data: Data, rssi: number): Promise<void> {
  const read = () => data.read<{ rssi: number }>('SELECT rssi FROM device_vitals')[0]?.rssi;
  await waitFor(`heartbeat with rssi ${rssi}`, () => read() === rssi);
}
