/** Something to be said in a chat because somebody wrote there. */
export interface Answer {
  readonly address: string;
  /** @throws SendError when it was not taken, or when nobody can know */
  readonly send: () => Promise<unknown>;
  /** Monotonic ms. */
  readonly askedMs: number;
}

/** At five a second, the last of them goes after twelve seconds. */
const maxWaiting = 60;
/** Later nobody looks at the chat any more. */
const maxAgeMs = 15_000;

/**
 * Answers that wait until the messenger's limits let them go. Chats take turns, so that one who writes
 * a hundred times delays nobody. It is short: what is too many, or too old, is dropped.
 */
export class AnswerQueue {
  /** In the order of their turns; those of a chat, the oldest first. */
  readonly #chats = new Map<string, Answer[]>();
  readonly #onDropped: () => void;
  #size = 0;

  constructor(onDropped: () => void) {
    this.#onDropped = onDropped;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** When too many wait, the oldest of the chat with the most makes room. */
  add(answer: Answer): void {
    this.#push(answer.address, (waiting) => waiting.push(answer));
    if (this.#size <= maxWaiting) return;
    const fullest = [...this.#chats].reduce((most, other) =>
      other[1].length > most[1].length ? other : most,
    );
    this.#shift(...fullest);
    this.#onDropped();
  }

  /** Gives back what could not go, to be tried again before the others of its chat. */
  putBack(answer: Answer): void {
    this.#push(answer.address, (waiting) => waiting.unshift(answer));
  }

  /**
   * Takes the next answer out.
   * @param isFree whether an address can take a message now
   */
  take(now: number, isFree: (address: string) => boolean): Answer | null {
    this.#dropOld(now);
    for (const [address, waiting] of this.#chats) {
      if (!isFree(address)) continue;
      const answer = this.#shift(address, waiting);
      // The others of this chat go behind those of all other chats.
      this.#chats.delete(address);
      if (waiting.length > 0) this.#chats.set(address, waiting);
      return answer;
    }
    return null;
  }

  #dropOld(now: number): void {
    for (const [address, waiting] of this.#chats) {
      while (waiting[0] !== undefined && now - waiting[0].askedMs > maxAgeMs) {
        this.#shift(address, waiting);
        this.#onDropped();
      }
    }
  }

  #push(address: string, put: (waiting: Answer[]) => void): void {
    const waiting = this.#chats.get(address) ?? [];
    put(waiting);
    this.#chats.set(address, waiting);
    this.#size += 1;
  }

  #shift(address: string, waiting: Answer[]): Answer | null {
    const answer = waiting.shift() ?? null;
    if (answer !== null) this.#size -= 1;
    if (waiting.length === 0) this.#chats.delete(address);
    return answer;
  }
}
