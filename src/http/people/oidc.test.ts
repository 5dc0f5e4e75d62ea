import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { OAuth2Server } from 'oauth2-mock-server';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { auditLog } from '../../store/people/tables.ts';
import { OidcClient } from './oidc-client.ts';

const publicUrl = 'http://localhost';
const provider = new OAuth2Server();
/** What the provider says of whoever signs in. */
let person: Record<string, unknown> = {};

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, person));
});
afterAll(() => provider.stop());

let world: HttpWorld;
let owner: string;
beforeEach(async () => {
  const oidc = new OidcClient({
    issuer: provider.issuer.url ?? '',
    clientId: 'faiwatch',
    clientSecret: 'between the two',
    label: 'The office',
    redirectUri: `${publicUrl}/api/auth/oidc/callback`,
  });
  world = new HttpWorld({ publicUrl, oidc });
  owner = await world.admin('ada');
  person = { sub: 'subject-1', email: 'bo@example.com', email_verified: true };
});

const addBo = (name = 'bo@example.com') =>
  world.post('/api/operators', owner, {
    username: 'bo',
    operator_role: 'support',
    oidc_username: name,
  });

const get = (path: string, cookie = '') =>
  world.app.handle(new Request(`${publicUrl}${path}`, { headers: { Cookie: cookie } }));

/** Sets out, as a browser does. */
async function setOut() {
  const answer = await get('/api/auth/oidc/start');
  expect(answer.status).toBe(302);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return { cookie, to: answer.headers.get('location') ?? '' };
}

/** @returns the path that the provider sends the browser back to */
async function askProvider(to: string): Promise<string> {
  const answer = await fetch(to, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return back.pathname + back.search;
}

/** The whole way; @returns what stands behind the # of the log-in page */
async function signIn(): Promise<string> {
  const { cookie, to } = await setOut();
  const answer = await get(await askProvider(to), cookie);
  const location = answer.headers.get('location') ?? '';
  expect(location).toStartWith('/admin/login#');
  return location.split('#')[1] ?? '';
}

const fetchToken = (outcome: string) =>
  world.post('/api/auth/oidc', undefined, { code: outcome.replace('oidc=', '') });

describe('signing in through an OpenID provider', () => {
  test('lets in whom the owner named, and links them by their subject', async () => {
    await addBo();
    const outcome = await signIn();
    const { status, body } = await fetchToken(outcome);
    expect(status).toBe(200);
    expect(body.user).toEqual({ username: 'bo', role: 'admin', operator_role: 'support' });
    expect((await world.get('/api/customers', body.token)).status).toBe(200);
    expect(await fetchToken(outcome)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    const { body: list } = await world.get('/api/operators', owner);
    expect(list.data[1].oidc).toEqual({ is_linked: true, username: null });
    const actions = world.monitor.store.db.select().from(auditLog).all();
    expect(actions.map(({ action }) => action)).toContain('admin.link-oidc');
    // Another e-mail is still them; another subject with their e-mail is not.
    person = { ...person, email: 'bo.new@example.com' };
    expect(await signIn()).toStartWith('oidc=');
    person = { sub: 'subject-2', email: 'bo@example.com', email_verified: true };
    expect(await signIn()).toBe('oidc_error=unknown');
  });

  test('lets in nobody who was not named, nor by an e-mail that nobody verified', async () => {
    expect(await signIn()).toBe('oidc_error=unknown');
    await addBo();
    person = { ...person, email_verified: false };
    expect(await signIn()).toBe('oidc_error=unknown');
    person = { sub: 'subject-1', preferred_username: 'bo@example.com' };
    expect(await signIn()).toBe('oidc_error=unknown');
  });

  test('sets out with PKCE, a state and a nonce, and another each time', async () => {
    const [one, two] = [await setOut(), await setOut()];
    const query = new URL(one.to).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(query.get(name)?.length).toBeGreaterThan(20);
      expect(query.get(name)).not.toBe(new URL(two.to).searchParams.get(name));
    }
  });

  test('goes on only in the browser that set out, and once', async () => {
    await addBo();
    const mine = await setOut();
    const theirs = await setOut();
    const back = await askProvider(theirs.to);
    for (const cookie of ['', mine.cookie, 'faiwatch-oidc=x']) {
      const answer = await get(back, cookie);
      expect(answer.headers.get('location')).toBe('/admin/login#oidc_error=failed');
    }
    const whole = await askProvider(mine.to);
    // The cookie above was used up by the try with somebody else's answer.
    const again = await get(whole, mine.cookie);
    expect(again.headers.get('location')).toBe('/admin/login#oidc_error=failed');
  });

  test('fails with a nonce of somebody else, or a code that is over', async () => {
    await addBo();
    person = { ...person, nonce: 'not ours' };
    expect(await signIn()).toBe('oidc_error=failed');
    person = { sub: 'subject-1', email: 'bo@example.com', email_verified: true };
    const outcome = await signIn();
    world.monitor.time.advanceMs(60_001);
    expect(await fetchToken(outcome)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
  });

  test('asks the provider for nobody who was refused twenty times', async () => {
    let asked = 0;
    const refuse = (answer: { body: unknown; statusCode: number }) => {
      asked += 1;
      Object.assign(answer, { body: { error: 'invalid_grant' }, statusCode: 400 });
    };
    provider.service.on('beforeResponse', refuse);
    world.monitor.store.sqlite.run(
      "INSERT INTO attempt_limits (scope, subject, window_start, failures) VALUES ('login-address', 'unknown', ?, 18)",
      [world.monitor.time.wallMs],
    );
    for (const _ of [1, 2, 3, 4]) expect(await signIn()).toBe('oidc_error=failed');
    provider.service.off('beforeResponse', refuse);
    expect(asked).toBe(2);
  });

  test('is not there without a provider', async () => {
    const plain = new HttpWorld();
    expect(await plain.get('/api/auth/oidc/start')).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await plain.get('/api/public/info')).body.oidc).toBeNull();
    expect((await world.get('/api/public/info')).body.oidc).toEqual({ label: 'The office' });
  });

  test('counts as a second factor: the provider answers for it', async () => {
    await addBo();
    await world.put('/api/settings/security', owner, { require_second_factor: true });
    const { body } = await fetchToken(await signIn());
    expect(body.user.must_set_second_factor).toBeUndefined();
    expect((await world.get('/api/customers', body.token)).status).toBe(200);
  });
});
