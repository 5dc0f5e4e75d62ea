/** One machine of several: the node's process, and the server that it starts when it is to lead. */
import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import type { LogAddress } from '../cluster/log.ts';
import { Node } from '../cluster/node.ts';
import type { Leader } from '../cluster/node-parts.ts';
import { keepNodeSecret, readNodeSecret } from '../cluster/node-secret.ts';
import { NodeUnusable } from '../cluster/node-unusable.ts';
import { nodeLockPath } from '../cluster/paths.ts';
import {
  type LeadOrder,
  leadOrder,
  Replication,
  type ReplicationParts,
} from '../cluster/replication.ts';
import type { Logger } from '../domain/logger.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { migrationsDir } from '../installation/assets.ts';
import { clusterLogOf } from '../installation/cluster-log.ts';
import type { Config } from '../installation/config.ts';
import { databasePath } from '../installation/paths.ts';
import { realTime } from '../server/clock.ts';
import { stopOnSignal } from '../server/stop-on-signal.ts';
import { findLeadObstacle } from '../store/engine/lead-obstacle.ts';
import { takeServerLock } from '../store/engine/server-lock.ts';
import { composeServer, type RunningServer, type ServerOptions } from './compose-server.ts';
import type { Replicate } from './open-data.ts';
import { type FollowerDoors, openFollowerDoors } from './open-follower-doors.ts';

function requireLog(config: Config): LogAddress {
  const log = clusterLogOf(config);
  if (log === null) throw new Error('there is no cluster');
  return log;
}

function nodeOf(config: Config): ClusterNode {
  return {
    log: requireLog(config),
    name: config.cluster_node ?? hostname(),
    address: config.cluster_address ?? null,
    dataDir: config.data,
    databasePath: databasePath(config.data),
    version,
    extras: config.extras === undefined ? null : [config.extras].flat().sort().join(' '),
  };
}

/** Starts the process of a node: it follows, or has a server lead. */
export async function startNode(config: Config, log: Logger): Promise<RunningServer> {
  refuseLitestream(config.data);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  takeServerLock(nodeLockPath(config.data));
  let doors: FollowerDoors | null = null;
  const node: Node = new Node({
    node: nodeOf(config),
    time: realTime,
    log,
    async openDoors() {
      doors = await openFollowerDoors({
        ...{ config, log, time: realTime },
        status: () => node.status(),
        secret: () => readNodeSecret(config.data),
      });
      return doors;
    },
    startLeader: (order) => startLeader(order, log),
    findObstacle: () => findLeadObstacle(databasePath(config.data), migrationsDir()),
  });
  await node.start();
  const opened = doors as FollowerDoors | null;
  const stopped = Promise.race([stopOnSignal(() => node.stop(), log), node.ended]);
  const ready = { ready: true as const, http: opened?.port ?? 0, mqtt: opened?.mqttPort ?? null };
  return { ready: { ...ready, version }, stopped };
}

/** Litestream makes checkpoints of its own, and so would write what the cluster does not hold. */
function refuseLitestream(dataDir: string): void {
  const traces = join(dataDir, '.faiwatch.db-litestream');
  if (!existsSync(traces)) return;
  throw new NodeUnusable(
    `Litestream copies ${dataDir}, and cannot beside a cluster: stop it, and remove ${traces}`,
  );
}

/** Starts a server of this same program on the same data. It ends when this process does. */
function startLeader(order: LeadOrder, log: Logger): Leader {
  const own = process.argv.slice(Bun.isStandaloneExecutable ? 2 : 1);
  // The node's process answers systemd.
  const { NOTIFY_SOCKET: _, WATCHDOG_USEC: __, ...env } = process.env;
  const child = Bun.spawn([process.execPath, ...own, '--lead', JSON.stringify(order)], {
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const say = (word: Word) => {
    try {
      child.stdin.write(`${JSON.stringify(word)}\n`);
      void child.stdin.flush();
    } catch {
      // It was killed a moment ago.
    }
  };
  const opened = Promise.withResolvers<void>();
  let isDiskRefusing = false;
  let isStopping = false;
  void hear(child.stdout, {
    opened: opened.resolve,
    'disk refuses': () => {
      isDiskRefusing = true;
    },
    'disk takes writes': () => {
      isDiskRefusing = false;
    },
  });
  return {
    opened: opened.promise,
    isDiskRefusing: () => isDiskRefusing,
    ended: child.exited.then((code) => {
      if (code !== 0) log.warn({ code, signal: child.signalCode }, 'the server has ended');
    }),
    takeLog: (after) => say({ after }),
    tell: (status) => say({ status }),
    stop() {
      // A second signal would end it at once.
      if (!isStopping) child.kill('SIGTERM');
      isStopping = true;
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/** What the process of a node says to the server that it started. */
type Word = { readonly status: ClusterStatus } | { readonly after: number };

/** What that server says, each on a line. */
const serverWords = ['opened', 'disk refuses', 'disk takes writes'] as const;
type ServerWord = (typeof serverWords)[number];

function sayToParent(word: ServerWord): void {
  process.stdout.write(`${word}\n`);
}

/** All else that it says is read and dropped. */
async function hear(
  stdout: ReadableStream<Uint8Array>,
  on: Readonly<Record<ServerWord, () => void>>,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stdout) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const word = serverWords.find((one) => one === line);
      if (word !== undefined) on[word]();
    }
  }
}

/** Runs the server that leads. */
export async function lead(
  config: Config,
  order: string,
  { logs, unexpected }: Pick<ServerOptions, 'logs' | 'unexpected'>,
): Promise<RunningServer> {
  const parts = {
    ...followParent(),
    node: nodeOf(config),
    order: leadOrder.parse(JSON.parse(order)),
    time: realTime,
    log: logs.log,
  };
  const cluster = {
    replicate: ((database, disk) => Replication.begin(parts, database, disk)) satisfies Replicate,
    nodeSecret: keepNodeSecret(config.data),
  };
  const composed = await composeServer({ config, logs, unexpected, cluster }, realTime);
  const { ready, stop } = composed;
  void composed.damage.then(({ message }) => {
    logs.log.error({}, message);
    process.kill(process.pid, 'SIGKILL');
  });
  return { ready, stopped: stopOnSignal(stop, logs.log, leaderStopLimit) };
}

/**
 * Sooner than that of the process that started it. NATS that does not answer once has time to be asked again.
 * Without closing the database: SQLite would write into it what the log does not hold.
 */
const leaderStopLimit = { limitMs: 4_000, end: () => process.kill(process.pid, 'SIGKILL') };

/**
 * Ends this process with the one that started it, and at once: nobody else may write what it has open.
 * @returns what the parent tells
 */
function followParent(): Pick<ReplicationParts, 'status' | 'takeLog' | 'tellDisk'> {
  let status: ClusterStatus | null = null;
  const after = Promise.withResolvers<number>();
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const word = JSON.parse(line) as Word;
      if ('after' in word) after.resolve(word.after);
      else ({ status } = word);
    }
  });
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'));
  return {
    status: () => status,
    takeLog() {
      sayToParent('opened');
      return after.promise;
    },
    tellDisk: (isRefusing) => sayToParent(isRefusing ? 'disk refuses' : 'disk takes writes'),
  };
}
