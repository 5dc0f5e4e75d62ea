import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createPublicKey, verify } from 'node:crypto';
import { rmSync } from 'node:fs';
import { beat } from '../../../tests/support/beats.ts';
import { makeImage, sha256Of, testPublicPem } from '../../../tests/support/firmware.ts';
import { addTestFirmware } from '../../../tests/support/firmware-world.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { sendCommand } from '../../actions/fleet/send-command.ts';

let world: HttpWorld;
let device: LiveDevice;
let token: string;

beforeEach(() => {
  world = new HttpWorld();
  device = makeDevice(world.monitor);
  token = `fwd_${device.deviceId}`;
});
afterEach(async () => {
  if (world.app.server !== null) await world.app.stop(true);
});

const check = (version = '1.0.0', board = 's2-mini') =>
  world.get(`/api/device/v1/firmware?board=${board}&version=${version}`, token);
const everybody = { percent: 100 };

describe('GET /api/device/v1/firmware', () => {
  test('answers 204 when there is nothing newer for the device', async () => {
    expect(await check()).toMatchObject({ status: 204, text: '' });
    addTestFirmware(world);
    expect(await check()).toMatchObject({ status: 204, text: '' });
    addTestFirmware(world, { version: '1.2.0', rollout: everybody });
    expect((await check('1.2.0')).status).toBe(204);
    expect((await check('1.0.0', 't-display')).status).toBe(204);
  });

  test('answers what a board needs to fetch and to trust the image', async () => {
    const app = addTestFirmware(world, { rollout: everybody });
    const { status, body } = await check();
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      version: '1.1.0',
      size: app.length,
      sha256: sha256Of(app),
      signature: expect.any(String),
      url: '/api/device/v1/firmware/1.1.0/image?board=s2-mini',
    });
    // As firmware/core/manifest.cpp does it.
    const text = `s2-mini\n1.1.0\n${body.size}\n${body.sha256}\n`;
    const signature = Buffer.from(body.signature, 'base64');
    expect(verify('sha256', Buffer.from(text), createPublicKey(testPublicPem), signature)).toBe(
      true,
    );
    expect(signature.length).toBeLessThanOrEqual(72);
  });

  test('knows a board by the name of its build, too, and answers in the short one', async () => {
    addTestFirmware(world, { rollout: everybody });
    const { body } = await check('1.0.0', 'esp32-s2-mini');
    expect(body.url).toBe('/api/device/v1/firmware/1.1.0/image?board=s2-mini');
  });

  test('fits into what a board keeps of an answer', async () => {
    const version = '4294967295.4294967295.1-rc.1234';
    addTestFirmware(world, {
      version,
      board: 't-display',
      app: makeImage({ chipId: 0, version }),
      rollout: everybody,
    });
    const { text, body } = await check('1.0.0', 't-display');
    expect(text.length).toBeLessThan(2048);
    expect(body.url.length).toBeLessThanOrEqual(200);
  });

  test('offers what failed on the device to others only', async () => {
    addTestFirmware(world, { rollout: everybody });
    const said = beat({ firmware_version: '1.0.0', update_failed: '1.1.0' });
    expect((await world.post('/api/device/v1/heartbeat', token, said)).status).toBe(200);
    expect((await check()).status).toBe(204);
    const other = makeDevice(world.monitor);
    const path = '/api/device/v1/firmware?board=s2-mini&version=1.0.0';
    expect((await world.get(path, `fwd_${other.deviceId}`)).status).toBe(200);
  });

  test.each([
    ['board=s2-mini', 'version'],
    ['version=1.0.0', 'board'],
    ['board=toaster&version=1.0.0', 'board'],
    ['board=s2-mini&version=latest', 'version'],
    [`board=s2-mini&version=1.0.0-${'x'.repeat(30)}`, 'version'],
  ])('refuses %s', async (query, field) => {
    const answer = await world.get(`/api/device/v1/firmware?${query}`, token);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  test('is for devices', async () => {
    const path = '/api/device/v1/firmware?board=s2-mini&version=1.0.0';
    expect(await world.get(path)).toMatchObject(refused(401, 'INVALID_TOKEN'));
    expect(await world.get(path, await world.admin())).toMatchObject(refused(401, 'INVALID_TOKEN'));
    device.config = { ...device.config, revokedBecause: 'Its key was revoked.' };
    expect(await world.get(path, token)).toMatchObject(refused(403, 'DEVICE_REVOKED'));
  });
});

describe('GET /api/device/v1/firmware/{version}/image', () => {
  const path = '/api/device/v1/firmware/1.1.0/image?board=s2-mini';

  /** Over a socket, where the server and not the test puts the answer together. */
  async function fetchImage(headers: Record<string, string> = {}, method = 'GET') {
    if (world.app.server === null) world.app.listen({ port: 0, hostname: '127.0.0.1' });
    const answer = await fetch(`http://127.0.0.1:${world.app.server?.port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: new Uint8Array(await answer.arrayBuffer()),
    };
  }

  test('sends the app image with its length', async () => {
    const payload = crypto.getRandomValues(new Uint8Array(60_000));
    const app = addTestFirmware(world, { app: makeImage({ payload }), rollout: everybody });
    const answer = await fetchImage();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(app.length));
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(Buffer.from(answer.bytes).equals(app)).toBe(true);
    expect((await fetchImage({}, 'HEAD')).headers.get('content-length')).toBe(String(app.length));
  });

  test('sends the part that is asked for', async () => {
    const app = addTestFirmware(world, { rollout: everybody });
    const answer = await fetchImage({ Range: 'bytes=1000-1999' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 1000-1999/${app.length}`);
    expect(answer.headers.get('content-length')).toBe('1000');
    expect(Buffer.from(answer.bytes).equals(app.subarray(1000, 2000))).toBe(true);
    const rest = await fetchImage({
      Range: 'bytes=2000-',
      'If-Range': answer.headers.get('etag') ?? '',
    });
    expect(Buffer.from(rest.bytes).equals(app.subarray(2000))).toBe(true);
    expect((await fetchImage({ Range: `bytes=${app.length}-` })).status).toBe(416);
  });

  test('answers 404 for what is not there, is paused, or has lost its file', async () => {
    expect(await world.get(path, token)).toMatchObject(refused(404, 'NOT_FOUND'));
    addTestFirmware(world, { rollout: { percent: 100, isPaused: true } });
    expect(await world.get(path, token)).toMatchObject(refused(404, 'NOT_FOUND'));
    addTestFirmware(world, { rollout: { isPaused: false } });
    expect((await world.get(path, token)).status).toBe(200);
    rmSync(world.firmware.pathOf({ board: 's2-mini', version: '1.1.0' }, 'app'));
    expect(await world.get(path, token)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(world.logged).toEqual([]);
  });

  test('is not open to those without a token', async () => {
    addTestFirmware(world, { rollout: everybody });
    expect(await world.get(path)).toMatchObject(refused(401, 'INVALID_TOKEN'));
  });
});

describe('a device that is to look for firmware', () => {
  const send = async () => (await world.post('/api/device/v1/heartbeat', token, beat())).body;

  test('is told with the answer to one heartbeat, and no other device is', async () => {
    await send();
    sendCommand(world.monitor, device, { type: 'check_firmware' });
    const other = makeDevice(world.monitor);
    const { body } = await world.post('/api/device/v1/heartbeat', `fwd_${other.deviceId}`, beat());
    expect(body.commands).not.toContainEqual({ type: 'check_firmware' });
    expect(await send()).toMatchObject({ ok: true, commands: [{ type: 'check_firmware' }] });
    expect((await send()).commands).toEqual([]);
  });
});

test('a device shows in the console which update failed on it', async () => {
  const said = beat({ update_failed: '1.1.0' });
  await world.post('/api/device/v1/heartbeat', token, said);
  const { body } = await world.get(`/api/devices/${device.deviceId}`, await world.admin());
  expect(body.data.update_failed).toBe('1.1.0');
});
