/** Test support: times in which a server did not hear its boards, and what follows from them. */
import { longestStallMs } from '../../src/actions/fleet/await-boards.ts';
import type { Prng } from '../../src/domain/prng.ts';

/** Epoch ms. */
export interface Fault {
  readonly kind: 'kill' | 'stop' | 'freeze';
  readonly from: number;
  readonly to: number;
}

/** Between a blink and two minutes, most of them short; ms. */
export const someLength = (random: Prng): number => 300 * 400 ** random.next();

/**
 * Whether a board that was silent had its time to come back before `at`: as long as the gap, which a server that was
 * killed knows to ten seconds; at least 15 s, at most a minute. Of gaps without a minute between them, ten minutes after
 * the first at the latest. A short standstill is no gap: boards stay connected, and what they say is read a moment later.
 */
export function hadItsTime(at: number, faults: readonly Fault[]): boolean {
  const isGap = ({ kind, from, to }: Fault) => kind !== 'freeze' || to - from > longestStallMs;
  const before = faults.filter((fault) => fault.to <= at && isGap(fault));
  const last = before.at(-1);
  if (last === undefined) return false;
  const returnMs = Math.min(60_000, Math.max(15_000, last.to - last.from));
  if (at >= last.to + returnMs - 1_000) return true;
  const apart = before.findLastIndex(({ from }, i) => from > (before[i - 1]?.to ?? 0) + 60_000);
  return at >= (before[apart]?.to ?? at) + 600_000 - 1_000;
}

/** When the server had heard without a break for so long, at the earliest at that time. */
export function heardFor(ms: number, at: number, faults: readonly Fault[]): number {
  let found = at;
  for (const { from, to } of faults.toSorted((one, other) => one.from - other.from)) {
    if (to + ms > found && from < found) found = to + ms;
  }
  return found;
}
