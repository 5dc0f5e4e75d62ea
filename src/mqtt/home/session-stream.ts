import { EventEmitter } from 'node:events';

/**
 * A connection as aedes takes it: it reads the whole packets that its session gives it, and what it
 * writes goes out through the session. Only the part of a Duplex that aedes and mqtt-packet use.
 */
export class SessionStream extends EventEmitter {
  readonly #session: { send(bytes: Uint8Array): boolean; end(how: 'refused'): void };
  /** The client has to read before it is sent more. */
  #isFull = false;
  destroyed = false;
  #packets: Buffer[] = [];
  #corked: Uint8Array[] | null = null;

  constructor(session: { send(bytes: Uint8Array): boolean; end(how: 'refused'): void }) {
    super();
    this.#session = session;
  }

  /** Offers a whole packet. */
  push(packet: Buffer): void {
    this.#packets.push(packet);
    this.emit('readable');
  }

  read(): Buffer | null {
    return this.#packets.shift() ?? null;
  }

  /** mqtt-packet writes one packet in several pieces, corked: they go out as one. */
  cork(): void {
    this.#corked ??= [];
  }

  uncork(): void {
    const pieces = this.#corked;
    this.#corked = null;
    if (pieces !== null && pieces.length > 0) this.#send(Buffer.concat(pieces));
  }

  /**
   * Takes everything; the session gives up a client that does not read at all.
   * @returns false: aedes waits for `drain` before it writes more
   */
  write(piece: Uint8Array | string): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (this.#corked === null) this.#send(bytes);
    else this.#corked.push(bytes);
    return !this.#isFull;
  }

  /** The client has read what waited. */
  drained(): void {
    this.#isFull = false;
    this.emit('drain');
  }

  #send(bytes: Uint8Array): void {
    this.#isFull = !this.#session.send(bytes);
  }

  /** The session has ended, or aedes wants it to. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#corked = null;
    this.#packets = [];
    this.#session.end('refused');
    this.emit('close');
  }
}
