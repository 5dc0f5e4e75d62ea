/** Connections that write without waiting for answers; `burst-generator.ts` makes them. */
import { join } from 'node:path';
import { z } from 'zod';

export const burstSchema = z.object({
  port: z.int(),
  connections: z.int(),
  /** Sent first, one character a byte. When there is one, the rest waits for its answer. */
  opening: z.string(),
  /** Sent over and over, one character a byte. */
  piece: z.string().min(1),
});
export type Burst = z.infer<typeof burstSchema>;

const outcomeSchema = z.object({
  opened: z.int(),
  /** By the server. */
  ended: z.int(),
  writtenBytes: z.int(),
  answeredBytes: z.int(),
});
export type BurstOutcome = z.infer<typeof outcomeSchema>;

export interface RunningBurst {
  stop(): Promise<BurstOutcome>;
}

export function startBurst(burst: Burst): RunningBurst {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'burst-generator.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  child.stdin.write(`${JSON.stringify(burst)}\n`);
  void child.stdin.flush();
  return {
    async stop() {
      await child.stdin.end();
      const said = await new Response(child.stdout).text();
      await child.exited;
      return outcomeSchema.parse(JSON.parse(said));
    },
  };
}
