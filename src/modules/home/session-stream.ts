import { EventEmitter } from 'node:events';
import type { GuestSession } from '../../mqtt/guest-door.ts';

/**
 * The part of a Duplex that aedes and mqtt-packet use. aedes reads whole packets, which the session
 * pushes. What aedes writes goes out through the session.
 */
export class SessionStream extends EventEmitter {
  /** Network address of the client. */
  readonly address: string;
  readonly #session: GuestSession;
  /** The client has to read before it is sent more. */
  #isFull = false;
  destroyed = false;
  #packets: Buffer[] = [];
  #corked: Uint8Array[] | null = null;

  constructor(session: GuestSession) {
    super();
    this.address = session.address;
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

  /** Gathers the pieces in which mqtt-packet writes one packet, until `uncork`. */
  cork(): void {
    this.#corked ??= [];
  }

  uncork(): void {
    const pieces = this.#corked;
    this.#corked = null;
    if (pieces !== null && pieces.length > 0) this.#send(Buffer.concat(pieces));
  }

  /**
   * Takes everything. The session ends when its client does not read.
   * @returns false: aedes waits for `drain` before it writes more
   */
  write(piece: Uint8Array | string): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (this.#corked === null) this.#send(bytes);
    else this.#corked.push(bytes);
    return !this.#isFull;
  }

  /** Called when the client has read what waited. */
  drained(): void {
    this.#isFull = false;
    this.emit('drain');
  }

  #send(bytes: Uint8Array): void {
    this.#isFull = !this.#session.send(bytes);
  }

  /** Called when the session has ended, or when aedes wants it to end. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#corked = null;
    this.#packets = [];
    this.#session.end('refused');
    this.emit('close');
  }
}
