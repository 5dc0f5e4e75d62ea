import type { Steps } from '../../domain/steps.ts';

/** Whoever asked has gone: nobody is there to be answered. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/**
 * Work that takes its time is done one part in each turn of the event loop, whoever asked for it:
 * however many such calls there are, what else comes in waits for one part at most.
 */
export class Turns {
  readonly #line: (() => void)[] = [];

  /** Settles when it is one's turn; in the order in which it was asked. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#line.push(resolve);
    if (this.#line.length === 1) setImmediate(() => this.#grant());
    return promise;
  }

  /**
   * Takes every step in a turn of its own.
   * @param signal of whoever asked
   * @throws CallerGone once they have gone: no further step is taken
   */
  async take<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      await this.next();
      if (signal?.aborted === true) throw new CallerGone();
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  #grant(): void {
    this.#line.shift()?.();
    if (this.#line.length > 0) setImmediate(() => this.#grant());
  }
}
