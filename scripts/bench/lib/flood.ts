/** One kind of flood at a time, and the heartbeats of a board that has nothing to do with it. */
import { join } from 'node:path';
import { z } from 'zod';

export interface Flood {
  readonly url: string;
  readonly token: string;
  readonly kind: 'events' | 'search' | 'changes';
  readonly connections: number;
}

/** How often each status was answered. */
export type Answered = Readonly<Record<string, number>>;

export interface RunningFlood {
  stop(): Promise<Answered>;
}

export function startFlood(flood: Flood): RunningFlood {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'flood-generator.ts')], {
    env: { ...process.env, FLOOD: JSON.stringify(flood) },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return {
    async stop() {
      await child.stdin.end();
      const answered = await new Response(child.stdout).text();
      await child.exited;
      return z.record(z.string(), z.number()).parse(JSON.parse(answered));
    },
  };
}

/** Sends a heartbeat every 60 ms for a while; gives how long each took to be answered, in ms. */
export async function timeHeartbeats(
  server: string,
  token: string,
  lastsMs: number,
): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + lastsMs;
  for (let seq = 1; performance.now() < endsAt; seq++) {
    const startedAt = performance.now();
    const answer = await fetch(`${server}/api/device/v1/heartbeat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        boot_id: 'be0a7000',
        seq,
        uptime_ms: seq * 60,
        reset_reason: 'power_on',
        power: 'UP',
        has_mains_sense: false,
      }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`A heartbeat was answered with ${answer.status}`);
    times.push(performance.now() - startedAt);
    await Bun.sleep(Math.max(0, 60 - (performance.now() - startedAt)));
  }
  return times;
}
