import { AppError } from '../../domain/errors.ts';

/** argon2id takes 64 MB and a fifth of a second each. More checks at once would starve the fleet. */
const atOnce = 2;
/** Of these, strangers get this many, so that a place is soon free for known callers. */
const strangersAtOnce = 1;
/** A caller with more than this many before them is refused. */
const mostWaiting = 20;

/** Callers from where the account has logged in before, and all others. */
interface Lane {
  readonly atOnce: number;
  running: number;
  readonly waiting: (() => void)[];
}

/** Checks passwords against their hashes, a few at a time, strangers' after the others. */
export class PasswordCheck {
  readonly #known: Lane = { atOnce, running: 0, waiting: [] };
  readonly #strangers: Lane = { atOnce: strangersAtOnce, running: 0, waiting: [] };
  /** The hash of a password that nobody has, so that an unknown user costs the time of a known one. */
  #dummy: Promise<string> | null = null;

  /**
   * @param hash argon2id; null: there is no such account, which takes just as long to find out
   * @param isKnown whether somebody of this account has logged in from there
   * @throws AppError RATE_LIMITED when too many wait already
   */
  async verify(password: string, hash: string | null, isKnown: boolean): Promise<boolean> {
    const release = await this.#enter(isKnown ? this.#known : this.#strangers);
    try {
      const known = hash ?? (await this.#dummyHash());
      const isRight = await Bun.password.verify(password, known, 'argon2id');
      return isRight && hash !== null;
    } finally {
      release();
    }
  }

  /**
   * For somebody who is logged in.
   * @returns argon2id
   * @throws AppError RATE_LIMITED
   */
  async hash(password: string): Promise<string> {
    const release = await this.#enter(this.#known);
    try {
      return await Bun.password.hash(password, 'argon2id');
    } finally {
      release();
    }
  }

  /** Prepares the dummy hash, so that the first unknown user does not take longer. */
  async prepare(): Promise<void> {
    await this.#dummyHash();
  }

  #dummyHash(): Promise<string> {
    this.#dummy ??= Bun.password.hash(crypto.randomUUID(), 'argon2id');
    return this.#dummy;
  }

  async #enter(lane: Lane): Promise<() => void> {
    if (!this.#hasPlace(lane)) {
      if (lane.waiting.length >= mostWaiting) {
        throw new AppError('RATE_LIMITED', 'Too many log-ins at once. Please try again.', {
          retryAfterSeconds: 2,
        });
      }
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    } else {
      lane.running += 1;
    }
    return () => {
      lane.running -= 1;
      for (const next of [this.#known, this.#strangers]) {
        if (!this.#hasPlace(next)) continue;
        const start = next.waiting.shift();
        if (start === undefined) continue;
        // Counted here, so that no other call comes in between.
        next.running += 1;
        start();
        return;
      }
    };
  }

  #hasPlace(lane: Lane): boolean {
    const running = this.#known.running + this.#strangers.running;
    return running < atOnce && lane.running < lane.atOnce;
  }
}
