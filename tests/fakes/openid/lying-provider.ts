/** An OpenID provider that signs what it is told to, by whatever key and algorithm. */
import { brotliCompressSync } from 'node:zlib';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

export const clientId = 'faiwatch';
export const clientSecret = 'between the two of us, and long enough to sign with';

interface Key {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
  /** PEM. */
  readonly spki: string;
}

export async function makeKey(kid: string, alg = 'RS256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, privateKey, jwk, spki: await exportSPKI(publicKey) };
}

export class LyingProvider {
  /** What it publishes. */
  keys: Key[] = [];
  /** The next ID token. */
  idToken = '';
  /** What it says of itself beside the usual. */
  metadata: Readonly<Record<string, unknown>> = {};
  /** The paths that answer a bomb. */
  bombs: readonly string[] = [];
  readonly asked: string[] = [];
  readonly #server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => this.#answer(new URL(url).pathname),
  });

  get issuer(): string {
    return this.#server.url.origin;
  }

  close(): Promise<void> {
    return this.#server.stop(true);
  }

  /** @param changes null takes a claim away */
  claims(nonce: string, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: this.issuer, sub: 'subject-1', aud: clientId, nonce, iat: now, exp: now + 60 },
      ...{ email: 'bo@example.com', email_verified: true, ...changes },
    };
    return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  }

  sign(claims: Record<string, unknown>, { kid, alg, privateKey }: Key): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(privateKey);
  }

  #answer(path: string): Response {
    this.asked.push(path);
    if (this.bombs.includes(path)) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' };
      return new Response(brotliCompressSync(Buffer.alloc(8_000_000, ' ')), { headers });
    }
    switch (path) {
      case '/.well-known/openid-configuration':
        return Response.json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'ES256'],
          ...this.metadata,
        });
      case '/jwks':
        return Response.json({ keys: this.keys.map(({ jwk }) => jwk) });
      case '/token':
        return Response.json({
          ...{ access_token: 'a', token_type: 'Bearer', expires_in: 60 },
          ...(this.idToken !== '' && { id_token: this.idToken }),
        });
      default:
        return new Response('', { status: 404 });
    }
  }
}
