import type { LogAddress } from './log.ts';

/** One machine of a cluster, as its configuration says. */
export interface ClusterNode {
  readonly log: LogAddress;
  /** No two nodes have the same. */
  readonly name: string;
  /** Where others reach its pages. */
  readonly address: string | null;
  readonly dataDir: string;
  readonly databasePath: string;
  readonly version: string;
}
