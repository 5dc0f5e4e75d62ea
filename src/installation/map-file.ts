import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Header } from 'pmtiles';
import type { MapFile, MapProblem } from '../domain/system/map-file.ts';
import { mapPath } from './paths.ts';

/** Loading it takes 300 kB, and few installations have a map. */
const loadPmtiles = () => require('pmtiles') as typeof import('pmtiles');

const magic = 'PMTiles\u0003';
/** https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, chapter 3. */
const headerBytes = 127;

/**
 * The form of the operator's map, by its first bytes; a file of many gigabytes costs no more.
 * @returns null: there is none
 */
export function readMapFile(dataDir: string): MapFile | null {
  const path = mapPath(dataDir);
  let file: number;
  try {
    // A pipe that nobody writes to would be waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    return { path, version: '0-0', size: 0, problem: 'unreadable' };
  }
  try {
    const stat = fstatSync(file);
    const { size } = stat;
    const version = `${Math.round(stat.mtimeMs)}-${size}`;
    const problem = stat.isFile() ? findProblem(readStart(file), size) : 'unreadable';
    return { path, version, size, problem };
  } finally {
    closeSync(file);
  }
}

function readStart(file: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerBytes);
  return bytes.subarray(0, readSync(file, bytes, 0, headerBytes, 0));
}

function findProblem(start: Uint8Array<ArrayBuffer>, size: number): MapProblem | null {
  const begins = new TextDecoder('latin1').decode(start.subarray(0, magic.length));
  if (begins !== magic) return 'foreign';
  if (start.length < headerBytes) return 'cut_short';
  const header = loadPmtiles().bytesToHeader(start.buffer);
  if (endOf(header) > size) return 'cut_short';
  return isReadable(header) ? null : 'tiles';
}

function endOf(header: Header): number {
  return Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
}

function isReadable({ internalCompression, tileCompression, tileType }: Header): boolean {
  const { Compression, TileType } = loadPmtiles();
  const readable = [Compression.None, Compression.Gzip];
  const isKnown = tileType !== TileType.Unknown && tileType in TileType;
  return isKnown && readable.includes(internalCompression) && readable.includes(tileCompression);
}
