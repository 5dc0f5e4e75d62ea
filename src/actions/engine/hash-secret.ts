/**
 * What is stored of a secret that was drawn at random.
 * @returns 64 hex digits
 */
export function hashSecret(secret: string): string {
  return Bun.SHA256.hash(secret, 'hex');
}
