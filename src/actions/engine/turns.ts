import type { Steps } from '../../domain/steps.ts';

/**
 * Runs long work one part in each turn of the event loop, taking turns among all callers. However many
 * such calls there are, other work waits for one part at most.
 */
export class Turns {
  readonly #line: (() => void)[] = [];

  /** Settles when it is the caller's turn; turns are given in the order of asking. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#line.push(resolve);
    if (this.#line.length === 1) setImmediate(() => this.#grant());
    return promise;
  }

  /**
   * Runs every step in a turn of its own.
   * @param signal of the caller
   * @throws its reason once it is aborted: no further step is taken
   */
  async take<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
    try {
      for (;;) {
        await this.next();
        signal?.throwIfAborted();
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    } finally {
      // The generator's own `finally` blocks let go of what it holds.
      steps.return(undefined as T);
    }
  }

  #grant(): void {
    this.#line.shift()?.();
    if (this.#line.length > 0) setImmediate(() => this.#grant());
  }
}
