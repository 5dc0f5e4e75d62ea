import { beforeEach, describe, expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import {
  makeRelease,
  makeTestFirmwareShelf,
  testReleaseKey,
} from '../../../tests/support/firmware.ts';
import {
  makeDevice,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { DeviceCommand } from '../../domain/fleet/device-message.ts';
import type { Transport } from '../../domain/states.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { addFirmware } from './add-firmware.ts';
import { FirmwareAnnouncer } from './announce-firmware.ts';
import { type RolloutChange, rollOutFirmware } from './roll-out-firmware.ts';

let monitor: TestMonitor;
let shelf: FirmwareShelf;
let sent: { deviceId: string; command: object }[];
let listens: boolean;

beforeEach(() => {
  monitor = Object.assign(makeTestMonitor(), {
    publishCommand: (deviceId: string, command: DeviceCommand) => {
      sent.push({ deviceId, command });
      return listens;
    },
  });
  shelf = makeTestFirmwareShelf();
  sent = [];
  listens = true;
  const { publicKey } = testReleaseKey;
  addFirmware(monitor, shelf, publicKey, makeRelease(), testActor, monitor.clock());
});

const makeAnnouncer = () => {
  sent.length = 0;
  return new FirmwareAnnouncer(monitor, shelf);
};

const rollOut = (change: RolloutChange) =>
  rollOutFirmware(
    monitor,
    { board: 's2-mini', version: '1.1.0' },
    change,
    testActor,
    monitor.clock(),
  );

async function online(
  transport: Transport = 'mqtt',
  version = '1.0.0',
  deviceType: DeviceType = 's2-mini',
): Promise<LiveDevice> {
  const device = makeDevice(monitor, { deviceType });
  const said = beat({ firmware_version: version });
  const stored = recordHeartbeat(monitor, device, said, transport, monitor.clock());
  monitor.commits.flush();
  await stored;
  return device;
}

describe('when a roll-out begins', () => {
  test('a device on MQTT that it concerns is told, once', async () => {
    const { deviceId } = await online();
    const announcer = makeAnnouncer();
    announcer.announce();
    expect(sent).toEqual([]);
    rollOut({ percent: 100 });
    for (let turn = 0; turn < 5; turn += 1) announcer.announce();
    expect(sent).toEqual([{ deviceId, command: { type: 'check_firmware' } }]);
  });

  test('a device on HTTP is told with its next heartbeat', async () => {
    const device = await online('http');
    const announcer = makeAnnouncer();
    rollOut({ percent: 100 });
    announcer.announce();
    expect(sent).toEqual([]);
    expect(device.commands).toContainEqual({ type: 'check_firmware' });
  });

  test('a device whose session does not listen may hear it over HTTP', async () => {
    listens = false;
    const device = await online('mqtt');
    const announcer = makeAnnouncer();
    rollOut({ percent: 100 });
    announcer.announce();
    expect(device.commands).toContainEqual({ type: 'check_firmware' });
  });

  test('nobody else is told: not reached, offline, up to date, revoked or failed', async () => {
    const reached = await online();
    await online('mqtt', '1.1.0');
    makeDevice(monitor);
    const failed = await online();
    const said = beat({ seq: 2, firmware_version: '1.0.0', update_failed: '1.1.0' });
    recordHeartbeat(monitor, failed, said, 'mqtt', monitor.clock());
    const revoked = await online();
    revoked.config = { ...revoked.config, revokedBecause: 'its key was revoked' };
    await online();
    const announcer = makeAnnouncer();
    rollOut({
      deviceIds: [reached, failed, revoked].map(({ deviceId }) => deviceId),
    });
    for (let turn = 0; turn < 5; turn += 1) announcer.announce();
    expect(sent.map(({ deviceId }) => deviceId)).toEqual([reached.deviceId]);
  });

  test('a roll-out is announced to a few devices in each turn, and to all in the end', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 13; count += 1) ids.push((await online()).deviceId);
    const announcer = makeAnnouncer();
    rollOut({ percent: 100 });
    const told = [0, 1, 2, 3].map(() => {
      announcer.announce();
      return sent.length;
    });
    expect(told).toEqual([5, 10, 13, 13]);
    expect(sent.map(({ deviceId }) => deviceId).sort()).toEqual(ids.sort());
  });

  test('a device that somebody else built is not told', async () => {
    await online('mqtt', '1.0.0', 'other');
    const { deviceId } = await online();
    const announcer = makeAnnouncer();
    rollOut({ percent: 100 });
    announcer.announce();
    expect(sent.map((one) => one.deviceId)).toEqual([deviceId]);
  });

  test('a paused roll-out is announced to nobody, and goes on with the rest', async () => {
    for (let count = 0; count < 7; count += 1) await online();
    const announcer = makeAnnouncer();
    rollOut({ percent: 100 });
    announcer.announce();
    rollOut({ isPaused: true });
    for (let turn = 0; turn < 3; turn += 1) announcer.announce();
    expect(sent).toHaveLength(5);
    rollOut({ isPaused: false });
    for (let turn = 0; turn < 3; turn += 1) announcer.announce();
    expect(new Set(sent.map(({ deviceId }) => deviceId)).size).toBe(7);
  });
});

test("a roll-out from before the server's start is not announced again", async () => {
  await online();
  rollOut({ percent: 100 });
  const announcer = makeAnnouncer();
  announcer.announce();
  expect(sent).toEqual([]);
});
