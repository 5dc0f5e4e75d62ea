/** Keys that the real server does not accept, or no longer: the board says why, and asks seldom. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeKey, phone } from './key.ts';
import { ServedSite } from './served-site.ts';
import { SimDevice } from './sim-device.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await ServedSite.start();
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

const enrolRefused = { event: 'http', state: 'answered', path: /enrol$/ } as const;

test.concurrent('a key that nobody made is refused, told on the serial line, and tried again within the hour', async () => {
  await using device = await SimDevice.start({ server: site.server.url, key: makeKey(), phone });
  const { up: refusedAt = 0 } = await device.expectEvent({ ...enrolRefused, status: 404 });
  await device.expectEvent({ event: 'console', line: '* Server refused: KEY_NOT_FOUND' });
  await device.serial.ask('show_config');
  expect(device.serial.lines).toContain('- server: KEY_NOT_FOUND');

  await device.make('time-scale 2000');
  const { up: againAt = 0 } = await device.expectEvent({ ...enrolRefused, status: 404 });
  expect(againAt - refusedAt).toBeGreaterThanOrEqual(1_800_000);
  expect(againAt - refusedAt).toBeLessThan(3_700_000);
}, 60_000);

test.concurrent('a key that another device uses is refused, and taken as soon as a right one is typed', async () => {
  await using first = await site.install(1);
  const used = site.home.data.read<{ key_code: string }>(
    `SELECT key_code FROM activation_keys JOIN devices ON devices.id = device_row
     WHERE device_id = ?`,
    first.deviceId,
  )[0]?.key_code;
  if (used === undefined) throw new Error('The first device has no key');
  await using second = await SimDevice.start({
    server: site.server.url,
    key: used,
    phone: '0810000001',
  });
  await second.expectEvent({ ...enrolRefused, status: 409 });
  await second.expectEvent({ event: 'console', line: '* Server refused: KEY_IN_USE' });

  expect(await second.serial.ask(`activation_key=${site.takeKey().toLowerCase()}`)).toMatch(/^OK/);
  expect(await second.serial.ask('save_config')).toMatch(/^OK/);
  await second.expectEvent({ event: 'console', line: '* Server: enrolled' });
  await second.expectEvent({ event: 'mqtt', state: 'acknowledged' });
}, 60_000);

test.concurrent('a device whose key is revoked is disconnected with the reason, asks now and then, and comes back', async () => {
  await using device = await site.install(2);
  const [{ key_code: key } = { key_code: '' }] = site.home.data.read<{ key_code: string }>(
    `SELECT key_code FROM activation_keys JOIN devices ON devices.id = device_row
     WHERE device_id = ?`,
    device.deviceId,
  );
  const { code } = await site.home.run('keys', 'revoke', key);
  expect(code).toBe(0);
  await device.expectEvent({ event: 'console', line: '* Server refused: DEVICE_REVOKED' });
  const refused = { event: 'http', state: 'answered', path: /heartbeat$/, status: 403 } as const;
  const { up: refusedAt = 0 } = await lastEvent(device, refused);

  await device.make('time-scale 1000');
  const { up: againAt = 0 } = await device.expectEvent(refused);
  expect(againAt - refusedAt).toBeGreaterThanOrEqual(300_000);
  expect(againAt - refusedAt).toBeLessThan(660_000);
  // The board asked only with its own token. Other calls would count against its neighbours.
  expect(device.events(enrolRefused)).toHaveLength(1);
  await device.serial.ask('show_config');
  expect(device.serial.lines).toContain('- server: DEVICE_REVOKED');
  expect(device.serial.lines).toContain('- wifi_ssid: desk');

  site.home.data.write('UPDATE activation_keys SET is_active = 1 WHERE key_code = ?', key);
  await device.expectEvent({ event: 'mqtt', state: 'connected' }, 20_000);
}, 60_000);

async function lastEvent(device: SimDevice, match: Parameters<SimDevice['events']>[0]) {
  const event = device.events(match).at(-1);
  if (event === undefined) throw new Error(`There is no ${JSON.stringify(match)}`);
  return event;
}
