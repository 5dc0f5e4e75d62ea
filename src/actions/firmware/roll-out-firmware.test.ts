import { beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, rmSync } from 'node:fs';
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
} from '../../../tests/support/monitor.ts';
import { AppError } from '../../domain/errors.ts';
import {
  findImage,
  readImages,
  readRolloutRevision,
} from '../../store/firmware/firmware-images.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import { firmwareTargets } from '../../store/firmware/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import { deleteDevice } from '../devices/delete-device.ts';
import { addFirmware } from './add-firmware.ts';
import { removeFirmware } from './remove-firmware.ts';
import { type RolloutChange, rollOutFirmware } from './roll-out-firmware.ts';

let monitor: TestMonitor;
let shelf: FirmwareShelf;
const image = { board: 's2-mini', version: '1.1.0' } as const;

beforeEach(() => {
  monitor = makeTestMonitor();
  shelf = makeTestFirmwareShelf();
  add();
});

function add(options: ReleaseOptions = {}): void {
  const { publicKey } = testReleaseKey;
  addFirmware(monitor, shelf, publicKey, makeRelease(options), testActor, monitor.clock());
}

const rollOut = (change: RolloutChange, which = image) =>
  rollOutFirmware(monitor, which, change, testActor, monitor.clock());
const remove = () => removeFirmware(monitor, shelf, image, testActor, monitor.clock());
const stored = () => findImage(monitor.store, 's2-mini', '1.1.0');
const lastAudited = () => monitor.store.db.select().from(auditLog).all().at(-1);

describe('a roll-out', () => {
  test('changes what is said, and leaves the rest', () => {
    const device = makeDevice(monitor);
    rollOut({ percent: 10, deviceIds: [device.deviceId] });
    rollOut({ isPaused: true });
    rollOut({ percent: 25 });
    expect(stored()).toMatchObject({
      percent: 25,
      isPaused: true,
      deviceIds: new Set([device.deviceId]),
    });
  });

  test('names devices in place of those named before, each once', () => {
    const [one, other] = [makeDevice(monitor).deviceId, makeDevice(monitor).deviceId];
    rollOut({ deviceIds: [one, one] });
    expect(stored()?.deviceIds).toEqual(new Set([one]));
    rollOut({ deviceIds: [other] });
    expect(stored()?.deviceIds).toEqual(new Set([other]));
    rollOut({ deviceIds: [] });
    expect(stored()?.deviceIds).toEqual(new Set());
  });

  test('is in the audit log with what was before', () => {
    const { deviceId } = makeDevice(monitor);
    rollOut({ percent: 10, deviceIds: [deviceId], isPaused: false });
    expect(lastAudited()).toMatchObject({
      actor: 'test',
      action: 'firmware.roll-out',
      subject: 's2-mini 1.1.0',
      before: { percent: 0, devices: [] },
      after: { percent: 10, devices: [deviceId] },
    });
  });

  test('that changes nothing leaves no entry', () => {
    const [one, other] = [makeDevice(monitor).deviceId, makeDevice(monitor).deviceId];
    rollOut({ percent: 10, deviceIds: [one, other] });
    const revision = readRolloutRevision(monitor.store);
    const entry = lastAudited();
    rollOut({ percent: 10, deviceIds: [other, one], isPaused: false });
    expect(lastAudited()).toEqual(entry);
    expect(readRolloutRevision(monitor.store)).toBe(revision);
  });

  test('raises the number by which the server notices it', () => {
    const revision = readRolloutRevision(monitor.store);
    rollOut({ percent: 10 });
    rollOut({ isPaused: true });
    expect(readRolloutRevision(monitor.store)).toBe(revision + 2);
  });

  test('to a device that is not there, or is another board, is refused', () => {
    const { deviceId } = makeDevice(monitor);
    add({ board: 't-display' });
    expect(() => rollOut({ percent: 5, deviceIds: ['fw-000000000bad'] })).toThrow(
      'fw-000000000bad is not known',
    );
    const forOther = { board: 't-display', version: '1.1.0' } as const;
    expect(() =>
      rollOutFirmware(monitor, forOther, { deviceIds: [deviceId] }, testActor, monitor.clock()),
    ).toThrow(`${deviceId} is another board (s2-mini)`);
    for (const one of readImages(monitor.store)) {
      expect(one).toMatchObject({ percent: 0, deviceIds: new Set() });
    }
  });

  test('of an unknown image is refused', () => {
    const nowhere = { board: 's2-mini', version: '9.9.9' } as const;
    expect(() =>
      rollOutFirmware(monitor, nowhere, { percent: 1 }, testActor, monitor.clock()),
    ).toThrow(new AppError('NOT_FOUND', 'There is no firmware 9.9.9 for s2-mini.'));
  });

  test('forgets a device that is deleted', () => {
    const { deviceId } = makeDevice(monitor);
    rollOut({ deviceIds: [deviceId] });
    deleteDevice(monitor, deviceId, testActor, monitor.clock());
    expect(stored()?.deviceIds).toEqual(new Set());
    expect(monitor.store.db.select().from(firmwareTargets).all()).toEqual([]);
  });
});

describe('removing', () => {
  test('takes row and files away, and is in the audit log', () => {
    const path = shelf.pathOf(image, 'app');
    expect(existsSync(path)).toBe(true);
    remove();
    expect(stored()).toBeUndefined();
    expect(existsSync(path)).toBe(false);
    expect(lastAudited()).toMatchObject({ action: 'firmware.remove', subject: 's2-mini 1.1.0' });
  });

  test('is refused while it is rolled out, by per cent or to a device', () => {
    rollOut({ percent: 1 });
    expect(remove).toThrow('1.1.0 for s2-mini is being rolled out.');
    rollOut({ percent: 0, deviceIds: [makeDevice(monitor).deviceId] });
    expect(remove).toThrow('is being rolled out');
    expect(shelf.has(stored() ?? { ...image, parts: [{ name: 'app', size: 0 }] })).toBe(true);
  });

  test('is possible once it is paused, or offered to nobody any more', () => {
    rollOut({ percent: 50, isPaused: true });
    remove();
    add();
    rollOut({ percent: 50 });
    rollOut({ percent: 0 });
    remove();
    expect(stored()).toBeUndefined();
  });

  test('of what lost its files is possible, too', () => {
    rmSync(shelf.pathOf(image, 'app'));
    remove();
    expect(stored()).toBeUndefined();
  });

  test('of an unknown image is refused', () => {
    remove();
    expect(remove).toThrow('There is no firmware 1.1.0 for s2-mini.');
  });
});
