/** What one device, one address and all of them together may do. */
export interface BrokerLimits {
  /** A packet, header included. */
  readonly packetBytes: number;
  /** A CONNECT packet: all that an unauthenticated connection may make the server hold. */
  readonly connectBytes: number;
  /** From the connection's start, TLS handshake included, to a whole CONNECT packet. */
  readonly connectMs: number;
  /** Kept in the place of a longer keepalive, or of none: silence would go unnoticed. */
  readonly keepaliveSeconds: number;
  readonly connections: number;
  /** A whole neighbourhood may share one address behind its provider's NAT. */
  readonly connectionsPerAddress: number;
  /** For loopback, where a reverse proxy or tunnel brings everybody's WebSockets from. */
  readonly connectionsFromLoopback: number;
  /** Bytes kept for a session that has to wait; a session that sends more is ended. */
  readonly heldBytes: number;
  /** Messages of one session whose commit is awaited; reading stops above. */
  readonly inFlight: number;
  /** How long a device may leave what was sent to it unread. */
  readonly stallMs: number;
  /** How long a stop waits for commits in flight. */
  readonly stopMs: number;
}

export const defaultLimits: BrokerLimits = {
  packetBytes: 4096,
  connectBytes: 1024,
  connectMs: 5000,
  keepaliveSeconds: 300,
  connections: 25_000,
  connectionsPerAddress: 1000,
  connectionsFromLoopback: 20_000,
  heldBytes: 64 * 1024,
  inFlight: 256,
  stallMs: 2000,
  stopMs: 2000,
};
