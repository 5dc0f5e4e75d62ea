import type { ClaimedMessage } from '../store/outbox/claim.ts';

/**
 * The same for the same notifications, and for no others: a message with one more in it must not be taken
 * for a repeat. Each notification is for one recipient, whose address may change meanwhile. Numbers are
 * given out again after a restore, moments are not.
 * @returns a UUID (version 8, RFC 9562 section 5.8)
 */
export function retryKeyOf({ channel, rows }: ClaimedMessage): string {
  const names = rows.map(({ id, createdAt }) => `${id}@${createdAt}`).sort();
  const bytes = new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([channel, ...names]))
    .digest()
    .subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
