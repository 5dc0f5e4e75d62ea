import { createECDH } from 'node:crypto';

/**
 * The keys by which push services know this server (RFC 8292). A browser takes messages only of the key that it
 * subscribed with.
 */
export interface VapidKeys {
  /** Uncompressed point on P-256, base64url: what a browser subscribes with. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** @param secret 32 bytes, base64url */
export function vapidKeysOf(secret: string): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(secret, 'base64url'));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret };
}
