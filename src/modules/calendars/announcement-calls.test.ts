import { expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testStart } from '../../../tests/support/monitor.ts';

const own = '/api/customer/planned-times';
const announced = '/api/announcements';
const at = (hours: number) => new Date(testStart + hours * 3_600_000).toISOString();

test('an announcement is for sites of many; each owner sees their own, and cannot take it back', async () => {
  const world = new HttpWorld();
  const customerId = makeCustomer(world.monitor);
  const me = await world.customer(customerId);
  const admin = await world.admin();
  const device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
  const theirs = makeDevice(world.monitor, { siteName: 'Secret' });
  const times = { starts_at: at(24), ends_at: at(26) };
  const device_ids = [device.deviceId, theirs.deviceId];
  const { body } = await world.post(announced, admin, { ...times, device_ids });
  expect(body.data.sites).toHaveLength(2);
  const [seen] = (await world.get(own, me)).body.data;
  expect(seen).toMatchObject({
    kind: 'announced',
    is_operators: true,
    sites: [{ device_id: device.deviceId, site_name: 'Shop' }],
  });
  expect(await world.delete(`${own}/${seen.id}`, me)).toMatchObject(refused(404, 'NOT_FOUND'));
  expect((await world.delete(`${announced}/${seen.id}`, admin)).status).toBe(200);
  expect((await world.get(own, me)).body.data).toEqual([]);
});
