/** How the machines of one installation stand to each other. */

export const clusterRoles = ['leading', 'following'] as const;
export type ClusterRole = (typeof clusterRoles)[number];

export interface NodeStanding {
  readonly node: string;
  /** Where others reach its pages. Null: not known. */
  readonly address: string | null;
  readonly role: ClusterRole;
  /** How much of the log is in its database: the sequence of the last entry. */
  readonly applied: number;
  /** When it was last heard, epoch ms; of one that was not heard yet, since when it is listened for. */
  readonly heardAt: number;
  /** For how long it has not had all that the log holds, in ms. */
  readonly behindMs: number;
  readonly version: string;
}

export interface TakeOver {
  readonly node: string;
  readonly epoch: number;
  /** Epoch ms. */
  readonly at: number;
}

/** What keeps a node from doing its work. */
export type ClusterTrouble = 'no-quorum' | 'log-lost' | 'disk-refuses' | 'name-taken';

export interface ClusterStatus {
  /** Of the cluster. */
  readonly name: string;
  /** Who says this. */
  readonly node: string;
  readonly role: ClusterRole;
  /** How many times somebody took the lead. */
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
