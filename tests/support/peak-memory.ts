import { readFileSync, writeFileSync } from 'node:fs';

/** What the process may grow by in one call; what a hostile far end sends is more than twice as large. */
export const mostGrowthBytes = 48 * 1024 * 1024;

/** The most bytes that the process had; since the last `forgetPeak`. */
export const peak = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

export function forgetPeak(): number {
  // proc(5): 5 resets the peak.
  writeFileSync('/proc/self/clear_refs', '5');
  return peak();
}

/** How long something took, what it threw, and by how much the process grew at most meanwhile. */
export async function measure(work: () => Promise<unknown>) {
  const before = forgetPeak();
  const begun = performance.now();
  const error = await work().then(
    () => null,
    (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
  );
  return { error, tookMs: performance.now() - begun, grownBytes: peak() - before };
}
