/** Time with too few answering servers of NATS before it is said, in ms: one that fails is away for less. */
const patienceMs = 15_000;
/** Time with enough of them before that is said, in ms: servers that come back elect their leader several times. */
const steadyMs = 5_000;

/** Decides when it is said that too few servers of NATS answer, and that enough do again: once each. */
export class QuorumWatch {
  #isSaid = false;
  /** The moment since which the quorum is other than was said, monotonic ms. Null: it is as was said. */
  #sinceMs: number | null = null;

  /**
   * @param isLost as far as the node knows now
   * @returns what is to be said now. Null: nothing
   */
  look(isLost: boolean, monoMs: number): 'lost' | 'back' | null {
    if (isLost === this.#isSaid) {
      this.#sinceMs = null;
      return null;
    }
    this.#sinceMs ??= monoMs;
    if (monoMs - this.#sinceMs < (isLost ? patienceMs : steadyMs)) return null;
    this.#isSaid = isLost;
    this.#sinceMs = null;
    return isLost ? 'lost' : 'back';
  }
}
