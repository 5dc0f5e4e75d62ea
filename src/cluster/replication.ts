import { Database } from 'bun:sqlite';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { writeApplied } from './applied-note.ts';
import { describeShipped, isCommandAtWork } from './beside-the-leader.ts';
import type { ClusterNode } from './cluster-node.ts';
import { connectTo, Log } from './log.ts';
import { notePath, openedPath, shippedPath } from './paths.ts';
import { FilesWatch } from './replicated-files.ts';
import { Shipper } from './shipper.ts';
import { WalReader } from './wal.ts';

/** What a server that is to lead is told by the process that started it. */
export const leadOrder = z.strictObject({
  lineage: z.string(),
  epoch: z.int().min(1),
  /** The sequence of the entry with which it began to lead. */
  after: z.int().min(1),
});
export type LeadOrder = z.output<typeof leadOrder>;

/** As many frames as SQLite by itself lets gather before it writes them into the database. */
const checkpointFrames = 1_000;
const checkpointEveryMs = 100;
const filesEveryMs = 1_000;
/** How long a stop waits for the log, in ms. */
const stopLimitMs = 2_000;

export interface ReplicationParts {
  readonly node: ClusterNode;
  readonly order: LeadOrder;
  readonly time: Time;
  readonly log: Logger;
  /** How the cluster stands, as the process that started this one knows. */
  readonly status: () => ClusterStatus | null;
}

/** The leader's side of the cluster, within the server that leads. */
export class Replication {
  readonly #parts: ReplicationParts;
  readonly #shipper: Shipper;
  readonly #files: FilesWatch;
  readonly #close: () => Promise<void>;
  #database: Database | null = null;
  #lock: Database | null = null;
  #reader: WalReader | null = null;
  #cancel: (() => void)[] = [];
  #shipped = '';
  #isWhole = false;

  /** @returns once the log has taken this server's first word */
  static async begin(parts: ReplicationParts): Promise<Replication> {
    const { node, order, time, log } = parts;
    const connection = await connectTo(node.log, node.name);
    const shipper = new Shipper({
      log: await Log.open(connection, node.log.name, time),
      facts: { ...order, node: node.name, address: node.address },
      after: order.after,
      time,
      die(reason) {
        log.error({ reason }, 'this server does not lead any more; it ends at once');
        // Not a clean end: SQLite would write into the database what the log does not hold.
        process.kill(process.pid, 'SIGKILL');
      },
    });
    await shipper.ship({ kind: 'alive' });
    return new Replication(parts, shipper, () => connection.close());
  }

  private constructor(parts: ReplicationParts, shipper: Shipper, close: () => Promise<void>) {
    this.#parts = parts;
    this.#shipper = shipper;
    this.#close = close;
    this.#files = new FilesWatch(parts.node.dataDir, (path, content) =>
      shipper.ship({ kind: 'file', path, content }),
    );
  }

  /**
   * From now on, what is committed is shipped.
   * @param database the server's connection, which leaves checkpoints alone
   */
  attach(database: Database): void {
    const { databasePath, dataDir } = this.#parts.node;
    writeFileSync(openedPath(dataDir), '');
    this.#database = database;
    this.#lock = new Database(databasePath);
    this.#lock.run('PRAGMA busy_timeout = 0');
    this.#lock.run('PRAGMA wal_autocheckpoint = 0');
    this.#reader = new WalReader(`${databasePath}-wal`);
    this.#shipper.attach(this.#reader);
    this.#every(checkpointEveryMs, () => this.#checkpoint());
    this.#every(filesEveryMs, () => this.#files.look());
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

  /** Does not return once somebody else may lead. */
  mustLead(): void {
    this.#shipper.mustLead();
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
    this.#lock?.run(`PRAGMA busy_timeout = ${stopLimitMs}`);
    this.#lock?.run('BEGIN IMMEDIATE');
    const cancelLimit = this.#parts.time.setTimer(stopLimitMs, () => {
      this.#parts.log.error({}, 'the log does not take the last changes; they are dropped');
      process.kill(process.pid, 'SIGKILL');
    });
    await this.#shipper.settled();
    await this.#shipper.ship({ kind: 'step-down' });
    cancelLimit();
    this.#shipper.stop();
    await this.#close();
    this.#isWhole = true;
  }

  /** After the server has closed the database. */
  release(): void {
    const { databasePath, dataDir } = this.#parts.node;
    this.#lock?.close();
    const isEmptied = this.#isWhole && !existsSync(`${databasePath}-wal`);
    if (isEmptied && !isCommandAtWork(dataDir)) rmSync(openedPath(dataDir), { force: true });
  }

  #every(everyMs: number, run: () => void): void {
    const turn = this.#cancel.length;
    const again = () => {
      this.#cancel[turn] = this.#parts.time.setTimer(everyMs, () => {
        again();
        run();
      });
    };
    again();
  }

  /** Writes into the database what the log holds, and nothing else. */
  #checkpoint(): void {
    const { node, order } = this.#parts;
    const [database, lock, position] = [this.#database, this.#lock, this.#reader?.position];
    if (database === null || lock === null || position == null) return;
    if (this.#shipper.settled() !== undefined) return;
    this.#noteShipped(describeShipped(position, this.#shipper.end.seq));
    if (position.frames < checkpointFrames) return;
    try {
      lock.run('BEGIN IMMEDIATE');
    } catch {
      // Somebody is writing.
      return;
    }
    try {
      // Another process may have committed just before.
      if (this.#shipper.settled() !== undefined) return;
      const [state] = database.query('PRAGMA wal_checkpoint(PASSIVE)').values();
      const isWhole = state?.[0] === 0 && state[1] === state[2];
      const { lineage, epoch } = order;
      if (isWhole) writeApplied(notePath(node.dataDir), { lineage, epoch, ...this.#shipper.end });
    } finally {
      lock.run('ROLLBACK');
    }
  }

  /** Commands wait until what they wrote is shipped. */
  #noteShipped(shipped: string): void {
    if (shipped === this.#shipped) return;
    this.#shipped = shipped;
    writeFileSync(shippedPath(this.#parts.node.dataDir), shipped);
  }
}
