/** Ports on the loopback interface. */

/** A port that was free a moment ago, for programs that cannot choose one and say which. */
export function findFreePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** @throws Error when nothing listens there in time. */
export async function waitForPort(port: number, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      const socket = await Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: { data: () => {}, error: () => {} },
      });
      socket.end();
      return;
    } catch {
      if (performance.now() > deadline) throw new Error(`Nothing listens on port ${port}`);
      await Bun.sleep(10);
    }
  }
}
