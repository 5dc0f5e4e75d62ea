import { beforeEach, expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../../actions/fleet/roll-up-heartbeats.ts';
import type { MainsVoltageAnswer } from '../../contract/fleet/mains-voltage.ts';

const dayMs = 86_400_000;

let world: HttpWorld;
let device: LiveDevice;
let customerId: number;

/** It is a minute past noon of 15 January 2026 in Bangkok. */
beforeEach(() => {
  world = new HttpWorld();
  world.monitor.time.advanceMs(60_000);
  customerId = makeCustomer(world.monitor);
  device = makeDevice(world.monitor, { customerId });
});

const rows = () =>
  world.monitor.store.sqlite
    .query<{ n: number }, []>('SELECT count(*) AS n FROM mains_voltages')
    .get()?.n;

async function measure(volts?: number): Promise<void> {
  const fields = volts === undefined ? {} : { mains_voltage: volts };
  await recordHeartbeat(world.monitor, device, beat(fields), 'mqtt', world.monitor.clock());
}

async function read(query = ''): Promise<MainsVoltageAnswer> {
  const path = `/api/customer/devices/${device.deviceId}/mains-voltage${query}`;
  return (await world.get(path, await world.customer(customerId))).body;
}

test('a board that measures nothing has no history, and writes none', async () => {
  await measure();
  rollUpHeartbeats(world.monitor, world.monitor.clock());
  expect((await read()).points).toEqual([]);
  expect(rows()).toBe(0);
});

test('what is measured is there at once, and after the roll-up, one row an hour', async () => {
  await measure(228);
  await measure(231.5);
  const points = [{ at: '2026-01-15T05:00:00.000Z', min: 228, mean: 229.8, max: 231.5 }];
  const first = await read();
  expect(first).toMatchObject({ normal: { low: 207, high: 253 }, points });
  rollUpHeartbeats(world.monitor, world.monitor.clock());
  expect((await read()).points).toEqual(points);
  // As before a restart within the hour.
  await measure(199);
  expect((await read()).points).toMatchObject([{ min: 199, max: 231.5 }]);
  rollUpHeartbeats(world.monitor, world.monitor.clock());
  expect((await read()).points).toMatchObject([{ min: 199, max: 231.5 }]);
  expect(rows()).toBe(1);
});

test('is kept for 90 days', async () => {
  await measure(228);
  rollUpHeartbeats(world.monitor, world.monitor.clock());
  world.monitor.time.advanceMs(91 * dayMs);
  rollUpHeartbeats(world.monitor, world.monitor.clock());
  expect(rows()).toBe(0);
});

test('another customer is told nothing, and the next owner none of it', async () => {
  await measure(228);
  rollUpHeartbeats(world.monitor, world.monitor.clock());
  const path = `/api/customer/devices/${device.deviceId}/mains-voltage`;
  const stranger = await world.customer(makeCustomer(world.monitor));
  expect((await world.get(path, stranger)).status).toBe(404);
  await measure(240);
  releaseDevice(world.monitor, device.deviceId, testActor, world.monitor.clock());
  expect(rows()).toBe(0);
  expect(device.mainsVoltages.size).toBe(0);
});

test('at most 31 days are read at a time', async () => {
  const answer = await world.get(
    `/api/customer/devices/${device.deviceId}/mains-voltage?from=2025-12-01T00:00:00Z&to=2026-01-15T00:00:00Z`,
    await world.customer(customerId),
  );
  expect(answer.status).toBe(400);
});
