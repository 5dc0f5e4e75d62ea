/**
 * The bytes that a request says its body has. Null: it does not say. A length that was given twice, which Bun hands over
 * as `5, 5`, is larger than every limit.
 */
export function bodyLengthOf(headers: Headers): number | null {
  const said = headers.get('content-length');
  if (said === null) return null;
  return /^\d+$/.test(said) ? Number(said) : Number.POSITIVE_INFINITY;
}

/** Whether a body comes in pieces that each say their length (RFC 9112 section 7.1), which may be of one byte. */
export function isInPieces(headers: Headers): boolean {
  return headers.has('transfer-encoding');
}
