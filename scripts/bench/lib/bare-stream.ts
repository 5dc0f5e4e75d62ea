/**
 * The yardstick for the live stream: what sockets and runtime cost by themselves. Streams that are held
 * open, and a POST that writes one message into one or all of them; no log-in, nothing stored, in a
 * process of its own (this file, run directly, prints `{"port":N}` when it listens).
 *
 *   GET  /stream         a listener; they are numbered as they come
 *   POST /down?to=3|all
 */
import { z } from 'zod';
import { readLines } from './child-lines.ts';

export interface BareStream {
  readonly port: number;
  stop(): Promise<void>;
}

/** @throws Error when the process does not say its port. */
export async function startBareStream(): Promise<BareStream> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const first = await readLines(child.stdout).next();
  const { port } = z.object({ port: z.int() }).parse(JSON.parse(first.value ?? '{}'));
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

if (import.meta.main) {
  const listeners: ReadableStreamDefaultController<Uint8Array>[] = [];
  // As long as one of ours.
  const message = new TextEncoder().encode(
    `event: event\nid: 1000.100\ndata: ${JSON.stringify({
      id: 1000,
      device_id: 'fw-be0c00000000',
      site_name: 'Site 1',
      occurred_at: '2026-11-21T05:00:00.000Z',
      outage_id: 1000,
      event_type: 'DOWN',
    })}\n\n`,
  );
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/stream') {
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            listeners.push(controller);
            controller.enqueue(new TextEncoder().encode('event: hello\ndata: {}\n\n'));
          },
        });
        return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
      }
      await request.text();
      const to = searchParams.get('to');
      if (to === 'all') for (const listener of listeners) listener.enqueue(message);
      else listeners[Number(to)]?.enqueue(message);
      return Response.json({ ok: true });
    },
  });
  process.once('SIGTERM', () => process.exit(0));
  console.log(JSON.stringify({ port: server.port }));
}
