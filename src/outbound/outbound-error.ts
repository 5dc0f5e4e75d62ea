import { type OutboundReason, outboundReasons } from '../domain/outbound-reason.ts';

const unsent: readonly OutboundReason[] = ['refused', 'unknown-name', 'unreachable', 'certificate'];

/** The message is a sentence without the address: whoever reads it may see neither path nor password. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, message: string) {
    super(message);
    this.reason = reason;
  }

  /** The same in words that the pages have in their own language. */
  get finding(): string {
    return outboundReasons[this.reason];
  }

  /** The far end got nothing, so that repeating is no duplicate. */
  get isUnsent(): boolean {
    return unsent.includes(this.reason);
  }
}
