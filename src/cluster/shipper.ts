import type { Time } from '../domain/instant.ts';
import { aliveEveryMs, leaseMs } from './election.ts';
import { type EntryHeader, encodeEntry, packPages } from './entry.ts';
import type { Log } from './log.ts';
import type { Commits, WalPosition, WalReader } from './wal.ts';

/** The part that is the same in all entries of one leader. */
type LeaderFacts = Pick<EntryHeader, 'lineage' | 'epoch' | 'node' | 'address'>;

interface ShipperOptions {
  readonly log: Pick<Log, 'append' | 'messageBytes'>;
  readonly facts: LeaderFacts;
  /** The last sequence in the log: an entry of this leader. */
  readonly after: number;
  readonly time: Time;
  /** Ends this process at once. It leads no more. */
  readonly die: (reason: string) => void;
}

/** Changes that go into the log with the next entry. */
type Cargo =
  | { readonly kind: 'pages'; readonly commits: Commits }
  | { readonly kind: 'file'; readonly path: string; readonly content: Uint8Array }
  | { readonly kind: 'alive' }
  | { readonly kind: 'step-down' };

interface Waiting {
  readonly cargo: Cargo;
  readonly tellers: PromiseWithResolvers<void>;
}

/** An append that takes longer than this, in ms, keeps boards waiting for their answers. */
const stallMs = 2_000;
/** Time that boards then have for their other reports, in ms: they send one after the other. */
const catchUpMs = 3_000;
/** A log that is slow for longer than this, in ms, is how it is: alerts would come late without end. */
const longestHoldMs = 20_000;
/** Commits that nobody waits for, such as another process's, are looked for so often. */
const lookEveryMs = 100;

/**
 * Brings what the leader commits into the log, in order. One append is on its way at a time; the next
 * gathers meanwhile.
 */
export class Shipper {
  readonly #options: ShipperOptions;
  #reader: WalReader | null = null;
  #shipped: WalPosition | null = null;
  #waiting: Waiting[] = [];
  #current: Promise<void> | null = null;
  #last: number;
  #lastId = '';
  #entries = 0;
  /** When the last successful append, and the last one of all, began. */
  #heldFrom: number;
  #begunMs: number;
  /** The last time in which appends took too long, with no more than `catchUpMs` between them; monotonic ms. */
  #stall = { from: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY };
  #cancelLook: (() => void) | null = null;

  constructor(options: ShipperOptions) {
    this.#options = options;
    this.#last = options.after;
    this.#heldFrom = this.#begunMs = options.time.clock().monoMs;
    this.#look();
  }

  /** Where the log ends for us, and the id of that entry. */
  get end(): { readonly seq: number; readonly id: string } {
    return { seq: this.#last, id: this.#lastId };
  }

  /** Time since the last successful append began, in ms. */
  get ageMs(): number {
    return this.#options.time.clock().monoMs - this.#heldFrom;
  }

  /**
   * Time that boards have yet, in ms, for reports that could not be acknowledged meanwhile: at least
   * this long. 0: nothing was in their way.
   */
  get catchUpMs(): number {
    const { monoMs } = this.#options.time.clock();
    const { from, until } = this.#current === null ? this.#stall : this.#stallAt(monoMs);
    if (monoMs - from > longestHoldMs) return 0;
    return Math.max(0, until + catchUpMs - monoMs);
  }

  /** The stall as it is if the append under way has taken until then. */
  #stallAt(monoMs: number): { readonly from: number; readonly until: number } {
    const { from, until } = this.#stall;
    if (monoMs - this.#begunMs <= stallMs) return this.#stall;
    return { from: this.#begunMs <= until + catchUpMs ? from : this.#begunMs, until: monoMs };
  }

  /** From now on, what is committed into this file is shipped. */
  attach(reader: WalReader): void {
    this.#reader = reader;
  }

  /**
   * Does not return once somebody else may lead. Whoever answers, sends or takes something in asks this
   * first: after a pause of the whole process, no timer has run yet.
   */
  mustLead(): void {
    if (this.ageMs > leaseMs) this.#options.die('the log has not answered for too long');
  }

  /**
   * Everything that was committed so far is in the log.
   * @returns undefined: it is already
   */
  settled(): Promise<void> | undefined {
    this.mustLead();
    this.#gather();
    return this.#waiting.at(-1)?.tellers.promise ?? this.#current ?? undefined;
  }

  /** @returns once it is in the log */
  ship(cargo: Cargo): Promise<void> {
    const tellers = Promise.withResolvers<void>();
    this.#waiting.push({ cargo, tellers });
    this.#run();
    return tellers.promise;
  }

  stop(): void {
    this.#cancelLook?.();
  }

  #gather(): void {
    try {
      const commits = this.#reader?.read() ?? null;
      if (commits !== null) void this.ship({ kind: 'pages', commits });
    } catch (error) {
      // Committed and shipped frames cannot be told apart.
      this.#options.die((error as Error).message);
    }
  }

  #look(): void {
    this.#cancelLook = this.#options.time.setTimer(lookEveryMs, () => {
      this.mustLead();
      this.#gather();
      const sinceMs = this.#options.time.clock().monoMs - this.#begunMs;
      const isIdle = this.#current === null && this.#waiting.length === 0;
      if (isIdle && sinceMs >= aliveEveryMs) void this.ship({ kind: 'alive' });
      this.#look();
    });
  }

  #run(): void {
    if (this.#current !== null) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const group = [next];
    if (next.cargo.kind === 'pages') {
      while (this.#waiting[0]?.cargo.kind === 'pages') group.push(this.#waiting.shift() as Waiting);
    }
    this.#current = this.#append(group.map(({ cargo }) => cargo)).then(
      () => {
        this.#current = null;
        // The next is on its way before anybody works on with what is settled now.
        this.#run();
        for (const { tellers } of group) tellers.resolve();
      },
      (error: unknown) => this.#options.die((error as Error).message),
    );
  }

  async #append(group: readonly Cargo[]): Promise<void> {
    const { log, facts, time, after } = this.#options;
    const { wallMs } = time.clock();
    this.#entries += 1;
    const [cargo] = group as [Cargo];
    const last = group.at(-1);
    if (last?.kind === 'pages') this.#shipped = last.commits.position;
    const id = `${facts.node}-${facts.epoch}-${after}-${this.#entries}`;
    const header: EntryHeader = {
      ...facts,
      id,
      at: Math.round(wallMs),
      kind: cargo.kind,
      ...(cargo.kind === 'file' && { path: cargo.path }),
      ...(this.#shipped !== null && {
        wal: [...this.#shipped.salts, this.#shipped.frames] as [number, number, number],
      }),
    };
    // Each message says to the others that this node leads, so that a large entry may take its time.
    for (const message of encodeEntry({ header, content: contentOf(group) }, log.messageBytes)) {
      this.#begunMs = time.clock().monoMs;
      this.#last = await log.append(message, this.#last);
      this.#heldFrom = this.#begunMs;
      this.#stall = this.#stallAt(time.clock().monoMs);
    }
    this.#lastId = id;
  }
}

function contentOf(group: readonly Cargo[]): Uint8Array {
  const [cargo] = group;
  if (cargo?.kind === 'file') return cargo.content;
  const commits = group.flatMap((one) => (one.kind === 'pages' ? [one.commits] : []));
  const last = commits.at(-1);
  if (last === undefined) return new Uint8Array(0);
  const pages = new Map(commits.flatMap((one) => [...one.pages]));
  // A page that a later transaction cut off is not there any more.
  for (const number of pages.keys()) if (number > last.databasePages) pages.delete(number);
  return packPages({ ...last, pages });
}
