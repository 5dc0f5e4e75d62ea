/** The state of the machines of one installation. */

export const clusterRoles = ['leading', 'following'] as const;
export type ClusterRole = (typeof clusterRoles)[number];

export interface NodeStanding {
  readonly node: string;
  /** Where others reach its pages. Null: not known. */
  readonly address: string | null;
  readonly role: ClusterRole;
  /** The last entry of the log in its database, by its sequence. */
  readonly applied: number;
  /** When it was last heard, epoch ms; of one that was not heard yet, since when it is listened for. */
  readonly heardAt: number;
  /** Time since it last had all that the log holds, in ms. */
  readonly behindMs: number;
  readonly version: string;
  readonly obstacle: LeadObstacle | null;
}

/**
 * The reason that a machine which has everything could not lead all the same:
 * - `older-release`: a newer release than its own has changed the database;
 * - `no-space`: its release would change the database, and there is no room for the copy that is made before;
 * - `disk-full`: nothing could be written, for lack of room;
 * - `disk-refuses`: nothing can be written, as where it is read-only or failing.
 */
export const leadObstacles = ['older-release', 'no-space', 'disk-full', 'disk-refuses'] as const;
export type LeadObstacle = (typeof leadObstacles)[number];

export interface TakeOver {
  readonly node: string;
  readonly epoch: number;
  /** Epoch ms. */
  readonly at: number;
  /** The leader before; the same machine where its server was started anew. Null: not known, or none. */
  readonly from: string | null;
  /** Whether it handed the lead over, as for an update. Null: not known. */
  readonly isPlanned: boolean | null;
  /** Time without a leader, in ms, give or take how far the machines' clocks are apart. */
  readonly silentMs: number;
  /** Whether meanwhile too few servers of NATS answered. */
  readonly hasLostQuorum: boolean;
}

/**
 * The obstacle to a node's work:
 * - `starting`: it has just begun, and does not know yet how things stand;
 * - `no-data`: it has none, and waits for a machine that has;
 * - `no-quorum`: too few servers of NATS answer it.
 */
export type ClusterTrouble =
  | 'starting'
  | 'no-data'
  | 'no-quorum'
  | 'log-lost'
  | 'disk-refuses'
  | 'name-taken';

export interface ClusterStatus {
  /** Of the cluster. */
  readonly name: string;
  /** The machine that says this. */
  readonly node: string;
  readonly role: ClusterRole;
  /** The number of take-overs. */
  readonly epoch: number;
  readonly leader: { readonly node: string; readonly address: string | null } | null;
  readonly applied: number;
  /** The last sequence of the log that this node knows of. */
  readonly logEnd: number;
  /** All nodes that were ever heard and are not forgotten, this one included, by name. */
  readonly nodes: readonly NodeStanding[];
  readonly lastTakeOver: TakeOver | null;
  readonly trouble: ClusterTrouble | null;
}
