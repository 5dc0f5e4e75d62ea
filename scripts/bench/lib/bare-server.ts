/**
 * The yardstick for calls and for the live stream: what `Bun.serve`, sockets and runtime cost by themselves. No
 * log-in, nothing stored, in a process of its own (this file, run directly, prints `{"port":N}` when it listens).
 *
 *   POST /api/device/v1/heartbeat   reads and parses the body
 *   GET  {reportPath}               does nothing
 *   GET  /stream                    a listener, held open; they are numbered as they come
 *   POST /down?to=3|all             writes one message into one stream or all
 */
import { z } from 'zod';
import { readLines } from './child-lines.ts';

export const reportPath = '/api/customer/power-outages';

export interface BareServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** @throws Error when the process does not say its port. */
export async function startBareServer(): Promise<BareServer> {
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
  const encoder = new TextEncoder();
  // As long as one of ours.
  const message = encoder.encode(
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
    routes: {
      '/api/device/v1/heartbeat': {
        POST: async (request) => {
          const { seq } = await request.json();
          return Response.json({ ok: Number.isSafeInteger(seq) });
        },
      },
      [reportPath]: { GET: () => new Response('ok') },
      '/stream': {
        GET: () => {
          const stream = new ReadableStream<Uint8Array>({
            start(controller) {
              listeners.push(controller);
              controller.enqueue(encoder.encode('event: hello\ndata: {}\n\n'));
            },
          });
          return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
        },
      },
      '/down': {
        POST: async (request) => {
          await request.text();
          const to = new URL(request.url).searchParams.get('to');
          if (to === 'all') for (const listener of listeners) listener.enqueue(message);
          else listeners[Number(to)]?.enqueue(message);
          return Response.json({ ok: true });
        },
      },
    },
  });
  process.once('SIGTERM', () => process.exit(0));
  console.log(JSON.stringify({ port: server.port }));
}
