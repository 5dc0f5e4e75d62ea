/** How the server is by its own words, and by the kernel's. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from '../../e2e/harness.ts';
import { waitFor } from '../../e2e/wait-for.ts';

export async function statusOf(server: Server, path: string): Promise<number> {
  const response = await fetch(server.url + path, { signal: AbortSignal.timeout(5_000) });
  await response.body?.cancel();
  return response.status;
}

/** @returns after how many ms `/readyz` answered so; NaN: it did not in time */
export async function awaitReadiness(
  server: Server,
  status: number,
  timeoutMs: number,
): Promise<number> {
  const startedAt = performance.now();
  const answers = async () => (await statusOf(server, '/readyz').catch(() => 0)) === status;
  try {
    await waitFor(`${status} of /readyz`, answers, timeoutMs);
  } catch {
    return Number.NaN;
  }
  return performance.now() - startedAt;
}

/** Resident memory of the process, in MB. */
export function readMemory({ pid }: Pick<Server, 'pid'>): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** How many sockets and files the process holds open. */
export function countOpenFiles({ pid }: Pick<Server, 'pid'>): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export function isRunning({ pid }: Pick<Server, 'pid'>): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
