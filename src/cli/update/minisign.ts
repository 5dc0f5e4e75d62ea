/** Signatures of minisign: https://jedisct1.github.io/minisign/ (format at the end of the page). */
import { createHash, createPublicKey, verify } from 'node:crypto';

/** Keys and signatures begin with two bytes of algorithm and eight of key id. */
const idBytes = 8;
const prehashed = 'ED';
/** The bytes of DER before the 32 of an Ed25519 key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** The key in a `.pub` file. Null: the file has none. */
export function readPublicKey(text: string): string | null {
  return text.split(/\r?\n/).find((line) => /^RW[A-Za-z0-9+/]{54}$/.test(line)) ?? null;
}

/**
 * Whether a file was signed with the secret half of a public key.
 * @param signature the text of a `.minisig` file
 * @param publicKey the second line of a `.pub` file
 */
export function verifyMinisign(content: Uint8Array, signature: string, publicKey: string): boolean {
  const key = Buffer.from(publicKey, 'base64');
  const [, line = '', comment = '', globalLine = ''] = signature.split(/\r?\n/);
  const signed = Buffer.from(line, 'base64');
  const globalSignature = Buffer.from(globalLine, 'base64');
  const isKnown =
    key.length === 2 + idBytes + 32 &&
    signed.length === 2 + idBytes + 64 &&
    globalSignature.length === 64 &&
    comment.startsWith('trusted comment: ') &&
    // Older signatures, without a hash, are not made any more.
    signed.toString('latin1', 0, 2) === prehashed &&
    signed.subarray(2, 2 + idBytes).equals(key.subarray(2, 2 + idBytes));
  if (!isKnown) return false;
  const ed25519 = createPublicKey({
    key: Buffer.concat([spkiPrefix, key.subarray(2 + idBytes)]),
    format: 'der',
    type: 'spki',
  });
  const own = signed.subarray(2 + idBytes);
  const hash = createHash('blake2b512').update(content).digest();
  const trusted = Buffer.from(comment.slice('trusted comment: '.length));
  return (
    verify(null, hash, ed25519, own) &&
    verify(null, Buffer.concat([own, trusted]), ed25519, globalSignature)
  );
}
