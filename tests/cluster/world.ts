/** An installation on several machines, boards that report to it, and faults. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Prng } from '../../src/domain/prng.ts';
import { type Home, installBinary } from '../e2e/harness.ts';
import { firstChatId, seedBoards } from '../e2e/quick-fleet.ts';
import { waitFor } from '../e2e/wait-for.ts';
import type { FakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { type Acknowledged, startFleet, type TestFleet } from './fleet.ts';
import { type NatsServer, startNats } from './nats.ts';
import { TestNode } from './nodes.ts';

const restlessBoards = 12;
const quietBoards = 8;

export class World implements AsyncDisposable {
  readonly home: Home;
  readonly nats: readonly NatsServer[];
  readonly nodes: readonly TestNode[];
  readonly telegram: FakeTelegram;
  readonly fleet: TestFleet;
  readonly #quiet: readonly string[];
  readonly #startedAt = Date.now();

  static async start(seed: string, nodes: number): Promise<World> {
    const home = await installBinary();
    const nats = await startNats(home.dir);
    home.defer(() => Promise.all(nats.map((server) => server.kill())));
    const boards = seedBoards(home, restlessBoards + quietBoards);
    const telegram = await home.startTelegram({ chats: 'any' });
    const env = {
      ...process.env,
      FAIWATCH_TELEGRAM_TOKEN: telegram.token,
      FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot,
    };
    const made: TestNode[] = [];
    for (let i = 0; i < nodes; i += 1) {
      const dataDir = i === 0 ? home.data.dir : join(home.dir, `node-${i + 1}`);
      mkdirSync(dataDir, { recursive: true });
      const settings = { home, nats, env, dataDir, name: `node-${i + 1}` };
      const node = await TestNode.make(settings);
      home.defer(() => node.kill());
      made.push(node);
    }
    // The first has the installation.
    made[0]?.start();
    await waitFor('leader', () => made[0]?.leads(), 30_000);
    for (const node of made.slice(1)) node.start();
    const fleet = startFleet({
      nodes: made,
      restless: boards.slice(0, restlessBoards),
      quiet: boards.slice(restlessBoards),
      random: (what) => new Prng(`${what} ${seed}`),
    });
    const quiet = boards.slice(restlessBoards).map(({ id }) => id);
    return new World(home, nats, made, telegram, fleet, quiet);
  }

  private constructor(
    home: Home,
    nats: readonly NatsServer[],
    nodes: readonly TestNode[],
    telegram: FakeTelegram,
    fleet: TestFleet,
    quiet: readonly string[],
  ) {
    this.home = home;
    this.nats = nats;
    this.nodes = nodes;
    this.telegram = telegram;
    this.fleet = fleet;
    this.#quiet = quiet;
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

  /** @returns how long it took until another report was acknowledged, in ms */
  async untilAcknowledged(): Promise<number> {
    const since = performance.now();
    const before = this.fleet.acknowledged.length;
    await waitFor('acknowledgement', () => this.fleet.acknowledged.length > before, 120_000);
    return performance.now() - since;
  }

  /** Whatever was acknowledged until now is, sooner or later, on every node. */
  async expectEverywhere(): Promise<void> {
    const acknowledged = [...this.fleet.acknowledged];
    for (const node of this.nodes) {
      await waitFor(
        `every acknowledged report on ${node.name}`,
        () => missingOn(node, acknowledged).length === 0,
        60_000,
      ).catch((error: Error) => {
        const missing = JSON.stringify(missingOn(node, acknowledged).slice(0, 5));
        throw new Error(`${error.message}: ${missing}\n${node.readLog().slice(-4_000)}`);
      });
    }
  }

  /** The boards have come to rest: all databases have the same content. */
  async expectEqual(): Promise<void> {
    const hashes = () => this.nodes.map((node) => node.contentHash());
    await waitFor('same content on all nodes', () => new Set(hashes()).size === 1, 60_000);
  }

  /** Boards that never stopped beating lost contact only while no server was there. */
  falseAlarms(node: TestNode): readonly unknown[] {
    const copy = node.copy();
    try {
      return copy
        .query(
          `SELECT d.device_id, o.cause, o.down_at FROM outages o JOIN devices d ON d.id = o.device_row
          WHERE d.device_id IN (${this.#quiet.map(() => '?').join(',')}) AND o.down_at >= ?`,
        )
        .all(...this.#quiet, this.#startedAt);
    } finally {
      copy.close();
    }
  }

  /** How often an alert of the same outage reached the messenger more than once. */
  duplicates(): number {
    const texts = this.telegram.sent
      .filter(({ chatId }) => chatId >= firstChatId)
      .map(({ chatId, text }) => `${chatId} ${text}`);
    return texts.length - new Set(texts).size;
  }
}

function missingOn(node: TestNode, acknowledged: readonly Acknowledged[]): Acknowledged[] {
  let copy: ReturnType<TestNode['copy']> | null = null;
  try {
    copy = node.copy();
    const stored = new Set(
      copy
        .query<{ key: string }, []>(
          `SELECT d.device_id || ' ' || e.boot_id || ' ' || e.seq AS key
          FROM events e JOIN devices d ON d.id = e.device_row WHERE e.boot_id IS NOT NULL`,
        )
        .all()
        .map(({ key }) => key),
    );
    return acknowledged.filter(
      ({ deviceId, bootId, seq }) => !stored.has(`${deviceId} ${bootId} ${seq}`),
    );
  } catch {
    // A copy of a file that is being written may be of no use; the next one is.
    return [...acknowledged];
  } finally {
    copy?.close();
  }
}
