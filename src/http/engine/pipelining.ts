import { bodyLengthOf, isInPieces, smallBody } from './read-body.ts';

/**
 * Small requests that are begun in one turn of the event loop, of all connections together. It takes a few
 * milliseconds to refuse this many; a board sends one request at a time, so a thousand boards wait a few turns at most.
 */
export const requestsPerTurn = 128;

/** Keeps a port from accepting connections; see `AcceptGate` of the server. */
export interface Gate {
  shut(): void;
  open(): void;
}

const noGate: Gate = { shut() {}, open() {} };

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
 * Bun also goes on accepting connections, and reading what they sent, for as long as new ones come. So the port is shut
 * for the rest of a turn that is full of bodies in pieces, whose connections end. It is not shut for other requests:
 * connections that stay fill turn after turn, and a board that connects would be kept out for seconds.
 *
 * Boards have a lane of their own besides, so that they do not stand in line behind strangers: 300 requests that came
 * together for long addresses kept a heartbeat waiting for 1.5 s.
 */
export class RequestBound {
  readonly #lanes = { all: new Lane(), boards: new Lane() };
  readonly #isOfBoard: (request: Request) => boolean;
  readonly #gate: Gate;
  /** What came in pieces in this turn, whether it was begun or not. */
  #inPieces = 0;
  #isCounting = false;

  /** @param isOfBoard whether a request bears a board's token; asked only while others have to wait */
  constructor(gate: Gate = noGate, isOfBoard: (request: Request) => boolean = () => false) {
    this.#gate = gate;
    this.#isOfBoard = isOfBoard;
  }

  /** A handler that waits for its turn, and is not called for a connection that was closed meanwhile. */
  hold<S, T>(
    handle: (request: Request, server: S) => T,
  ): (request: Request, server: S) => T | Promise<Awaited<T> | Response> {
    return (request, server) => {
      const { all, boards } = this.#lanes;
      const weight = weigh(request);
      if (isInPieces(request.headers)) this.#inPieces += weight;
      const isBusy = this.#inPieces >= fewRequests || all.begun >= fewRequests;
      if (isBusy && !this.#isCounting) this.#count();
      if (this.#inPieces >= requestsPerTurn) this.#gate.shut();
      const lane = all.isFull && this.#isOfBoard(request) ? boards : all;
      if (lane.isFull) {
        if (isInPieces(request.headers)) return Promise.resolve(refusePieces());
        return lane
          .wait(request, weight)
          .then((isAnswered) =>
            isAnswered ? (handle(request, server) as Awaited<T>) : nobodyReads(),
          );
      }
      lane.begun += weight;
      return handle(request, server);
    };
  }

  #count(): void {
    this.#isCounting = true;
    setImmediate(() => this.#beginTurn());
  }

  #beginTurn(): void {
    this.#isCounting = false;
    this.#inPieces = 0;
    this.#gate.open();
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
  wait(request: Request, weight: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#line.push(() => {
      const { aborted } = request.signal;
      if (!aborted) this.begun += weight;
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
function weigh({ headers, url }: Request): number {
  const length = bodyLengthOf(headers);
  const isUnknown = length === null && isInPieces(headers);
  const ofBody = isUnknown ? mostOfBody : Math.floor((length ?? 0) / smallBody);
  return 1 + Math.min(ofBody, mostOfBody) + Math.floor(url.length / smallAddress);
}

/**
 * A body in pieces does not wait: Bun goes on taking half a megabyte of it apart in each turn, which for pieces of a
 * byte takes 6 ms, unless its connection ends.
 */
function refusePieces(): Response {
  const error = 'There is too much to do just now. Please try again.';
  const headers = { Connection: 'close', 'Retry-After': '1' };
  return Response.json({ ok: false, error, code: 'UNAVAILABLE' }, { status: 503, headers });
}

function nobodyReads(): Response {
  return new Response(null, { status: 499 });
}
