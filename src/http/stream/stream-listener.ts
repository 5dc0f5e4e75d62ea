import type { Account } from '../../actions/people/find-account.ts';

/** Bytes that a listener may leave unread before it counts as too slow. */
const maxQueuedBytes = 256 * 1024;
/** Seconds in which its connection accepts what was sent. */
const hangUpSeconds = 2;

/** The connection under a listener. */
export interface Line {
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** See `Call`. */
  readonly setIdleTimeout: (seconds: number) => void;
}

interface ListenerOptions {
  readonly account: Account;
  /** When its session token expires; epoch ms. Null: there is none. */
  readonly expiresAt: number | null;
  /** Monotonic ms. */
  readonly sinceMono: number;
  readonly line: Line;
  /** Called once, however the stream ends. */
  readonly onEnd: (listener: StreamListener) => void;
}

const encoder = new TextEncoder();

export function encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/**
 * One open stream. What the connection does not take waits in the queue of the `ReadableStream`. Bun
 * reads from it only while the socket takes more, so `desiredSize` says how far behind the listener is.
 */
export class StreamListener {
  readonly account: Account;
  readonly expiresAt: number | null;
  readonly sinceMono: number;
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** When it is due for a keep-alive; monotonic ms. */
  nextKeepAliveMono = 0;
  readonly #line: Line;
  readonly #onEnd: ListenerOptions['onEnd'];
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;

  constructor({ account, expiresAt, sinceMono, line, onEnd }: ListenerOptions) {
    this.account = account;
    this.expiresAt = expiresAt;
    this.sinceMono = sinceMono;
    this.#line = line;
    this.#onEnd = onEnd;
    this.stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#leave(),
      },
      { highWaterMark: maxQueuedBytes, size: (bytes) => bytes?.byteLength ?? 0 },
    );
    // A stream that nobody began to read is not cancelled.
    line.signal.addEventListener('abort', () => this.#leave(), { once: true });
    line.setIdleTimeout(0);
  }

  get isOpen(): boolean {
    return this.#controller !== null;
  }

  /** @returns false when it is so far behind that it must be dropped */
  send(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (this.#controller === null) return true;
    if ((this.#controller.desiredSize ?? 0) <= 0) return false;
    this.#controller.enqueue(bytes);
    return true;
  }

  /** Ends the stream after everything that was sent. */
  end(): void {
    this.#finish((controller) => controller.close());
  }

  /** Ends the stream at once, without what was not read. */
  drop(): void {
    this.#finish((controller) => controller.error(new Error('the listener is too slow')));
  }

  #finish(how: (controller: ReadableStreamDefaultController<Uint8Array>) => void): void {
    const controller = this.#controller;
    if (controller === null) return;
    // A client that reads nothing more would keep its socket for ever.
    this.#line.setIdleTimeout(hangUpSeconds);
    how(controller);
    this.#leave();
  }

  #leave(): void {
    if (this.#controller === null) return;
    this.#controller = null;
    this.#onEnd(this);
  }
}
