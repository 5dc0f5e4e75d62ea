/**
 * Makes a signed release of the firmware out of finished builds, as `faiwatch firmware add` takes it
 * (docs/decisions/020-firmware-images.md):
 *
 *   bun scripts/pack-firmware.ts --key release-key.pem firmware/build-s2-mini firmware/build-t-display
 *
 *   --key FILE        the private half of the release key; else FIRMWARE_KEY holds it
 *   --new-key FILE    the public key that is built in, where it is to replace the one to sign with
 *   --version X.Y.Z   what the images must call themselves
 *   --out DIR         default: dist/firmware
 *
 * Boards and versions are those of the builds. Everything is checked as a server checks it, and nothing
 * is written if one of the builds is refused.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type CheckedRelease,
  checkRelease,
  type FirmwareRelease,
  signedText,
} from '../src/actions/firmware/check-firmware.ts';
import { releaseManifestSchema } from '../src/contract/firmware/firmware.ts';
import { AppError } from '../src/domain/errors.ts';
import { readImageVersion } from '../src/domain/firmware/esp-image.ts';
import { readFirmwareBuild } from './lib/firmware-build.ts';
import { repositoryDir } from './lib/paths.ts';

export interface PackOptions {
  /** Folders of finished builds, one a board. */
  readonly builds: readonly string[];
  /** PEM. */
  readonly privateKey: string;
  /** PEM; what is built in. Default: the public half of the other. */
  readonly newPublicKey?: string;
  /** What the images must call themselves; default: whatever they do. */
  readonly version?: string;
  readonly outDir: string;
}

/**
 * @returns paths of the manifests, in the order of the builds
 * @throws Error with one sentence, before anything is written
 */
export function packFirmware(options: PackOptions): string[] {
  const { builds, privateKey, newPublicKey, version, outDir } = options;
  if (builds.length === 0) throw new Error('Name the folder of at least one build.');
  const key = readPrivateKey(privateKey);
  const builtIn = newPublicKey === undefined ? createPublicKey(key) : readPublicKey(newPublicKey);
  const releases = builds.map((dir) => makeRelease(dir, key, builtIn, version));
  const boards = new Set(releases.map(({ board }) => board));
  if (boards.size < releases.length) throw new Error('Two builds are for the same board.');
  mkdirSync(outDir, { recursive: true });
  return releases.map((release) => writeRelease(release, outDir));
}

function readPrivateKey(pem: string): KeyObject {
  if (pem.trim() === '') {
    throw new Error('There is no release key to sign with; give --key, or set FIRMWARE_KEY.');
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The reason is left out, since it could quote the key.
    throw new Error('The release key is no private key in PEM.');
  }
  demandCurve(createPublicKey(key), 'The release key');
  return key;
}

function readPublicKey(pem: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) {
    throw new Error('The new key is a private one; what is built in is its public half.');
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new Error('The new key is no public key in PEM.');
  }
  demandCurve(key, 'The new key');
  return key;
}

function demandCurve(publicKey: KeyObject, name: string): void {
  const { kty, crv } = publicKey.export({ format: 'jwk' });
  if (kty !== 'EC' || crv !== 'P-256') {
    throw new Error(`${name} is not an ECDSA key on the curve P-256.`);
  }
}

function makeRelease(
  dir: string,
  key: KeyObject,
  builtIn: KeyObject,
  wanted: string | undefined,
): CheckedRelease {
  const { board, parts: built } = readFirmwareBuild(dir);
  const parts = built.map((part) => ({ ...part, sha256: sha256Of(part.bytes) }));
  const app = parts.find(({ name }) => name === 'app');
  if (app === undefined) throw new Error('a build has an app');
  const version = readImageVersion(app.bytes);
  if (version === null) throw new Error(`${dir}: the app does not say which version it is.`);
  if (wanted !== undefined && version !== wanted) {
    throw new Error(`${dir}: the app calls itself ${version}, not ${wanted}.`);
  }
  demandBuiltInKey(dir, app.bytes, builtIn);
  const text = Buffer.from(signedText(board, version, app));
  const signature = sign('sha256', text, { key, dsaEncoding: 'der' });
  try {
    const release = { board, version, signature: signature.toString('base64'), parts };
    return checkRelease(release, createPublicKey(key));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`${dir}: ${error.message}`);
  }
}

/**
 * A board accepts updates that are signed for the key in its firmware. A release with another key, or none, would
 * be the last that could reach it without a cable.
 */
function demandBuiltInKey(dir: string, app: Uint8Array, publicKey: KeyObject): void {
  const pattern = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----/g;
  const found = [...Buffer.from(app).toString('latin1').matchAll(pattern)];
  if (found.length === 0) {
    throw new Error(`${dir}: no release key is built in; this firmware would take no updates.`);
  }
  if (!found.some(([pem]) => isSameKey(pem, publicKey))) {
    throw new Error(
      `${dir}: another key is built in than the one that is to check the next release.`,
    );
  }
}

function isSameKey(pem: string, publicKey: KeyObject): boolean {
  try {
    return createPublicKey(pem).equals(publicKey);
  } catch {
    return false;
  }
}

function writeRelease(release: CheckedRelease, outDir: string): string {
  const { name, manifest, parts } = layOutRelease(release);
  const checked = releaseManifestSchema().parse(manifest);
  for (const { path, bytes } of parts) writeFileSync(join(outDir, path), bytes);
  // Comes last, so that a manifest always has its parts.
  const path = join(outDir, name);
  writeFileSync(path, `${JSON.stringify(checked, null, 2)}\n`);
  return path;
}

/** The files of a release: the manifest with its name, and the parts with the paths it names. */
export function layOutRelease({ board, version, signature, parts }: FirmwareRelease) {
  const stem = `faiwatch-firmware-${board}-${version}`;
  const placed = parts.map((part) => ({ ...part, path: `${stem}-${part.name}.bin` }));
  const manifest = {
    format: 1,
    board,
    version,
    signature,
    parts: placed.map(({ name, path, offset, bytes, sha256 }) => ({
      name,
      path,
      offset,
      size: bytes.length,
      sha256,
    })),
  };
  return { name: `${stem}.json`, manifest, parts: placed };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      'new-key': { type: 'string' },
      version: { type: 'string' },
      out: { type: 'string', default: join(repositoryDir, 'dist', 'firmware') },
    },
  });
  try {
    const { key, 'new-key': newKey, version, out } = values;
    const privateKey =
      key === undefined ? (process.env['FIRMWARE_KEY'] ?? '') : readFileSync(key, 'utf8');
    const outDir = resolve(out);
    const packed = packFirmware({
      builds: positionals,
      privateKey,
      ...(newKey !== undefined && { newPublicKey: readFileSync(newKey, 'utf8') }),
      ...(version !== undefined && { version }),
      outDir,
    });
    for (const path of packed) console.log(path);
  } catch (error) {
    console.error(`pack-firmware: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
