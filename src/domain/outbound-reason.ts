import { refusals } from './findings.ts';

/** Reasons for which a call to an address of somebody else's choice came to nothing, and the words for them. */
export const outboundReasons = {
  /** The scheme, port or address may not be called. Nothing was sent, nor ever will be. */
  refused: refusals.placeRefused,
  /** The name is not known, or no name server answers. Nothing was sent. */
  'unknown-name': refusals.placeUnknown,
  /** Nobody takes the connection. Nothing was sent. */
  unreachable: refusals.placeUnreachable,
  /** The certificate does not prove the name. Nothing was sent. */
  certificate: refusals.placeUntrusted,
  /** The answer was too slow. What was sent may have arrived. */
  timeout: refusals.placeSlow,
  /** The connection broke; what was sent may have arrived. */
  broken: refusals.placeBroken,
  /** The answer is compressed, too long or no HTTP. What was sent has arrived. */
  unreadable: refusals.placeUnreadable,
} as const;

export type OutboundReason = keyof typeof outboundReasons;
