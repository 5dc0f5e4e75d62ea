/** The process of a node: it follows the log, and starts a server when this node is to lead. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ClusterStatus, LeadObstacle } from '../domain/system/cluster.ts';
import { type Applied, readApplied, writeApplied } from './applied-note.ts';
import { answerQuestions } from './ask-nodes.ts';
import { commandsAtWork } from './beside-the-leader.ts';
import { Complaints } from './complaints.ts';
import { takeOverAfterMs } from './election.ts';
import { type EntryHeader, readMessage } from './entry.ts';
import { Following } from './following.ts';
import { Leading } from './leading.ts';
import { connectTo, isOfNats, Log, NatsAlone, whyUnreachable } from './log.ts';
import { type Leader, type NodeInCluster, type NodeParts, pause } from './node-parts.ts';
import { NodeState } from './node-state.ts';
import { NodeTalk } from './node-talk.ts';
import { NodeUnusable } from './node-unusable.ts';
import { dropUnshipped, prepareDatabase, readWholeWal, setAside } from './own-database.ts';
import { nodesPath, notePath, openedPath, resumedPath } from './paths.ts';
import { QuorumWatch } from './quorum-watch.ts';
import {
  isRebuiltFrom,
  type LostStanding,
  mayRebuild,
  nextLineage,
  rebuildAfterMs,
} from './rebuild.ts';
import { areMostAway } from './servers-away.ts';
import { Snapshots } from './snapshots.ts';
import { appendLead, type Lead, proveDisk, tryToLead } from './take-lead.ts';
import { isAtLeast } from './wal.ts';

const lookEveryMs = 100;
const againAfterMs = 1_000;
const talkEveryMs = 2_000;
/** How often is looked for reasons to complain, in ms. */
const complainLookMs = 10_000;
/** How often is looked whether enough servers of NATS answer, in ms. */
const quorumLookMs = 1_000;
/** Commands mostly end in less, in ms. */
const commandsEndMs = 5_000;
/** By then each of the others has said how it stands. */
const othersTellMs = 5_000;

export class Node {
  readonly #parts: NodeParts;
  readonly #state = new NodeState();
  /** Null: NATS has not answered yet. */
  #cluster: NodeInCluster | null = null;
  #doors: { close(): Promise<void> } | null = null;
  #leader: Leader | null = null;
  /** Null: the log holds what this node has. */
  #lost: { readonly standing: LostStanding; readonly sinceMs: number } | null = null;
  readonly #quorum: QuorumWatch;
  #isStopping = false;
  #isTalking = false;
  readonly #complaints: Complaints;
  readonly #ended = Promise.withResolvers<void>();

  constructor(parts: NodeParts) {
    this.#parts = parts;
    this.#complaints = new Complaints(parts.log, parts.time);
    this.#quorum = new QuorumWatch(() => areMostAway(parts.node.log, parts.time));
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
    if (this.#cluster === null) return this.#ended.resolve();
    await this.#ended.promise;
    await this.#cluster.connection.close();
  }

  status(): ClusterStatus {
    return this.#state.status(this.#parts.node, this.#cluster?.talk ?? null);
  }

  async #run(): Promise<void> {
    const parts = this.#parts;
    const { node, time } = parts;
    this.#keepComplaining();
    this.#keepWatchingQuorum();
    const connection = await connectTo(node.log, node.name);
    const cluster: NodeInCluster = {
      ...{ ...parts, state: this.#state, connection },
      stream: await Log.open(connection, node.log.name, time),
      talk: new NodeTalk(connection, node.log.name, nodesPath(node.dataDir), time),
      isStopping: () => this.#isStopping,
    };
    this.#cluster = cluster;
    answerQuestions(connection, node.log.name, {
      status: () => this.status(),
      stepDown: () => this.#leader?.stop(),
      forget: (name) => cluster.talk.forget(name),
    });
    while (!this.#isStopping) {
      try {
        await this.#round(cluster);
      } catch (error) {
        if (error instanceof NodeUnusable) throw error;
        const obstacle = obstacleOfDisk(error);
        if (obstacle !== null) {
          this.#state.obstacle = obstacle;
          this.#state.trouble = 'disk-refuses';
        } else if (isOfNats(error as Error)) this.#state.trouble = 'no-quorum';
        if (this.#state.trouble !== 'no-quorum')
          this.#complaints.addError(error as Error, 'this node can neither follow nor lead');
        await this.#pause(againAfterMs);
      }
    }
  }

  /** A node that follows has nobody else whom it could tell what keeps it from the others. */
  #keepComplaining(): void {
    this.#parts.time.setTimer(complainLookMs, () => {
      if (this.#isStopping) return;
      const { node } = this.#parts;
      if (this.status().trouble === 'name-taken') {
        const text = `another machine is called ${node.name}, too; give each a cluster_node of its own`;
        this.#complaints.add(text, {}, text);
      }
      this.#keepComplaining();
    });
  }

  #keepWatchingQuorum(): void {
    this.#parts.time.setTimer(quorumLookMs, async () => {
      if (this.#isStopping) return;
      await this.#lookAtQuorum();
      this.#keepWatchingQuorum();
    });
  }

  /** Says once that nothing can be stored, and that it can again. */
  async #lookAtQuorum(): Promise<void> {
    const { node, time, log } = this.#parts;
    const { role, logEnd, trouble } = this.#state;
    const word = await this.#quorum.look({
      ...{ monoMs: time.clock().monoMs, isLeading: role === 'leading', logEnd },
      ...{ isConnected: this.#cluster !== null, isStuck: trouble === 'no-quorum' },
    });
    this.#state.isCutOff = this.#quorum.isCutOff;
    if (word === 'back') log.info({}, 'enough NATS servers of the cluster answer again');
    if (word !== 'lost') return;
    const why = await whyUnreachable(node.log, node.name);
    if (why === null) {
      log.error(
        {},
        'too few NATS servers of the cluster answer, so nothing can be stored and nobody is told; boards keep their reports',
      );
    } else log.error({ why }, 'no NATS server of the cluster answers');
  }

  #keepTalking(): void {
    this.#isTalking = true;
    if (!this.#isStopping) this.#parts.time.setTimer(talkEveryMs, () => this.#keepTalking());
    if (this.#cluster?.stream.isStuck === true) this.#state.trouble = 'no-quorum';
    const { disk } = this.#state;
    const { extras } = this.#parts.node;
    this.#cluster?.talk.tell(this.status(), {
      ...{ disk, extras, lost: this.#lost?.standing ?? null },
    });
    this.#leader?.tell(this.status());
  }

  /** From what is in the database to the end of a time of following or leading. */
  async #round(cluster: NodeInCluster): Promise<void> {
    const { node, stream, talk, connection } = cluster;
    // Where a crash has left only the note, the database is still to come.
    let note = existsSync(node.databasePath) ? readApplied(notePath(node.dataDir)) : null;
    this.#state.applied = note?.seq ?? 0;
    // Not before: the others would take this node for a new one, and begin a lost log anew without its data.
    if (!this.#isTalking) this.#keepTalking();
    const bounds = await stream.bounds().catch((error: unknown) => {
      this.#state.trouble = 'no-quorum';
      throw error;
    });
    if (bounds === null || bounds.last === 0) {
      if (note === null) return this.#found(cluster);
      return this.#rebuild(cluster, note, bounds !== null, true);
    }
    if (note === null && existsSync(node.databasePath)) {
      throw new NodeUnusable(
        `${node.dataDir} holds an installation of its own, and the cluster ${node.log.name} has data already. To take those, run: faiwatch cluster join. To go on with what is here, give all machines another cluster_name, and run that on the others.`,
      );
    }
    if (note === null) await this.#refuseOtherExtras(cluster);
    if (note === null || note.seq + 1 < bounds.first) {
      note = await this.#join(new Snapshots(connection, node.log.name), bounds.first);
    }
    if (note === null) {
      this.#awaitData();
      return this.#pause(againAfterMs);
    }
    const hasLed = existsSync(openedPath(node.dataDir));
    // What it has shipped is still here. Before that goes, the others have told whether the log has it.
    if (hasLed) await this.#pause(othersTellMs);
    // A server of NATS that is left alone goes on saying where the log ends, and nothing else.
    const own = await findOwn(stream, note);
    if (this.#state.trouble === 'no-quorum') this.#state.trouble = 'starting';
    if (own !== null) this.#state.noteOldEntry(own);
    else if (!(await isCutOff(stream, note))) {
      const first = await stream.read(bounds.first);
      const lineage = first === null ? '' : readMessage(first).entry.lineage;
      if (!isRebuiltFrom(lineage, note.lineage)) {
        return this.#rebuild(cluster, note, true, true);
      }
      // All nodes had agreed that another one has all of it.
      setAside(node);
      return;
    }
    if (talk.missesAnything(node.name, note.lineage)) {
      return this.#rebuild(cluster, note, true, false);
    }
    this.#lost = null;
    await this.#awaitCommands();
    const resumed = hasLed ? await this.#resume(cluster, note) : null;
    if (resumed !== null) return this.#lead(cluster, resumed);
    if (!dropUnshipped(node)) {
      this.#parts.log.warn({}, 'the database holds what the log does not; joining anew');
      return;
    }
    const lead = await new Following(cluster, note, bounds.last).untilLeading();
    if (lead !== null) await this.#lead(cluster, lead);
  }

  /**
   * Modules that one machine has and another lacks would come and go with the lead.
   * @throws NodeUnusable where the configuration of the machine that leads names others
   */
  async #refuseOtherExtras({ node, talk, time }: NodeInCluster): Promise<void> {
    const untilMs = time.clock().monoMs + othersTellMs;
    while (talk.leader === null && !this.#isStopping && time.clock().monoMs < untilMs) {
      await this.#pause(lookEveryMs);
    }
    const { leader } = talk;
    // Older releases do not say.
    if (leader?.extras === undefined || leader.extras === node.extras) return;
    throw new NodeUnusable(
      `The configuration of this machine ${sayExtras(node.extras)}, and that of ${leader.node}, which leads, ${sayExtras(leader.extras)}: give all machines of ${node.log.name} the same setting extras, or none of them.`,
    );
  }

  /**
   * Leads again, if nobody has led since: with all that the last server here committed. Some of it may be
   * acknowledged, and in no log any more.
   * @returns null: its time is over
   */
  async #resume(cluster: NodeInCluster, note: Applied): Promise<Lead | null> {
    const { node, stream } = cluster;
    const bounds = await stream.bounds();
    const message = bounds && (await stream.read(bounds.last));
    if (bounds === null || message === null || existsSync(resumedPath(node.dataDir))) return null;
    const { node: leader, lineage, epoch, wal } = readMessage(message).entry;
    if (leader !== node.name || lineage !== note.lineage || wal === undefined) return null;
    // A copy of an earlier time of this machine, or another one with its name, has written the end of the log.
    if (epoch !== note.epoch) return null;
    const own = readWholeWal(node.databasePath);
    const [first, second, frames] = wal;
    // A power cut may have taken from the file what nobody was told of, and the log has.
    if (own === null || !isAtLeast(own, { salts: [first, second], frames })) return null;
    proveDisk(node, note);
    const lead = await appendLead(cluster, { lineage, epoch: epoch + 1, after: bounds.last });
    if (lead === null) return null;
    writeFileSync(resumedPath(node.dataDir), '');
    // How much is in the database itself is unchanged: the rest is in its write-ahead log.
    writeApplied(notePath(node.dataDir), { ...note, epoch: lead.epoch });
    return lead;
  }

  /** The log has lost what this database holds. Once all nodes say so, the one that has most begins another. */
  async #rebuild(
    cluster: NodeInCluster,
    note: Applied,
    isThere: boolean,
    isCertain: boolean,
  ): Promise<void> {
    const { node, time, log, stream, connection, talk } = cluster;
    const { lineage, seq, epoch } = note;
    const hasLed = existsSync(openedPath(node.dataDir));
    const { monoMs } = time.clock();
    if (this.#lost === null) log.error({ seq }, 'the log has lost what this node holds');
    const sinceMs = this.#lost?.sinceMs ?? monoMs;
    this.#lost = { standing: { lineage, seq, epoch, hasLed, isCertain }, sinceMs };
    this.#state.trouble = 'log-lost';
    this.#state.applied = seq;
    const others = talk.lost(node.name);
    const isDue = monoMs - this.#lost.sinceMs >= rebuildAfterMs;
    const own = { ...this.#lost.standing, node: node.name };
    if (!isDue || !mayRebuild(own, others)) return this.#pause(againAfterMs);
    log.warn({ seq }, 'this node has most of all; it begins the log anew');
    await this.#awaitCommands();
    prepareDatabase(node.databasePath);
    if (isThere) await stream.remove();
    await new Snapshots(connection, node.log.name).clear();
    await stream.found();
    const first = { lineage: nextLineage(lineage), seq: 0, id: '', epoch };
    const lead = await tryToLead(cluster, first, 0);
    if (lead === null) return;
    rmSync(openedPath(node.dataDir), { force: true });
    this.#lost = null;
    await this.#lead(cluster, lead);
  }

  async #awaitCommands(): Promise<void> {
    const { node, time } = this.#parts;
    const complainMs = time.clock().monoMs + commandsEndMs;
    for (;;) {
      const commands = commandsAtWork(node.dataDir);
      if (commands.length === 0) return;
      if (time.clock().monoMs >= complainMs) {
        const text = 'a command has the database open; this node waits until it has ended';
        this.#complaints.add(text, { processes: commands }, text);
      }
      await this.#pause(lookEveryMs);
    }
  }

  async #found(cluster: NodeInCluster): Promise<void> {
    const { node, stream, talk } = cluster;
    // Whoever has an installation brings it; the others let it go first.
    const isNew = !existsSync(node.databasePath);
    if (isNew) {
      this.#awaitData();
      await this.#pause(takeOverAfterMs);
    }
    const bounds = await stream.bounds();
    const isLost = [...talk.lost(node.name).values()].some((one) => one !== null);
    if (this.#isStopping || isLost || (bounds !== null && bounds.last > 0)) return;
    prepareDatabase(node.databasePath);
    if (bounds === null) await this.#foundLog(stream);
    const first = { lineage: crypto.randomUUID(), seq: 0, id: '', epoch: 0 };
    const lead = await tryToLead(cluster, first, 0);
    if (lead === null) {
      // Another node began at the same time. What is not new is its operator's to judge.
      if (isNew) rmSync(node.databasePath);
      return;
    }
    await this.#lead(cluster, lead);
  }

  async #foundLog(stream: Log): Promise<void> {
    try {
      await stream.found();
    } catch (error) {
      if (error instanceof NatsAlone) {
        throw new NodeUnusable(
          'The NATS server in "cluster" stands alone, and a cluster needs three that know each other, since the log is kept in three copies: see docs/cluster.md. For one machine take "cluster" out of the settings.',
        );
      }
      // Fewer than three take part.
      this.#state.trouble = 'no-quorum';
      throw error;
    }
  }

  #awaitData(): void {
    if (this.#state.trouble === 'no-data') return;
    this.#state.trouble = 'no-data';
    this.#parts.log.info({}, 'this machine has no data; waiting for one that has');
  }

  /** @returns null: there is no snapshot yet */
  async #join(snapshots: Snapshots, first: number): Promise<Applied | null> {
    const { node, log } = this.#parts;
    const newest = (await snapshots.list()).at(-1);
    if (newest === undefined || newest + 1 < first) return null;
    log.info({ seq: newest }, 'joining from a snapshot');
    this.#state.trouble = null;
    return snapshots.fetch(node, newest);
  }

  async #lead(cluster: NodeInCluster, lead: Lead): Promise<void> {
    const { openDoors, log } = this.#parts;
    const { epoch } = lead;
    const state = this.#state;
    log.info({ epoch }, 'this node leads');
    await this.#doors?.close();
    this.#doors = null;
    state.role = 'leading';
    state.trouble = null;
    try {
      const leading = new Leading(cluster, lead);
      this.#leader = leading.leader;
      if (this.#isStopping) this.#leader.stop();
      await leading.untilEnd();
    } finally {
      this.#leader = null;
      state.isOthersTurn = true;
      state.role = 'following';
      state.disk = null;
      log.info({ epoch }, 'this node does not lead any more');
      if (!this.#isStopping) this.#doors = await this.#openAgain(openDoors);
    }
  }

  async #openAgain(open: NodeParts['openDoors']): Promise<{ close(): Promise<void> }> {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        this.#complaints.addError(error as Error, 'the ports cannot be opened yet');
        await this.#pause(againAfterMs);
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return pause(this.#parts, ms);
  }
}

/** The obstacle that an error of the disk is. Null: it is none of the disk. */
function obstacleOfDisk(error: unknown): LeadObstacle | null {
  const code = String((error as { readonly code?: unknown }).code);
  if (/^E(NOSPC|DQUOT)$/.test(code)) return 'disk-full';
  return /^E(IO|ROFS)$/.test(code) ? 'disk-refuses' : null;
}

/** @returns the entry with which the database ends. Null: the log does not hold it */
async function findOwn(log: Log, note: Applied): Promise<EntryHeader | null> {
  const message = await log.read(note.seq);
  const entry = message && readMessage(message).entry;
  return entry?.id === note.id ? entry : null;
}

/** Whether the log begins behind that entry, and so cannot hold it any more. */
async function isCutOff(log: Log, note: Applied): Promise<boolean> {
  const bounds = await log.bounds();
  return bounds !== null && bounds.last >= note.seq && note.seq < bounds.first;
}

function sayExtras(extras: string | null): string {
  return extras === null ? 'names no extras' : `says extras = "${extras}"`;
}
