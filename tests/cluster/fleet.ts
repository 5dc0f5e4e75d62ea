/** Boards that know all servers of an installation, and repeat what none of them has acknowledged. */
import type { Prng } from '../../src/domain/prng.ts';
import type { Board, Report } from '../e2e/board.ts';
import { HttpDevice } from '../e2e/http-device.ts';
import { MqttDevice } from '../e2e/mqtt-device.ts';
import type { TestNode } from './nodes.ts';

/** A report that some server has acknowledged. */
export interface Acknowledged extends Report {
  readonly deviceId: string;
  /** When the answer came, epoch ms. */
  readonly heardAt: number;
}

/** That a server has acknowledged anything, a heartbeat too. */
export interface Answer {
  readonly node: string;
  /** Epoch ms. */
  readonly at: number;
  /** Heartbeats are answered without the log. */
  readonly isReport: boolean;
}

/** Epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Power that was away and came back, by the board's own clock, whatever any server heard of it meanwhile. */
export interface Loss {
  readonly deviceId: string;
  readonly downAt: number;
  readonly upAt: number;
  /** When each was acknowledged. */
  readonly downHeardAt: number;
  readonly upHeardAt: number;
}

export interface TestFleet {
  readonly acknowledged: readonly Acknowledged[];
  /** Over MQTT, where no machine answers for another. */
  readonly answers: readonly Answer[];
  /** Of watched boards: each long enough to be told of, or far too short. */
  readonly losses: readonly Loss[];
  /**
   * When no server acknowledged anything, of which there is always something; a standstill of this process too, and the
   * time between two machines that lead.
   */
  readonly silences: readonly Span[];
  /** Resolves once what is under way has ended, with power everywhere. From then on boards only beat. */
  rest(): Promise<void>;
  goOn(): void;
  end(): Promise<void>;
}

const beatEveryMs = 2_000;
/** Boards speak several times in a second. */
const silenceMs = 1_000;
/** How long a board waits for an answer. */
const patienceMs = 2_500;

export interface FleetParts {
  readonly nodes: readonly TestNode[];
  /** Their mains goes and comes back, and their owners are told. */
  readonly watched: readonly Board[];
  /** Their mains goes and comes as fast as they can say so. */
  readonly flickering: readonly Board[];
  /** They only beat, so that nothing may be said of them. */
  readonly quiet: readonly Board[];
  readonly random: (what: string) => Prng;
}

export function startFleet({ nodes, watched, flickering, quiet, random }: FleetParts): TestFleet {
  const acknowledged: Acknowledged[] = [];
  const answers: Answer[] = [];
  const losses: Loss[] = [];
  const silences: Span[] = [];
  const at = { node: 0 };
  let heardAt: number | null = null;
  let leader: string | null = null;
  /** When the machine that was known to lead last answered by itself. */
  let ledAt: number | null = null;
  const ending = Promise.withResolvers<void>();
  let isEnding = false;
  let isResting = false;
  let busy = 0;

  /** @param led the machine that leads. Null: not known */
  const noteHeard = (isReport: boolean, led: string | null) => {
    // A heartbeat is answered by a server that cannot store anything.
    if (!isReport && !isResting) return;
    const now = Date.now();
    // Whoever leads anew waits for boards, however short the silence was.
    const isAnother = led !== null && leader !== null && led !== leader;
    // Between the two, answers over HTTP may already be those of the new one.
    const from = isAnother ? ledAt : heardAt;
    if (from !== null && (isAnother || now - from >= silenceMs)) silences.push({ from, to: now });
    heardAt = now;
    if (led !== null) {
      leader = led;
      ledAt = now;
    }
  };

  const send = async (board: Board, isMqtt: boolean, isReport: boolean, speak: Speak) => {
    for (;;) {
      const node = nodes[at.node % nodes.length] as TestNode;
      try {
        await (isMqtt ? overMqtt(board, node, speak) : overHttp(board, node, speak));
        // Over HTTP machines answer for each other.
        noteHeard(isReport, isMqtt ? node.name : null);
        if (isMqtt) answers.push({ node: node.name, at: Date.now(), isReport });
        return;
      } catch {
        // All boards of a house meet the same servers; who finds the leader, finds it for all.
        if (nodes[at.node % nodes.length] === node) at.node += 1;
        await Bun.sleep(100 + (board.id.charCodeAt(board.id.length - 1) % 16) * 10);
      }
    }
  };

  const tell = async (board: Board, report: Report, isMqtt: boolean): Promise<Acknowledged> => {
    await send(board, isMqtt, true, (device) => device.tells(report));
    const told = { ...report, deviceId: board.id, heardAt: Date.now() };
    acknowledged.push(told);
    return told;
  };

  const losePower = async (board: Board, isMqtt: boolean, forMs: number) => {
    busy += 1;
    const down = board.losesMains();
    const isTold = tell(board, down, isMqtt);
    await Bun.sleep(forMs);
    const up = board.regainsMains();
    // In their order, as a board sends what it has kept.
    const { heardAt: downHeardAt } = await isTold;
    const { heardAt: upHeardAt } = await tell(board, up, isMqtt);
    busy -= 1;
    return { deviceId: board.id, downAt: down.at, upAt: up.at, downHeardAt, upHeardAt };
  };

  const beat = async (board: Board, isMqtt: boolean) => {
    await send(board, isMqtt, false, (device) => device.beats());
    return beatEveryMs;
  };

  const live = async (board: Board, i: number, prng: Prng, once: () => Promise<number>) => {
    await Bun.sleep(prng.between(0, 3_000));
    while (!isEnding) {
      // Power that is back counts as steady only where the board is heard.
      const waitMs = await (isResting ? beat(board, i % 2 === 0) : once());
      await Promise.race([Bun.sleep(waitMs), ending.promise]);
    }
  };

  const lives = [
    ...watched.map((board, i) => {
      const prng = random(`watched ${i}`);
      return live(board, i, prng, async () => {
        // Far enough from the threshold that a report which is long under way does not matter.
        const forMs = prng.next() < 0.4 ? prng.between(0, 2_400) : prng.between(7_600, 20_000);
        losses.push(await losePower(board, i % 2 === 0, forMs));
        return prng.between(2_500, 4_000);
      });
    }),
    ...flickering.map((board, i) => {
      const prng = random(`flickering ${i}`);
      return live(board, i, prng, async () => {
        await losePower(board, i % 2 === 0, prng.between(20, 800));
        return prng.between(200, 900);
      });
    }),
  ];
  const quietLives = quiet.map(async (board, i) => {
    await Bun.sleep(random(`quiet ${i}`).between(0, 2_000));
    while (!isEnding) {
      const waitMs = await beat(board, i % 2 === 0);
      await Promise.race([Bun.sleep(waitMs), ending.promise]);
    }
  });
  const rest = async () => {
    isResting = true;
    while (busy > 0) await Bun.sleep(20);
  };
  const goOn = () => {
    isResting = false;
  };
  return {
    ...{ acknowledged, answers, losses, silences, rest, goOn },
    async end() {
      await rest();
      isEnding = true;
      ending.resolve();
      await Promise.all([...lives, ...quietLives]);
    },
  };
}

type Speak = (device: HttpDevice | MqttDevice) => Promise<unknown>;

async function overHttp(board: Board, node: TestNode, speak: Speak): Promise<void> {
  await speak(new HttpDevice(node.url, board, patienceMs));
}

async function overMqtt(board: Board, node: TestNode, speak: Speak): Promise<void> {
  const device = new MqttDevice(board, { host: node.place.host, port: node.mqtt });
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    device.vanishes();
    limit.reject(new Error('no answer'));
  }, patienceMs);
  // It may take for ever to connect, and must be left even then.
  const talk = async () => {
    try {
      await device.connects();
      await speak(device);
    } finally {
      device.leaves();
    }
  };
  try {
    await Promise.race([talk(), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
