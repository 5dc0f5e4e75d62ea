import { bodyLengthOf } from './body-length.ts';
import { smallBody } from './held-bodies.ts';

/**
 * Small requests that are begun in one turn of the event loop, of all connections together. It takes a few
 * milliseconds to refuse this many; a board sends one request at a time, so a thousand boards wait a few turns at most.
 */
export const requestsPerTurn = 128;

/** From so many requests on, the end of the turn is waited for: a timer for each request would cost 3 % of it. */
const fewRequests = 32;

/**
 * Characters of an address for which a request counts once more: one with 6,000 slashes takes 8 ms to be looked for in
 * vain. It does so for each `smallBody` of a body, too: one of 64 KB takes 3 ms to read.
 */
const smallAddress = 256;
/** So much more counts a body of the largest size that ordinary calls take, and one that does not say its size. */
const mostOfBody = 16;

/**
 * Bounds how many requests of a listener are begun in one turn of the event loop. Those beyond it wait for a later
 * turn, in the order in which they came.
 *
 * Bun reads 512 KB of a connection at once, and asks for the answer to every request in it before anybody else has
 * a turn. It offers no way to stop that but one: it closes a connection on which a request arrives before the last
 * one is answered (pipelining). So a request that has to wait ends the connection, unless it is the only one of its
 * connection, as those of boards, browsers and proxies are.
 *
 * Boards have a lane of their own besides, so that they do not stand in line behind strangers: 300 requests that came
 * together for long addresses kept a heartbeat waiting for 1.5 s.
 */
export class RequestBound {
  readonly #lanes = { all: new Lane(), boards: new Lane() };
  readonly #isOfBoard: (request: Request) => boolean;
  #isCounting = false;

  /** @param isOfBoard whether a request bears a board's token; asked only while others have to wait */
  constructor(isOfBoard: (request: Request) => boolean = () => false) {
    this.#isOfBoard = isOfBoard;
  }

  /** A handler that waits for its turn, and is not called for a connection that was closed meanwhile. */
  hold<S, T>(
    handle: (request: Request, server: S) => T,
  ): (request: Request, server: S) => T | Promise<Awaited<T> | Response> {
    return (request, server) => {
      const { all, boards } = this.#lanes;
      if (all.begun >= fewRequests && !this.#isCounting) this.#count();
      const lane = all.isFull && this.#isOfBoard(request) ? boards : all;
      if (lane.isFull) {
        return lane
          .wait(request)
          .then((isAnswered) =>
            isAnswered ? (handle(request, server) as Awaited<T>) : nobodyReads(),
          );
      }
      lane.begun += weigh(request);
      return handle(request, server);
    };
  }

  #count(): void {
    this.#isCounting = true;
    setImmediate(() => this.#beginTurn());
  }

  #beginTurn(): void {
    this.#isCounting = false;
    const { all, boards } = this.#lanes;
    boards.beginTurn();
    all.beginTurn();
    if (boards.isWaitedFor || all.isWaitedFor) this.#count();
  }
}

/** What was begun in this turn, and who waits for a later one. */
class Lane {
  begun = 0;
  readonly #line: (() => void)[] = [];

  get isFull(): boolean {
    return this.begun >= requestsPerTurn || this.isWaitedFor;
  }

  get isWaitedFor(): boolean {
    return this.#line.length > 0;
  }

  /** False: the connection was closed before it was the request's turn. */
  wait(request: Request): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#line.push(() => {
      const { aborted } = request.signal;
      if (!aborted) this.begun += weigh(request);
      resolve(!aborted);
    });
    return promise;
  }

  beginTurn(): void {
    this.begun = 0;
    let at = 0;
    while (at < this.#line.length && this.begun < requestsPerTurn) this.#line[at++]?.();
    this.#line.splice(0, at);
  }
}

/** The weight of a request. */
function weigh({ method, headers, url }: Request): number {
  const length = bodyLengthOf(headers);
  const isUnknown = length === null && method !== 'GET';
  const ofBody = isUnknown ? mostOfBody : Math.floor((length ?? 0) / smallBody);
  return 1 + Math.min(ofBody, mostOfBody) + Math.floor(url.length / smallAddress);
}

function nobodyReads(): Response {
  return new Response(null, { status: 499 });
}
