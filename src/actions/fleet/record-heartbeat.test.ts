import { expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

test("a battery's readings end with the first heartbeat that tells none", async () => {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor);
  const onBattery = beat({ seq: 1, rssi: -61, voltage: 3.9, battery_level: 66 });
  await recordHeartbeat(monitor, device, onBattery, 'http', monitor.clock());
  expect(device.vitals).toMatchObject({ rssi: -61, voltage: 3.9, batteryLevel: 66 });
  await recordHeartbeat(monitor, device, beat({ seq: 2 }), 'http', monitor.clock());
  expect(device.vitals).toMatchObject({ rssi: -61, voltage: null, batteryLevel: null });
});
