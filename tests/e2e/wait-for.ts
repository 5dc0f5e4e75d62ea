/**
 * Looks again and again until there is something to see.
 * @param probe gives undefined, null or false while there is not
 * @throws Error that names what was waited for
 */
export async function waitFor<T>(
  what: string,
  probe: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await probe();
    if (isThere(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`No ${what} within ${timeoutMs} ms`);
    await Bun.sleep(50);
  }
}

function isThere<T>(seen: T): seen is Exclude<T, undefined | null | false> {
  return seen !== undefined && seen !== null && seen !== false;
}
