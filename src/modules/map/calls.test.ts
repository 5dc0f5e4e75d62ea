import { expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeDevice } from '../../../tests/support/monitor.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';

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
  const shown = {
    longitude: 100,
    device_id: expect.any(String),
    customer_name: expect.any(String),
  };
  expect((await world.get('/api/map', operator)).body.data).toEqual([
    { ...shown, site_name: 'Dark', state: 'mains_lost', latitude: 18 },
    { ...shown, site_name: 'Lit', state: 'up', latitude: 17 },
    { ...shown, site_name: 'Never heard', state: 'unknown', latitude: 16 },
  ]);
  expect((await world.get('/api/map?limit=1', operator)).body.data).toHaveLength(1);
});
