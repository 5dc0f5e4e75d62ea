import { beforeEach, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { devices } from '../../store/devices/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { auditLog } from '../../store/people/tables.ts';

const ranges = {
  downtimeThreshold: { min: 5, max: 300, step: 5 },
  reminderInterval: { min: 30, max: 1800, step: 30 },
};
const defaults = {
  alertEnabled: true,
  downtimeThreshold: 60,
  reminderInterval: 300,
  alertOnRecovery: true,
  critical: false,
  callOnRecovery: false,
};

let world: HttpWorld;
let owner: string;
let stranger: string;
let guest: string;
let path: string;
let deviceRow: number;

beforeEach(async () => {
  world = new HttpWorld();
  const { monitor } = world;
  const customerId = makeCustomer(monitor);
  const device = makeDevice(monitor, { customerId });
  deviceRow = device.row;
  path = `/api/settings/devices/${device.deviceId}`;
  owner = await world.customer(customerId);
  stranger = await world.customer(makeCustomer(monitor));
  guest = await world.guest(customerId);
});

const row = () =>
  world.monitor.store.db.select().from(devices).where(eq(devices.id, deviceRow)).get();

test('shows the settings with their defaults and ranges', async () => {
  const { status, body } = await world.get(path, owner);
  expect(status).toBe(200);
  expect(body).toEqual({
    ok: true,
    success: true,
    data: { ...defaults, defaults, ranges },
    message: expect.any(String),
  });
});

test('saves all, or any of them', async () => {
  const all = {
    alertEnabled: false,
    downtimeThreshold: 5,
    reminderInterval: 1800,
    alertOnRecovery: false,
    critical: true,
    callOnRecovery: true,
  };
  const saved = await world.put(path, owner, all);
  expect(saved.body).toMatchObject({ ok: true, success: true, data: all });
  const some = await world.put(path, owner, { downtimeThreshold: 300 });
  expect(some.body.data).toMatchObject({ ...all, downtimeThreshold: 300 });
  expect((await world.get(path, owner)).body.data).toEqual(some.body.data);
  expect(row()).toMatchObject({
    alertEnabled: false,
    thresholdSeconds: 300,
    reminderSeconds: 1800,
    alertOnRecovery: false,
    isCritical: true,
    callsOnRecovery: true,
  });
  expect(world.monitor.store.db.select().from(auditLog).all()).toMatchObject([
    { actor: expect.stringMatching(/^customer:\d+$/), action: 'device.alert-settings' },
    { before: { thresholdSeconds: 5 }, after: { thresholdSeconds: 300 } },
  ]);
});

test('switches alerts off and on', async () => {
  const off = await world.post(`${path}/toggle-alerts`, owner, { enabled: false });
  expect(off.body).toMatchObject({
    ok: true,
    success: true,
    message: 'Alerts are off',
    data: { ...defaults, alertEnabled: false },
  });
  expect(row()?.alertEnabled).toBe(false);
  const on = await world.post(`${path}/toggle-alerts`, owner, { enabled: true });
  expect(on.body).toMatchObject({ message: 'Alerts are on', data: defaults });
  expect(row()?.alertEnabled).toBe(true);
  const changes = world.monitor.store.db.select().from(events).all();
  expect(changes.map(({ details }) => details?.['alert_enabled'])).toEqual([false, true]);
});

const threshold = 'downtimeThreshold: must be from 5 to 300 in steps of 5';
const reminder = 'reminderInterval: must be from 30 to 1800 in steps of 30';

test.each([
  [{ downtimeThreshold: 4 }, threshold],
  [{ downtimeThreshold: 0 }, threshold],
  [{ downtimeThreshold: 305 }, threshold],
  [{ downtimeThreshold: 7 }, threshold],
  [{ downtimeThreshold: 60.5 }, threshold],
  [{ downtimeThreshold: '60' }, /^downtimeThreshold: /],
  [{ reminderInterval: 29 }, reminder],
  [{ reminderInterval: 1830 }, reminder],
  [{ reminderInterval: 45 }, reminder],
  [{ reminderInterval: 1e300 }, /^reminderInterval: /],
  [{ alertEnabled: 1 }, /^alertEnabled: /],
  [{ alertOnRecovery: 'yes' }, /^alertOnRecovery: /],
  [{ critical: 1 }, /^critical: /],
  [{ mutedUntil: null }, 'mutedUntil: is not known'],
  [{}, /at least one/],
])('refuses %p in the words of both shapes, and saves nothing', async (body, error) => {
  const before = row();
  const refusal = await world.put(path, owner, { ...body });
  expect(refusal.status).toBe(400);
  expect(refusal.body.message).toBe(refusal.body.error);
  expect(refusal.body.message).toMatch(error);
  expect(refusal.body).toMatchObject({ ok: false, success: false, code: 'VALIDATION' });
  await world.put(path, owner, { alertOnRecovery: false, ...body, more: 1 });
  expect(row()).toEqual(before);
  expect(world.monitor.store.db.select().from(events).all()).toEqual([]);
});

test.each([
  ['GET', '', undefined],
  ['PUT', '', { downtimeThreshold: 30 }],
  ['POST', '/toggle-alerts', { enabled: false }],
] as const)('%s%s of another customer is not there', async (method, suffix, body) => {
  const before = row();
  const answer = await world.call(method, path + suffix, stranger, body);
  const unknown = await world.call(
    method,
    `/api/settings/devices/fw-ffffffffffff${suffix}`,
    owner,
    body,
  );
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ ok: false, success: false, code: 'NOT_FOUND' });
  expect(answer.body).toEqual(unknown.body);
  expect(row()).toEqual(before);
});

test('callers without a session and callers who are no customers get the same refusal', async () => {
  expect(await world.get(path)).toMatchObject({
    status: 401,
    body: { ok: false, success: false, code: 'INVALID_TOKEN', message: 'Please log in first.' },
  });
  expect(await world.get(path, await world.admin())).toMatchObject({
    status: 403,
    body: { ok: false, success: false, code: 'FORBIDDEN' },
  });
});

test('a failure carries the headers of every answer, and other calls keep the common shape', async () => {
  const failure = await world.get(path, stranger);
  const other = await world.get('/api/customer/stats');
  expect(failure.headers.get('x-content-type-options')).toBe('nosniff');
  expect(other.body).toEqual({ ok: false, code: 'INVALID_TOKEN', error: expect.any(String) });
});

test('several devices are changed in one go: all of them, or none', async () => {
  const { monitor } = world;
  const [device] = monitor.store.db.select().from(devices).where(eq(devices.id, deviceRow)).all();
  const customerId = device?.customerId ?? 0;
  const mine = [device?.deviceId ?? '', makeDevice(monitor, { customerId }).deviceId];
  const foreign = makeDevice(monitor, { customerId: makeCustomer(monitor) }).deviceId;
  const rows = () =>
    monitor.store.db
      .select({ seconds: devices.thresholdSeconds, muted: devices.mutedUntil })
      .from(devices)
      .where(eq(devices.customerId, customerId))
      .all();
  const before = rows();
  const audited = () => monitor.store.db.select().from(auditLog).all().length;
  const auditedBefore = audited();

  const settings = { downtimeThreshold: 5 };
  const quiet = (ids: readonly string[]) => ({
    devices: ids.map((id) => ({ device_id: id, quiet: 'hour' })),
  });
  const withForeign = [...mine, foreign];
  for (const [path, body] of [
    ['/api/customer/alert-settings', { device_ids: withForeign, ...settings }],
    ['/api/customer/quiet', quiet(withForeign)],
  ] as const) {
    expect((await world.put(path, owner, body)).status).toBe(404);
  }
  expect(rows()).toEqual(before);
  expect(audited()).toBe(auditedBefore);

  const saved = await world.put('/api/customer/alert-settings', owner, {
    device_ids: mine,
    ...settings,
  });
  expect(saved.body).toMatchObject({ ok: true, data: { devices: 2 } });
  const muted = await world.put('/api/customer/quiet', owner, quiet(mine));
  expect(muted.body.data.before).toEqual(mine.map((id) => ({ device_id: id, quiet: 'none' })));
  const until = monitor.clock().wallMs + 3_600_000;
  expect(rows()).toEqual([
    { seconds: 5, muted: until },
    { seconds: 5, muted: until },
  ]);
  expect(audited()).toBe(auditedBefore + 4);
  // What was before undoes it.
  await world.put('/api/customer/quiet', owner, { devices: muted.body.data.before });
  expect(rows().map((row) => row.muted)).toEqual([null, null]);
  const late = { devices: [{ device_id: mine[0], quiet: '2020-01-01T00:00:00.000Z' }] };
  expect((await world.put('/api/customer/quiet', owner, late)).status).toBe(400);
});

test('whom a chat let in mutes for a time, and nothing that stays when they have gone', async () => {
  const deviceId = path.split('/').at(-1);
  const mute = (quiet: string) =>
    world.put('/api/customer/quiet', guest, { devices: [{ device_id: deviceId, quiet }] });
  for (const answer of [
    await mute('ever'),
    await world.put(path, guest, { downtimeThreshold: 300 }),
    await world.post(`${path}/toggle-alerts`, guest, { enabled: false }),
    await world.put('/api/customer/alert-settings', guest, {
      device_ids: [deviceId],
      alertEnabled: false,
    }),
  ]) {
    expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
  }
  expect(row()?.alertEnabled).toBe(true);
  expect((await mute('hour')).status).toBe(200);
  expect((await mute('none')).status).toBe(200);
});
