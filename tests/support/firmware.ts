import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOutRelease } from '../../scripts/pack-firmware.ts';
import type { Board } from '../../src/domain/devices/device-type.ts';
import {
  chipIds,
  chipOf,
  type PartName,
  partNames,
  placeOf,
} from '../../src/domain/firmware/firmware-layout.ts';
import { firmwareDir } from '../../src/installation/paths.ts';
import { FirmwareShelf } from '../../src/store/firmware/firmware-shelf.ts';
import { tempPath } from './temp-dir.ts';

/** A key pair of its own; the other half of a release key that no board knows. */
export function makeReleaseKey(): {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
} {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Everything tests sign with, unless they want another. */
export const testReleaseKey = makeReleaseKey();

/** The public key as an operator gets it. */
export const testPublicPem = toPem(testReleaseKey.publicKey);

export function toPem(publicKey: KeyObject): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

export interface ImageOptions {
  readonly chipId?: number;
  /** What the image calls itself; null: it has no description. */
  readonly version?: string | null;
  /** Bytes of code, besides the description. */
  readonly payload?: Uint8Array;
  readonly hasDigest?: boolean;
}

/** An image as Espressif's tools build it: two segments, padding, checksum, digest. */
export function makeImage(options: ImageOptions = {}): Uint8Array {
  const { chipId = 2, version = '1.1.0', hasDigest = true } = options;
  const payload = options.payload ?? new TextEncoder().encode('code '.repeat(1_000));
  const segments = [describeApp(version), payload];
  const parts: Uint8Array[] = [];
  const header = Buffer.alloc(24);
  header.set([0xe9, segments.length, 2, 0x2f]);
  header.writeUInt32LE(0x4008_0000, 4);
  header.writeUInt16LE(chipId, 12);
  header[23] = hasDigest ? 1 : 0;
  parts.push(header);
  let checksum = 0xef;
  for (const segment of segments) {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(0x3f40_0020, 0);
    head.writeUInt32LE(segment.length, 4);
    parts.push(head, segment);
    for (const byte of segment) checksum ^= byte;
  }
  const end = parts.reduce((sum, part) => sum + part.length, 0);
  const padding = Buffer.alloc((end | 15) + 1 - end);
  padding[padding.length - 1] = checksum;
  parts.push(padding);
  const whole = Buffer.concat(parts);
  if (!hasDigest) return new Uint8Array(whole);
  return new Uint8Array(Buffer.concat([whole, createHash('sha256').update(whole).digest()]));
}

function describeApp(version: string | null): Uint8Array {
  const description = Buffer.alloc(256);
  if (version === null) return description;
  description.writeUInt32LE(0xabcd_5432, 0);
  description.write(version, 16, 31, 'latin1');
  description.write('faiwatch', 48, 'latin1');
  return description;
}

export interface Partition {
  readonly type: number;
  readonly subtype: number;
  readonly offset: number;
  readonly size: number;
}

export const testPartitions: readonly Partition[] = [
  { type: 1, subtype: 2, offset: 0x9000, size: 0x6000 },
  { type: 1, subtype: 0, offset: 0xf000, size: 0x2000 },
  { type: 0, subtype: 0x10, offset: 0x2_0000, size: 0x1c_0000 },
  { type: 0, subtype: 0x11, offset: 0x1e_0000, size: 0x1c_0000 },
];

export function makeTable(partitions = testPartitions): Uint8Array {
  const table = Buffer.alloc(0xc00, 0xff);
  for (const [index, { type, subtype, offset, size }] of partitions.entries()) {
    const entry = Buffer.alloc(32);
    entry.set([0xaa, 0x50, type, subtype]);
    entry.writeUInt32LE(offset, 4);
    entry.writeUInt32LE(size, 8);
    table.set(entry, index * 32);
  }
  return new Uint8Array(table);
}

export interface ReleaseOptions {
  readonly board?: Board;
  readonly version?: string;
  /** Bytes of the app image; default: a sound one for the board that knows its version. */
  readonly app?: Uint8Array;
  readonly parts?: Partial<Readonly<Record<PartName, Uint8Array>>>;
  readonly signWith?: KeyObject;
}

/** A consistent release, as the action takes it. */
export function makeRelease(options: ReleaseOptions = {}) {
  const { board = 's2-mini', version = '1.1.0' } = options;
  const chipId = chipIds[chipOf[board]];
  const app = options.app ?? makeImage({ chipId, version });
  const bytes: Record<PartName, Uint8Array> = {
    bootloader: makeImage({ chipId, version: null, payload: new Uint8Array(3_000).fill(7) }),
    'partition-table': makeTable(),
    otadata: new Uint8Array(0x2000).fill(0xff),
    app,
    ...options.parts,
  };
  return {
    board,
    version,
    signature: signRelease({ board, version, app }, options.signWith),
    parts: partNames.map((name) => ({
      name,
      offset: placeOf(name, board).offset,
      bytes: bytes[name],
      sha256: sha256Of(bytes[name]),
    })),
  };
}

/** Base64 of DER, over what a board checks. */
export function signRelease(
  { board, version, app }: { board: string; version: string; app: Uint8Array },
  key: KeyObject = testReleaseKey.privateKey,
): string {
  const text = `${board}\n${version}\n${app.length}\n${sha256Of(app)}\n`;
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'der' }).toString('base64');
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Writes a release as the workflow publishes it.
 * @returns path of its manifest
 */
export function writeRelease(
  dir: string,
  options: ReleaseOptions = {},
  change: (manifest: Record<string, unknown>) => void = () => {},
): string {
  const { name, manifest, parts } = layOutRelease(makeRelease(options));
  mkdirSync(dir, { recursive: true });
  for (const part of parts) writeFileSync(join(dir, part.path), part.bytes);
  change(manifest);
  const path = join(dir, name);
  writeFileSync(path, JSON.stringify(manifest, null, 2));
  return path;
}

/** A shelf of its own for a test. */
export function makeTestFirmwareShelf(): FirmwareShelf {
  return new FirmwareShelf(tempPath('firmware'));
}

/** Gives a data directory the public key that test releases are signed for. */
export function trustTestKey(dataDir: string): void {
  mkdirSync(firmwareDir(dataDir), { recursive: true });
  writeFileSync(join(firmwareDir(dataDir), 'release-key.pub.pem'), testPublicPem);
}
