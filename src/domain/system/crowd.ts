/** The share of connections for each of many callers where there is not room for all. */

/**
 * The most that each may have, so that all together have at most `room`. Whoever has less keeps it all: so one with
 * thousands takes nothing from many with one each.
 */
export function fairCap(counts: Iterable<number>, room: number): number {
  const sorted = [...counts].sort((a, b) => a - b);
  let left = room;
  for (const [at, count] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (count > share) return share;
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}
