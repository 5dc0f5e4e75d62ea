import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../disk/replace-file.ts';
import type { Instant, Time } from '../domain/instant.ts';
import { type ClusterStatus, leadObstacles, type NodeStanding } from '../domain/system/cluster.ts';
import type { NatsConnection } from './nats.ts';
import type { LostStanding } from './rebuild.ts';

/**
 * `refuses`: this machine leads, its disk takes no writes, and it looks for another one to lead.
 * `proven`: the disk of this one has just taken a write, and it could.
 */
const diskStandings = ['refuses', 'proven'] as const;
export type DiskStanding = (typeof diskStandings)[number];

const said = z.object({
  node: z.string(),
  /** Which process says this. Older releases leave it out. */
  process: z.string().optional(),
  address: z.string().nullable(),
  role: z.enum(['leading', 'following']),
  applied: z.int(),
  version: z.string(),
  /** Older releases leave it out, and newer ones may know of others. */
  obstacle: z.enum(leadObstacles).nullable().catch(null),
  /** As of `ClusterNode`. Older releases leave it out. */
  extras: z.string().nullable().optional(),
  /** Null: nobody asks for it. */
  disk: z.enum(diskStandings).nullable(),
  /** Null: it has found its place in the log. */
  lost: z
    .object({
      lineage: z.string(),
      epoch: z.int(),
      hasLed: z.boolean(),
      seq: z.int(),
      isCertain: z.boolean(),
    })
    .nullable(),
});
type Said = z.output<typeof said>;

interface Heard extends Said {
  readonly heardAt: number;
  readonly heardMs: number;
  /** When it last had all that the log held. */
  wholeMs: number;
}

/** A node that says nothing for so long counts as away, in ms. */
const awayAfterMs = 8_000;

/** What nodes tell each other of themselves. */
export class NodeTalk {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #time: Time;
  readonly #heard = new Map<string, Heard>();
  readonly #path: string;
  #known: ReadonlySet<string>;
  readonly #process = crypto.randomUUID();
  readonly #began: Instant;
  #own: string | null = null;
  #twinMs = Number.NEGATIVE_INFINITY;
  #logEnd = 0;

  /** @param path keeps the names of all nodes that were ever heard */
  constructor(connection: NatsConnection, cluster: string, path: string, time: Time) {
    this.#path = path;
    this.#known = readNames(path);
    this.#connection = connection;
    this.#subject = `faiwatch.${cluster}.nodes`;
    this.#time = time;
    this.#began = time.clock();
    connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (error === null) this.#hear(message.string());
      },
    });
  }

  /** @param lost null: this node has found its place in the log */
  tell(
    { nodes, node, logEnd }: ClusterStatus,
    { disk, lost, extras }: Pick<Said, 'disk' | 'lost' | 'extras'>,
  ): void {
    this.#logEnd = logEnd;
    this.#own = node;
    const own = nodes.find((one) => one.node === node);
    if (own === undefined || this.#connection.isClosed()) return;
    const { address, role, applied, version, obstacle } = own;
    this.#connection.publish(
      this.#subject,
      JSON.stringify({
        ...{ node, process: this.#process, address, role, applied, version },
        ...{ obstacle, extras, disk, lost },
      } satisfies Said),
    );
  }

  #hear(text: string): void {
    let parsed: Said;
    try {
      parsed = said.parse(JSON.parse(text));
    } catch {
      return;
    }
    if (!this.#known.has(parsed.node)) this.#learn(parsed.node);
    const { wallMs, monoMs } = this.#time.clock();
    const isOther = parsed.process !== undefined && parsed.process !== this.#process;
    if (parsed.node === this.#own && isOther) this.#twinMs = monoMs;
    const before = this.#heard.get(parsed.node);
    const isWhole = parsed.applied >= this.#logEnd;
    this.#heard.set(parsed.node, {
      ...parsed,
      heardAt: wallMs,
      heardMs: monoMs,
      wholeMs: isWhole || before === undefined ? monoMs : before.wholeMs,
    });
  }

  /** It does not belong to the installation any more. */
  forget(node: string): void {
    this.#heard.delete(node);
    this.#keepKnown([...this.#known].filter((name) => name !== node));
  }

  #learn(node: string): void {
    try {
      this.#keepKnown([...this.#known, node]);
    } catch {
      // The disk takes no writes. The machine says its name again in a moment.
    }
  }

  #keepKnown(known: readonly string[]): void {
    replaceFile(this.#path, `${JSON.stringify(known.toSorted())}\n`);
    this.#known = new Set(known);
  }

  /** Whether another machine has this one's name, so that the others take the two for one. */
  get isNameTaken(): boolean {
    return this.#time.clock().monoMs - this.#twinMs < awayAfterMs;
  }

  /** Whether the machine that leads wants another one to lead: its disk takes no writes. */
  get isHeirWanted(): boolean {
    return this.#present().some(({ disk }) => disk === 'refuses');
  }

  /** The machine that leads, and which modules its configuration names. Null: none has been heard. */
  get leader(): Pick<Said, 'node' | 'extras'> | null {
    return this.#present().find(({ role }) => role === 'leading') ?? null;
  }

  /** Whether another machine could lead at once: it has all, and its disk takes writes. */
  get hasHeir(): boolean {
    return this.#present().some(
      ({ disk, heardMs, wholeMs }) => disk === 'proven' && heardMs === wholeMs,
    );
  }

  #present(): Heard[] {
    const { monoMs } = this.#time.clock();
    return [...this.#heard.values()].filter(({ heardMs }) => monoMs - heardMs < awayAfterMs);
  }

  /** Whether another node of this log misses something in it. */
  missesAnything(own: string, lineage: string): boolean {
    return [...this.lost(own).values()].some(
      (one) => one?.isCertain === true && one.lineage === lineage,
    );
  }

  /** How those stand who have lost their log. Null: not heard, or its log is there. New ones have none. */
  lost(own: string): ReadonlyMap<string, LostStanding | null> {
    const { monoMs } = this.#time.clock();
    const standings = new Map<string, LostStanding | null>();
    for (const node of this.#known) {
      const heard = this.#heard.get(node);
      const isThere = heard !== undefined && monoMs - heard.heardMs < awayAfterMs;
      const isNew = isThere && heard.applied === 0 && heard.lost === null;
      if (node !== own && !isNew) standings.set(node, isThere ? heard.lost : null);
    }
    return standings;
  }

  /** @param own what this node says of itself */
  standings(
    own: Omit<Said, 'process' | 'disk' | 'lost' | 'extras'>,
    logEnd: number,
  ): NodeStanding[] {
    this.#logEnd = logEnd;
    const { wallMs, monoMs } = this.#time.clock();
    // Nodes say something every two seconds.
    const silenceSince = (ms: number) => (monoMs - ms <= 6_000 ? 0 : monoMs - ms);
    const others = [...this.#heard.values()]
      .filter(({ node }) => node !== own.node)
      .map(({ heardMs, wholeMs, process: _, disk: __, lost: ___, extras: ____, ...rest }) => ({
        ...rest,
        behindMs: Math.round(heardMs === wholeMs ? silenceSince(heardMs) : monoMs - wholeMs),
      }));
    const silent = [...this.#known]
      .filter((node) => node !== own.node && !this.#heard.has(node))
      .map((node) => ({
        ...{ node, address: null, role: 'following' as const, applied: 0, version: '' },
        obstacle: null,
        heardAt: this.#began.wallMs,
        behindMs: Math.round(silenceSince(this.#began.monoMs)),
      }));
    return [{ ...own, heardAt: wallMs, behindMs: 0 }, ...others, ...silent].sort((a, b) =>
      a.node < b.node ? -1 : 1,
    );
  }
}

function readNames(path: string): Set<string> {
  if (!existsSync(path)) return new Set();
  return new Set(z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8'))));
}
