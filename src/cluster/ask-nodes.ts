import { z } from 'zod';
import type { Time } from '../domain/instant.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { aliveEveryMs } from './election.ts';
import { connectTo, type LogAddress, whyUnreachable } from './log.ts';
import { createInbox, type NatsConnection } from './nats.ts';
import { areMostAway } from './servers-away.ts';

/** Questions of a command to the nodes. */
const question = z.union([
  z.strictObject({ ask: z.enum(['status', 'step-down']) }),
  z.strictObject({ ask: z.literal('forget'), node: z.string() }),
]);
export type Question = z.output<typeof question>;

/** Time in which all nodes answer, in ms. */
const answersMs = 1_500;
/** Time in which a command finds a NATS server. */
const connectMs = 5_000;

/** No NATS server answered. */
export class NobodyAnswers extends Error {
  override readonly name = 'NobodyAnswers';
}

function subjectOf(cluster: string): string {
  return `faiwatch.${cluster}.ask`;
}

/** Has a node answer what commands ask: each time with how it stands. */
export function answerQuestions(
  connection: NatsConnection,
  cluster: string,
  node: {
    status(): ClusterStatus;
    /** Has others take over. */
    stepDown(): void;
    forget(node: string): void;
  },
): void {
  connection.subscribe(subjectOf(cluster), {
    callback(error, message) {
      if (error !== null) return;
      const asked = question.safeParse(readJson(message.string()));
      if (!asked.success) return;
      message.respond(JSON.stringify(node.status()));
      if (asked.data.ask === 'step-down') node.stepDown();
      if (asked.data.ask === 'forget') node.forget(asked.data.node);
    },
  });
}

/**
 * Asks all nodes. Where most servers of NATS are away, and the log stands still, each says so, though it may not know
 * yet.
 * @returns how each one stood when it was asked, by name
 * @throws NobodyAnswers
 */
export async function askNodes(
  log: LogAddress,
  asked: Question,
  time: Time,
): Promise<readonly ClusterStatus[]> {
  const pause = (ms: number) =>
    new Promise<null>((resolve) => void time.setTimer(ms, () => resolve(null)));
  const areAway = asked.ask === 'status' && areMostAway(log, time);
  const connecting = connectTo(log, 'command');
  const late = Promise.withResolvers<null>();
  const cancel = time.setTimer(connectMs, () => late.resolve(null));
  const connection = await Promise.race([connecting, late.promise]);
  // A command ends once nothing is waited for.
  cancel();
  if (connection === null) {
    void connecting.then((found) => found.close());
    const why = (await whyUnreachable(log, 'command')) ?? 'this took too long';
    throw new NobodyAnswers(`no NATS server of the cluster answers: ${why}`);
  }
  try {
    const answers = await collect(connection, log.name, asked, pause);
    if (!(await areAway)) return answers;
    // Others may reach them, and then the leader says that it is there meanwhile.
    await pause(aliveEveryMs);
    const later = await collect(connection, log.name, asked, pause);
    const isStill = highestSequence(later) <= highestSequence(answers);
    return isStill ? later.map((one) => ({ ...one, trouble: 'no-quorum' })) : later;
  } finally {
    await connection.close();
  }
}

/** The last sequence of the log that a machine has heard of; 0: none has answered. */
function highestSequence(answers: readonly ClusterStatus[]): number {
  return Math.max(0, ...answers.map(({ logEnd }) => logEnd));
}

async function collect(
  connection: NatsConnection,
  cluster: string,
  asked: Question,
  pause: (ms: number) => Promise<null>,
): Promise<readonly ClusterStatus[]> {
  const answers: ClusterStatus[] = [];
  const inbox = createInbox();
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      // Where nobody listens, NATS itself answers with nothing.
      const answer = error === null ? (readJson(message.string()) as ClusterStatus | null) : null;
      if (answer !== null) answers.push(answer);
    },
  });
  connection.publish(subjectOf(cluster), JSON.stringify(asked), { reply: inbox });
  await pause(answersMs);
  subscription.unsubscribe();
  return answers.sort((a, b) => (a.node < b.node ? -1 : 1));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
