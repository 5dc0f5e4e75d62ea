/**
 * The yardstick for HTTP heartbeats and reports: Elysia routes that do nothing, in a process of their
 * own (this file, run directly, prints `{"port":N}` when it listens).
 */
import { Elysia } from 'elysia';
import { z } from 'zod';
import { readLines } from './child-lines.ts';

export const reportPath = '/api/customer/power-outages';

export interface EmptyRoute {
  readonly port: number;
  stop(): Promise<void>;
}

/** @throws Error when the process does not say its port. */
export async function startEmptyRoute(): Promise<EmptyRoute> {
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
  const app = new Elysia()
    .post('/api/device/v1/heartbeat', () => 'ok')
    .get(reportPath, () => 'ok')
    .listen({ port: 0, hostname: '127.0.0.1' });
  process.once('SIGTERM', () => process.exit(0));
  console.log(JSON.stringify({ port: app.server?.port }));
}
