import { Database } from 'bun:sqlite';
import { existsSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { writeApplied } from './applied-note.ts';
import { commandsAtWork, noteShipped, type ShippedNote } from './beside-the-leader.ts';
import type { ClusterNode } from './cluster-node.ts';
import { DiskWatch, type LeaderDisk } from './disk-watch.ts';
import { connectTo, Log } from './log.ts';
import { notePath, openedPath, shippedPath } from './paths.ts';
import { FilesWatch } from './replicated-files.ts';
import { Shipper } from './shipper.ts';
import { WalReader } from './wal.ts';

/** The orders for a server that is to lead, from the process that started it. */
export const leadOrder = z.strictObject({
  lineage: z.string(),
  epoch: z.int().min(1),
});
export type LeadOrder = z.output<typeof leadOrder>;

/** As many frames as SQLite by itself lets gather before it writes them into the database. */
const checkpointFrames = 1_000;
const checkpointEveryMs = 100;
const filesEveryMs = 1_000;
/** A stop waits so long for commands that are writing, in ms. */
const lockLimitMs = 2_000;

export interface ReplicationParts {
  readonly node: ClusterNode;
  readonly order: LeadOrder;
  readonly time: Time;
  readonly log: Logger;
  /** The state of the cluster, as the process that started this one knows it. */
  readonly status: () => ClusterStatus | null;
  /**
   * Takes the log over from the process that started this one, and said until now that this machine leads.
   * @returns the last sequence in it
   */
  readonly takeLog: () => Promise<number>;
  /** Tells that process whether this machine's disk refuses what is committed. */
  readonly tellDisk: (isRefusing: boolean) => void;
}

/** The leader's side of the cluster, within the server that leads. */
export class Replication {
  readonly #parts: ReplicationParts;
  readonly #shipper: Shipper;
  readonly #files: FilesWatch;
  readonly #disk: DiskWatch;
  readonly #close: () => Promise<void>;
  readonly #database: Database;
  readonly #lock: Database;
  readonly #reader: WalReader;
  #cancel: (() => void)[] = [];
  #filesAt = 0;
  #shipped: ShippedNote | null = null;
  #isWhole = false;
  #complaint = '';

  /**
   * From now on, what is committed is shipped, and what its write-ahead log holds already.
   * @param database the server's connection, which leaves checkpoints alone
   * @returns once the log has taken this server's first word
   */
  static async begin(
    parts: ReplicationParts,
    database: Database,
    disk: LeaderDisk,
  ): Promise<Replication> {
    const { node, order, time, log, takeLog } = parts;
    rmSync(shippedPath(node.dataDir), { force: true });
    const connection = await connectTo(node.log, node.name);
    const opened = await Log.open(connection, node.log.name, time);
    const shipper = new Shipper({
      log: opened,
      facts: { ...order, node: node.name, address: node.address },
      after: await takeLog(),
      time,
      die(reason) {
        log.error({ reason }, 'this server does not lead any more; it ends at once');
        // Not a clean end: SQLite would write into the database what the log does not hold.
        process.kill(process.pid, 'SIGKILL');
      },
    });
    await shipper.ship({ kind: 'alive' });
    return new Replication(parts, database, disk, shipper, () => connection.close());
  }

  private constructor(
    parts: ReplicationParts,
    database: Database,
    disk: LeaderDisk,
    shipper: Shipper,
    close: () => Promise<void>,
  ) {
    const { databasePath, dataDir } = parts.node;
    this.#parts = parts;
    this.#shipper = shipper;
    this.#close = close;
    this.#files = new FilesWatch(dataDir, (path, content) =>
      shipper.ship({ kind: 'file', path, content }),
    );
    this.#disk = new DiskWatch(disk, parts.time, parts.tellDisk);
    this.#database = database;
    this.#lock = new Database(databasePath);
    this.#lock.run('PRAGMA busy_timeout = 0');
    this.#lock.run('PRAGMA wal_autocheckpoint = 0');
    this.#reader = new WalReader(`${databasePath}-wal`);
    shipper.attach(this.#reader);
    this.#every(checkpointEveryMs, () => this.#checkpoint());
    this.#every(filesEveryMs, () => this.#lookAtFiles());
  }

  /** Everything that was committed so far is in the log. Undefined: it is already. */
  settled(): Promise<void> | undefined {
    return this.#shipper.settled();
  }

  /** Like `settled`, with the files of the installation. */
  filesSettled(): Promise<void> | undefined {
    this.#files.look();
    return this.#shipper.settled();
  }

  /** As of `Shipper`. */
  get catchUpMs(): number {
    return this.#shipper.catchUpMs;
  }

  /** Does not return once somebody else may lead. */
  mustLead(): void {
    this.#shipper.mustLead();
  }

  get mayBeRelieved(): boolean {
    return this.#disk.mayBeRelieved;
  }

  status(): ClusterStatus | null {
    return this.#parts.status();
  }

  /**
   * Before the server closes the database: ships the rest. Commands cannot write any more: whoever closes last
   * writes all of the write-ahead log into the database.
   */
  async stop(): Promise<void> {
    for (const cancel of this.#cancel) cancel();
    this.#disk.stop();
    this.#lock.run(`PRAGMA busy_timeout = ${lockLimitMs}`);
    this.#lock.run('BEGIN IMMEDIATE');
    await this.#shipper.settled();
    await this.#shipper.ship({ kind: 'step-down' });
    this.#shipper.stop();
    await this.#close();
    this.#isWhole = true;
  }

  /** After the server has closed the database. */
  release(): void {
    const { databasePath, dataDir } = this.#parts.node;
    this.#lock.close();
    const isEmptied = this.#isWhole && !existsSync(`${databasePath}-wal`);
    if (isEmptied && commandsAtWork(dataDir).length === 0) {
      rmSync(openedPath(dataDir), { force: true });
    }
  }

  #every(everyMs: number, run: () => void): void {
    const turn = this.#cancel.length;
    const again = () => {
      this.#cancel[turn] = this.#parts.time.setTimer(everyMs, () => {
        again();
        try {
          run();
        } catch (error) {
          this.#complain(error as Error);
        }
      });
    };
    again();
  }

  /** A disk that is full stays so for long. */
  #complain(error: Error): void {
    if (this.#complaint === error.message) return;
    this.#complaint = error.message;
    this.#parts.log.error({ err: error }, 'what the log holds could not be noted');
  }

  #lookAtFiles(): void {
    const { wallMs } = this.#parts.time.clock();
    this.#files.look();
    // Nobody else waits for them, and the disk is spared.
    if (commandsAtWork(this.#parts.node.dataDir).length > 0) this.#filesAt = wallMs;
  }

  /** Writes into the database what the log holds, and nothing else. */
  #checkpoint(): void {
    const { node, order } = this.#parts;
    const { position } = this.#reader;
    if (position === null || this.#shipper.settled() !== undefined) return;
    const { salts, frames } = position;
    this.#noteShipped({ wal: { salts: [...salts], frames }, filesAt: this.#filesAt });
    if (frames < checkpointFrames) return;
    const lock = this.#lock;
    try {
      lock.run('BEGIN IMMEDIATE');
    } catch {
      // Somebody is writing.
      return;
    }
    try {
      // Another process may have committed just before.
      if (this.#shipper.settled() !== undefined) return;
      const [state] = this.#database.query('PRAGMA wal_checkpoint(PASSIVE)').values();
      const isWhole = state?.[0] === 0 && state[1] === state[2];
      const { lineage, epoch } = order;
      if (isWhole) writeApplied(notePath(node.dataDir), { lineage, epoch, ...this.#shipper.end });
    } finally {
      lock.run('ROLLBACK');
    }
  }

  /** Commands wait until what they wrote is shipped. */
  #noteShipped(note: ShippedNote): void {
    if (Bun.deepEquals(note, this.#shipped)) return;
    noteShipped(this.#parts.node.dataDir, note);
    this.#shipped = note;
  }
}
