import type { ClusterStatus, LeadObstacle } from './cluster.ts';

/** Problems of a cluster and their details, the gravest first. */
export const clusterProblems = [
  /** Within the last hour, too few servers of NATS answered for a while. */
  'quorum_lost',
  /** A machine of the cluster has everything, and could not lead all the same. */
  'node_unable',
  /** A machine of the cluster is silent, or lacks what the others have. */
  'node_behind',
  /** A machine of the cluster took over within the last hour. */
  'lead_moved',
] as const;
type ClusterProblem = (typeof clusterProblems)[number];

interface Details {
  /** Epoch ms. */
  readonly quorum_lost: { readonly fromAt: number; readonly toAt: number };
  readonly node_unable: {
    readonly nodes: readonly { readonly node: string; readonly obstacle: LeadObstacle }[];
  };
  readonly node_behind: { readonly nodes: readonly string[] };
  readonly lead_moved: {
    readonly node: string;
    /** Null: not known. */
    readonly from: string | null;
    /** Null: not known. */
    readonly isPlanned: boolean | null;
    /** Epoch ms. */
    readonly at: number;
  };
}

/** A problem with what is said of it. Of two occasions that differ in it each is told. */
export type ClusterDetail = {
  readonly [P in ClusterProblem]: { readonly problem: P } & Details[P];
}[ClusterProblem];

export type ClusterFacts = Pick<ClusterStatus, 'nodes' | 'lastTakeOver'>;

const behindAfterMs = 40_000;
const saidForMs = 3_600_000;

/** @param nowMs epoch ms */
export function findClusterProblems(
  { nodes, lastTakeOver: taken }: ClusterFacts,
  nowMs: number,
): ClusterDetail[] {
  const found: ClusterDetail[] = [];
  // A first lead follows nobody's, and nothing was lost before it.
  const isTakeOver = taken !== null && taken.from !== null;
  const recent = isTakeOver && nowMs - taken.at < saidForMs ? taken : null;
  if (recent?.hasLostQuorum === true) {
    const { at: toAt, silentMs } = recent;
    found.push({ problem: 'quorum_lost', fromAt: toAt - silentMs, toAt });
  }
  const unable = nodes.flatMap(({ node, role, obstacle }) =>
    obstacle === null || role === 'leading' ? [] : [{ node, obstacle }],
  );
  if (unable.length > 0) found.push({ problem: 'node_unable', nodes: unable });
  const behind = nodes.filter(({ behindMs }) => behindMs >= behindAfterMs);
  if (behind.length > 0) {
    found.push({ problem: 'node_behind', nodes: behind.map(({ node }) => node) });
  }
  if (recent !== null) {
    const { node, from, isPlanned, at } = recent;
    found.push({ problem: 'lead_moved', node, from, isPlanned, at });
  }
  return found;
}
