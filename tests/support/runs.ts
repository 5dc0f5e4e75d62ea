/** How often a random walk is gone on each change; the night goes it `TEST_EFFORT` times as often. */
export function runs(onEachChange: number): number {
  return onEachChange * Number(process.env['TEST_EFFORT'] ?? 1);
}
