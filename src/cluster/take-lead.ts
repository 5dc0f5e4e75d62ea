import { type Applied, writeApplied } from './applied-note.ts';
import type { ClusterNode } from './cluster-node.ts';
import { type EntryHeader, encodeEntry } from './entry.ts';
import { AppendRefused } from './log.ts';
import type { NodeInCluster } from './node-parts.ts';
import { notePath } from './paths.ts';
import type { LeadOrder } from './replication.ts';

/** The decision of the log about this node. */
export interface Lead extends LeadOrder {
  /** The sequence of the entry with which it began to lead. */
  readonly after: number;
}

/** The parts that asking for the lead takes. */
export type LeadParts = Pick<NodeInCluster, 'node' | 'time' | 'state' | 'stream'>;

/**
 * Before this node leads: a machine whose disk takes no writes keeps others from leading, and cannot itself.
 * @param applied what is in the database, noted once more
 */
export function proveDisk({ dataDir }: ClusterNode, applied: Applied): void {
  writeApplied(notePath(dataDir), applied);
}

/**
 * Asks the log to have this node lead on what is in its database.
 * @returns null: another was quicker
 */
export async function tryToLead(
  parts: LeadParts,
  applied: Applied,
  received: number,
): Promise<Lead | null> {
  const { lineage } = applied;
  const epoch = Math.max(applied.epoch, parts.state.epoch) + 1;
  const lead = await appendLead(parts, { lineage, epoch, after: received });
  if (lead === null) return null;
  const { id, after } = lead;
  writeApplied(notePath(parts.node.dataDir), { lineage, epoch, id, seq: after });
  return lead;
}

/**
 * @param wish behind which entry this node wants to lead
 * @returns null: another was quicker
 */
export async function appendLead(
  { node, time, state, stream }: LeadParts,
  { lineage, epoch, after }: Lead,
): Promise<(Lead & { readonly id: string }) | null> {
  const id = `${node.name}-${epoch}-0-${crypto.randomUUID()}`;
  const header: EntryHeader = {
    id,
    lineage,
    epoch,
    node: node.name,
    address: node.address,
    kind: 'lead',
    at: Math.round(time.clock().wallMs),
  };
  try {
    const entry = { header, content: new Uint8Array(0) };
    let last = after;
    for (const message of encodeEntry(entry, stream.messageBytes)) {
      last = await stream.append(message, last);
    }
    state.noteEntry(header);
    state.dateTakeOver(epoch, Math.round(time.clock().wallMs));
    return { lineage, epoch, after: last, id };
  } catch (error) {
    if (error instanceof AppendRefused) return null;
    throw error;
  }
}
