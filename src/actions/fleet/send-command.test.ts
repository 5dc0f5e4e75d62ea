import { expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import type { DeviceCommand } from '../../domain/fleet/device-message.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

test('a device is told where the servers are once, after a boot, and when they change', async () => {
  const sent: DeviceCommand[] = [];
  const monitor = Object.assign(makeTestMonitor(), {
    publishCommand: (_deviceId: string, command: DeviceCommand) => {
      if (command.type === 'servers') sent.push(command);
      return true;
    },
  });
  const device = makeDevice(monitor);
  const hear = (boot: string, transport: 'mqtt' | 'http' = 'mqtt') =>
    recordHeartbeat(monitor, device, beat({ boot_id: boot }), transport, monitor.clock());
  await hear('00000001');
  expect(sent).toEqual([]);
  const first = ['http://192.168.1.10:8080', 'http://192.168.1.11:8080'];
  monitor.servers = first;
  await hear('00000001');
  await hear('00000001');
  expect(sent).toEqual([{ type: 'servers', servers: first }]);
  await hear('00000002');
  expect(sent).toHaveLength(2);
  monitor.servers = [];
  await hear('00000002');
  expect(sent.at(-1)).toEqual({ type: 'servers', servers: [] });
  monitor.servers = first;
  await hear('00000002', 'http');
  expect(sent).toHaveLength(3);
});
