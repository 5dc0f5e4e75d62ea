import { createHash, generateKeyPairSync, randomBytes, sign as signWith } from 'node:crypto';

/** A key of minisign, and what its program does with it (https://jedisct1.github.io/minisign/). */
export function makeMinisignKey(): {
  readonly publicKey: string;
  readonly sign: (content: string) => string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = randomBytes(8);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    publicKey: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'),
    sign(content) {
      const hash = createHash('blake2b512').update(content).digest();
      const own = signWith(null, hash, privateKey);
      const comment = 'of a test';
      const all = signWith(null, Buffer.concat([own, Buffer.from(comment)]), privateKey);
      const line = Buffer.concat([Buffer.from('ED'), id, own]).toString('base64');
      return `untrusted comment: x\n${line}\ntrusted comment: ${comment}\n${all.toString('base64')}\n`;
    },
  };
}
