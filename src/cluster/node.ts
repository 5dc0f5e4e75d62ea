/** The process of a node: it follows the log, and starts a server when this node is to lead. */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type {
  ClusterRole,
  ClusterStatus,
  ClusterTrouble,
  TakeOver,
} from '../domain/system/cluster.ts';
import { type Applied, readApplied, writeApplied } from './applied-note.ts';
import { answerQuestions } from './ask-nodes.ts';
import { isCommandAtWork, noteOpened } from './beside-the-leader.ts';
import type { ClusterNode } from './cluster-node.ts';
import {
  judgeStanding,
  lastLeaderFirstMs,
  natsAwayMs,
  takeOverAfterMs,
  waitBeforeLeading,
} from './election.ts';
import { type EntryHeader, encodeEntry, readMessage } from './entry.ts';
import { Follower } from './follower.ts';
import { AppendRefused, connectTo, Log, LogLost } from './log.ts';
import type { NatsConnection } from './nats.ts';
import { NodeTalk } from './node-talk.ts';
import { NodeUnusable } from './node-unusable.ts';
import { dropUnshipped, prepareDatabase, readWholeWal, setAside } from './own-database.ts';
import { nodesPath, notePath, openedPath, resumedPath } from './paths.ts';
import {
  isRebuiltFrom,
  type LostStanding,
  mayRebuild,
  nextLineage,
  rebuildAfterMs,
} from './rebuild.ts';
import type { LeadOrder } from './replication.ts';
import { Shipper } from './shipper.ts';
import { isSnapshotDue, Snapshots } from './snapshots.ts';
import { isAtLeast } from './wal.ts';

/** A server that leads, as the process that started it sees it. */
export interface Leader {
  readonly ended: Promise<void>;
  /** Resolves once it has opened the database, and never if it ends before. */
  readonly opened: Promise<void>;
  /** From now on it says that this machine leads. @param after the last sequence in the log */
  takeLog(after: number): void;
  tell(status: ClusterStatus): void;
  /** Asks it to end when everything is in the log. */
  stop(): void;
  kill(): void;
}

/** What the log has made of this node. */
interface Lead extends LeadOrder {
  /** The sequence of the entry with which it began to lead. */
  readonly after: number;
}

export interface NodeParts {
  readonly node: ClusterNode;
  readonly time: Time;
  readonly log: Logger;
  /** Opens this node's ports while another leads. */
  readonly openDoors: () => Promise<{ close(): Promise<void> }>;
  readonly startLeader: (order: LeadOrder) => Leader;
}

const lookEveryMs = 100;
const againAfterMs = 1_000;
const talkEveryMs = 2_000;
const complainEveryMs = 60_000;
/** By then each of the others has said how it stands. */
const othersTellMs = 5_000;
const firstSnapshotMs = 500;
const snapshotLookMs = 10_000;
/** How long a server may take to open its database, migrations of a slow card included; then others lead. */
const openLimitMs = 60_000;
const openMsPerByte = 1 / 1_000;
/** A server that leads again and fails within this time does so once; then others have their turn. */
const provenAfterMs = 300_000;

export class Node {
  readonly #parts: NodeParts;
  #connection: NatsConnection | null = null;
  #log: Log | null = null;
  #talk: NodeTalk | null = null;
  #doors: { close(): Promise<void> } | null = null;
  #leader: Leader | null = null;
  #role: ClusterRole = 'following';
  #trouble: ClusterTrouble | null = 'no-quorum';
  #epoch = 0;
  #appliedSeq = 0;
  #logEnd = 0;
  #known: ClusterStatus['leader'] = null;
  #lastTakeOver: TakeOver | null = null;
  #isVacant = false;
  #isOthersTurn = false;
  /** Null: the log holds what this node has. */
  #lost: { readonly standing: LostStanding; readonly sinceMs: number } | null = null;
  #isStopping = false;
  #complaint: { readonly message: string; readonly monoMs: number } | null = null;
  readonly #ended = Promise.withResolvers<void>();

  constructor(parts: NodeParts) {
    this.#parts = parts;
  }

  /**
   * Opens the ports and begins.
   * @throws NodeUnusable, and errors of taken ports
   */
  async start(): Promise<void> {
    const { node } = this.#parts;
    mkdirSync(node.dataDir, { recursive: true, mode: 0o700 });
    this.#doors = await this.#parts.openDoors();
    this.#run().then(this.#ended.resolve, this.#ended.reject);
  }

  /** Resolves after `stop`. @throws NodeUnusable */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#leader?.stop();
    await this.#leader?.ended;
    await this.#doors?.close();
    if (this.#connection === null) return this.#ended.resolve();
    await this.#ended.promise;
    await this.#connection.close();
  }

  status(): ClusterStatus {
    const { node } = this.#parts;
    const own = {
      node: node.name,
      address: node.address,
      role: this.#role,
      applied: this.#appliedSeq,
      version: node.version,
    };
    return {
      name: node.log.name,
      node: node.name,
      role: this.#role,
      epoch: this.#epoch,
      leader: this.#known,
      applied: this.#appliedSeq,
      logEnd: this.#logEnd,
      nodes: this.#talk?.standings(own, this.#logEnd) ?? [],
      lastTakeOver: this.#lastTakeOver,
      trouble: this.#trouble,
    };
  }

  async #run(): Promise<void> {
    const { node, time } = this.#parts;
    this.#connection = await connectTo(node.log, node.name);
    this.#log = await Log.open(this.#connection, node.log.name, time);
    this.#talk = new NodeTalk(this.#connection, node.log.name, nodesPath(node.dataDir), time);
    answerQuestions(this.#connection, node.log.name, {
      status: () => this.status(),
      stepDown: () => this.#leader?.stop(),
      forget: (name) => this.#talk?.forget(name),
    });
    this.#keepTalking();
    while (!this.#isStopping) {
      try {
        await this.#round(this.#log, this.#connection);
      } catch (error) {
        if (error instanceof NodeUnusable) throw error;
        this.#complain(error as Error, 'this node can neither follow nor lead');
        await this.#pause(againAfterMs);
      }
    }
  }

  /** Trouble that lasts is logged once a minute: it is tried again each second, maybe for days. */
  #complain(error: Error, text: string): void {
    const { time, log } = this.#parts;
    const { monoMs } = time.clock();
    const last = this.#complaint;
    if (last?.message === error.message && monoMs - last.monoMs < complainEveryMs) return;
    this.#complaint = { message: error.message, monoMs };
    log.error({ err: error }, text);
  }

  #keepTalking(): void {
    if (!this.#isStopping) this.#parts.time.setTimer(talkEveryMs, () => this.#keepTalking());
    this.#talk?.tell(this.status(), this.#lost?.standing ?? null);
    this.#leader?.tell(this.status());
  }

  /** From what is in the database to the end of a time of following or leading. */
  async #round(log: Log, connection: NatsConnection): Promise<void> {
    const { node } = this.#parts;
    const bounds = await log.bounds().catch((error: unknown) => {
      this.#trouble = 'no-quorum';
      throw error;
    });
    // Where a crash has left only the note, the database is still to come.
    let note = existsSync(node.databasePath) ? readApplied(notePath(node.dataDir)) : null;
    if (bounds === null || bounds.last === 0) {
      if (note === null) return this.#found(log);
      return this.#rebuild(log, connection, note, bounds !== null, true);
    }
    if (note === null && existsSync(node.databasePath)) {
      throw new NodeUnusable(
        `${node.dataDir} holds an installation of its own; move it away, and this node joins the cluster ${node.log.name}`,
      );
    }
    if (note === null || note.seq + 1 < bounds.first) {
      note = await this.#join(new Snapshots(connection, node.log.name), bounds.first);
    }
    if (note === null) return this.#pause(againAfterMs);
    const hasLed = existsSync(openedPath(node.dataDir));
    // What it has shipped is still here. Before that goes, the others have told whether the log has it.
    if (hasLed) await this.#pause(othersTellMs);
    if (!(await isOurs(log, note))) {
      const first = await log.read(bounds.first);
      const lineage = first === null ? '' : readMessage(first).entry.lineage;
      if (!isRebuiltFrom(lineage, note.lineage)) {
        return this.#rebuild(log, connection, note, true, true);
      }
      // All nodes had agreed that another one has all of it.
      setAside(node);
      return;
    }
    if (this.#talk?.missesAnything(node.name, note.lineage) === true) {
      return this.#rebuild(log, connection, note, true, false);
    }
    this.#lost = null;
    await this.#awaitCommands();
    const resumed = hasLed ? await this.#resume(log, note) : null;
    if (resumed !== null) return this.#lead(log, connection, resumed);
    if (!dropUnshipped(node)) {
      this.#parts.log.warn({}, 'the database holds what the log does not; joining anew');
      return;
    }
    const lead = await this.#follow(log, note, bounds.last);
    if (lead !== null) await this.#lead(log, connection, lead);
  }

  /**
   * Leads again, if nobody has led since: with all that the last server here committed. Some of it may be
   * acknowledged, and in no log any more.
   * @returns null: its time is over
   */
  async #resume(log: Log, note: Applied): Promise<Lead | null> {
    const { node } = this.#parts;
    const bounds = await log.bounds();
    const message = bounds && (await log.read(bounds.last));
    if (bounds === null || message === null || existsSync(resumedPath(node.dataDir))) return null;
    const { node: leader, lineage, epoch, wal } = readMessage(message).entry;
    if (leader !== node.name || lineage !== note.lineage || wal === undefined) return null;
    const own = readWholeWal(node.databasePath);
    const [first, second, frames] = wal;
    // A power cut may have taken from the file what nobody was told of, and the log has.
    if (own === null || !isAtLeast(own, { salts: [first, second], frames })) return null;
    const lead = await this.#appendLead(log, lineage, epoch + 1, bounds.last);
    if (lead === null) return null;
    writeFileSync(resumedPath(node.dataDir), '');
    // How much is in the database itself is unchanged: the rest is in its write-ahead log.
    writeApplied(notePath(node.dataDir), { ...note, epoch: lead.epoch });
    return lead;
  }

  /** The log has lost what this database holds. Once all nodes say so, the one that has most begins another. */
  async #rebuild(
    log: Log,
    connection: NatsConnection,
    note: Applied,
    isThere: boolean,
    isCertain: boolean,
  ): Promise<void> {
    const { node, time, log: logger } = this.#parts;
    const { lineage, seq, epoch } = note;
    const hasLed = existsSync(openedPath(node.dataDir));
    const { monoMs } = time.clock();
    if (this.#lost === null) logger.error({ seq }, 'the log has lost what this node holds');
    const sinceMs = this.#lost?.sinceMs ?? monoMs;
    this.#lost = { standing: { lineage, seq, epoch, hasLed, isCertain }, sinceMs };
    this.#trouble = 'log-lost';
    this.#appliedSeq = seq;
    const others = this.#talk?.lost(node.name) ?? new Map();
    const isDue = monoMs - this.#lost.sinceMs >= rebuildAfterMs;
    const own = { ...this.#lost.standing, node: node.name };
    if (!isDue || !mayRebuild(own, others)) return this.#pause(againAfterMs);
    logger.warn({ seq }, 'this node has most of all; it begins the log anew');
    await this.#awaitCommands();
    prepareDatabase(node.databasePath);
    if (isThere) await log.remove();
    await new Snapshots(connection, node.log.name).clear();
    await log.found();
    const first = { lineage: nextLineage(lineage), seq: 0, id: '', epoch };
    const lead = await this.#tryToLead(log, first, 0);
    if (lead === null) return;
    rmSync(openedPath(node.dataDir), { force: true });
    this.#lost = null;
    await this.#lead(log, connection, lead);
  }

  async #awaitCommands(): Promise<void> {
    while (isCommandAtWork(this.#parts.node.dataDir)) await this.#pause(lookEveryMs);
  }

  async #found(log: Log): Promise<void> {
    const { node } = this.#parts;
    // Whoever has an installation brings it; the others let it go first.
    const isNew = !existsSync(node.databasePath);
    if (isNew) await this.#pause(takeOverAfterMs);
    const bounds = await log.bounds();
    const isLost = [...(this.#talk?.lost(node.name).values() ?? [])].some((one) => one !== null);
    if (this.#isStopping || isLost || (bounds !== null && bounds.last > 0)) return;
    prepareDatabase(node.databasePath);
    if (bounds === null) await log.found();
    const first = { lineage: crypto.randomUUID(), seq: 0, id: '', epoch: 0 };
    const lead = await this.#tryToLead(log, first, 0);
    if (lead === null) {
      // Another node began at the same time. What is not new is its operator's to judge.
      if (isNew) rmSync(node.databasePath);
      return;
    }
    await this.#lead(log, this.#connection as NatsConnection, lead);
  }

  /** @returns null: there is no snapshot yet */
  async #join(snapshots: Snapshots, first: number): Promise<Applied | null> {
    const { node, log } = this.#parts;
    const newest = (await snapshots.list()).at(-1);
    if (newest === undefined || newest + 1 < first) return null;
    log.info({ seq: newest }, 'joining from a snapshot');
    return snapshots.fetch(node, newest);
  }

  /** @returns once this node leads. Null: the round is over */
  async #follow(log: Log, note: Applied, until: number): Promise<Lead | null> {
    const { node, time } = this.#parts;
    const follower = new Follower(node, note, until);
    let heardMs = time.clock().monoMs;
    let notBeforeMs = heardMs;
    let awayFromMs: number | null = null;
    let failure: Error | null = null;
    const guard = (work: () => void) => {
      if (failure !== null) return;
      try {
        work();
      } catch (error) {
        failure = error as Error;
      }
    };
    this.#trouble = null;
    const stop = log.follow(
      note.seq + 1,
      (seq, bytes) =>
        guard(() => {
          heardMs = time.clock().monoMs;
          const header = follower.take(seq, bytes);
          this.#logEnd = Math.max(this.#logEnd, seq);
          if (header !== null) this.#noteEntry(header);
        }),
      () =>
        guard(() => {
          follower.flush();
          this.#appliedSeq = follower.applied.seq;
        }),
    );
    try {
      for (;;) {
        await this.#pause(lookEveryMs);
        if (failure !== null) throw failure;
        if (this.#isStopping) return null;
        const wait = waitBeforeLeading({
          monoMs: time.clock().monoMs,
          heardMs,
          isVacant: this.#isVacant,
          isOthersTurn: this.#isOthersTurn,
        });
        if (wait > 0) continue;
        const askedMs = time.clock().monoMs;
        const bounds = await log.bounds().catch(() => undefined);
        const { monoMs } = time.clock();
        this.#trouble = bounds === undefined ? 'no-quorum' : null;
        if (bounds === undefined) {
          awayFromMs ??= askedMs;
        } else {
          const isLong = awayFromMs !== null && monoMs - awayFromMs >= natsAwayMs;
          if (isLong) notBeforeMs = monoMs + lastLeaderFirstMs;
          awayFromMs = null;
        }
        if (bounds === undefined || monoMs < notBeforeMs) {
          await this.#pause(againAfterMs);
          continue;
        }
        if (bounds === null) throw new LogLost('the log is gone');
        const standing = judgeStanding(follower.received, bounds.last);
        if (standing === 'lost') throw new LogLost(`the log ends at ${bounds.last}`);
        if (standing === 'behind') return null;
        if (this.#talk?.missesAnything(node.name, note.lineage) === true) return null;
        guard(() => {
          follower.flush();
          // A machine whose disk takes no writes keeps others from leading, and cannot itself.
          writeApplied(notePath(node.dataDir), follower.applied);
        });
        if (failure !== null || !follower.isWhole) continue;
        const lead = await this.#tryToLead(log, follower.applied, follower.received);
        if (lead !== null) return lead;
        heardMs = time.clock().monoMs;
      }
    } finally {
      stop();
    }
  }

  /** @returns null: another was quicker */
  async #tryToLead(log: Log, applied: Applied, received: number): Promise<Lead | null> {
    const { node } = this.#parts;
    const { lineage } = applied;
    const epoch = Math.max(applied.epoch, this.#epoch) + 1;
    const lead = await this.#appendLead(log, lineage, epoch, received);
    if (lead === null) return null;
    const { id, after } = lead;
    writeApplied(notePath(node.dataDir), { lineage, epoch, id, seq: after });
    return lead;
  }

  async #appendLead(
    log: Log,
    lineage: string,
    epoch: number,
    received: number,
  ): Promise<(Lead & { readonly id: string }) | null> {
    const { node, time } = this.#parts;
    const id = `${node.name}-${epoch}-0-${crypto.randomUUID()}`;
    const header: EntryHeader = {
      ...{ id, lineage, epoch, node: node.name, address: node.address, kind: 'lead' },
      at: Math.round(time.clock().wallMs),
    };
    try {
      const entry = { header, content: new Uint8Array(0) };
      let after = received;
      for (const message of encodeEntry(entry, log.messageBytes)) {
        after = await log.append(message, after);
      }
      this.#noteEntry(header);
      return { lineage, epoch, after, id };
    } catch (error) {
      if (error instanceof AppendRefused) return null;
      throw error;
    }
  }

  async #lead(log: Log, connection: NatsConnection, lead: Lead): Promise<void> {
    const { node, startLeader, openDoors, log: logger } = this.#parts;
    const { lineage, epoch } = lead;
    logger.info({ epoch }, 'this node leads');
    await this.#doors?.close();
    this.#doors = null;
    this.#role = 'leading';
    this.#trouble = null;
    noteOpened(node.dataDir, node.databasePath);
    const leader = startLeader({ lineage, epoch });
    this.#leader = leader;
    if (this.#isStopping) leader.stop();
    const ended = leader.ended.then(() => true);
    const provenMs = this.#parts.time.clock().monoMs + provenAfterMs;
    try {
      await this.#holdLead(log, lead, leader);
      for (let wait = firstSnapshotMs; ; wait = snapshotLookMs) {
        if ((await Promise.race([ended, this.#pause(wait)])) === true) break;
        if (this.#parts.time.clock().monoMs >= provenMs) {
          rmSync(resumedPath(node.dataDir), { force: true });
        }
        await this.#keepSnapshots(log, connection).catch((error: unknown) => {
          logger.warn({ err: error }, 'no snapshot could be made');
        });
      }
    } finally {
      this.#leader = null;
      this.#isOthersTurn = true;
      this.#role = 'following';
      logger.info({ epoch }, 'this node does not lead any more');
      if (!this.#isStopping) this.#doors = await this.#openAgain(openDoors);
    }
  }

  /**
   * Says that this node leads until its server has opened the database: a migration takes longer than others would
   * wait, and meanwhile the server can say nothing.
   */
  async #holdLead(log: Log, { lineage, epoch, after }: Lead, leader: Leader): Promise<void> {
    const { node, time } = this.#parts;
    const shipper = new Shipper({
      ...{ log, time, after },
      facts: { lineage, epoch, node: node.name, address: node.address },
      die: () => leader.kill(),
    });
    const { size } = statSync(node.databasePath);
    const cancelLimit = time.setTimer(openLimitMs + size * openMsPerByte, () => {
      shipper.stop();
      leader.kill();
    });
    const ended = leader.ended.then(() => true);
    const hasEnded = await Promise.race([leader.opened, ended]);
    cancelLimit();
    shipper.stop();
    if (hasEnded === true || (await Promise.race([shipper.settled(), ended])) === true) return;
    leader.takeLog(shipper.end.seq);
  }

  async #openAgain(open: NodeParts['openDoors']): Promise<{ close(): Promise<void> }> {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        this.#complain(error as Error, 'the ports cannot be opened yet');
        await this.#pause(againAfterMs);
      }
    }
  }

  /** Makes a snapshot when much has gathered. */
  async #keepSnapshots(log: Log, connection: NatsConnection): Promise<void> {
    const { node } = this.#parts;
    const bounds = await log.bounds();
    if (bounds === null) return;
    this.#logEnd = this.#appliedSeq = bounds.last;
    const snapshots = new Snapshots(connection, node.log.name);
    const newest = (await snapshots.list()).at(-1);
    const note = readApplied(notePath(node.dataDir));
    if (note === null) return;
    if (!isSnapshotDue(bounds, newest, statSync(node.databasePath).size)) return;
    if (note.seq !== newest) await snapshots.renew(node, note, log);
  }

  #noteEntry({ kind, epoch, node, address, at }: EntryHeader): void {
    this.#epoch = Math.max(this.#epoch, epoch);
    this.#isVacant = kind === 'step-down';
    this.#known = kind === 'step-down' ? null : { node, address };
    if (kind !== 'lead') return;
    this.#lastTakeOver = { node, epoch, at };
    this.#isOthersTurn = false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#parts.time.setTimer(ms, resolve));
  }
}

/** Whether the log holds what is in the database. */
async function isOurs(log: Log, note: Applied): Promise<boolean> {
  const bounds = await log.bounds();
  if (bounds === null || bounds.last < note.seq) return false;
  if (note.seq < bounds.first) return true;
  const message = await log.read(note.seq);
  return message !== null && readMessage(message).entry.id === note.id;
}
