/** Area outages: many sites lost together, and their likely cause. */
import type { Location } from '../../domain/devices/place.ts';
import type { AreaCause, AreaStatus } from '../../domain/fleet/area-loss.ts';

/** An interval of time in epoch ms, both ends included. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** An area outage, open or over. The watch changes it in place. */
export interface AreaOutage {
  /** Its row. Null until the caller has stored it and set this. */
  id: number | null;
  /** When it began. */
  readonly onset: Interval;
  /** Epoch ms. */
  readonly declaredAt: number;
  readonly status: AreaStatus;
  readonly cause: AreaCause;
  /** Epoch ms. Null: it goes on. */
  readonly endedAt: number | null;
  /** Sites lost, those that are back included. */
  readonly lost: number;
  /** Lost sites that are back. */
  readonly back: number;
  /** Owners of the lost sites. */
  readonly owners: number;
  /** Watched sites of its cells that were not lost. */
  readonly healthy: number;
  /** The tags and areas of its cells, as people know them. */
  readonly labels: readonly string[];
  /** The middle of the points of the lost sites. Null: none is known. */
  readonly middle: Location | null;
}

/** One site’s loss as evidence of the outage that it is part of. */
export interface LossEvidence {
  /** When the loss began. */
  readonly onset: Interval;
  /** The board said that the mains are lost. */
  readonly isReported: boolean;
  /** The cause that its return proved. Null: it has not returned, or its return proves nothing. */
  readonly provenBy: 'mains' | 'network' | 'device' | null;
  /** Null: not known. */
  readonly provider: string | null;
}

interface AreaVerdict {
  readonly status: AreaStatus;
  /** `device`: the boards themselves had restarted, which is no outage. */
  readonly cause: AreaCause | 'device';
}

/** Reports and returns that prove a cause together. */
const leastProofs = 2;

/**
 * The common cause of the losses of an area outage.
 *
 * Two boards that reported the loss of the mains prove it. One alone may have had a cut of its own, so
 * what the others prove by their return outweighs it, and it confirms nothing where the others were all
 * with one provider of internet. Without a report and without proof, such losses are the provider’s.
 */
export function judgeArea(losses: ReadonlySet<LossEvidence>): AreaVerdict {
  const proven = { mains: 0, network: 0, device: 0 };
  let reported = 0;
  for (const { isReported, provenBy } of losses) {
    if (isReported) reported += 1;
    else if (provenBy !== null) proven[provenBy] += 1;
  }
  proven.mains += reported;
  const proofs = proven.mains + proven.network + proven.device;
  const isProven = (cause: keyof typeof proven) =>
    proven[cause] >= leastProofs && proven[cause] * 2 >= proofs;
  if (reported >= leastProofs || isProven('mains')) return { status: 'confirmed', cause: 'mains' };
  if (isProven('network')) return { status: 'confirmed', cause: 'network' };
  if (isProven('device')) return { status: 'confirmed', cause: 'device' };
  const isNetwork = areSilentOfOneProvider(losses);
  if (reported === 0) return { status: 'suspected', cause: isNetwork ? 'network' : 'mains' };
  const isAlone = isNetwork || proofs > proven.mains;
  return { status: isAlone ? 'suspected' : 'confirmed', cause: 'mains' };
}

/** Whether the providers of more than half of the losses that no board reported are known, and are one. */
function areSilentOfOneProvider(losses: ReadonlySet<LossEvidence>): boolean {
  let silent = 0;
  let known = 0;
  let only: string | null = null;
  for (const { isReported, provider } of losses) {
    if (isReported) continue;
    silent += 1;
    if (provider === null) continue;
    known += 1;
    only ??= provider;
    if (provider !== only) return false;
  }
  return known * 2 > silent;
}

/** When the outage began, as far as its losses tell: after the last sign of life, before the first end. */
export function onsetOf(losses: Iterable<LossEvidence>): Interval {
  let to = Number.POSITIVE_INFINITY;
  for (const { onset } of losses) to = Math.min(to, onset.to);
  let from = Number.NEGATIVE_INFINITY;
  for (const { onset } of losses) if (onset.from <= to) from = Math.max(from, onset.from);
  return { from, to };
}
