/** An installation on several machines, boards that report to it, and what must be true after each fault. */
import type { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readMessage } from '../../src/cluster/entry.ts';
import { connectTo, Log } from '../../src/cluster/log.ts';
import { Prng } from '../../src/domain/prng.ts';
import { realTime } from '../../src/server/clock.ts';
import { type Home, installBinary } from '../e2e/harness.ts';
import { firstChatId, seedBoards } from '../e2e/quick-fleet.ts';
import { waitFor } from '../e2e/wait-for.ts';
import type { FakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { type Answer, type Span, startFleet, type TestFleet } from './fleet.ts';
import { type NatsServer, startNats } from './nats.ts';
import { TestNode } from './nodes.ts';
import type { Places } from './place.ts';
import {
  countWaiting,
  expectTold,
  type Heard,
  recoveryDelayMs,
  type Told,
  thresholdMs,
} from './told.ts';

const flickeringBoards = 6;
const quietBoards = 8;
/** A look at a database costs a copy of it. */
const lookEveryMs = 250;

interface More {
  /** Of the release that all machines begin with. Default: the tested one. */
  readonly binary?: string | undefined;
  /** How many boards have cuts whose owners are told. */
  readonly watchedBoards?: number;
}

export class World implements AsyncDisposable {
  readonly home: Home;
  readonly nats: readonly NatsServer[];
  readonly nodes: readonly TestNode[];
  readonly telegram: FakeTelegram;
  readonly fleet: TestFleet;
  /** When boards could not reach the machine that led; epoch ms. */
  readonly hidden: Span[] = [];
  /** When what the machine that led had sent to the messenger could not arrive. */
  readonly held: Span[] = [];
  readonly #leads: LeadsWatch;
  readonly #told: Pick<Heard, 'quiet' | 'chats'>;
  readonly #startedAt: number;

  static async start(
    seed: string,
    machines: number,
    places: Places,
    more: More = {},
  ): Promise<World> {
    const home = await installBinary();
    try {
      return await World.#startOn(home, seed, machines, places, more);
    } catch (error) {
      await home[Symbol.asyncDispose]();
      throw error;
    }
  }

  static async #startOn(
    home: Home,
    seed: string,
    machines: number,
    places: Places,
    { binary = home.binary, watchedBoards = 8 }: More,
  ): Promise<World> {
    home.defer(() => places.remove());
    home.defer(endWhenInterrupted(home));
    const nats = await startNats(home.dir, places.hostOf('nats'));
    home.defer(() => Promise.all(nats.map((server) => server.end())));
    const telegram = await home.startTelegram({
      ...{ chats: 'any', host: places.hostOf('messenger') },
    });
    const env = {
      ...process.env,
      FAIWATCH_TELEGRAM_TOKEN: telegram.token,
      FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot,
      FAIWATCH_UPLINK_TARGETS: telegram.apiRoot,
    };
    const nodes: TestNode[] = [];
    for (let i = 0; i < machines; i += 1) {
      const dataDir = i === 0 ? home.data.dir : join(home.dir, `node-${i + 1}`);
      mkdirSync(dataDir, { recursive: true });
      const place = places.place(i, dataDir);
      const settings = { home, nats, env, dataDir, place, name: `node-${i + 1}` };
      const node = await TestNode.make(settings);
      home.defer(() => node.kill());
      nodes.push(node);
    }
    const startedAt = Date.now();
    const boards = seedBoards(home, watchedBoards + flickeringBoards + quietBoards);
    home.data.write(
      'DELETE FROM recipients WHERE customer_id > ? AND customer_id <= ?',
      ...[watchedBoards, watchedBoards + flickeringBoards],
    );
    home.data.write('UPDATE devices SET downtime_threshold_seconds = ?', thresholdMs / 1_000);
    home.data.saveSettings({ recoveryDelay: recoveryDelayMs / 60_000 });
    // The first has the installation.
    nodes[0]?.start(binary);
    await waitFor('leader', () => nodes[0]?.leads(), 30_000);
    for (const node of nodes.slice(1)) node.start(binary);
    const flickerFrom = watchedBoards;
    const quietFrom = watchedBoards + flickeringBoards;
    const fleet = startFleet({
      nodes,
      watched: boards.slice(0, flickerFrom),
      flickering: boards.slice(flickerFrom, quietFrom),
      quiet: boards.slice(quietFrom),
      random: (what) => new Prng(`${what} ${seed}`),
    });
    const quiet = new Set(boards.slice(quietFrom).map(({ id }) => id));
    const chats = new Set(Array.from({ length: watchedBoards }, (_, i) => firstChatId + i));
    const leads = await LeadsWatch.start(nats);
    home.defer(() => leads.stop());
    return new World({ home, nats, nodes, telegram, fleet }, leads, { quiet, chats }, startedAt);
  }

  private constructor(
    parts: Pick<World, 'home' | 'nats' | 'nodes' | 'telegram' | 'fleet'>,
    leads: LeadsWatch,
    told: Pick<Heard, 'quiet' | 'chats'>,
    startedAt: number,
  ) {
    this.home = parts.home;
    this.nats = parts.nats;
    this.nodes = parts.nodes;
    this.telegram = parts.telegram;
    this.fleet = parts.fleet;
    this.#leads = leads;
    this.#told = told;
    this.#startedAt = startedAt;
  }

  /** What the machines said last, for a look at what failed. */
  describe(): string {
    return this.nodes.map((node) => `${node.name}:\n${node.readLog().slice(-6_000)}`).join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.home[Symbol.asyncDispose]();
  }

  async leader(): Promise<TestNode> {
    return waitFor(
      'leader',
      async () => {
        const found = await Promise.all(
          this.nodes.map(async (node) => (await node.leads()) && node),
        );
        return found.find((node) => node !== false);
      },
      90_000,
    );
  }

  async untilAcknowledged(): Promise<void> {
    const before = this.fleet.acknowledged.length;
    await waitFor('acknowledgement', () => this.fleet.acknowledged.length > before, 120_000);
  }

  async untilNatsIsWhole(): Promise<void> {
    await waitFor(
      'whole cluster of NATS',
      async () => (await Promise.all(this.nats.map((server) => server.isHealthy()))).every(Boolean),
      60_000,
    );
  }

  async untilAllAreThere(): Promise<void> {
    await waitFor('answer of every machine', async () => {
      const answers = this.nodes.map(({ url }) =>
        fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null),
      );
      return (await Promise.all(answers)).every((answer) => answer?.ok === true);
    });
  }

  /** Whatever was acknowledged until now is, sooner or later, on every node. */
  async expectEverywhere(): Promise<void> {
    for (const node of this.nodes) {
      await waitFor(
        `every acknowledged report on ${node.name}`,
        () => look(() => this.#missingOn(node).length === 0),
        60_000,
      ).catch((error: Error) => {
        const missing = JSON.stringify(this.#missingOn(node).slice(0, 5));
        throw new Error(`${error.message}: ${missing}\n${node.readLog().slice(-4_000)}`);
      });
    }
  }

  /** While boards rest, all databases have the same content. */
  async expectEqual(): Promise<void> {
    const hashes = () => this.nodes.map((node) => node.contentHash());
    await waitFor(
      'same content on all nodes',
      () => look(() => new Set(hashes()).size === 1),
      60_000,
    );
  }

  /**
   * Once the boards have come to rest: nothing that was acknowledged is missing, all databases are alike, everybody
   * was told what was due and nothing else, and at each moment one machine acknowledged at most.
   */
  async expectSound(): Promise<Told> {
    await this.fleet.rest();
    await this.expectEverywhere();
    const [node] = this.nodes as [TestNode];
    const isTold = () => read(node, (database) => countWaiting(database) === 0);
    await waitFor('end of all outages and alerts', () => look(() => isTold() === true), 180_000);
    await this.expectEqual();
    const { losses, answers, silences } = this.fleet;
    const { sent } = this.telegram;
    const heard = {
      ...this.#told,
      losses,
      silences,
      sent,
      startedAt: this.#startedAt,
      hidden: this.hidden,
      held: this.held,
    };
    const told = read(node, (database) => expectTold(database, heard));
    if (told === null) throw new Error(`${node.name} cannot be read`);
    expectOneAtATime(answers, await this.#leads.read());
    this.fleet.goOn();
    return told;
  }

  #missingOn(node: TestNode) {
    const acknowledged = [...this.fleet.acknowledged];
    const stored = read(node, (database) =>
      database
        .query<{ key: string }, []>(
          `SELECT d.device_id || ' ' || e.boot_id || ' ' || e.seq AS key
          FROM events e JOIN devices d ON d.id = e.device_row WHERE e.boot_id IS NOT NULL`,
        )
        .all(),
    );
    const keys = new Set(stored?.map(({ key }) => key));
    return acknowledged.filter(
      ({ deviceId, bootId, seq }) => !keys.has(`${deviceId} ${bootId} ${seq}`),
    );
  }
}

/**
 * Whoever stops a walk finds neither networks nor disks of it afterwards.
 * @returns leaves signals alone again
 */
function endWhenInterrupted(home: Home): () => void {
  const end = () => void home[Symbol.asyncDispose]().finally(() => process.exit(1));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** @returns null: a copy of a file that is being written may be of no use; the next one is */
function read<T>(node: TestNode, work: (database: Database) => T): T | null {
  let copy: Database | null = null;
  try {
    copy = node.copy();
    copy.query('SELECT 1 FROM events').get();
  } catch {
    copy?.close();
    return null;
  }
  try {
    return work(copy);
  } finally {
    copy.close();
  }
}

async function look(work: () => boolean): Promise<boolean> {
  const isThere = work();
  if (!isThere) await Bun.sleep(lookEveryMs);
  return isThere;
}

/** Follows who leads, in order: nodes cut the log when it has become long. */
class LeadsWatch {
  readonly #log: Log;
  readonly #leads: string[] = [];
  readonly stop: () => unknown;
  #seen = 0;

  static async start(nats: readonly NatsServer[]): Promise<LeadsWatch> {
    const servers = nats.map(({ host, port }) => `nats://${host}:${port}`);
    const connection = await connectTo({ servers, name: 'faiwatch' }, 'test');
    const log = await Log.open(connection, 'faiwatch', realTime);
    return new LeadsWatch(log, () => connection.close());
  }

  private constructor(log: Log, close: () => unknown) {
    this.#log = log;
    const take = (seq: number, bytes: Uint8Array) => {
      const { entry } = readMessage(bytes);
      if (entry.kind === 'lead') this.#leads.push(entry.node);
      this.#seen = seq;
    };
    const unfollow = log.follow(1, take, () => {});
    this.stop = () => {
      unfollow();
      return close();
    };
  }

  async read(): Promise<readonly string[]> {
    const last = (await this.#log.bounds())?.last ?? 0;
    await waitFor('end of the log', () => this.#seen >= last);
    return [...this.#leads];
  }
}

/** Who acknowledged changes only where the log says that another leads. */
export function expectOneAtATime(answers: readonly Answer[], leads: readonly string[]): void {
  let at = 0;
  for (const { node, at: heardAt } of answers) {
    while (at < leads.length && leads[at] !== node) at += 1;
    const seen = { node, heardAt, leads, hasLed: at < leads.length };
    if (!seen.hasLed) throw new Error(`two acknowledged at a time: ${JSON.stringify(seen)}`);
  }
}
