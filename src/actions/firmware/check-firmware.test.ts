import { describe, expect, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import {
  makeImage,
  makeRelease,
  makeReleaseKey,
  makeTable,
  sha256Of,
  signRelease,
  testReleaseKey,
} from '../../../tests/support/firmware.ts';
import type { PartName } from '../../domain/firmware/firmware-layout.ts';
import { checkRelease, type FirmwareRelease } from './check-firmware.ts';

const { publicKey } = testReleaseKey;
const check = (release: FirmwareRelease) => () => checkRelease(release, publicKey);
const sound = makeRelease();
const app = makeImage();

/** A release in which a part is another, though the manifest says so rightly. */
const withPart = (name: PartName, bytes: Uint8Array) => makeRelease({ parts: { [name]: bytes } });

describe('a release is taken', () => {
  test.each([
    ['s2-mini', 0x1000],
    ['t-display', 0x1000],
    ['s2-test', 0x1000],
    ['c3-mini', 0],
  ] as const)('for %s, its boot loader at %i', (board, bootloaderAt) => {
    const checked = checkRelease(makeRelease({ board }), publicKey);
    expect(checked.parts.map(({ name, offset }) => [name, offset])).toEqual([
      ['bootloader', bootloaderAt],
      ['partition-table', 0x8000],
      ['otadata', 0xf000],
      ['app', 0x2_0000],
    ]);
    expect(checked.app).toBe(checked.parts[3] ?? checked.app);
  });

  test('whatever the order of its parts', () => {
    const { parts } = checkRelease({ ...sound, parts: [...sound.parts].reverse() }, publicKey);
    expect(parts.map(({ name }) => name)).toEqual(sound.parts.map(({ name }) => name));
  });

  test('when its version is a pre-release', () => {
    expect(check(makeRelease({ version: '2.0.0-rc.1' }))).not.toThrow();
  });
});

describe('a signature is refused', () => {
  const refused = 'The signature is not by the release key';

  test('by another key', () => {
    const { privateKey } = makeReleaseKey();
    expect(check(makeRelease({ signWith: privateKey }))).toThrow(refused);
  });

  test('for another board, version or app', () => {
    for (const other of [
      { board: 's2-test', version: '1.1.0', app },
      { board: 's2-mini', version: '1.1.1', app },
      { board: 's2-mini', version: '1.1.0', app: makeImage({ payload: new Uint8Array(9) }) },
    ]) {
      expect(check({ ...sound, signature: signRelease(other) })).toThrow(refused);
    }
  });

  test('by the long name of the board: a board calls itself by the short one', () => {
    const signature = signRelease({ board: 'esp32-s2-mini', version: '1.1.0', app });
    expect(check({ ...sound, signature })).toThrow(refused);
  });

  test('with any byte changed', () => {
    const der = Buffer.from(sound.signature, 'base64');
    for (let at = 0; at < der.length; at += 1) {
      const changed = Buffer.from(der);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(check({ ...sound, signature: changed.toString('base64') })).toThrow(refused);
    }
  });

  test.each([
    ['cut short', sound.signature.slice(0, 40)],
    ['no DER', 'AAAA'],
    ['no base64', 'not base64!'],
    ['with something behind it', Buffer.alloc(80, 7).toString('base64')],
  ])('%s', (_what, signature) => {
    expect(check({ ...sound, signature })).toThrow(refused);
  });

  test('that is missing, with words of its own', () => {
    expect(check({ ...sound, signature: '' })).toThrow('The release is not signed.');
  });

  test('over another curve', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    expect(check(makeRelease({ signWith: privateKey }))).toThrow(refused);
  });
});

describe('a release is refused', () => {
  test.each([
    ['the app', 'app'],
    ['the bootloader', 'bootloader'],
  ] as const)('when %s is for another chip', (_what, name) => {
    const other = makeImage({ chipId: 0 });
    expect(check(withPart(name, other))).toThrow(
      `The ${name} is not for this board or not whole: it is for another chip (ESP32, where the board has an ESP32-S2).`,
    );
  });

  test('when an image is cut off, though its digest is that of what is left', () => {
    expect(check(makeRelease({ app: app.subarray(0, 3_000) }))).toThrow('it is cut off.');
    expect(check(withPart('bootloader', app.subarray(0, -1)))).toThrow('it is cut off.');
  });

  test('when an image is not one', () => {
    expect(check(makeRelease({ app: new Uint8Array(5_000) }))).toThrow('0xE9');
  });

  test('when the app calls itself another version, or none', () => {
    expect(check(makeRelease({ app: makeImage({ version: '1.0.9' }) }))).toThrow(
      'The app calls itself 1.0.9, and the manifest calls it 1.1.0.',
    );
    expect(check(makeRelease({ app: makeImage({ version: null }) }))).toThrow('does not say');
  });

  test('when the version is not one', () => {
    expect(check({ ...sound, version: '1.1' })).toThrow('“1.1” is no version');
    expect(check({ ...sound, version: '../../1.1.0' })).toThrow('is no version');
  });

  test('when a part is missing or there twice', () => {
    const [bootloader, ...others] = sound.parts;
    expect(check({ ...sound, parts: others })).toThrow('The bootloader is missing.');
    const twice = bootloader === undefined ? [] : [...sound.parts, bootloader];
    expect(check({ ...sound, parts: twice })).toThrow('The bootloader is there twice.');
  });

  test('when a part lies elsewhere', () => {
    const parts = sound.parts.map((part) =>
      part.name === 'app' ? { ...part, offset: 0x1_0000 } : part,
    );
    expect(check({ ...sound, parts })).toThrow('The app belongs at 0x20000, not at 0x10000.');
  });

  test('when a part has another digest than the manifest says', () => {
    const parts = sound.parts.map((part) => ({ ...part, sha256: sha256Of(new Uint8Array(1)) }));
    expect(check({ ...sound, parts })).toThrow('The bootloader is damaged');
  });

  test('when a part reaches into the next, or the app is larger than its slot', () => {
    const large = (bytes: number) => makeImage({ payload: new Uint8Array(bytes) });
    expect(check(withPart('bootloader', large(0x7000)))).toThrow('there is room for 28672.');
    expect(check(makeRelease({ app: large(0x1c_0000) }))).toThrow('there is room for 1835008.');
    expect(check(withPart('otadata', new Uint8Array(0x2001)))).toThrow('there is room for 8192.');
  });

  test('when its partition table has no slot where the app is put', () => {
    const table = makeTable([{ type: 1, subtype: 0, offset: 0xf000, size: 0x2000 }]);
    expect(check(withPart('partition-table', table))).toThrow('has no ota_0');
  });
});
