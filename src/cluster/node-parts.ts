import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ClusterStatus, LeadObstacle } from '../domain/system/cluster.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { Log } from './log.ts';
import type { NatsConnection } from './nats.ts';
import type { NodeState } from './node-state.ts';
import type { NodeTalk } from './node-talk.ts';
import type { LeadOrder } from './replication.ts';

/** A server that leads, as the process that started it sees it. */
export interface Leader {
  readonly ended: Promise<void>;
  /** Resolves once it has opened the database, and never if it ends before. */
  readonly opened: Promise<void>;
  /** Whether its disk has refused what it commits, for long enough to want another machine to lead. */
  isDiskRefusing(): boolean;
  /** From now on it says that this machine leads. @param after the last sequence in the log */
  takeLog(after: number): void;
  tell(status: ClusterStatus): void;
  /** Asks it to end when everything is in the log. */
  stop(): void;
  kill(): void;
}

/** The parts of a node's process. */
export interface NodeParts {
  readonly node: ClusterNode;
  readonly time: Time;
  readonly log: Logger;
  /** Opens this node's ports while another leads. */
  readonly openDoors: () => Promise<{ close(): Promise<void> }>;
  readonly startLeader: (order: LeadOrder) => Leader;
  /**
   * The obstacle to a server that would lead on the database of now. No SQLite has it open. Default: there is none.
   */
  readonly findObstacle?: () => LeadObstacle | null;
  /**
   * Time for a server to open its database, in ms, besides what large ones take; then others lead.
   * Default: a minute, for migrations on a slow card.
   */
  readonly openLimitMs?: number;
}

/** The parts that exist once NATS has answered. */
export interface NodeInCluster extends NodeParts {
  readonly state: NodeState;
  readonly connection: NatsConnection;
  readonly stream: Log;
  readonly talk: NodeTalk;
  readonly isStopping: () => boolean;
}

export function pause({ time }: Pick<NodeParts, 'time'>, ms: number): Promise<void> {
  return new Promise((resolve) => void time.setTimer(ms, resolve));
}
