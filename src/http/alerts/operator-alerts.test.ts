import { beforeEach, expect, test } from 'bun:test';
import { report } from '../../../tests/support/beats.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { channelsInUse } from '../../domain/alerts/channels.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { auditLog } from '../../store/people/tables.ts';

let world: HttpWorld;
let operator: string;
let device: LiveDevice;

beforeEach(async () => {
  world = new HttpWorld();
  operator = await world.operator('nok', 'support');
  device = makeDevice(world.monitor);
});

const path = (what: string) => `/api/devices/${device.deviceId}/${what}`;
const show = async () => (await world.get(`/api/devices/${device.deviceId}`, operator)).body.data;
const lastEntry = () => world.monitor.store.db.select().from(auditLog).all().at(-1);

test('an operator acknowledges the outage of a customer who calls, under their own name', async () => {
  const { monitor } = world;
  expect(await world.post(path('acknowledge'), operator)).toMatchObject(refused(409, 'CONFLICT'));
  await recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
  expect((await world.post(path('acknowledge'), operator)).status).toBe(200);
  expect((await show()).outage).toMatchObject({ acknowledged_by: 'nok' });
  expect(lastEntry()).toMatchObject({ actor: 'admin:nok', action: 'outage.acknowledge' });
});

test('and takes that back', async () => {
  const { monitor } = world;
  expect(await world.post(path('remind'), operator)).toMatchObject(refused(409, 'CONFLICT'));
  await recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
  expect(await world.post(path('remind'), operator)).toMatchObject(refused(409, 'CONFLICT'));
  await world.post(path('acknowledge'), operator);
  expect((await world.post(path('remind'), operator)).status).toBe(200);
  expect((await show()).outage).toMatchObject({ acknowledged_by: null });
  expect(lastEntry()).toMatchObject({ actor: 'admin:nok', action: 'outage.remind' });
});

test('an operator acknowledges for several customers at once, and is told for whom it was news', async () => {
  const { monitor } = world;
  const [other, well, seen] = [makeDevice(monitor), makeDevice(monitor), makeDevice(monitor)];
  for (const lost of [device, other, seen]) {
    await recordEvents(monitor, lost, [report('POWER_DOWN')], 'mqtt', monitor.clock());
  }
  await world.post(`/api/devices/${seen.deviceId}/acknowledge`, operator);
  const ids = [device, other, well, seen].map(({ deviceId }) => deviceId);
  const wanted = { device_ids: [...ids, device.deviceId, 'fw-ffffffffffff'] };
  const { status, body } = await world.post('/api/devices/acknowledge', operator, wanted);
  expect({ status, acknowledged: body.data.acknowledged }).toEqual({
    status: 200,
    acknowledged: [device.deviceId, other.deviceId],
  });
  const open = async () =>
    (await world.get('/api/devices?filter=unacknowledged', operator)).body.total;
  expect(await open()).toBe(0);
  // Taken back for those alone.
  const back = { device_ids: [...body.data.acknowledged, well.deviceId] };
  const again = await world.post('/api/devices/remind', operator, back);
  expect(again.body.data.reminded).toEqual([device.deviceId, other.deviceId]);
  expect(await open()).toBe(2);
});

test('mutes its alerts for an hour, and takes that back with what the answer says', async () => {
  const { wallMs } = world.monitor.clock();
  const { body } = await world.put(path('quiet'), operator, { quiet: 'hour' });
  expect(body.data.before).toEqual([{ device_id: device.deviceId, quiet: 'none' }]);
  expect((await show()).muted_until).toBe(new Date(wallMs + 3_600_000).toISOString());
  await world.put(path('quiet'), operator, { quiet: body.data.before[0].quiet });
  expect(await show()).toMatchObject({ muted_until: null, alerts: 'on' });
});

test('marks it as critical where a phone can be called, and takes that off', async () => {
  const mark = (critical: boolean) => world.put(path('critical'), operator, { critical });
  expect(await show()).toMatchObject({ critical: null });
  expect((await mark(true)).status).toBe(200);
  expect(await show()).toMatchObject({ critical: true });
  expect((await mark(false)).status).toBe(200);
  expect(await show()).toMatchObject({ critical: null });
  const { monitor } = world;
  Object.assign(monitor, { channels: channelsInUse(['call']) });
  monitor.store.db.update(recipients).set({ channel: 'call', address: '+66812345678' }).run();
  expect(await show()).toMatchObject({ critical: false });
  const audit = monitor.store.db.select().from(auditLog).all();
  expect(audit).toMatchObject([
    { action: 'device.alert-settings', after: { isCritical: true } },
    { action: 'device.alert-settings', after: { isCritical: false } },
  ]);
});

test('sends a test to every chat of a customer', async () => {
  const customer = `/api/customers/${device.config.customerId}/test-alert`;
  expect((await world.post(customer, operator)).body.data).toEqual({ chats: 1 });
  expect(await world.post('/api/customers/99/test-alert', operator)).toMatchObject(
    refused(404, 'CUSTOMER_NOT_FOUND'),
  );
});

test('of a device that is nobody’s there is nobody to be told', async () => {
  world.monitor.store.db.update(devices).set({ customerId: null }).run();
  for (const answer of [
    await world.post(path('acknowledge'), operator),
    await world.put(path('quiet'), operator, { quiet: 'hour' }),
    await world.put(path('critical'), operator, { critical: true }),
  ]) {
    expect(answer).toMatchObject(refused(409, 'CONFLICT'));
  }
});
