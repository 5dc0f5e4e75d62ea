/**
 * Runs as a process of its own, so that the test measures only the broker's memory:
 *
 *   bun src/mqtt/testing/memory-bomb.ts tcp|tls|ws PORT
 *
 * Opens eight connections at once. Each announces a CONNECT of 256 MB and sends up to 50 MB of it. Over
 * WebSocket each sends a frame of 15 MB, just below Bun's own limit. Exits when all are closed.
 */
export {};

const [kind = '', port = ''] = process.argv.slice(2);
const bomb = new Uint8Array(50 * 1024 * 1024).fill(0x41);
bomb.set([0x10, 0xff, 0xff, 0xff, 0x7f]);

async function throwOverSocket(isTls: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const sendMore = (socket: { write(bytes: Uint8Array): number }) => {
    const taken = socket.write(bomb.subarray(sent));
    if (taken > 0) sent += taken;
  };
  await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(port),
    ...(isTls && { tls: { rejectUnauthorized: false } }),
    socket: { open: sendMore, drain: sendMore, data() {}, error() {}, close: () => resolve() },
  });
  await promise;
}

async function throwOverWebSocket(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, ['mqtt']);
  socket.onopen = () => socket.send(bomb.subarray(0, 15 * 1024 * 1024));
  socket.onclose = () => resolve();
  await promise;
}

await Promise.all(
  Array.from({ length: 8 }, () =>
    kind === 'ws' ? throwOverWebSocket() : throwOverSocket(kind === 'tls'),
  ),
);
