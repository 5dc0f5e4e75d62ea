/**
 * MQTT load, in a process of its own and on raw sockets, so that what is measured is the broker:
 *
 *   bun scripts/bench/lib/mqtt-generator.ts --port P --connections N --seconds S --window W \
 *     --credentials FILE|none [--warmup S] [--interval S] [--subscribe]
 *
 * Opens N sessions, then keeps W heartbeats of each unacknowledged for S seconds and prints one JSON
 * line (MqttLoadResult). With `--interval` every session sends one heartbeat in so many seconds
 * instead; with `--window 0` and no interval the sessions only stay alive. SIGTERM ends it early.
 */
import { parseArgs } from 'node:util';
import { type Credential, readCredentials } from './credentials.ts';
import { HeartbeatRing } from './heartbeat-ring.ts';
import { MqttFleet } from './mqtt-fleet.ts';

export interface MqttLoadOptions {
  readonly port: number;
  readonly connections: number;
  /** How long is measured, after the warm-up. */
  readonly seconds: number;
  readonly warmupSeconds: number;
  /** Unacknowledged messages a session keeps in flight; 0: none are sent (unless intervalSeconds). */
  readonly window: number;
  /** One message per session in so many seconds, acknowledged or not; 0: as `window` says. */
  readonly intervalSeconds: number;
  readonly credentials: readonly Credential[];
  /** Whether each session subscribes to its commands topic, as boards do. */
  readonly subscribe: boolean;
  /** Called once every session was accepted or failed. */
  readonly onConnected?: (connections: number) => void;
  /** Settles when the load is to end before its time. */
  readonly ended?: Promise<void>;
}

export interface MqttLoadResult {
  readonly connections: number;
  readonly connectSeconds: number;
  readonly seconds: number;
  readonly pubacks: number;
  readonly perSecond: number;
  /** Sessions that were refused, or lost before the end. */
  readonly errors: number;
  /** Share of one core the generator itself used while measuring; near 1, it was the limit. */
  readonly generatorCpu: number;
}

/** Runs one load and tells what came of it. Never throws for what the broker does. */
async function runMqttLoad(options: MqttLoadOptions): Promise<MqttLoadResult> {
  let isPumping = false;
  const fleet = new MqttFleet({
    port: options.port,
    credentials: options.credentials.slice(0, options.connections),
    onPubacks: (session, count) => {
      if (isPumping) session.beat(count);
    },
  });
  const slots = Math.max(1, options.window);
  for (const session of fleet.sessions) {
    session.ring = new HeartbeatRing(session.deviceId, slots, Date.now());
  }
  const connectSeconds = await fleet.connect();
  const { open } = fleet;
  if (options.subscribe) fleet.subscribe();
  options.onConnected?.(open.length);

  isPumping = options.window > 0 && options.intervalSeconds === 0;
  if (isPumping) for (const session of open) session.beat(options.window);
  if (options.intervalSeconds > 0) {
    fleet.every(options.intervalSeconds, (session) => session.beat(1));
  }

  const wait = (seconds: number) =>
    Promise.race([Bun.sleep(seconds * 1000), ...(options.ended ? [options.ended] : [])]);
  await wait(options.warmupSeconds);
  const pubacksBefore = fleet.pubacks;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await wait(options.seconds);
  const seconds = (performance.now() - startedAt) / 1000;
  const pubacks = fleet.pubacks - pubacksBefore;
  const cpu = process.cpuUsage(cpuBefore);

  isPumping = false;
  fleet.close();
  return {
    connections: open.length,
    connectSeconds: round(connectSeconds, 3),
    seconds: round(seconds, 3),
    pubacks,
    perSecond: Math.round(pubacks / seconds),
    errors: fleet.errors,
    generatorCpu: round((cpu.user + cpu.system) / 1e6 / seconds, 2),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      connections: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '5' },
      warmup: { type: 'string', default: '1' },
      window: { type: 'string', default: '10' },
      interval: { type: 'string', default: '0' },
      credentials: { type: 'string', default: 'none' },
      subscribe: { type: 'boolean', default: false },
    },
  });
  const connections = Number(values.connections);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.once('SIGTERM', () => end());
  const result = await runMqttLoad({
    port: Number(values.port),
    connections,
    seconds: Number(values.seconds),
    warmupSeconds: Number(values.warmup),
    window: Number(values.window),
    intervalSeconds: Number(values.interval),
    credentials: readCredentials(values.credentials, connections),
    subscribe: values.subscribe,
    onConnected: (count) => console.log(JSON.stringify({ connected: count })),
    ended,
  });
  console.log(JSON.stringify(result));
  process.exit(0);
}
