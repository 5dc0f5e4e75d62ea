import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testStart } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { insertOutage } from '../../store/alerts/outages.ts';

const own = '/api/customer/planned-times';
const hourMs = 3_600_000;
const at = (hours: number) => new Date(testStart + hours * hourMs).toISOString();

let world: HttpWorld;
let me: string;
let device: LiveDevice;
let theirs: LiveDevice;

beforeEach(async () => {
  world = new HttpWorld();
  const customerId = makeCustomer(world.monitor);
  me = await world.customer(customerId);
  device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
  theirs = makeDevice(world.monitor, { siteName: 'Secret' });
});

test('maintenance is planned, shown with its next time, and taken back', async () => {
  const times = { starts_at: at(-1), ends_at: at(1) };
  const saved = await world.post(own, me, { ...times, is_weekly: true, note: 'Fuse box' });
  expect(saved.body.data).toMatchObject({
    kind: 'maintenance',
    note: 'Fuse box',
    is_weekly: true,
    sites: null,
    is_operators: false,
    next: { from: at(-1), to: at(1) },
  });
  world.monitor.time.advanceMs(2 * hourMs);
  const [listed] = (await world.get(own, me)).body.data;
  expect(listed.next).toEqual({ from: at(-1 + 168), to: at(1 + 168) });
  expect((await world.delete(`${own}/${listed.id}`, me)).status).toBe(200);
  expect((await world.get(own, me)).body.data).toEqual([]);
  expect(await world.delete(`${own}/${listed.id}`, me)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test.each([
  ['ends before it begins', { starts_at: at(2), ends_at: at(1) }],
  ['is over', { starts_at: at(-2), ends_at: at(-1) }],
  ['lasts a week', { starts_at: at(1), ends_at: at(1 + 7 * 24) }],
])('what %s is refused', async (_why, times) => {
  expect(await world.post(own, me, times)).toMatchObject(refused(400, 'VALIDATION'));
});

test('nobody plans for the sites of another', async () => {
  const times = { starts_at: at(1), ends_at: at(2), device_ids: [theirs.deviceId] };
  expect(await world.post(own, me, times)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('the report says which losses were planned, and what they took', async () => {
  const { monitor } = world;
  await world.post(own, me, { starts_at: at(-1), ends_at: at(1), kind: 'maintenance' });
  const outage = { deviceRow: device.row, customerId: device.config.customerId, flaps: 0 };
  for (const downAt of [testStart, testStart + 2 * hourMs]) {
    const end = downAt + hourMs / 2;
    const times = { downAt, detectedAt: downAt, recoverAt: end, confirmedAt: end };
    const known = { cause: 'mains', startKnown: 'reported' } as const;
    insertOutage(monitor.store, { ...outage, ...times, ...known });
  }
  monitor.time.advanceMs(4 * hourMs);
  const { body } = await world.get('/api/customer/power-outages', me);
  expect(body.recent_outages.map((entry: { planned: string | null }) => entry.planned)).toEqual([
    null,
    'maintenance',
  ]);
  expect(body.summary.total_outages).toBe(2);
  expect(body.by_planned).toEqual([{ planned: 'maintenance', count: 1, duration: 30 }]);
  const file = await world.get('/api/customer/power-outages/export.csv?language=en', me);
  const cells = file.text.split('\r\n').map((line) => line.split(',').slice(-2).join());
  expect(cells.slice(1, 3)).toEqual([',', 'maintenance,In planned maintenance']);
});
