/** Device tokens: 256 random bits, shown once, stored as their SHA-256. */

export function makeDeviceToken(randomBytes: (count: number) => Uint8Array): string {
  return `fwd_${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/** @returns 64 hex digits */
export function hashDeviceToken(token: string): string {
  return Bun.SHA256.hash(token, 'hex');
}
