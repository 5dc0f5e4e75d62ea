/** The log's entries, and the messages that carry them. An entry larger than a message spans several. */
import { z } from 'zod';
import type { PageImages } from './apply-pages.ts';

const entryHeader = z.object({
  /** No two entries have the same. */
  id: z.string(),
  /** The founding of the log that it belongs to. */
  lineage: z.string(),
  epoch: z.int().min(1),
  node: z.string(),
  /** Where the leader's pages are. */
  address: z.string().nullable(),
  /** Epoch ms, by the leader's clock. */
  at: z.int(),
  /**
   * `lead`: its node leads from here on; `alive`: it still does; `step-down`: it does not any more; `pages`:
   * what it committed; `file`: a file of the installation.
   */
  kind: z.enum(['lead', 'alive', 'step-down', 'pages', 'file']),
  /** Of a file, within the data directory. */
  path: z.string().optional(),
  /**
   * How far the leader's write-ahead log is in the log with this entry: both salts, and frames. Left out:
   * its server has not opened the database yet.
   */
  wal: z.tuple([z.int(), z.int(), z.int()]).optional(),
});
export type EntryHeader = z.output<typeof entryHeader>;

const partHeader = z.object({
  part: z.int().min(1),
  of: z.int().min(1),
  entry: entryHeader,
});

export interface Entry {
  readonly header: EntryHeader;
  readonly content: Uint8Array;
}

/** Room for what comes before the content of a message. */
const headerRoom = 2_048;

/** @param maxBytes of one message */
export function encodeEntry({ header, content }: Entry, maxBytes: number): Uint8Array[] {
  const room = maxBytes - headerRoom;
  const of = Math.max(1, Math.ceil(content.length / room));
  return Array.from({ length: of }, (_, i) => {
    const head = Buffer.from(JSON.stringify({ part: i + 1, of, entry: header }));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(head.length);
    return Buffer.concat([size, head, content.subarray(i * room, (i + 1) * room)]);
  });
}

/** @throws Error: the message is not ours */
export function readMessage(bytes: Uint8Array): {
  readonly part: number;
  readonly of: number;
  readonly entry: EntryHeader;
  readonly content: Uint8Array;
} {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = buffer.readUInt32LE(0);
  const head = partHeader.parse(JSON.parse(buffer.toString('utf8', 4, 4 + size)));
  return { ...head, content: bytes.subarray(4 + size) };
}

/** Puts entries together. What a deposed leader left unfinished is dropped. */
export class EntryAssembler {
  #id = '';
  #parts: Uint8Array[] = [];

  /** @returns null: the entry goes on, or its beginning is missing */
  take(bytes: Uint8Array): Entry | null {
    const { part, of, entry, content } = readMessage(bytes);
    if (part === 1) {
      this.#id = entry.id;
      this.#parts = [];
    } else if (entry.id !== this.#id || part !== this.#parts.length + 1) {
      return null;
    }
    this.#parts.push(content);
    if (part < of) return null;
    const whole = this.#parts.length === 1 ? content : Buffer.concat(this.#parts);
    this.#parts = [];
    return { header: entry, content: whole };
  }

  /** Whether an entry was begun and not ended. */
  get isWithin(): boolean {
    return this.#parts.length > 0;
  }
}

/** SQLite's pages compress to about a fifth at the lowest level; higher ones cost more than they save. */
const level = 1;

export function packPages({ pageSize, databasePages, pages }: PageImages): Uint8Array {
  const head = new Uint32Array([pageSize, databasePages, pages.size, ...pages.keys()]);
  const whole = Buffer.concat([new Uint8Array(head.buffer), ...pages.values()]);
  return Bun.zstdCompressSync(whole, { level });
}

/** @throws Error: these are not pages */
export function unpackPages(content: Uint8Array): PageImages {
  const whole = Bun.zstdDecompressSync(content);
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  const wordAt = (i: number) => view.getUint32(i * 4, true);
  const [pageSize, databasePages, count] = [wordAt(0), wordAt(1), wordAt(2)];
  const start = (3 + count) * 4;
  if (whole.length !== start + count * pageSize) throw new Error('pages are incomplete');
  const pages = new Map<number, Uint8Array>();
  for (let i = 0; i < count; i += 1) {
    pages.set(wordAt(3 + i), whole.subarray(start + i * pageSize, start + (i + 1) * pageSize));
  }
  return { pageSize, databasePages, pages };
}
