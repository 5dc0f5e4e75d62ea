/** Limits of one connection, one address, and all together. */
export interface BrokerLimits {
  /** Size of a packet with its header. */
  readonly packetBytes: number;
  /** Size of a CONNECT packet: what an unauthenticated connection can make the server hold. */
  readonly connectBytes: number;
  /** Time from the connection's start, TLS handshake included, to a whole CONNECT packet. */
  readonly connectMs: number;
  /** The longest keepalive. It replaces a longer one, or none, by which silence would go unnoticed. */
  readonly keepaliveSeconds: number;
  readonly connections: number;
  /** A whole neighbourhood may share one address behind its provider's NAT. */
  readonly connectionsPerAddress: number;
  /** Bytes kept for a session that has to wait. A session that sends more is ended. */
  readonly heldBytes: number;
  /** Messages of one session whose commit is awaited. Beyond that, reading stops. */
  readonly inFlight: number;
  /** Time that a device may leave its messages unread. */
  readonly stallMs: number;
  /** A stop waits so long for commits in flight. */
  readonly stopMs: number;
}

export const defaultLimits: BrokerLimits = {
  packetBytes: 4096,
  connectBytes: 1024,
  connectMs: 5000,
  keepaliveSeconds: 300,
  connections: 25_000,
  connectionsPerAddress: 1000,
  heldBytes: 64 * 1024,
  inFlight: 256,
  stallMs: 2000,
  stopMs: 2000,
};
