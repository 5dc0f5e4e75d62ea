import { refusals } from './findings.ts';

/** Why a call to an address that somebody else chose came to nothing, and how that is said of the place. */
export const outboundReasons = {
  /** Not a place that may be called: its scheme, port or address. Nothing was sent, nor ever will be. */
  refused: refusals.placeRefused,
  /** Its name is not known, or nobody answers for names. Nothing was sent. */
  'unknown-name': refusals.placeUnknown,
  /** Nobody takes the connection. Nothing was sent. */
  unreachable: refusals.placeUnreachable,
  /** It does not prove that it is who it should be. Nothing was sent. */
  certificate: refusals.placeUntrusted,
  /** It was too slow; what was sent may have arrived. */
  timeout: refusals.placeSlow,
  /** The connection broke; what was sent may have arrived. */
  broken: refusals.placeBroken,
} as const;

export type OutboundReason = keyof typeof outboundReasons;
