/**
 * Reads SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walformat). The file may be read
 * beside SQLite: unlike the database and the -shm file, nobody holds a lock on it that closing it drops.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const fileHeaderBytes = 32;
const frameHeaderBytes = 24;
/** The lowest bit says in which order of bytes checksums count. Every machine that we run on is this one. */
const littleEndianMagic = 0x377f0682;

/** The place up to which a log was read. */
export interface WalPosition {
  /** SQLite chooses both anew each time it begins the file again. */
  readonly salts: readonly [number, number];
  /** Frames from the beginning. */
  readonly frames: number;
  /** The checksum of all that came before. */
  readonly checksum: readonly [number, number];
}

/** Without the checksum, which only whoever reads on needs. */
type WalMark = Pick<WalPosition, 'salts' | 'frames'>;

/** Whether all up to `other` comes before `position`, too. */
export function isAtLeast(position: WalMark, other: WalMark): boolean {
  // SQLite adds one to the first salt at each new beginning of the file.
  const rounds = (position.salts[0] - other.salts[0]) | 0;
  return rounds > 0 || (rounds === 0 && position.frames >= other.frames);
}

/** The pages that one or more transactions left behind. */
export interface Commits {
  readonly pageSize: number;
  /** Pages of the database after them. */
  readonly databasePages: number;
  /** Each page that they changed, as the last of them left it, by page number. */
  readonly pages: ReadonlyMap<number, Uint8Array>;
  readonly position: WalPosition;
}

/** A log that cannot go on where it was read to: somebody else began it again. */
export class WalBroken extends Error {
  override readonly name = 'WalBroken';
}

interface Header {
  readonly pageSize: number;
  readonly start: WalPosition;
}

/** @returns null: the header is not complete, as in a file that was just made */
function readWalHeader(bytes: Uint8Array): Header | null {
  if (bytes.length < fileHeaderBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, fileHeaderBytes);
  if (view.getUint32(0) !== littleEndianMagic) return null;
  const checksum = addChecksum([0, 0], bytes.subarray(0, 24));
  if (checksum[0] !== view.getUint32(24) || checksum[1] !== view.getUint32(28)) return null;
  return {
    pageSize: view.getUint32(8),
    start: { salts: [view.getUint32(16), view.getUint32(20)], frames: 0, checksum },
  };
}

/**
 * Reads whole transactions. A frame that is not yet complete, or left over from an earlier round of the
 * file, ends the log.
 * @param bytes begins with the first frame after `from`
 * @returns null: no transaction was committed after `from`
 */
function readCommits(bytes: Uint8Array, pageSize: number, from: WalPosition): Commits | null {
  const pages = new Map<number, Uint8Array>();
  let open: [number, Uint8Array][] = [];
  let { frames, checksum } = from;
  let found: { position: WalPosition; databasePages: number } | null = null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = frameHeaderBytes + pageSize;
  for (let at = 0; at + step <= bytes.length; at += step) {
    if (view.getUint32(at + 8) !== from.salts[0]) break;
    if (view.getUint32(at + 12) !== from.salts[1]) break;
    const page = bytes.subarray(at + frameHeaderBytes, at + step);
    checksum = addChecksum(addChecksum(checksum, bytes.subarray(at, at + 8)), page);
    if (checksum[0] !== view.getUint32(at + 16) || checksum[1] !== view.getUint32(at + 20)) break;
    frames += 1;
    open.push([view.getUint32(at), page]);
    const databasePages = view.getUint32(at + 4);
    if (databasePages === 0) continue;
    for (const [number, content] of open) pages.set(number, content);
    open = [];
    found = { databasePages, position: { salts: from.salts, frames, checksum } };
  }
  if (found === null) return null;
  // A page that a later transaction cut off is not there any more.
  for (const number of pages.keys()) if (number > found.databasePages) pages.delete(number);
  return { pageSize, pages, ...found };
}

/** SQLite's checksum, over pairs of 32-bit words. */
function addChecksum(
  [s0, s1]: readonly [number, number],
  bytes: Uint8Array,
): readonly [number, number] {
  const words =
    bytes.byteOffset % 4 === 0
      ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
      : new Uint32Array(bytes.slice().buffer);
  let a = s0 | 0;
  let b = s1 | 0;
  for (let i = 0; i < words.length; i += 2) {
    a = (a + (words[i] as number) + b) | 0;
    b = (b + (words[i + 1] as number) + a) | 0;
  }
  return [a >>> 0, b >>> 0];
}

/** Follows one log file, from its beginning or from where another process had read it to. */
export class WalReader {
  readonly #path: string;
  #position: WalPosition | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Null: nothing was read yet. */
  get position(): WalPosition | null {
    return this.#position;
  }

  /**
   * Reads what was committed since the last call.
   * @returns null: nothing was
   * @throws WalBroken
   */
  read(): Commits | null {
    const file = openIfThere(this.#path);
    if (file === null) return null;
    try {
      const head = readAt(file, 0, fileHeaderBytes + frameHeaderBytes);
      const header = readWalHeader(head.subarray(0, fileHeaderBytes));
      if (header === null) return null;
      const { pageSize } = header;
      const from = this.#goOnFrom(header.start);
      const step = frameHeaderBytes + pageSize;
      const start = fileHeaderBytes + from.frames * step;
      let end = start;
      // Behind them, the file may still hold many frames of an earlier round.
      while (isFrameOf(readAt(file, end, frameHeaderBytes), from)) end += step;
      if (end === start) return null;
      const commits = readCommits(readAt(file, start, end - start), pageSize, from);
      if (commits !== null) this.#position = commits.position;
      return commits;
    } finally {
      closeSync(file);
    }
  }

  #goOnFrom(start: WalPosition): WalPosition {
    const known = this.#position;
    if (known === null) return start;
    if (isSame(known.salts, start.salts)) return known;
    // SQLite adds one to the first salt at each new beginning.
    if ((known.salts[0] + 1) >>> 0 !== start.salts[0]) {
      throw new WalBroken('the write-ahead log was begun again by somebody else');
    }
    return start;
  }
}

/** Whether a frame follows that belongs to the same round of the file. */
function isFrameOf(header: Uint8Array, { salts }: WalPosition): boolean {
  if (header.length < frameHeaderBytes) return false;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  return isSame([view.getUint32(8), view.getUint32(12)], salts);
}

function isSame(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}

function readAt(file: number, offset: number, length: number): Uint8Array {
  if (length <= 0) return new Uint8Array(0);
  // Pages must lie at multiples of four for the checksum; a buffer of its own begins at one.
  const bytes = new Uint8Array(length);
  const read = readSync(file, bytes, 0, length, offset);
  return bytes.subarray(0, read);
}
