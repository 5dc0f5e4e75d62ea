import { beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  makeImage,
  makeRelease,
  makeReleaseKey,
  makeTestFirmwareShelf,
  type ReleaseOptions,
  testReleaseKey,
} from '../../../tests/support/firmware.ts';
import {
  makeTestMonitor,
  type TestMonitor,
  testActor,
  testStart,
} from '../../../tests/support/monitor.ts';
import { findImage, readImages } from '../../store/firmware/firmware-images.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import { auditLog } from '../../store/people/tables.ts';
import { addFirmware } from './add-firmware.ts';

let monitor: TestMonitor;
let shelf: FirmwareShelf;

beforeEach(() => {
  monitor = makeTestMonitor();
  shelf = makeTestFirmwareShelf();
});

const add = (options: ReleaseOptions = {}) =>
  addFirmware(
    monitor,
    shelf,
    testReleaseKey.publicKey,
    makeRelease(options),
    testActor,
    monitor.clock(),
  );
const audited = () => monitor.store.db.select().from(auditLog).all();
const folder = () => dirname(dirname(dirname(shelf.pathOf(image, 'app'))));
const image = { board: 's2-mini', version: '1.1.0' } as const;

describe('a release that is added', () => {
  test('is kept with all its parts, and offered to nobody', () => {
    expect(add()).toBe(true);
    const release = makeRelease();
    const stored = findImage(monitor.store, 's2-mini', '1.1.0');
    expect(stored).toMatchObject({
      ...image,
      size: makeImage().length,
      sha256: release.parts[3]?.sha256 ?? '',
      percent: 0,
      isPaused: false,
      addedAt: testStart,
      deviceIds: new Set(),
    });
    for (const [index, { name, offset, bytes, sha256 }] of release.parts.entries()) {
      const md5 = createHash('md5').update(bytes).digest('hex');
      expect(stored?.parts[index]).toEqual({ name, offset, size: bytes.length, sha256, md5 });
      expect(readFileSync(shelf.pathOf(image, name)).equals(bytes)).toBe(true);
    }
  });

  test('is in the audit log', () => {
    add();
    expect(audited()).toMatchObject([
      { actor: 'test', action: 'firmware.add', subject: 's2-mini 1.1.0' },
    ]);
  });

  test('stands beside other versions and boards, newest first', () => {
    for (const version of ['1.9.0', '1.10.0', '1.10.0-rc.1']) add({ version });
    add({ board: 't-display' });
    const kept = readImages(monitor.store).map(({ board, version }) => `${board} ${version}`);
    expect(kept).toEqual([
      's2-mini 1.10.0',
      's2-mini 1.10.0-rc.1',
      's2-mini 1.9.0',
      't-display 1.1.0',
    ]);
  });

  test('once more is no failure and changes nothing', () => {
    add();
    expect(add()).toBe(false);
    expect(readImages(monitor.store)).toHaveLength(1);
    expect(audited()).toHaveLength(1);
    expect(readdirSync(folder())).toEqual(['s2-mini']);
  });

  test('once more brings lost files back', () => {
    add();
    rmSync(shelf.pathOf(image, 'bootloader'));
    expect(add()).toBe(false);
    expect(readFileSync(shelf.pathOf(image, 'bootloader')).length).toBeGreaterThan(0);
  });
});

describe('refused and nothing changed', () => {
  test('with other content under a version that is there', () => {
    add();
    const before = readFileSync(shelf.pathOf(image, 'app'));
    const other = makeImage({ payload: new Uint8Array(100) });
    expect(() => add({ app: other })).toThrow(
      '1.1.0 for s2-mini is there already, with other content.',
    );
    expect(() => add({ parts: { otadata: new Uint8Array(0x1000) } })).toThrow('other content');
    expect(readFileSync(shelf.pathOf(image, 'app')).equals(before)).toBe(true);
    expect(readdirSync(folder())).toEqual(['s2-mini']);
  });

  test('with a signature by another key', () => {
    expect(() => add({ signWith: makeReleaseKey().privateKey })).toThrow('The signature');
    expect(readImages(monitor.store)).toEqual([]);
    expect(audited()).toEqual([]);
  });

  test('when the database cannot take it: no file is left in its place', () => {
    monitor.store.sqlite.run('DROP TABLE audit_log');
    expect(() => add()).toThrow();
    expect(readImages(monitor.store)).toEqual([]);
    expect(readdirSync(join(folder()))).toEqual([]);
  });
});
