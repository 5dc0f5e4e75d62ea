import { closeSync, fdatasyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncToDisk } from '../disk/sync-to-disk.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { type Applied, writeApplied } from './applied-note.ts';
import type { ClusterNode } from './cluster-node.ts';
import { answerLimitMs, type Log, type LogBounds } from './log.ts';
import { jetstream, type NatsConnection, type ObjectStore, Objm, StorageType } from './nats.ts';
import { notePath } from './paths.ts';
import {
  listReplicatedFiles,
  readReplicatedFile,
  writeReplicatedFile,
} from './replicated-files.ts';

const head = z.object({
  lineage: z.string(),
  /** The database holds all entries up to this one, and maybe parts of later ones. */
  seq: z.int(),
  id: z.string(),
  epoch: z.int(),
  files: z.array(z.string()),
});
type SnapshotHead = z.output<typeof head>;

/** The size of the log at which another snapshot is made. */
const entriesBetween = 100_000;
const logBytes = 64 * 1_048_576;

/**
 * Whether another snapshot is worth its cost. A busy installation writes a large log in few hours, which has to
 * fit beside the database on small disks. Between the two that are kept lies half of it, so that whoever was away
 * for a while finds what it lacks.
 * @param newest the sequence of the newest one. Undefined: there is none
 */
export function isSnapshotDue(
  { first, last, bytes }: LogBounds,
  newest: number | undefined,
  databaseBytes: number,
): boolean {
  if (newest === undefined) return true;
  const since = last - newest;
  const bytesSince = (bytes * since) / (last - first + 1);
  return since >= entriesBetween || bytesSince >= (logBytes + databaseBytes) / 2;
}

const blockBytes = 4 * 1_048_576;
const copies = 3;
const gone = new Uint8Array(0);

/**
 * Copies of the whole database, from which a node joins. While a copy is made the database may change: what
 * is replayed from `seq` on writes anew each page that did.
 */
export class Snapshots {
  readonly #objects: Objm;
  readonly #bucket: string;

  constructor(connection: NatsConnection, cluster: string) {
    this.#objects = new Objm(jetstream(connection, { timeout: answerLimitMs }));
    this.#bucket = `faiwatch-${cluster}`;
  }

  /** @returns their sequences, oldest first */
  async list(): Promise<number[]> {
    const store = await this.#find();
    const found = (await store?.list()) ?? [];
    return found.map(({ name }) => Number(name)).sort((a, b) => a - b);
  }

  /**
   * @param from what is in the database before its first page is read
   * @param signal of one whose time to make copies may be over: of a log that was lost meanwhile nothing must come back
   * @throws the signal's reason
   */
  async make(
    node: ClusterNode,
    from: Omit<SnapshotHead, 'files'>,
    signal?: AbortSignal,
  ): Promise<void> {
    const files = listReplicatedFiles(node.dataDir);
    const store = await this.#make();
    const blocks = blocksOf(node, { ...from, files }, signal);
    await store.put({ name: String(from.seq) }, streamOf(blocks), { timeout: 10_000 });
  }

  /** Makes another one. It and the one before it stay, and of the log what came after that. */
  async renew(
    node: ClusterNode,
    from: Omit<SnapshotHead, 'files'>,
    log: Pick<Log, 'cutBefore'>,
    signal?: AbortSignal,
  ): Promise<void> {
    const found = await this.list();
    signal?.throwIfAborted();
    await this.make(node, from, signal);
    signal?.throwIfAborted();
    const before = found.at(-1);
    if (before === undefined) return;
    for (const old of found.slice(0, -1)) await this.remove(old);
    await log.cutBefore(before);
  }

  /** Removes all of them: they belong to a log that is lost. */
  async clear(): Promise<void> {
    const store = await this.#find();
    await store?.destroy();
  }

  async remove(seq: number): Promise<void> {
    const store = await this.#find();
    await store?.delete(String(seq));
  }

  /** Replaces database and files of this node. The database is complete once the log was replayed. */
  async fetch(node: ClusterNode, seq: number): Promise<Applied> {
    const store = await this.#find();
    const found = (await store?.get(String(seq))) ?? null;
    if (found === null) throw new Error(`the snapshot ${seq} is gone`);
    const blocks = readBlocks(found.data);
    const next = async () => (await blocks.next()).value ?? new Uint8Array(0);
    const known = head.parse(JSON.parse(Buffer.from(await next()).toString()));
    // Files that were removed while this node was away would come back with it when it leads.
    for (const path of listReplicatedFiles(node.dataDir)) {
      if (!known.files.includes(path)) writeReplicatedFile(node.dataDir, path, gone);
    }
    for (const path of known.files) writeReplicatedFile(node.dataDir, path, await next());
    const unfinished = `${node.databasePath}.joining`;
    const file = openSync(unfinished, 'w', 0o600);
    try {
      let at = 0;
      for (let block = await next(); block.length > 0; block = await next()) {
        writeWhole(file, block, at);
        at += block.length;
      }
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    const failure = await found.error;
    if (failure) throw failure;
    const { lineage, id, epoch } = known;
    const note = { lineage, seq: known.seq, id, epoch };
    // A crash in between leaves a note without a database, and the node joins again.
    rmSync(node.databasePath, { force: true });
    syncToDisk(dirname(node.databasePath));
    writeApplied(notePath(node.dataDir), note);
    renameSync(unfinished, node.databasePath);
    syncToDisk(dirname(node.databasePath));
    return note;
  }

  #make(): Promise<ObjectStore> {
    return this.#objects.create(this.#bucket, { storage: StorageType.File, replicas: copies });
  }

  /**
   * A search makes none: NATS leaves some without an answer who make the same one at a time.
   * @returns null: there is none
   */
  async #find(): Promise<ObjectStore | null> {
    try {
      return await this.#objects.open(this.#bucket);
    } catch (error) {
      if ((error as Error).message === 'object store not found') return null;
      throw error;
    }
  }
}

function streamOf(blocks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await blocks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* blocksOf(
  node: ClusterNode,
  known: SnapshotHead,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  yield packBlock(Buffer.from(JSON.stringify(known)));
  for (const path of known.files) yield packBlock(readReplicatedFile(node.dataDir, path));
  const file = openSync(node.databasePath, 'r');
  try {
    for (let at = 0; ; at += blockBytes) {
      signal?.throwIfAborted();
      const block = new Uint8Array(blockBytes);
      const length = readSync(file, block, 0, blockBytes, at);
      if (length === 0) return;
      yield packBlock(block.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

function packBlock(content: Uint8Array): Uint8Array {
  const packed = Bun.zstdCompressSync(content, { level: 3 });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(packed.length);
  return Buffer.concat([size, packed]);
}

async function* readBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
      const end = 4 + rest.readUInt32LE(0);
      yield Bun.zstdDecompressSync(rest.subarray(4, end));
      rest = rest.subarray(end);
    }
  }
}
