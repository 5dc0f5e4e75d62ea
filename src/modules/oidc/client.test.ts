import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setSystemTime,
  test,
} from 'bun:test';
import { SignJWT } from 'jose';
import {
  clientId,
  clientSecret,
  LyingProvider,
  makeKey,
} from '../../../tests/fakes/openid/lying-provider.ts';
import { AppError } from '../../domain/errors.ts';
import { OidcClient } from './client.ts';

type Key = Awaited<ReturnType<typeof makeKey>>;
let key: Key;
let another: Key;
let provider: LyingProvider;
let client: OidcClient;

beforeAll(async () => {
  key = await makeKey('one');
  // It says that it is the same.
  another = await makeKey('one');
});
beforeEach(() => {
  provider = new LyingProvider();
  provider.keys = [key];
  client = new OidcClient({
    ...{ issuer: provider.issuer, clientId, clientSecret, label: 'Office' },
    redirectUri: 'http://localhost/api/auth/oidc/callback',
  });
});
afterEach(() => provider.close());
afterAll(() => setSystemTime());

type Make = (nonce: string) => string | Promise<string>;

/** A log-in whose token is made by `make`. */
async function logIn(make: Make) {
  const { trip } = await client.begin(false);
  provider.idToken = await make(trip.nonce);
  return client.finish(`?code=c&state=${trip.state}`, trip);
}

const signed =
  (changes: Readonly<Record<string, unknown>> = {}, by = () => key): Make =>
  (nonce) =>
    provider.sign(provider.claims(nonce, changes), by());

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const shared = (secret: string, kid?: string) => (nonce: string) =>
  new SignJWT(provider.claims(nonce))
    .setProtectedHeader({ alg: 'HS256', ...(kid !== undefined && { kid }) })
    .sign(new TextEncoder().encode(secret));

test('an ID token counts that the provider has signed for us', async () => {
  expect(await logIn(signed())).toMatchObject({ subject: 'subject-1', email: 'bo@example.com' });
  const elliptic = await makeKey('two', 'ES256');
  provider.keys = [elliptic];
  client = new OidcClient({
    ...{ issuer: provider.issuer, clientId, clientSecret, label: 'Office' },
    redirectUri: 'http://localhost/api/auth/oidc/callback',
  });
  expect(await logIn(signed({}, () => elliptic))).toMatchObject({ subject: 'subject-1' });
});

const past = () => Math.floor(Date.now() / 1000) - 3600;
const lies: readonly (readonly [string, Make])[] = [
  ['signed by another key', signed({}, () => another)],
  ['not signed', (nonce) => `${base64({ alg: 'none' })}.${base64(provider.claims(nonce))}.`],
  [
    'whose signature was cut off',
    async (nonce) => `${(await signed()(nonce)).split('.').slice(0, 2).join('.')}.`,
  ],
  [
    'whose claims were changed',
    async (nonce) => {
      const [head, , signature] = (await signed()(nonce)).split('.');
      return `${head}.${base64(provider.claims(nonce, { sub: 'the owner' }))}.${signature}`;
    },
  ],
  ['signed with the public key as a secret', (nonce) => shared(key.spki, 'one')(nonce)],
  [
    'signed with the published key as a secret',
    (nonce) => shared(JSON.stringify(key.jwk), 'one')(nonce),
  ],
  ['signed with our own secret', shared(clientSecret)],
  ['for another', signed({ aud: 'another' })],
  ['for several, without a word for whom', signed({ aud: [clientId, 'another'] })],
  ['for several, and given to another', signed({ aud: [clientId, 'another'], azp: 'another' })],
  ['of another issuer', signed({ iss: 'https://another.example' })],
  ['that has ended', (nonce) => signed({ iat: past() - 60, exp: past() })(nonce)],
  ['without an end', signed({ exp: null })],
  ['that does not say when it was made', signed({ iat: null })],
  ['without the nonce', signed({ nonce: null })],
  ['with the nonce of another', signed({ nonce: 'x' })],
  ['of nobody', signed({ sub: null })],
  ['that is none', () => 'x.y.z'],
  ['that is not there', () => ''],
];

describe.each<[string, Readonly<Record<string, unknown>>]>([
  ['as it says of itself', {}],
  [
    'that says it signs with anything',
    { id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'] },
  ],
])('a provider %s', (_name, metadata) => {
  beforeEach(() => {
    provider.metadata = metadata;
  });
  test.each(lies)('lets nobody in by a token %s', async (_what, make) => {
    const error = await logIn(make).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });
});

test('a new key is fetched, once in a minute at most', async () => {
  await logIn(signed());
  const fetched = () => provider.asked.filter((path) => path === '/jwks').length;
  expect(fetched()).toBe(1);
  const fresh = await makeKey('two');
  provider.keys = [fresh];
  for (const _ of [1, 2, 3]) {
    await expect(logIn(signed({}, () => fresh))).rejects.toThrow();
  }
  expect(fetched()).toBe(1);
  setSystemTime(Date.now() + 61_000);
  expect(await logIn(signed({}, () => fresh))).toMatchObject({ subject: 'subject-1' });
  expect(fetched()).toBe(2);
  // The former key is the provider's no more.
  await expect(logIn(signed())).rejects.toThrow();
  setSystemTime();
});

test.each(['/.well-known/openid-configuration', '/jwks', '/token'])(
  'a bomb at %s is not read, and is not the fault of who logs in',
  async (path) => {
    provider.bombs = [path];
    const error = await logIn(signed()).catch((thrown: unknown) => thrown);
    expect(String((error as Error).message)).toContain('compressed (br)');
    expect(error).not.toBeInstanceOf(AppError);
    provider.bombs = [];
    expect(await logIn(signed())).toMatchObject({ subject: 'subject-1' });
  },
);
