import type {
  ClusterRole,
  ClusterStatus,
  ClusterTrouble,
  TakeOver,
} from '../domain/system/cluster.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { EntryHeader } from './entry.ts';
import type { DiskStanding, NodeTalk } from './node-talk.ts';

/** How a node stands, and what the log has told it of the others. */
export class NodeState {
  role: ClusterRole = 'following';
  trouble: ClusterTrouble | null = 'no-quorum';
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

  noteEntry({ kind, epoch, node, address, at }: EntryHeader): void {
    this.epoch = Math.max(this.epoch, epoch);
    this.isVacant = kind === 'step-down';
    this.#leader = kind === 'step-down' ? null : { node, address };
    if (kind !== 'lead') return;
    this.#lastTakeOver = { node, epoch, at };
    this.isOthersTurn = false;
  }

  /** @param talk null: this node has not heard of others yet */
  status({ log, name, address, version }: ClusterNode, talk: NodeTalk | null): ClusterStatus {
    const { role, epoch, applied, logEnd, trouble } = this;
    const own = { node: name, address, role, applied, version };
    return {
      ...{ name: log.name, node: name, role, epoch, applied, logEnd },
      trouble: trouble ?? (talk?.isNameTaken === true ? 'name-taken' : null),
      leader: this.#leader,
      nodes: talk?.standings(own, logEnd) ?? [],
      lastTakeOver: this.#lastTakeOver,
    };
  }
}
