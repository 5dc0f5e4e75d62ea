/** Three servers of NATS with JetStream on this machine, each of which can be killed and held. */
import { cpSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../src/cluster/log.ts';
import { findLastingPort } from '../e2e/harness.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { Route } from './routes.ts';

/**
 * Where servers tell each other that they can be reached. Of two routes between two of them NATS keeps any; the one
 * that they would find by themselves leads past the cable.
 */
const nobodysPort = 1;

export class NatsServer {
  readonly host: string;
  readonly port: number;
  readonly store: string;
  readonly #config: string;
  readonly #monitor: number;
  readonly #log: string;
  /** The cables to the others. */
  readonly #routes: readonly Route[];
  #child: Bun.Subprocess | null = null;

  constructor(
    dir: string,
    name: string,
    host: string,
    ports: NatsPorts,
    reached: readonly number[],
    routes: readonly Route[],
    { machines, servers, as }: NatsGuard,
  ) {
    this.#routes = routes;
    this.host = host;
    this.port = ports.client;
    this.#monitor = ports.monitor;
    this.store = join(dir, `${name}-store`);
    this.#config = join(dir, `${name}.conf`);
    this.#log = join(dir, `${name}.log`);
    const urls = reached.map((port) => `nats://${as}127.0.0.1:${port}`).join(', ');
    writeFileSync(
      this.#config,
      `server_name: ${name}
listen: ${host}:${ports.client}
http: 127.0.0.1:${ports.monitor}
jetstream { store_dir: "${this.store}" }
${machines}
cluster {
  name: nats
  listen: 127.0.0.1:${ports.route}
  no_advertise: true
  advertise: "127.0.0.1:${nobodysPort}"
  routes: [${urls}]
  ${servers}
}
`,
    );
  }

  start(): void {
    const log = openSync(this.#log, 'a');
    this.#child = Bun.spawn(['nats-server', '-c', this.#config], {
      stdin: 'ignore',
      stdout: log,
      stderr: log,
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    });
  }

  /** As when another program has taken one of its ports meanwhile. */
  get hasEnded(): boolean {
    return this.#child !== null && this.#child.exitCode !== null;
  }

  async isHealthy(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.#monitor}/healthz`;
    return (await fetch(url).catch(() => null))?.ok === true;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Cuts it off from the other servers, and from nobody else. */
  cutOff(): void {
    for (const route of this.#routes) route.pull();
  }

  reconnect(): void {
    for (const route of this.#routes) route.plug();
  }

  async end(): Promise<void> {
    await this.kill();
    for (const route of this.#routes) route.close();
  }

  /** As if its disk had not kept what it had not synced: all of it. Only while it does not run. */
  loseData(): void {
    rmSync(this.store, { recursive: true, force: true });
  }

  /** Notes what its disk has kept by now. Only while it does not run. */
  syncData(): void {
    rmSync(`${this.store}-synced`, { recursive: true, force: true });
    cpSync(this.store, `${this.store}-synced`, { recursive: true });
  }

  /** As if its disk had kept only that. */
  loseUnsyncedData(): void {
    this.loseData();
    cpSync(`${this.store}-synced`, this.store, { recursive: true });
  }
}

/** What servers ask of each other, and of machines. */
export interface NatsGuard {
  /** Lines of the configuration. */
  readonly machines: string;
  /** Lines within `cluster`. */
  readonly servers: string;
  /** As whom they call each other: `user:password@`. */
  readonly as: string;
}

const unguarded: NatsGuard = { machines: '', servers: '', as: '' };

interface NatsPorts {
  readonly client: number;
  readonly route: number;
  readonly monitor: number;
}

/**
 * @param host where machines reach them; each other they reach on the loopback
 * @returns once they are a cluster that takes streams
 */
export async function startNats(
  dir: string,
  host = '127.0.0.1',
  guard = unguarded,
): Promise<readonly NatsServer[]> {
  for (let tries = 0; tries < 3; tries += 1) {
    const servers = await makeServers(dir, host, guard);
    for (const server of servers) server.start();
    try {
      const isWhole = await waitFor(
        'cluster of NATS',
        async () => {
          if (servers.some(({ hasEnded }) => hasEnded)) return 'one has ended';
          const are = await Promise.all(servers.map((server) => server.isHealthy()));
          return are.every(Boolean) && 'whole';
        },
        30_000,
      );
      if (isWhole === 'whole') return servers;
    } catch (error) {
      await Promise.all(servers.map((server) => server.end()));
      throw error;
    }
    await Promise.all(servers.map((server) => server.end()));
    for (const server of servers) server.loseData();
  }
  throw new Error('A server of NATS ended as it began, three times');
}

/** Begins a log as a machine does: servers that have just begun may not take each other for places yet. */
export async function beginLog(log: Log): Promise<void> {
  let last: unknown;
  const isBegun = async () => {
    try {
      await log.found();
      return true;
    } catch (error) {
      last = error;
      return false;
    }
  };
  await waitFor('log in NATS', isBegun).catch((error: Error) => {
    throw new Error(error.message, { cause: last });
  });
}

/** With ports that are free now. */
async function makeServers(
  dir: string,
  host: string,
  guard: NatsGuard,
): Promise<readonly NatsServer[]> {
  const ports: NatsPorts[] = [];
  for (let i = 0; i < 3; i += 1) {
    const [client, route, monitor] = [
      await findLastingPort(),
      await findLastingPort(),
      await findLastingPort(),
    ];
    ports.push({ client, route, monitor });
  }
  // Each server calls those before it, through a cable of its own.
  const routes = ports.map((_, i) => ports.slice(0, i).map(({ route }) => new Route(route)));
  return ports.map((one, i) => {
    const calls = routes[i] ?? [];
    const isCalled = routes.flatMap((others) => others[i] ?? []);
    // A cluster without routes to others is none.
    const reached = [one.route, ...calls.map(({ port }) => port)];
    return new NatsServer(dir, `nats-${i + 1}`, host, one, reached, [...calls, ...isCalled], guard);
  });
}
