import type {
  ClusterRole,
  ClusterStatus,
  ClusterTrouble,
  LeadObstacle,
  TakeOver,
} from '../domain/system/cluster.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { EntryHeader } from './entry.ts';
import type { DiskStanding, NodeTalk } from './node-talk.ts';

/**
 * The entry with which a machine begins to lead says when it was written. It may wait for servers of NATS, and then the
 * lead began later; a wait below this one, in ms, is none.
 */
const longestWayMs = 5_000;

/** The state of a node, and of the others as the log has told it. */
export class NodeState {
  role: ClusterRole = 'following';
  /** The obstacle to its lead. */
  obstacle: LeadObstacle | null = null;
  epoch = 0;
  applied = 0;
  logEnd = 0;
  /** The last entry said that its node does not lead any more. */
  isVacant = false;
  /** This node led last, and failed or gave it up. */
  isOthersTurn = false;
  disk: DiskStanding | null = null;
  #leader: ClusterStatus['leader'] = null;
  #lastTakeOver: TakeOver | null = null;
  #last: Pick<EntryHeader, 'kind' | 'node' | 'at'> | null = null;
  #trouble: ClusterTrouble | null = 'starting';
  #isCutOff = false;
  /** Entries that came since too few servers of NATS answered. */
  #entriesSinceLoss = Number.POSITIVE_INFINITY;

  get trouble(): ClusterTrouble | null {
    return this.#trouble;
  }

  set trouble(trouble: ClusterTrouble | null) {
    this.#trouble = trouble;
    if (trouble === 'no-quorum') this.#entriesSinceLoss = 0;
  }

  /** As of `QuorumWatch`. A server of NATS that is left alone still answers what this node asks it. */
  set isCutOff(isCutOff: boolean) {
    this.#isCutOff = isCutOff;
    if (isCutOff) this.#entriesSinceLoss = 0;
  }

  /** The entry with which this node's database ends: what it knows of the time before it began. */
  noteOldEntry({ kind, node, at }: EntryHeader): void {
    this.#last ??= { kind, node, at };
  }

  noteEntry({ kind, epoch, node, address, at }: EntryHeader): void {
    // Its own, which it has noted as it appended it, comes once more where it follows the log.
    if (kind === 'lead' && epoch === this.#lastTakeOver?.epoch) return;
    const before = this.#last;
    // One may have been under way since before; whoever still leads goes on writing.
    const hasLostQuorum = this.#entriesSinceLoss <= 1;
    this.#last = { kind, node, at };
    this.#entriesSinceLoss += 1;
    this.epoch = Math.max(this.epoch, epoch);
    this.isVacant = kind === 'step-down';
    this.#leader = kind === 'step-down' ? null : { node, address };
    if (kind !== 'lead') {
      if (before?.kind === 'lead') this.dateTakeOver(epoch, at);
      return;
    }
    this.#entriesSinceLoss = Number.POSITIVE_INFINITY;
    this.#lastTakeOver = {
      node,
      epoch,
      at,
      hasLostQuorum,
      from: before?.node ?? null,
      isPlanned: before && before.kind === 'step-down',
      silentMs: before === null ? 0 : Math.max(0, at - before.at),
    };
    this.isOthersTurn = false;
  }

  /** @param at when its entry was in the log, or what followed it was written; epoch ms */
  dateTakeOver(epoch: number, at: number): void {
    const taken = this.#lastTakeOver;
    if (taken?.epoch !== epoch || at - taken.at < longestWayMs) return;
    this.#lastTakeOver = { ...taken, at, silentMs: taken.silentMs + at - taken.at };
  }

  /** @param talk null: this node has not heard of others yet */
  status({ log, name, address, version }: ClusterNode, talk: NodeTalk | null): ClusterStatus {
    const { role, epoch, applied, logEnd, obstacle } = this;
    const trouble = this.#isCutOff ? 'no-quorum' : this.#trouble;
    const own = { node: name, address, role, applied, version, obstacle };
    return {
      name: log.name,
      node: name,
      role,
      epoch,
      applied,
      logEnd,
      trouble: trouble ?? (talk?.isNameTaken === true ? 'name-taken' : null),
      leader: this.#leader,
      nodes: talk?.standings(own, logEnd) ?? [],
      lastTakeOver: this.#lastTakeOver,
    };
  }
}
