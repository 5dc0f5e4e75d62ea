import type { TokenBucket } from '../domain/token-bucket.ts';

/** A door for clients of the broker that are no boards. Their packets are taken by another broker, in MQTT 3.1.1. */
export interface GuestDoor {
  /** Whether clients of this user name come in here. All others are judged as boards. */
  isFor(name: string): boolean;
  /**
   * Lets a client in.
   * @param connect its CONNECT packet, which the guest answers
   * @returns null: a wrong name or password, or too many connections
   */
  admit(session: GuestSession, name: string, password: string, connect: Buffer): Guest | null;
}

/** The session of a guest, as its door needs it. */
export interface GuestSession {
  readonly address: string;
  /** @returns false: the peer has to read before it is sent more */
  send(bytes: Uint8Array): boolean;
  end(how: 'refused'): void;
}

/** Takes the packets of a session. */
export interface Guest {
  readonly allowance: TokenBucket;
  /** Takes a whole packet. */
  push(packet: Buffer): void;
  /** Called when the peer has read what waited. */
  drained(): void;
  /** Called when the connection has ended. */
  closed(): void;
}
