import { describe, expect, test } from 'bun:test';
import { makeImage, makeTable, testPartitions } from '../../../tests/support/firmware.ts';
import { findImageFault, findTableFault, readImageVersion } from './esp-image.ts';

const sound = makeImage();

function changed(at: number, value: number, image = sound): Uint8Array {
  const copy = image.slice();
  copy[at] = value;
  return copy;
}

describe('an image', () => {
  test('as the tools build it has no fault, with its digest or without', () => {
    expect(findImageFault(sound, 'ESP32-S2')).toBeNull();
    expect(findImageFault(makeImage({ hasDigest: false }), 'ESP32-S2')).toBeNull();
    expect(findImageFault(makeImage({ chipId: 0 }), 'ESP32')).toBeNull();
  });

  test('of any length ends where its lines of sixteen do', () => {
    for (let length = 0; length < 40; length += 1) {
      const image = makeImage({ payload: new Uint8Array(length).fill(3) });
      expect(findImageFault(image, 'ESP32-S2')).toBeNull();
    }
  });

  test('for another chip is recognised', () => {
    expect(findImageFault(sound, 'ESP32')).toContain('ESP32-S2, where the board has an ESP32');
    expect(findImageFault(makeImage({ chipId: 9 }), 'ESP32')).toContain('chip number 9');
  });

  test('that begins with another byte is none', () => {
    expect(findImageFault(changed(0, 0x7f), 'ESP32-S2')).toContain('0xE9');
    expect(findImageFault(new Uint8Array(), 'ESP32-S2')).toContain('0xE9');
  });

  test('cut off anywhere is noticed', () => {
    for (let length = 1; length < sound.length; length += 7) {
      expect(findImageFault(sound.subarray(0, length), 'ESP32-S2')).toContain('cut off');
    }
    expect(findImageFault(sound.subarray(0, -1), 'ESP32-S2')).toContain('cut off');
  });

  test('that goes on after its end is noticed', () => {
    const longer = new Uint8Array(sound.length + 1);
    longer.set(sound);
    expect(findImageFault(longer, 'ESP32-S2')).toContain('goes on');
  });

  test('with a changed byte of code has a wrong checksum', () => {
    expect(findImageFault(changed(600, 0), 'ESP32-S2')).toContain('checksum');
  });

  test.each([0, 17, 255])('with %i segments is none', (count) => {
    expect(findImageFault(changed(1, count), 'ESP32-S2')).toContain('segments');
  });

  test('whose segment claims four gigabytes is cut off', () => {
    expect(findImageFault(changed(31, 0xff), 'ESP32-S2')).toContain('cut off');
  });

  test('says its version, if it describes itself', () => {
    expect(readImageVersion(makeImage({ version: '2.3.4-rc.1' }))).toBe('2.3.4-rc.1');
    expect(readImageVersion(makeImage({ version: null }))).toBeNull();
    expect(readImageVersion(sound.subarray(0, 60))).toBeNull();
  });

  test('may lie anywhere in a larger buffer', () => {
    const room = new Uint8Array(sound.length + 13);
    room.set(sound, 13);
    expect(findImageFault(room.subarray(13), 'ESP32-S2')).toBeNull();
    expect(readImageVersion(room.subarray(13))).toBe('1.1.0');
  });
});

describe('a partition table', () => {
  const [nvs, otadata, slot] = testPartitions;
  if (nvs === undefined || otadata === undefined || slot === undefined) throw new Error('no table');

  test('of the supported layout has no fault', () => {
    expect(findTableFault(makeTable(), 1_000_000)).toBeNull();
  });

  test('must have a first slot at its place that holds the app', () => {
    expect(findTableFault(makeTable([nvs, otadata]), 1)).toContain('ota_0');
    const moved = { ...slot, offset: 0x1_0000 };
    expect(findTableFault(makeTable([nvs, otadata, moved]), 1)).toContain('ota_0');
    expect(findTableFault(makeTable(), 0x1c_0001)).toContain('too small');
  });

  test('must have otadata at its place', () => {
    expect(findTableFault(makeTable([nvs, slot]), 1)).toContain('otadata');
  });

  test('is not any bytes', () => {
    expect(findTableFault(new Uint8Array(0xc00).fill(0xff), 1)).toContain('no partition table');
    expect(findTableFault(new Uint8Array(5), 1)).toContain('no partition table');
  });
});
