/** Time with too few answering servers of NATS before it is said, in ms: one that fails is away for less. */
const patienceMs = 15_000;
/** Time with enough of them before that is said, in ms: servers that come back elect their leader several times. */
const steadyMs = 5_000;
/** Whoever leads says every two seconds that it is there. After so long without a word, in ms, servers are asked. */
const quietMs = 4_000;
/** A machine that begins may be there before its server of NATS, by so long, in ms. */
const firstMs = 10_000;

/** What the node knows by itself. */
export interface QuorumView {
  readonly monoMs: number;
  readonly isLeading: boolean;
  /** Whether NATS has taken this node in. */
  readonly isConnected: boolean;
  /** The last sequence of the log that it knows of. */
  readonly logEnd: number;
  /** Whether something that it asked NATS for takes too long. */
  readonly isStuck: boolean;
}

/** Decides when it is said that too few servers of NATS answer, and that enough do again: once each. */
export class QuorumWatch {
  readonly #askServers: () => Promise<boolean>;
  /** Nothing came for a while, and most servers do not answer, or none has taken this node in. */
  isCutOff = false;
  #isSaid = false;
  /** The moment since which the quorum is other than was said, monotonic ms. Null: it is as was said. */
  #sinceMs: number | null = null;
  #logEnd = 0;
  /** When the log last went on, monotonic ms. Null: this node has just begun. */
  #wentOnMs: number | null = null;

  /** @param askServers whether most servers do not answer */
  constructor(askServers: () => Promise<boolean>) {
    this.#askServers = askServers;
  }

  /** @returns what is to be said now. Null: nothing */
  async look(view: QuorumView): Promise<'lost' | 'back' | null> {
    const { monoMs, isLeading, isConnected, logEnd, isStuck } = view;
    if (isLeading || logEnd !== this.#logEnd) this.#wentOnMs = monoMs;
    this.#wentOnMs ??= monoMs;
    this.#logEnd = logEnd;
    const isQuiet = monoMs - this.#wentOnMs >= (isConnected ? quietMs : firstMs);
    const areAway = isQuiet && (await this.#askServers());
    this.isCutOff = areAway || (isQuiet && !isConnected);
    const isLost = this.isCutOff || isStuck;
    if (isLost === this.#isSaid) {
      this.#sinceMs = null;
      return null;
    }
    this.#sinceMs ??= monoMs;
    const patience = areAway ? 0 : isLost ? patienceMs : steadyMs;
    if (monoMs - this.#sinceMs < patience) return null;
    this.#isSaid = isLost;
    this.#sinceMs = null;
    return isLost ? 'lost' : 'back';
  }
}
