import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Board } from '../../domain/devices/device-type.ts';
import { AppError } from '../../domain/errors.ts';
import {
  findImageFault,
  findTableFault,
  readImageVersion,
} from '../../domain/firmware/esp-image.ts';
import {
  chipOf,
  type PartName,
  partNames,
  placeOf,
} from '../../domain/firmware/firmware-layout.ts';
import { versionKey } from '../../domain/firmware/firmware-version.ts';

interface ReleasePart {
  readonly name: PartName;
  /** Where the manifest wants it in the flash. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** The size and digest that the manifest gives; hex, lower case. */
  readonly sha256: string;
}

/** A release as its manifest describes it, with the bytes of its parts. */
export interface FirmwareRelease {
  readonly board: Board;
  readonly version: string;
  /** Base64 of DER. */
  readonly signature: string;
  readonly parts: readonly ReleasePart[];
}

/** A checked release: its parts in the order of the flash. */
export interface CheckedRelease extends Omit<FirmwareRelease, 'parts'> {
  readonly parts: readonly ReleasePart[];
  readonly app: ReleasePart;
}

/** DER of two numbers of 32 bytes; the firmware stores no more. */
const maxSignatureBytes = 72;

/**
 * Checks a release as docs/decisions/020-firmware-images.md says: complete, made for the board, and
 * signed with the release key.
 * @throws AppError VALIDATION with one sentence about the first fault
 */
export function checkRelease(release: FirmwareRelease, publicKey: KeyObject): CheckedRelease {
  const { board, version } = release;
  if (versionKey(version) === null) {
    refuse(`“${version}” is no version such as 1.2.0 or 1.2.0-rc.1.`);
  }
  const parts = partNames.map((name) => checkPart(release, name));
  const [bootloader, table, , app] = parts;
  if (bootloader === undefined || table === undefined || app === undefined) {
    throw new Error('the layout has four parts');
  }
  for (const { name, bytes } of [bootloader, app]) {
    const fault = findImageFault(bytes, chipOf[board]);
    if (fault !== null) refuse(`The ${name} is not for this board or not whole: it ${fault}.`);
  }
  const called = readImageVersion(app.bytes);
  if (called === null)
    refuse('The app does not say which version it is (esp_app_desc is missing).');
  if (called !== version) {
    refuse(`The app calls itself ${called}, and the manifest calls it ${version}.`);
  }
  const fault = findTableFault(table.bytes, app.bytes.length);
  if (fault !== null) refuse(`The partition table does not fit: it ${fault}.`);
  checkSignature(release, app, publicKey);
  return { ...release, parts, app };
}

function checkPart(release: FirmwareRelease, name: PartName): ReleasePart {
  const found = release.parts.filter((part) => part.name === name);
  const [part] = found;
  if (part === undefined) refuse(`The ${name} is missing.`);
  if (found.length > 1) refuse(`The ${name} is there twice.`);
  const { offset, maxBytes } = placeOf(name, release.board);
  if (part.offset !== offset) {
    refuse(
      `The ${name} belongs at 0x${offset.toString(16)}, not at 0x${part.offset.toString(16)}.`,
    );
  }
  if (part.bytes.length > maxBytes) {
    refuse(`The ${name} has ${part.bytes.length} bytes, and there is room for ${maxBytes}.`);
  }
  if (createHash('sha256').update(part.bytes).digest('hex') !== part.sha256) {
    refuse(`The ${name} is damaged: its SHA-256 is not the one in the manifest.`);
  }
  return part;
}

function checkSignature(release: FirmwareRelease, app: ReleasePart, publicKey: KeyObject): void {
  const { board, version, signature } = release;
  if (signature === '') refuse('The release is not signed.');
  const der = Buffer.from(signature, 'base64');
  const text = signedText(board, version, app);
  const isSigned =
    der.toString('base64') === signature &&
    der.length <= maxSignatureBytes &&
    isVerified(text, publicKey, der);
  if (!isSigned) {
    refuse('The signature is not by the release key, or not for this board, version and app.');
  }
}

/** The bytes that are signed. A board builds the same bytes from what it is offered. */
export function signedText(
  board: Board,
  version: string,
  app: Pick<ReleasePart, 'bytes' | 'sha256'>,
): string {
  return `${board}\n${version}\n${app.bytes.length}\n${app.sha256}\n`;
}

function isVerified(text: string, key: KeyObject, der: Uint8Array): boolean {
  try {
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'der' }, der);
  } catch {
    // The library throws for some signatures that are not DER.
    return false;
  }
}

function refuse(sentence: string): never {
  throw new AppError('VALIDATION', sentence);
}
