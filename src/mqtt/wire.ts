import type { Origin } from '../actions/fleet/note-origin.ts';
import type { Session } from './session.ts';

/**
 * One connection's bytes, whatever carries them. A TCP or TLS socket of Bun is a wire; WebSockets have an
 * adapter.
 */
export interface Wire {
  /** @returns how many bytes were taken: fewer than offered when the peer does not read. -1: closed */
  write(bytes: Uint8Array): number;
  /** Whether written bytes wait to be sent. Left out: the wire takes only bytes that it can send. */
  isFull?(): boolean;
  /** Sends what was written, then closes. */
  end(): void;
  /** Closes at once, as the peer does not read. */
  terminate(): void;
  /** Stops reading, so that the peer has to wait, where the carrier can. */
  pause(): void;
  resume(): void;
}

/** The part of the broker that listeners use. */
export interface Acceptor {
  /** Begins a connection. Null: there are too many. */
  accept(wire: Wire, origin: Origin): Session | null;
  /** Must be called once when the connection of an accepted session has closed. */
  closed(session: Session): void;
}
