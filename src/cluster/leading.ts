import { rmSync, statSync } from 'node:fs';
import { readApplied } from './applied-note.ts';
import { noteOpened } from './beside-the-leader.ts';
import { isOfNats } from './log.ts';
import { type Leader, type NodeInCluster, pause } from './node-parts.ts';
import { notePath, resumedPath } from './paths.ts';
import { Shipper } from './shipper.ts';
import { isSnapshotDue, Snapshots } from './snapshots.ts';
import type { Lead } from './take-lead.ts';

const firstSnapshotMs = 500;
const snapshotLookMs = 10_000;
const diskLookMs = 500;
const defaultOpenLimitMs = 60_000;
const openMsPerByte = 1 / 1_000;
/** A server that leads again and fails within this time does so once; then others have their turn. */
const provenAfterMs = 300_000;

/** A time of leading: a server of this node runs. */
export class Leading {
  readonly #parts: NodeInCluster;
  readonly #lead: Lead;
  readonly leader: Leader;
  readonly #over = new AbortController();

  constructor(parts: NodeInCluster, lead: Lead) {
    const { node, startLeader } = parts;
    const { lineage, epoch } = lead;
    this.#parts = parts;
    this.#lead = lead;
    noteOpened(node.dataDir, node.databasePath);
    this.leader = startLeader({ lineage, epoch });
  }

  /** @returns once the server has ended */
  async untilEnd(): Promise<void> {
    const { node, time, log } = this.#parts;
    const ended = this.leader.ended.then(() => {
      this.#over.abort();
      return true;
    });
    const provenMs = time.clock().monoMs + provenAfterMs;
    await this.#holdLead();
    void this.#handOverWhenDiskRefuses();
    for (let wait = firstSnapshotMs; ; wait = snapshotLookMs) {
      if ((await Promise.race([ended, pause(this.#parts, wait)])) === true) return;
      if (time.clock().monoMs >= provenMs) rmSync(resumedPath(node.dataDir), { force: true });
      const kept = this.#keepSnapshots().catch((error: Error) => {
        // That servers of NATS are away is said by the watch of their number; where it happened says nothing more.
        const fields = isOfNats(error) ? { reason: error.message } : { err: error };
        log.warn(fields, 'no snapshot could be made');
      });
      // Without enough servers of NATS it may wait for an answer for as long as they are away.
      if ((await Promise.race([ended, kept])) === true) return;
    }
  }

  /**
   * Says that this node leads until its server has opened the database: a migration takes longer than others would
   * wait, and meanwhile the server can say nothing.
   */
  async #holdLead(): Promise<void> {
    const { node, time, stream, openLimitMs = defaultOpenLimitMs } = this.#parts;
    const { leader } = this;
    const { lineage, epoch, after } = this.#lead;
    const shipper = new Shipper({
      log: stream,
      time,
      after,
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

  /** Where no other machine could lead, this one goes on, like a machine that is alone. */
  async #handOverWhenDiskRefuses(): Promise<void> {
    const { state, talk, log } = this.#parts;
    const ended = this.leader.ended.then(() => true);
    while ((await Promise.race([ended, pause(this.#parts, diskLookMs)])) !== true) {
      const isRefusing = this.leader.isDiskRefusing();
      state.disk = isRefusing ? 'refuses' : null;
      state.trouble = isRefusing ? 'disk-refuses' : null;
      if (!isRefusing || !talk.hasHeir) continue;
      log.error({}, 'the disk takes no writes; another machine is asked to lead');
      this.leader.stop();
      return;
    }
  }

  /** Makes a snapshot when much has gathered. */
  async #keepSnapshots(): Promise<void> {
    const { node, state, stream, connection } = this.#parts;
    const bounds = await stream.bounds();
    const { signal } = this.#over;
    if (bounds === null || signal.aborted) return;
    state.logEnd = state.applied = bounds.last;
    const snapshots = new Snapshots(connection, node.log.name);
    const newest = (await snapshots.list()).at(-1);
    const note = readApplied(notePath(node.dataDir));
    if (note === null) return;
    if (!isSnapshotDue(bounds, newest, statSync(node.databasePath).size)) return;
    if (note.seq !== newest) await snapshots.renew(node, note, stream, signal);
  }
}
