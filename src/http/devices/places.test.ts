import { expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';

test('operators choose among all tags; customers among their own and those of a crowd', async () => {
  const world = new HttpWorld();
  const { monitor } = world;
  const owners = [1, 2, 3].map(() => makeCustomer(monitor));
  const place = async (cell: string, owner: number | undefined) => {
    if (owner === undefined) throw new Error('there is no such owner');
    const { deviceId } = makeDevice(monitor, { customerId: owner });
    await world.put(`/api/devices/${deviceId}`, operator, { cell });
  };
  const operator = await world.admin();
  const [me, ...others] = owners;
  const mine = await world.customer(me ?? 0);
  const shown = async (path: string, token: string) => (await world.get(path, token)).body.data;

  expect(await shown('/api/cells', operator)).toEqual([]);
  await place('own', me);
  // Enough sites, but of two owners; and enough owners, but of four sites.
  for (const owner of [...others, ...others, ...others]) await place('of two', owner);
  for (const owner of [...others, ...owners.slice(1)]) await place('of four', owner);
  for (const owner of [...owners, ...others]) await place('shared', owner);
  expect(await shown('/api/cells', operator)).toEqual(['of four', 'of two', 'own', 'shared']);
  expect(await shown('/api/customer/cells', mine)).toEqual(['own', 'shared']);
});

test('the map has the sites with a location, as they are now', async () => {
  const world = new HttpWorld();
  const { monitor } = world;
  const operator = await world.admin();
  const place = async (siteName: string, latitude: number) => {
    const device = makeDevice(monitor, { siteName });
    const location = { latitude, longitude: 100 };
    await world.put(`/api/devices/${device.deviceId}`, operator, { location });
    return device;
  };
  makeDevice(monitor, { siteName: 'Nowhere' });
  expect((await world.get('/api/map', operator)).body.data).toEqual([]);
  const dark = await place('Dark', 18);
  const lit = await place('Lit', 17);
  await place('Never heard', 16);
  for (const device of [dark, lit]) {
    await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
  }
  await recordEvents(monitor, dark, [report('POWER_DOWN')], 'mqtt', monitor.clock());
  const shown = { longitude: 100, device_id: expect.any(String) };
  expect((await world.get('/api/map', operator)).body.data).toEqual([
    { ...shown, site_name: 'Dark', state: 'mains_lost', latitude: 18 },
    { ...shown, site_name: 'Lit', state: 'up', latitude: 17 },
    { ...shown, site_name: 'Never heard', state: 'unknown', latitude: 16 },
  ]);
  expect((await world.get('/api/map?limit=1', operator)).body.data).toHaveLength(1);
});
