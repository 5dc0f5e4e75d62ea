import { bodyLengthOf } from './body-length.ts';

/**
 * Small requests that are begun in one turn of the event loop, of all connections together. It takes a few
 * milliseconds to refuse this many; a board sends one request at a time, so a thousand boards wait a few turns at most.
 */
export const requestsPerTurn = 128;

/** From so many requests on, the end of the turn is waited for: a timer for each request would cost 3 % of it. */
const fewRequests = 32;

/** Bytes of a body for which a request counts once more: one of 64 KB takes 3 ms to read. */
const smallBody = 4096;
/** The same of an address, in characters. One that is looked for in vain is compared with every route. */
const smallAddress = 512;
/** So much counts a body of the largest size that ordinary calls take, and one that does not say its size. */
const mostWeight = 16;

/**
 * Bounds how many requests of a listener are begun in one turn of the event loop. Those beyond it wait for a later
 * turn, in the order in which they came.
 *
 * Bun reads 512 KB of a connection at once, and asks for the answer to every request in it before anybody else has
 * a turn. It offers no way to stop that but one: it closes a connection on which a request arrives before the last
 * one is answered (pipelining). So a request that has to wait ends the connection, unless it is the only one of its
 * connection, as those of boards, browsers and proxies are.
 */
export class RequestBound {
  readonly #line: (() => void)[] = [];
  #begun = 0;
  #isCounting = false;

  /** A handler that waits for its turn, and is not called for a connection that was closed meanwhile. */
  hold<S, T>(
    handle: (request: Request, server: S) => T,
  ): (request: Request, server: S) => T | Promise<Awaited<T> | Response> {
    return (request, server) => {
      if (this.#begun >= fewRequests && !this.#isCounting) this.#count();
      if (this.#begun >= requestsPerTurn || this.#line.length > 0) {
        return this.#wait(request).then((isAnswered) =>
          isAnswered ? (handle(request, server) as Awaited<T>) : nobodyReads(),
        );
      }
      this.#begun += weigh(request);
      return handle(request, server);
    };
  }

  #count(): void {
    this.#isCounting = true;
    setImmediate(() => this.#beginTurn());
  }

  /** False: the connection was closed before it was the request's turn. */
  #wait(request: Request): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#line.push(() => {
      const { aborted } = request.signal;
      if (!aborted) this.#begun += weigh(request);
      resolve(!aborted);
    });
    return promise;
  }

  #beginTurn(): void {
    this.#isCounting = false;
    this.#begun = 0;
    let at = 0;
    while (at < this.#line.length && this.#begun < requestsPerTurn) this.#line[at++]?.();
    this.#line.splice(0, at);
    if (this.#line.length > 0) this.#count();
  }
}

/** The weight of a request. */
function weigh({ method, headers, url }: Request): number {
  const length = bodyLengthOf(headers);
  const isUnknown = length === null && method !== 'GET';
  if (isUnknown) return mostWeight;
  const more = Math.floor((length ?? 0) / smallBody) + Math.floor(url.length / smallAddress);
  return Math.min(1 + more, mostWeight);
}

function nobodyReads(): Response {
  return new Response(null, { status: 499 });
}
