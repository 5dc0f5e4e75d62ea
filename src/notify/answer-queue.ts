/** A message that answers somebody who wrote in a chat. */
export interface Answer {
  readonly address: string;
  /** @throws SendError when the messenger refused the message, or its answer was lost */
  readonly send: () => Promise<unknown>;
  /** Monotonic ms. */
  readonly askedMs: number;
}

/** At five answers a second, the last one goes after twelve seconds. */
const maxWaiting = 60;
/** People who asked have left the chat by then. */
const maxAgeMs = 15_000;

/**
 * Answers that wait until the messenger's limits let them go. Chats take turns, so that somebody who
 * writes a hundred times delays nobody else. Answers beyond `maxWaiting`, or older than `maxAgeMs`, are
 * dropped.
 */
export class AnswerQueue {
  /** Answers by address. Chats stand in the order of their turns, the answers of a chat oldest first. */
  readonly #chats = new Map<string, Answer[]>();
  readonly #onDropped: () => void;
  #size = 0;

  constructor(onDropped: () => void) {
    this.#onDropped = onDropped;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds an answer. When too many wait, the chat with the most loses its oldest. */
  add(answer: Answer): void {
    this.#push(answer.address, (waiting) => waiting.push(answer));
    if (this.#size <= maxWaiting) return;
    const fullest = [...this.#chats].reduce((most, other) =>
      other[1].length > most[1].length ? other : most,
    );
    this.#shift(...fullest);
    this.#onDropped();
  }

  /** Gives back an answer that could not go. It is the next of its chat. */
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
      // The chat goes to the end of the line.
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
