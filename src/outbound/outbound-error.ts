/** Why a call to an address of somebody else's came to nothing. */
export type OutboundReason =
  /** Not a place that may be called: its scheme, port or address. Nothing was sent, nor ever will be. */
  | 'refused'
  /** Its name is not known, or nobody answers for names. Nothing was sent. */
  | 'unknown-name'
  /** Nobody takes the connection. Nothing was sent. */
  | 'unreachable'
  /** It does not prove that it is who it should be. Nothing was sent. */
  | 'certificate'
  /** It was too slow; what was sent may have arrived. */
  | 'timeout'
  /** The connection broke; what was sent may have arrived. */
  | 'broken';

const unsent: readonly OutboundReason[] = ['refused', 'unknown-name', 'unreachable', 'certificate'];

/** The message is a sentence without the address: whoever reads it may see neither path nor password. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, message: string) {
    super(message);
    this.reason = reason;
  }

  /** The far end got nothing, so that repeating is no duplicate. */
  get isUnsent(): boolean {
    return unsent.includes(this.reason);
  }
}
