import { type Rate, TokenBucket } from '../domain/token-bucket.ts';

interface ChatState {
  readonly bucket: TokenBucket;
  isWarned: boolean;
}

/** `warn`: tell the chat once that it asks too much; `ignore`: it was told. */
type Admission = 'answer' | 'warn' | 'ignore';

const maxRemembered = 5_000;

/** Limits how much one chat may ask for. Remembers only the chats that asked last. */
export class ChatAllowance {
  readonly #rate: Rate;
  readonly #chats = new Map<string, ChatState>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** @param now monotonic ms */
  admit(address: string, now: number): Admission {
    const state = this.#stateOf(address, now);
    if (state.bucket.waitMs(now) === 0) {
      state.bucket.take(now);
      return 'answer';
    }
    if (state.isWarned) return 'ignore';
    state.isWarned = true;
    return 'warn';
  }

  #stateOf(address: string, now: number): ChatState {
    const known = this.#chats.get(address);
    // A chat that has been quiet for long enough is like one that never wrote.
    const isNew = known === undefined || known.bucket.isFull(now);
    const state = isNew ? { bucket: new TokenBucket(this.#rate), isWarned: false } : known;
    this.#chats.delete(address);
    this.#chats.set(address, state);
    const [oldest] = this.#chats.keys();
    if (this.#chats.size > maxRemembered && oldest !== undefined) this.#chats.delete(oldest);
    return state;
  }
}
