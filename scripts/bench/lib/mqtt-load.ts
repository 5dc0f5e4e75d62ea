/** The MQTT generator as a process of its own, running beside what is measured. */
import { z } from 'zod';
import { readLines } from './child-lines.ts';
import type { MqttLoadResult } from './mqtt-generator.ts';
import { once } from './once.ts';

export interface MqttLoad {
  /** Sessions that were accepted. */
  readonly connections: number;
  /** Ends it now, if it has not ended by itself, and tells what came of it. */
  stop(): Promise<MqttLoadResult>;
}

export interface MqttLoadPlan {
  readonly port: number;
  readonly connections: number;
  readonly credentialsPath: string;
  /** One heartbeat of each in so many seconds; not given: the sessions only stay alive. */
  readonly intervalSeconds?: number;
}

/**
 * Starts sessions that stay until they are stopped, and waits until all of them are there.
 * @throws Error when the generator fails
 */
export async function startMqttLoad(plan: MqttLoadPlan): Promise<MqttLoad> {
  const child = Bun.spawn(
    [
      ...[process.execPath, `${import.meta.dir}/mqtt-generator.ts`],
      ...['--port', `${plan.port}`, '--connections', `${plan.connections}`],
      ...['--credentials', plan.credentialsPath, '--subscribe', '--window', '0'],
      ...['--interval', `${plan.intervalSeconds ?? 0}`, '--warmup', '0', '--seconds', '86400'],
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const lines = readLines(child.stdout);
  const readJson = async (): Promise<unknown> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`The MQTT generator ended with ${await child.exited}`);
    return JSON.parse(value);
  };
  const { connected } = z.object({ connected: z.int() }).parse(await readJson());
  return {
    connections: connected,
    stop: once(async () => {
      child.kill('SIGTERM');
      const result = (await readJson()) as MqttLoadResult;
      await child.exited;
      return result;
    }),
  };
}
