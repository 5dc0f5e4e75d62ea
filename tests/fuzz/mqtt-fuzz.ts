import type { Socket } from 'bun';
import { Prng } from '../../src/domain/prng.ts';
import { below, choose } from './bad-values.ts';
import {
  type MqttCredential,
  makeBadConnect,
  makeBadPacket,
  makeConnect,
  makeMessage,
} from './mqtt-packets.ts';

export interface MqttFuzzOptions {
  readonly port: number;
  /** Devices that are let in, so that what lies behind CONNECT is reached, too. */
  readonly credentials: readonly MqttCredential[];
  /** A device of somebody else, whose topics are tried. */
  readonly victimId: string;
  /** How many packets are sent, CONNECTs included. */
  readonly packets: number;
  readonly seed: string;
}

export interface MqttFuzzStats {
  packets: number;
  connections: number;
  /** Accepted by CONNACK. */
  sessions: number;
  pubacks: number;
  /** Connections that the server had closed before we would have. */
  closedByServer: number;
  /** Connections that the server would not close though we had sent all and said so. */
  hanging: number;
  /** Connections that the server would not take at all. */
  unreachable: number;
}

/** How long a server may take to work through what one connection sent. */
const patienceMs = 10_000;
const connectionsAtOnce = 8;

/**
 * Throws malformed, oversized, unauthenticated, replayed and foreign packets at an MQTT server, good
 * ones among them. The same seed sends the same packets.
 *
 * @returns what was seen from outside; `hanging` and `unreachable` must be 0. Whether nothing wrong was
 * stored only the server's side can tell.
 */
export async function fuzzMqtt(options: MqttFuzzOptions): Promise<MqttFuzzStats> {
  const stats: MqttFuzzStats = {
    packets: 0,
    connections: 0,
    sessions: 0,
    pubacks: 0,
    closedByServer: 0,
    hanging: 0,
    unreachable: 0,
  };
  const random = new Prng(options.seed);
  const work = async () => {
    while (stats.packets < options.packets && stats.unreachable === 0) {
      const plan = planConnection(random, options, options.packets - stats.packets);
      stats.packets += plan.chunks.length;
      await runConnection(options.port, plan, stats);
    }
  };
  await Promise.all(Array.from({ length: connectionsAtOnce }, work));
  return stats;
}

/** All that one connection will send, packet by packet. */
interface Plan {
  readonly chunks: readonly Buffer[];
  /** The first packet is a CONNECT that will be accepted. */
  readonly isLetIn: boolean;
}

function planConnection(random: Prng, options: MqttFuzzOptions, most: number): Plan {
  const credential = choose(random, options.credentials);
  if (random.next() < 0.3) {
    const behind = makeMessage(random, credential.deviceId);
    const chunks = [makeBadConnect(random, credential), behind].slice(0, most);
    return { chunks, isLetIn: false };
  }
  // What follows is of MQTT 3.1.1: to a session of MQTT 5 all of it is somewhat wrong.
  const chunks = [makeConnect(credential, random.next() < 0.8 ? 4 : 5)];
  const count = Math.min(most, 2 + below(random, 12));
  while (chunks.length < count) {
    const kind = random.next();
    if (kind < 0.5) chunks.push(makeMessage(random, credential.deviceId));
    else if (kind < 0.6) chunks.push(choose(random, chunks.slice(-1)));
    else chunks.push(makeBadPacket(random, credential, options.victimId));
  }
  return { chunks, isLetIn: true };
}

async function runConnection(
  port: number,
  { chunks, isLetIn }: Plan,
  stats: MqttFuzzStats,
): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const answers: Uint8Array[] = [];
  let isDone = false;
  let socket: Socket;
  try {
    socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data(_socket, chunk) {
          answers.push(chunk);
          answered.resolve();
        },
        close: () => {
          if (!isDone) stats.closedByServer++;
          closed.resolve();
        },
        error() {},
      },
    });
  } catch {
    stats.unreachable++;
    return;
  }
  stats.connections++;
  for (const [n, chunk] of chunks.entries()) {
    socket.write(chunk);
    // What comes with CONNECT is held until CONNACK, and would fall with an early end.
    if (n === 0 && isLetIn) await Promise.race([answered.promise, closed.promise]);
    // Now and then the packets arrive one by one, else all at once.
    if (chunk.length % 3 === 0) await new Promise((done) => setImmediate(done));
  }
  isDone = true;
  // Half-closed: the server has everything, and closes once it has worked through it.
  socket.shutdown();
  const timer = setTimeout(() => {
    stats.hanging++;
    socket.terminate();
    closed.resolve();
  }, patienceMs);
  await closed.promise;
  clearTimeout(timer);
  countAnswers(Buffer.concat(answers), stats);
}

function countAnswers(answers: Buffer, stats: MqttFuzzStats): void {
  if (answers[0] === 0x20 && answers[3] === 0) stats.sessions++;
  for (let at = 0; at + 1 < answers.length; at += 2 + (answers[at + 1] ?? 0)) {
    if (answers[at] === 0x40) stats.pubacks++;
  }
}
