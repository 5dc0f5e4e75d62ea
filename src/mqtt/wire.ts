import type { Session } from './session.ts';

/**
 * One connection's bytes, whatever carries them. A Bun TCP or TLS socket is one as it is; WebSockets
 * have an adapter.
 */
export interface Wire {
  /** @returns how many bytes were taken; fewer than offered when the peer does not read, -1: closed */
  write(bytes: Uint8Array): number;
  /** What was written is taken, but waits to be sent; left out: what waits is not taken. */
  isFull?(): boolean;
  /** Lets the peer have what was written, then closes. */
  end(): void;
  /** Closes at once: nobody is reading any more. */
  terminate(): void;
  /** Stops reading, so that the peer feels it; does nothing where the carrier cannot. */
  pause(): void;
  resume(): void;
}

/** The broker, as far as those need it who accept connections for it. */
export interface Acceptor {
  /**
   * Begins a connection; null when there are too many.
   * @param isPlainOutside it comes in the clear, and not from a private network
   */
  accept(wire: Wire, address: string, isPlainOutside: boolean): Session | null;
  /** Must be called once when a connection that `accept` gave a session for has closed. */
  closed(session: Session): void;
}
