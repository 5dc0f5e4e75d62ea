import { EventEmitter } from 'node:events';
import type { Session } from './session.ts';

/**
 * What aedes takes for the connection: it reads the whole packets its session chose to give it, and
 * what it writes goes out through the session.
 *
 * Only the part of a Duplex that aedes and mqtt-packet use. With ten thousand idle sessions a real one
 * would cost more memory than all the rest of a session.
 */
export class SessionStream extends EventEmitter {
  readonly session: Session;
  destroyed = false;
  #packets: Buffer[] = [];
  #corked: Uint8Array[] | null = null;

  constructor(session: Session) {
    super();
    this.session = session;
  }

  /** Offers a whole packet to aedes. */
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
    if (pieces !== null && pieces.length > 0) this.session.send(Buffer.concat(pieces));
  }

  /** Always takes everything: the session gives up a device that does not read. */
  write(piece: Uint8Array | string): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (this.#corked === null) this.session.send(bytes);
    else this.#corked.push(bytes);
    return true;
  }

  destroy(error?: Error): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#corked = null;
    this.#packets = [];
    this.session.engineClosed(error ?? null);
    this.emit('close');
  }
}
