import type { Sink } from './sink.ts';

/** Bytes that wait at most for a slow reader. */
const mostWaiting = 256 * 1024;
const retryEveryMs = 100;
/** The last lines may delay the end of the process for so long, in ms. */
const patienceAtEndMs = 500;

/**
 * Writes lines as fast as they are read. While they are not, the newest wait and older ones are dropped and
 * counted: the server never waits for whoever reads the log.
 */
export class LogOutput {
  /** Lines that were dropped. */
  dropped = 0;
  readonly #sink: Sink;
  readonly #onDropped: (lines: number) => void;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Whether part of the first waiting line was written, so that the rest must follow. */
  #isBegun = false;
  #unsaid = 0;
  #timer: Timer | null = null;

  /** @param onDropped called once lines are read again, with how many were dropped meanwhile */
  constructor(sink: Sink, onDropped: (lines: number) => void) {
    this.#sink = sink;
    this.#onDropped = onDropped;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    while (this.#waitingBytes > mostWaiting) {
      const [oldest] = this.#waiting.splice(this.#isBegun ? 1 : 0, 1);
      if (oldest === undefined) break;
      this.#waitingBytes -= oldest.length;
      this.#drop(1);
    }
    // While the timer runs, earlier lines wait.
    if (this.#timer === null) this.#drain();
  }

  /** Writes the last lines at the end of the process, if anybody reads them soon. */
  finish(): void {
    const until = performance.now() + patienceAtEndMs;
    this.#drain();
    while (this.#waiting.length > 0 && performance.now() < until) {
      Bun.sleepSync(10);
      this.#drain();
    }
  }

  #drain(): void {
    try {
      this.#writeWaiting();
    } catch {
      this.#drop(this.#waiting.length);
      this.#waiting = [];
      this.#waitingBytes = 0;
      this.#isBegun = false;
    }
    if (this.#waiting.length > 0) {
      this.#timer ??= setInterval(() => this.#drain(), retryEveryMs).unref();
      return;
    }
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #writeWaiting(): void {
    for (let line = this.#waiting[0]; line !== undefined; line = this.#waiting[0]) {
      const taken = this.#sink(line);
      if (taken === 0) return;
      this.#waitingBytes -= taken;
      this.#isBegun = taken < line.length;
      if (this.#isBegun) this.#waiting[0] = line.subarray(taken);
      else this.#waiting.shift();
    }
    if (this.#unsaid === 0) return;
    const lines = this.#unsaid;
    this.#unsaid = 0;
    this.#onDropped(lines);
  }

  #drop(lines: number): void {
    this.dropped += lines;
    this.#unsaid += lines;
  }
}
