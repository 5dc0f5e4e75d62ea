import { OutboundError } from './outbound-error.ts';

/** Gives up a transfer of a large file that hardly gets on, and lets one go on that does, however long it takes. */
export class TransferWatch {
  readonly #controller = new AbortController();
  readonly #limitMs: number;
  readonly #leastBytes: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seenBytes = 0;
  #isOver = false;

  /** @param leastBytes that have to come through within `limitMs`; a byte now and then is no progress */
  constructor({ limitMs, leastBytes }: { readonly limitMs: number; readonly leastBytes: number }) {
    this.#limitMs = limitMs;
    this.#leastBytes = leastBytes;
    this.#begin();
  }

  /** Is given with an OutboundError that says so. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  sawBytes(bytes: number): void {
    this.#seenBytes += bytes;
    if (this.#seenBytes >= this.#leastBytes) this.#begin();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#seenBytes = 0;
    // The body may be read to its end only after the answer has come.
    if (this.#isOver) return;
    const seconds = this.#limitMs / 1000;
    const reason = new OutboundError('timeout', `nothing came through for ${seconds} seconds`);
    this.#timer = setTimeout(() => this.#controller.abort(reason), this.#limitMs);
  }
}
