import { AppError } from '../domain/errors.ts';

/** argon2id takes 64 MB and a fifth of a second each: more at once would starve the fleet. */
const atOnce = 2;
/** Who would have to wait longer than this many before him is sent away. */
const mostWaiting = 20;

/** Checks passwords against their hashes, a few at a time. */
export class PasswordCheck {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Of a password nobody has, so that an unknown user costs the time of a known one. */
  #dummy: Promise<string> | null = null;

  /**
   * @param hash argon2id; null: there is no such account, which takes just as long to find out
   * @throws AppError RATE_LIMITED when too many wait already
   */
  async verify(password: string, hash: string | null): Promise<boolean> {
    const release = await this.#enter();
    try {
      const known = hash ?? (await this.#dummyHash());
      const isRight = await Bun.password.verify(password, known, 'argon2id');
      return isRight && hash !== null;
    } finally {
      release();
    }
  }

  /**
   * @returns argon2id
   * @throws AppError RATE_LIMITED
   */
  async hash(password: string): Promise<string> {
    const release = await this.#enter();
    try {
      return await Bun.password.hash(password, 'argon2id');
    } finally {
      release();
    }
  }

  /** Makes the dummy ready, so that the first unknown user does not take longer. */
  async prepare(): Promise<void> {
    await this.#dummyHash();
  }

  #dummyHash(): Promise<string> {
    this.#dummy ??= Bun.password.hash(crypto.randomUUID(), 'argon2id');
    return this.#dummy;
  }

  async #enter(): Promise<() => void> {
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= mostWaiting) {
        throw new AppError('RATE_LIMITED', 'Too many log-ins at once. Please try again.', {
          retryAfterSeconds: 2,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    // Whoever waits longest takes the place over, so that `running` stays as it is.
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    };
  }
}
