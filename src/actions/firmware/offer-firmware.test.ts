import { beforeEach, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { beat } from '../../../tests/support/beats.ts';
import {
  makeRelease,
  makeTestFirmwareShelf,
  type ReleaseOptions,
  testReleaseKey,
} from '../../../tests/support/firmware.ts';
import {
  makeDevice,
  makeTestMonitor,
  type TestMonitor,
  testActor,
  testStart,
} from '../../../tests/support/monitor.ts';
import { finish } from '../../domain/steps.ts';
import { findDeviceOverview } from '../../store/devices/device-overview.ts';
import { StoreUnavailable } from '../../store/engine/open.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import { firmwareFailures } from '../../store/firmware/tables.ts';
import { deleteDevice } from '../devices/delete-device.ts';
import { flushVitals } from '../fleet/flush-vitals.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { loadFleet } from '../fleet/load-fleet.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { addFirmware } from './add-firmware.ts';
import { getImage } from './get-firmware.ts';
import { listImageDevices } from './list-image-devices.ts';
import {
  chooseFlashImages,
  getOfferedImage,
  offerFirmware,
  readAvailable,
} from './offer-firmware.ts';
import { removeFirmware } from './remove-firmware.ts';
import { type RolloutChange, rollOutFirmware } from './roll-out-firmware.ts';

let monitor: TestMonitor;
let shelf: FirmwareShelf;
let device: LiveDevice;

beforeEach(() => {
  monitor = makeTestMonitor();
  shelf = makeTestFirmwareShelf();
  device = makeDevice(monitor);
});

function add(version: string, change: RolloutChange = {}, options: ReleaseOptions = {}): void {
  const { publicKey } = testReleaseKey;
  const release = makeRelease({ version, ...options });
  addFirmware(monitor, shelf, publicKey, release, testActor, monitor.clock());
  rollOutFirmware(monitor, release, change, testActor, monitor.clock());
}

const offered = (running: string | null = '1.0.0', board: 's2-mini' | 't-display' = 's2-mini') =>
  offerFirmware(monitor, readAvailable(monitor, shelf, board), device, running)?.version ?? null;

async function hear(fields: Parameters<typeof beat>[0]): Promise<void> {
  const stored = recordHeartbeat(monitor, device, beat(fields), 'http', monitor.clock());
  monitor.commits.flush();
  await stored;
}

const failures = () => monitor.store.db.select().from(firmwareFailures).all();

describe('a device is offered', () => {
  test('nothing before a roll-out, the image once it is reached', () => {
    add('1.1.0');
    expect(offered()).toBeNull();
    rollOutFirmware(
      monitor,
      { board: 's2-mini', version: '1.1.0' },
      { deviceIds: [device.deviceId] },
      testActor,
      monitor.clock(),
    );
    expect(offered()).toBe('1.1.0');
    expect(offered('1.1.0')).toBeNull();
  });

  test('what is for its board only', () => {
    add('1.1.0', { percent: 100 });
    add('1.2.0', { percent: 100 }, { board: 't-display' });
    expect(offered('1.0.0', 's2-mini')).toBe('1.1.0');
    expect(offered('1.0.0', 't-display')).toBe('1.2.0');
  });

  test('no image whose files are lost', () => {
    add('1.1.0', { percent: 100 });
    add('1.2.0', { percent: 100 });
    rmSync(shelf.pathOf({ board: 's2-mini', version: '1.2.0' }, 'app'));
    expect(offered()).toBe('1.1.0');
  });

  test('the download of what it was offered until it is paused', () => {
    add('1.1.0', { percent: 1 });
    expect(getOfferedImage(monitor, shelf, 's2-mini', '1.1.0').version).toBe('1.1.0');
    const image = { board: 's2-mini', version: '1.1.0' } as const;
    rollOutFirmware(monitor, image, { isPaused: true }, testActor, monitor.clock());
    expect(() => getOfferedImage(monitor, shelf, 's2-mini', '1.1.0')).toThrow('is paused');
    rollOutFirmware(monitor, image, { isPaused: false }, testActor, monitor.clock());
    rmSync(shelf.pathOf(image, 'app'));
    expect(() => getOfferedImage(monitor, shelf, 's2-mini', '1.1.0')).toThrow('are lost');
  });
});

describe('an update that failed', () => {
  beforeEach(() => add('1.1.0', { percent: 100 }));

  test('is written down once, and not offered to that device again', async () => {
    const other = makeDevice(monitor);
    await hear({ update_failed: '1.1.0' });
    monitor.time.advanceMs(10_000);
    await hear({ update_failed: '1.1.0' });
    expect(failures()).toMatchObject([{ deviceRow: device.row, failedAt: testStart }]);
    expect(offered()).toBeNull();
    const available = readAvailable(monitor, shelf, 's2-mini');
    expect(offerFirmware(monitor, available, other, '1.0.0')?.version).toBe('1.1.0');
  });

  test('is not forgotten when the device no longer speaks of it', async () => {
    await hear({ update_failed: '1.1.0' });
    await hear({});
    expect(device.updateFailed).toBeNull();
    expect(offered()).toBeNull();
  });

  test('does not keep a later version from it', async () => {
    await hear({ update_failed: '1.1.0' });
    add('1.1.1', { percent: 100 });
    expect(offered()).toBe('1.1.1');
  });

  test('is forgotten when the image is removed and added again', async () => {
    await hear({ update_failed: '1.1.0' });
    const image = { board: 's2-mini', version: '1.1.0' } as const;
    rollOutFirmware(monitor, image, { isPaused: true }, testActor, monitor.clock());
    removeFirmware(monitor, shelf, image, testActor, monitor.clock());
    expect(failures()).toEqual([]);
    add('1.1.0', { percent: 100 });
    // It says so still: it has not been told yet that it may try again.
    await hear({ update_failed: '1.1.0' });
    expect(offered()).toBe('1.1.0');
  });

  test('of an unknown version is remembered only with the device', async () => {
    await hear({ update_failed: '7.7.7' });
    expect(failures()).toEqual([]);
    expect(device.updateFailed).toBe('7.7.7');
  });

  test('is kept over a restart, and then not taken for another one', async () => {
    await hear({ update_failed: '1.1.0' });
    flushVitals(monitor);
    expect(findDeviceOverview(monitor.store, device.deviceId)?.updateFailed).toBe('1.1.0');
    const again = makeTestMonitor({ store: monitor.store });
    loadFleet(again, again.clock());
    expect(again.fleet.get(device.deviceId)?.updateFailed).toBe('1.1.0');
  });

  test('does not refuse a heartbeat when the disk is full, and is stored with the next one', async () => {
    await hear({});
    const { transaction } = monitor.store;
    Object.assign(monitor.store, {
      transaction: () => {
        throw new StoreUnavailable('disk full');
      },
    });
    const before = monitor.counters.heartbeats;
    await hear({ update_failed: '1.1.0' });
    expect(monitor.counters.heartbeats).toBe(before + 1);
    expect(device.updateFailed).toBeNull();
    Object.assign(monitor.store, { transaction });
    await hear({ update_failed: '1.1.0' });
    expect(failures()).toHaveLength(1);
  });

  test('goes with its device', async () => {
    await hear({ update_failed: '1.1.0' });
    deleteDevice(monitor, device.deviceId, testActor, monitor.clock());
    expect(failures()).toEqual([]);
  });
});

describe('what boards are flashed with', () => {
  const flashed = () =>
    chooseFlashImages(readAvailable(monitor, shelf)).get('s2-mini')?.version ?? null;

  test('is the newest, rolled out or not', () => {
    expect(flashed()).toBeNull();
    add('1.1.0', { percent: 100 });
    add('1.2.0');
    add('1.3.0', {}, { board: 't-display' });
    expect(flashed()).toBe('1.2.0');
  });

  test('is not paused, and not lost', () => {
    add('1.1.0');
    add('1.2.0', { isPaused: true });
    add('1.3.0');
    rmSync(shelf.pathOf({ board: 's2-mini', version: '1.3.0' }, 'bootloader'));
    expect(flashed()).toBe('1.1.0');
  });

  test('is for trying out only where there is nothing else', () => {
    add('2.0.0-rc.1');
    add('2.0.0-rc.2');
    expect(flashed()).toBe('2.0.0-rc.2');
    add('1.1.0');
    expect(flashed()).toBe('1.1.0');
  });
});

describe('how devices stand to an image', () => {
  const list = (query: Partial<Parameters<typeof listImageDevices>[2]> = {}) =>
    finish(
      listImageDevices(monitor, getImage(monitor.store, 's2-mini', '1.1.0'), {
        q: '',
        filter: 'all',
        page: 1,
        limit: 50,
        ...query,
      }),
    );

  test('is told of each of its board, and counted', async () => {
    add('1.1.0', { deviceIds: [device.deviceId] });
    const make = (siteName: string, firmwareVersion: string | null) =>
      Object.assign(makeDevice(monitor, { siteName }), { firmwareVersion });
    make('Has it', '1.1.0');
    make('Has a later one', '1.2.0');
    make('Not reached', '1.0.0');
    make('Said nothing', null);
    await hear({ firmware_version: '1.0.0' });
    const { devices, counts } = list();
    expect(counts).toEqual({ all: 5, installed: 1, waiting: 1, failed: 0, newer: 1, outside: 2 });
    expect(devices.map(({ siteName, standing }) => `${siteName}: ${standing}`)).toEqual([
      'Has a later one: newer',
      'Has it: installed',
      'Not reached: outside',
      'Said nothing: outside',
      `${device.config.siteName}: waiting`,
    ]);
    await hear({ firmware_version: '1.0.0', update_failed: '1.1.0' });
    expect(list({ filter: 'failed' }).devices).toEqual([
      {
        deviceId: device.deviceId,
        siteName: device.config.siteName,
        firmwareVersion: '1.0.0',
        link: 'online',
        standing: 'failed',
        failedAt: testStart,
      },
    ]);
  });

  test('is searched and paged', () => {
    add('1.1.0');
    for (const siteName of ['Shop C', 'Shop A', 'Shop B', 'House'])
      makeDevice(monitor, { siteName });
    const names = (query: Parameters<typeof list>[0]) =>
      list(query).devices.map(({ siteName }) => siteName);
    expect(names({ q: ' shop ', limit: 2 })).toEqual(['Shop A', 'Shop B']);
    expect(names({ q: 'shop', limit: 2, page: 2 })).toEqual(['Shop C']);
    expect(list({ q: 'shop', filter: 'installed' })).toMatchObject({
      devices: [],
      counts: { all: 3, outside: 3 },
    });
    expect(names({ q: device.deviceId })).toEqual([device.config.siteName]);
  });
});
