/**
 * The yardstick for HTTP heartbeats and reports: routes of `Bun.serve` in a process of their own, one of which
 * reads and parses a heartbeat, and one of which does nothing (this file, run directly, prints `{"port":N}` when it
 * listens).
 */
import { z } from 'zod';
import { readLines } from './child-lines.ts';

export const reportPath = '/api/customer/power-outages';

export interface BareRoutes {
  readonly port: number;
  stop(): Promise<void>;
}

/** @throws Error when the process does not say its port. */
export async function startBareRoutes(): Promise<BareRoutes> {
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
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/api/device/v1/heartbeat': {
        POST: async (request) => {
          const { seq } = await request.json();
          return Response.json({ ok: Number.isSafeInteger(seq) });
        },
      },
      [reportPath]: { GET: () => new Response('ok') },
    },
  });
  process.once('SIGTERM', () => process.exit(0));
  console.log(JSON.stringify({ port: server.port }));
}
