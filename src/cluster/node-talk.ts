import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import type { Time } from '../domain/instant.ts';
import type { ClusterStatus, NodeStanding } from '../domain/system/cluster.ts';

const said = z.object({
  node: z.string(),
  address: z.string().nullable(),
  role: z.enum(['leading', 'following']),
  applied: z.int(),
  version: z.string(),
});
type Said = z.output<typeof said>;

interface Heard extends Said {
  readonly heardAt: number;
  readonly heardMs: number;
  /** When it last had all that the log held. */
  wholeMs: number;
}

/** What nodes tell each other of themselves. Nothing depends on it; people read it. */
export class NodeTalk {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #time: Time;
  readonly #heard = new Map<string, Heard>();
  #logEnd = 0;

  constructor(connection: NatsConnection, cluster: string, time: Time) {
    this.#connection = connection;
    this.#subject = `faiwatch.${cluster}.nodes`;
    this.#time = time;
    connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (error === null) this.#hear(message.string());
      },
    });
  }

  tell({ nodes, node, logEnd }: ClusterStatus): void {
    this.#logEnd = logEnd;
    const own = nodes.find((one) => one.node === node);
    if (own === undefined || this.#connection.isClosed()) return;
    const { address, role, applied, version } = own;
    this.#connection.publish(
      this.#subject,
      JSON.stringify({ node, address, role, applied, version }),
    );
  }

  #hear(text: string): void {
    let parsed: Said;
    try {
      parsed = said.parse(JSON.parse(text));
    } catch {
      return;
    }
    const { wallMs, monoMs } = this.#time.clock();
    const before = this.#heard.get(parsed.node);
    const isWhole = parsed.applied >= this.#logEnd;
    this.#heard.set(parsed.node, {
      ...parsed,
      heardAt: wallMs,
      heardMs: monoMs,
      wholeMs: isWhole || before === undefined ? monoMs : before.wholeMs,
    });
  }

  forget(node: string): void {
    this.#heard.delete(node);
  }

  /** @param own what this node says of itself */
  standings(own: Said, logEnd: number): NodeStanding[] {
    this.#logEnd = logEnd;
    const { wallMs, monoMs } = this.#time.clock();
    const others = [...this.#heard.values()]
      .filter(({ node }) => node !== own.node)
      .map(({ heardMs, wholeMs, ...rest }) => ({
        ...rest,
        // Nodes say something every two seconds.
        behindMs: Math.round(
          heardMs === wholeMs ? Math.max(0, monoMs - heardMs - 6_000) : monoMs - wholeMs,
        ),
      }));
    return [{ ...own, heardAt: wallMs, behindMs: 0 }, ...others].sort((a, b) =>
      a.node < b.node ? -1 : 1,
    );
  }
}
