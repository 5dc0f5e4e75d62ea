/** The storm generator as a process of its own. */
import { z } from 'zod';
import { readLines } from './child-lines.ts';
import { once } from './once.ts';
import type { StormResult } from './storm-generator.ts';

export interface StormLoad {
  /** Sessions that are open and known to be healthy. */
  readonly armed: number;
  /** Every device loses mains now; settles when all of them were acknowledged. */
  strike(): Promise<StormResult>;
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

/** @throws Error when the generator fails */
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
  const { armed } = z.object({ armed: z.int() }).parse(await readJson());
  return {
    armed,
    async strike() {
      child.stdin.write('strike\n');
      child.stdin.flush();
      return (await readJson()) as StormResult;
    },
    stop: once(async () => {
      child.stdin.end();
      await child.exited;
    }),
  };
}
