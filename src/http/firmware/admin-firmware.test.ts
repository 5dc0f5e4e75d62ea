import { beforeEach, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { beat } from '../../../tests/support/beats.ts';
import { sha256Of } from '../../../tests/support/firmware.ts';
import { addTestFirmware } from '../../../tests/support/firmware-world.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeDevice, testStart } from '../../../tests/support/monitor.ts';
import { flushVitals } from '../../actions/fleet/flush-vitals.ts';
import { auditLog } from '../../store/people/tables.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

const list = async (query = '') => (await world.get(`/api/firmware${query}`, admin)).body;
const names = async (query = '') =>
  (await list(query)).data.map(
    (one: { board: string; version: string }) => `${one.board} ${one.version}`,
  );
const rollOut = (body: unknown, version = '1.1.0') =>
  world.put(`/api/firmware/s2-mini/${version}/rollout`, admin, body);

function hear(deviceId: string, fields: Parameters<typeof beat>[0]) {
  return world.post('/api/device/v1/heartbeat', `fwd_${deviceId}`, beat(fields));
}

describe('GET /api/firmware', () => {
  test('shows each image with its roll-out and its outcome', async () => {
    const app = addTestFirmware(world);
    const [one, other] = [makeDevice(world.monitor).deviceId, makeDevice(world.monitor).deviceId];
    await rollOut({ percent: 10, device_ids: [one] });
    await hear(one, { firmware_version: '1.1.0' });
    await hear(other, { firmware_version: '1.0.0', update_failed: '1.1.0' });
    flushVitals(world.monitor);
    expect(await list()).toEqual({
      ok: true,
      data: [
        {
          board: 's2-mini',
          version: '1.1.0',
          size: app.length,
          sha256: sha256Of(app),
          added_at: new Date(testStart).toISOString(),
          percent: 10,
          device_ids: [one],
          is_paused: false,
          is_for_flashing: true,
          is_missing: false,
          installed_count: 1,
          failed_count: 1,
        },
      ],
      total: 1,
      page: 1,
      limit: 50,
      versions: [
        { board: 's2-mini', version: '1.0.0', devices: 1 },
        { board: 's2-mini', version: '1.1.0', devices: 1 },
      ],
    });
  });

  test('is searched, narrowed to a board, and paged', async () => {
    for (const version of ['1.1.0', '1.10.0', '2.0.0']) addTestFirmware(world, { version });
    addTestFirmware(world, { board: 't-display', version: '1.1.0' });
    expect(await names('?q=1.1')).toEqual(['s2-mini 1.10.0', 's2-mini 1.1.0', 't-display 1.1.0']);
    expect(await names('?q=%25')).toEqual([]);
    expect(await names('?filter=t-display')).toEqual(['t-display 1.1.0']);
    expect(await names('?limit=2&page=2')).toEqual(['s2-mini 1.1.0', 't-display 1.1.0']);
    expect((await list('?limit=2&page=2')).total).toBe(4);
  });

  test('says what is missing, and which one boards are flashed with', async () => {
    addTestFirmware(world, { version: '1.0.0' });
    addTestFirmware(world, { version: '1.1.0' });
    rmSync(world.firmware.pathOf({ board: 's2-mini', version: '1.1.0' }, 'app'));
    expect((await list()).data).toMatchObject([
      { version: '1.1.0', is_missing: true, is_for_flashing: false },
      { version: '1.0.0', is_missing: false, is_for_flashing: true },
    ]);
  });
});

describe('PUT …/rollout', () => {
  beforeEach(() => void addTestFirmware(world));

  test('sets what is said, answers how it stands, and is in the audit log', async () => {
    const { deviceId } = makeDevice(world.monitor);
    const answer = await rollOut({ percent: 25, device_ids: [deviceId] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ok: true,
        message: 'Roll-out saved successfully',
        data: { percent: 25, device_ids: [deviceId], is_paused: false },
      },
    });
    expect((await rollOut({ is_paused: true })).body.data).toMatchObject({
      percent: 25,
      is_paused: true,
    });
    const { body } = await world.get('/api/firmware/s2-mini/1.1.0', admin);
    expect(body.data).toMatchObject({ percent: 25, device_ids: [deviceId], is_paused: true });
    const entries = world.monitor.store.db.select().from(auditLog).all().slice(-2);
    expect(entries).toMatchObject([
      { actor: 'admin:admin', action: 'firmware.roll-out', subject: 's2-mini 1.1.0' },
      { actor: 'admin:admin', after: { isPaused: true } },
    ]);
  });

  test.each([
    [{}, 'body'],
    [{ percent: 101 }, 'percent'],
    [{ percent: -1 }, 'percent'],
    [{ percent: 2.5 }, 'percent'],
    [{ percent: '50' }, 'percent'],
    [{ device_ids: ['fw-00000000dead'] }, 'device_ids'],
    [{ device_ids: Array.from({ length: 501 }, () => 'fw-000000000001') }, 'device_ids'],
    [{ is_paused: 'no' }, 'is_paused'],
    [{ percent: 1, speed: 1 }, 'speed'],
  ])('refuses %j', async (body, field) => {
    const answer = await rollOut(body);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect((await list()).data).toMatchObject([{ percent: 0, device_ids: [], is_paused: false }]);
  });

  test('of what is not there answers 404', async () => {
    expect(await rollOut({ percent: 1 }, '9.9.9')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET …/devices', () => {
  test('says how each device stands, with counts for every filter', async () => {
    addTestFirmware(world);
    const failed = makeDevice(world.monitor, { siteName: 'A shop' });
    const waiting = makeDevice(world.monitor, { siteName: 'B shop' });
    await rollOut({ percent: 0, device_ids: [failed.deviceId, waiting.deviceId] });
    await hear(failed.deviceId, { firmware_version: '1.0.0', update_failed: '1.1.0' });
    await hear(waiting.deviceId, { firmware_version: '1.0.0' });
    const read = async (query = '') =>
      (await world.get(`/api/firmware/s2-mini/1.1.0/devices${query}`, admin)).body;
    const counts = { all: 2, installed: 0, waiting: 1, failed: 1, newer: 0, outside: 0 };
    expect(await read()).toMatchObject({ total: 2, counts, data: [{ site_name: 'A shop' }, {}] });
    expect(await read('?filter=failed&limit=1')).toEqual({
      ok: true,
      data: [
        {
          device_id: failed.deviceId,
          site_name: 'A shop',
          firmware_version: '1.0.0',
          status: 'online',
          standing: 'failed',
          failed_at: new Date(testStart).toISOString(),
        },
      ],
      total: 1,
      page: 1,
      limit: 1,
      counts,
    });
    await hear(waiting.deviceId, { seq: 2, firmware_version: '1.1.0' });
    expect((await read()).counts).toMatchObject({ installed: 1, waiting: 0 });
  });

  test('of an image that is not there answers 404', async () => {
    const answer = await world.get('/api/firmware/s2-mini/1.1.0/devices', admin);
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
