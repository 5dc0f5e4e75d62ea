import { expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import type { DeviceCommand } from '../../domain/fleet/device-message.ts';
import { recordHeartbeat } from './record-heartbeat.ts';
import { sendCommand } from './send-command.ts';

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

const command = { type: 'credentials', device_token: 'fwd_new', key_digest: 'x' } as const;

test('a board is told over MQTT only what other machines know, too', async () => {
  const sent: unknown[] = [];
  const onItsWay = Promise.withResolvers<void>();
  const monitor = Object.assign(makeTestMonitor(), {
    publishCommand: (_: string, one: unknown) => sent.push(one) > 0,
    replication: {
      settled: () => onItsWay.promise as Promise<void> | undefined,
      filesSettled: () => undefined,
      mustLead() {},
    },
  });
  const device = Object.assign(makeDevice(monitor), { transport: 'mqtt' as const });
  sendCommand(monitor, device, command);
  expect(sent).toEqual([]);
  onItsWay.resolve();
  await onItsWay.promise;
  expect(sent).toEqual([command]);
  monitor.replication.settled = () => undefined;
  sendCommand(monitor, device, command);
  expect(sent).toHaveLength(2);
  expect(device.commands).toEqual([]);
});

test('what cannot be sent over MQTT waits for the answer to a heartbeat', () => {
  const monitor = makeTestMonitor();
  const device = Object.assign(makeDevice(monitor), { transport: 'mqtt' as const });
  Object.assign(monitor, { publishCommand: () => false });
  sendCommand(monitor, device, command);
  sendCommand(monitor, device, command);
  expect(device.commands).toEqual([command]);
});
