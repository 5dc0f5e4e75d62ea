/** A secret that is given out once, and stored as its hash: 256 random bits, base64url. */
export function drawSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

/**
 * The hash that is stored of a secret that was drawn at random.
 * @returns 64 hex digits
 */
export function hashSecret(secret: string): string {
  return Bun.SHA256.hash(secret, 'hex');
}
