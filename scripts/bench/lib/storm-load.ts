/** The storm generator as a process of its own. */
import type { Database } from 'bun:sqlite';
import { z } from 'zod';
import { readLines } from './child-lines.ts';
import { once } from './once.ts';
import type { StormResult } from './storm-generator.ts';

export interface QueuedStorm extends StormResult {
  /** From the first publish until every device has its alert queued, or until there was no more waiting. */
  readonly queuedSeconds: number;
}

export interface StormLoad {
  /**
   * Every device loses mains now; settles when all of them were acknowledged.
   * @param countQueued how many have their alert queued
   */
  strike(countQueued: () => number): Promise<QueuedStorm>;
  /** Says goodbye on all sessions. */
  stop(): Promise<void>;
}

export interface StormPlan {
  readonly port: number;
  readonly connections: number;
  readonly credentialsPath: string;
  /** How long ago mains was lost when it is told, ms. */
  readonly ageMs: number;
}

/** How long alerts are waited for. */
const longestWaitMs = 60_000;

/**
 * Opens a healthy session of each device.
 * @throws Error when not all of them open
 */
export async function startStormLoad(plan: StormPlan): Promise<StormLoad> {
  const child = Bun.spawn(
    [
      ...[process.execPath, `${import.meta.dir}/storm-generator.ts`],
      ...['--port', `${plan.port}`, '--connections', `${plan.connections}`],
      ...['--credentials', plan.credentialsPath, '--age', `${plan.ageMs}`],
    ],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  );
  const lines = readLines(child.stdout);
  const readJson = async (): Promise<unknown> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`The storm ended with ${await child.exited}`);
    return JSON.parse(value);
  };
  const stop = once(async () => {
    child.stdin.end();
    await child.exited;
  });
  const { armed } = z.object({ armed: z.int() }).parse(await readJson());
  if (armed !== plan.connections) {
    await stop();
    throw new Error(`Only ${armed} sessions of ${plan.connections} opened`);
  }
  return {
    async strike(countQueued) {
      child.stdin.write('strike\n');
      child.stdin.flush();
      const struck = readJson() as Promise<StormResult>;
      const queuedAt = await waitUntil(() => countQueued() >= plan.connections, longestWaitMs);
      const result = await struck;
      return { ...result, queuedSeconds: (queuedAt - result.firstWriteAt) / 1000 };
    },
    stop,
  };
}

/**
 * Makes the count of queued alerts for `strike`. Who looks every 10 ms takes time from the server beside it,
 * so rows are counted only once there may be enough of them.
 */
export function alertCounter(database: Database, wanted: number): () => number {
  const last = database.query('SELECT max(id) FROM notifications');
  const alerts = database.query("SELECT count(*) FROM notifications WHERE kind = 'alert'");
  return () => {
    const most = Number(last.values()[0]?.[0]);
    return most < wanted ? most : Number(alerts.values()[0]?.[0]);
  };
}

/** @returns when it came true, epoch ms; after `timeoutMs` whatever it is then */
export async function waitUntil(isTrue: () => boolean, timeoutMs: number): Promise<number> {
  const now = () => performance.timeOrigin + performance.now();
  const deadline = now() + timeoutMs;
  while (!isTrue() && now() < deadline) await Bun.sleep(10);
  return now();
}
