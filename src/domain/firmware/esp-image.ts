/**
 * Reads the headers of images that Espressif's tools build: `esp_image_format.h`, `esp_app_desc.h` and
 * `esp_flash_partitions.h` of ESP-IDF.
 */
import { type ChipFamily, chipIds, partLayout } from './firmware-layout.ts';

const headerBytes = 24;
const segmentHeaderBytes = 8;
const maxSegments = 16;
const digestBytes = 32;
/** The description of the application stands first in the first segment. */
const descriptionAt = headerBytes + segmentHeaderBytes;

/**
 * Whether bytes are a whole image for a chip. The digest at the end of the image is not checked, because
 * callers compare the SHA-256 of the whole file.
 * @returns null, or what is wrong, to be said after "It": `is cut off`
 */
export function findImageFault(bytes: Uint8Array, chip: ChipFamily): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 0 || view.getUint8(0) !== 0xe9) {
    return 'is no image of Espressif’s tools (it does not begin with 0xE9)';
  }
  if (bytes.length < headerBytes) return 'is cut off within its header';
  const chipId = view.getUint16(12, true);
  if (chipId !== chipIds[chip]) {
    return `is for another chip (${nameChip(chipId)}, where the board has an ${chip})`;
  }
  const segments = view.getUint8(1);
  if (segments === 0 || segments > maxSegments) return 'has no sensible number of segments';
  let end = headerBytes;
  let checksum = 0xef;
  for (let segment = 0; segment < segments; segment += 1) {
    if (end + segmentHeaderBytes > bytes.length) return 'is cut off';
    const from = end + segmentHeaderBytes;
    end = from + view.getUint32(end + 4, true);
    if (end > bytes.length) return 'is cut off';
    for (const byte of bytes.subarray(from, end)) checksum ^= byte;
  }
  // The checksum is the last byte of a line of sixteen.
  const checksumAt = end | 15;
  const size = checksumAt + 1 + (view.getUint8(23) === 1 ? digestBytes : 0);
  if (bytes.length < size) return 'is cut off';
  if (bytes.length > size) return `goes on after its end (${bytes.length} bytes, not ${size})`;
  if (view.getUint8(checksumAt) !== checksum) return 'is damaged (its checksum is wrong)';
  return null;
}

function nameChip(id: number): string {
  const known = Object.entries(chipIds).find(([, one]) => one === id);
  return known === undefined ? `chip number ${id}` : known[0];
}

/** The version an application image gives itself. Null: it has no description. */
export function readImageVersion(bytes: Uint8Array): string | null {
  const versionAt = descriptionAt + 16;
  const nameAt = versionAt + 32;
  if (bytes.length < nameAt) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(descriptionAt, true) !== 0xabcd5432) return null;
  const [version = ''] = new TextDecoder('latin1')
    .decode(bytes.subarray(versionAt, nameAt))
    .split('\0');
  return version;
}

/**
 * Whether a partition table fits the layout, and has a first slot that holds the application.
 * @returns null, or what is wrong, to be said after "It"
 */
export function findTableFault(bytes: Uint8Array, appBytes: number): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: { kind: number; offset: number; size: number }[] = [];
  for (let at = 0; at + 32 <= bytes.length && view.getUint16(at, true) === 0x50aa; at += 32) {
    entries.push({
      kind: view.getUint16(at + 2),
      offset: view.getUint32(at + 4, true),
      size: view.getUint32(at + 8, true),
    });
  }
  if (entries.length === 0) return 'is no partition table';
  const find = (kind: number, offset: number) =>
    entries.find((entry) => entry.kind === kind && entry.offset === offset);
  // Type and subtype: app, ota_0.
  const slot = find(0x0010, partLayout.app.offset);
  if (slot === undefined) return 'has no ota_0 at 0x20000';
  if (slot.size < appBytes) return `has an ota_0 of ${slot.size} bytes, too small for the app`;
  // Data, ota.
  if (find(0x0100, partLayout.otadata.offset) === undefined) return 'has no otadata at 0xf000';
  return null;
}
