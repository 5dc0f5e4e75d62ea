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
  /** The modules that its configuration names, in order, with blanks. Null: it names none, and the log has them. */
  readonly extras: string | null;
}
