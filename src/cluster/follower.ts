import { type Applied, writeApplied } from './applied-note.ts';
import { applyPages, type PageImages } from './apply-pages.ts';
import type { ClusterNode } from './cluster-node.ts';
import { type Entry, EntryAssembler, type EntryHeader, unpackPages } from './entry.ts';
import { notePath } from './paths.ts';
import { writeReplicatedFile } from './replicated-files.ts';

/** Brings the log's entries into this node's database and files. No SQLite may have the database open. */
export class Follower {
  readonly #node: ClusterNode;
  readonly #until: number;
  readonly #assembler = new EntryAssembler();
  #images: PageImages[] = [];
  #applied: Applied;
  #received: number;
  #last: EntryHeader | null = null;

  /**
   * @param from what is noted to be in the database
   * @param until the database may hold parts of entries up to this one, and is whole only from there on
   */
  constructor(node: ClusterNode, from: Applied, until: number) {
    this.#node = node;
    this.#applied = from;
    this.#received = from.seq;
    this.#until = until;
  }

  /** The point of the log that the database has reached. */
  get applied(): Applied {
    return this.#applied;
  }

  /** The last sequence that came. */
  get received(): number {
    return this.#received;
  }

  /**
   * Whether the database is as some leader left it. An entry that its leader did not end is in no database:
   * nobody waits for the rest.
   */
  get isWhole(): boolean {
    return this.#images.length === 0 && this.#received >= this.#until;
  }

  /** @returns the entry that is complete with this message, if one is */
  take(seq: number, bytes: Uint8Array): EntryHeader | null {
    this.#received = seq;
    const entry = this.#assembler.take(bytes);
    if (entry === null) return null;
    this.#keep(entry);
    this.#last = entry.header;
    return entry.header;
  }

  #keep({ header, content }: Entry): void {
    if (header.kind === 'pages') this.#images.push(unpackPages(content));
    if (header.kind === 'file' && header.path !== undefined) {
      writeReplicatedFile(this.#node.dataDir, header.path, content);
    }
  }

  /** Writes what came into the database, and notes it. */
  flush(): void {
    const last = this.#last;
    if (last === null || this.#received === this.#applied.seq) return;
    if (this.#images.length > 0) applyPages(this.#node.databasePath, this.#images);
    const wasChanged = this.#images.length > 0;
    this.#images = [];
    // Before that, a node that begins again must begin where it did.
    if (this.#received < this.#until || this.#assembler.isWithin) return;
    const { lineage, epoch, id } = last;
    this.#applied = { lineage, epoch, id, seq: this.#received };
    // Signs of life alone change nothing that would have to be on the disk.
    if (wasChanged || last.kind !== 'alive')
      writeApplied(notePath(this.#node.dataDir), this.#applied);
  }
}
