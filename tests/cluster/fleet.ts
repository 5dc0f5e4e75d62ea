/** Boards that know all servers of an installation, and repeat what none of them has acknowledged. */
import type { Prng } from '../../src/domain/prng.ts';
import type { Board, Report } from '../e2e/board.ts';
import { HttpDevice } from '../e2e/http-device.ts';
import { MqttDevice } from '../e2e/mqtt-device.ts';
import type { TestNode } from './nodes.ts';

export interface Acknowledged {
  readonly deviceId: string;
  readonly bootId: string;
  readonly seq: number;
  readonly type: string;
  readonly node: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface TestFleet {
  readonly acknowledged: readonly Acknowledged[];
  /** Lets what is under way end with power everywhere, and no more begin. */
  end(): Promise<void>;
}

/** How long a board waits for an answer. */
const patienceMs = 4_000;

interface FleetParts {
  readonly nodes: readonly TestNode[];
  /** They lose their mains and get it back. */
  readonly restless: readonly Board[];
  /** They only beat, so that nothing may be said of them. */
  readonly quiet: readonly Board[];
  readonly random: (what: string) => Prng;
}

export function startFleet({ nodes, restless, quiet, random }: FleetParts): TestFleet {
  const acknowledged: Acknowledged[] = [];
  let isEnding = false;
  const at = { node: 0 };

  const send = async (board: Board, speak: (node: TestNode) => Promise<unknown>) => {
    for (;;) {
      const node = nodes[at.node % nodes.length] as TestNode;
      try {
        await withLimit(speak(node));
        return node;
      } catch {
        // All boards of a house meet the same servers; who finds the leader, finds it for all.
        if (nodes[at.node % nodes.length] === node) at.node += 1;
        await Bun.sleep(100 + (board.id.charCodeAt(board.id.length - 1) % 16) * 10);
      }
    }
  };

  const tell = async (board: Board, report: Report, isMqtt: boolean) => {
    const node = await send(board, (one) => tellOnce(board, report, one, isMqtt));
    const { bootId, seq, type } = report;
    acknowledged.push({
      ...{ deviceId: board.id, bootId, seq, type },
      ...{ node: node.name, at: Date.now() },
    });
  };

  const restlessLives = restless.map(async (board, i) => {
    const prng = random(`board ${i}`);
    while (!isEnding) {
      await tell(board, board.losesMains(), i % 2 === 0);
      await Bun.sleep(prng.next() < 0.2 ? prng.between(6_000, 9_000) : prng.between(20, 800));
      await tell(board, board.regainsMains(), i % 2 === 0);
      await Bun.sleep(prng.between(200, 2_000));
    }
  });
  const quietLives = quiet.map(async (board, i) => {
    await Bun.sleep(random(`quiet ${i}`).between(0, 3_000));
    while (!isEnding) {
      await send(board, (node) => new HttpDevice(node.url, board).beats());
      await Bun.sleep(3_000);
    }
  });
  return {
    acknowledged,
    async end() {
      isEnding = true;
      await Promise.all([...restlessLives, ...quietLives]);
    },
  };
}

async function tellOnce(board: Board, report: Report, node: TestNode, isMqtt: boolean) {
  if (!isMqtt) return new HttpDevice(node.url, board).tells(report);
  const device = new MqttDevice(board, { port: node.mqtt });
  try {
    await device.connects();
    return await device.tells(report);
  } finally {
    device.leaves();
  }
}

async function withLimit<T>(work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error('no answer')), patienceMs);
  // It may fail after nobody waits any more.
  work.catch(() => {});
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
