import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { OAuth2Server } from 'oauth2-mock-server';
import { HttpWorld, makeCore, refused } from '../../../tests/support/http-world.ts';
import { loadConfig } from '../../installation/config.ts';
import { findAdmin, listWithoutOwnWayIn, updateAdminPassword } from '../../store/people/admins.ts';
import { sealName } from '../../store/people/sealed-names.ts';
import { auditLog } from '../../store/people/tables.ts';
import { startOidc } from './body.ts';

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
  const config = loadConfig(
    { data: '/nonexistent' },
    {
      FAIWATCH_PUBLIC_URL: publicUrl,
      FAIWATCH_OIDC_ISSUER: provider.issuer.url ?? '',
      FAIWATCH_OIDC_CLIENT_ID: 'faiwatch',
      FAIWATCH_OIDC_CLIENT_SECRET: 'between the two',
      FAIWATCH_OIDC_LABEL: 'The office',
    },
  );
  world = new HttpWorld((monitor) => {
    const { routes = [], provider: named = null } = startOidc(makeCore(monitor, config));
    return { publicUrl, moduleRoutes: routes, provider: named };
  });
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

  test('is all that lets in whoever has neither a password nor a passkey', async () => {
    const { store } = world.monitor;
    expect(listWithoutOwnWayIn(store)).toEqual([]);
    await addBo();
    expect(listWithoutOwnWayIn(store)).toEqual(['bo']);
    const { id } = findAdmin(store, 'bo') ?? { id: 0 };
    updateAdminPassword(store, id, 'hash');
    expect(listWithoutOwnWayIn(store)).toEqual([]);
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
    const { store, time } = world.monitor;
    store.sqlite.run(
      "INSERT INTO attempt_limits (scope, subject, window_start, failures) VALUES ('login-address', ?, ?, 18)",
      [sealName(store, 'unknown'), time.wallMs],
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

describe('proving at the provider whose a session is', () => {
  const minuteMs = 60_000;
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const makeKey = (token: string) =>
    world.post('/api/tokens', token, { name: 'A', role: 'viewer' });
  let token: string;

  /** Bo, an owner without a password, who came in through the provider an hour ago. */
  beforeEach(async () => {
    await world.post('/api/operators', owner, {
      username: 'bo',
      operator_role: 'owner',
      oidc_username: 'bo@example.com',
    });
    token = (await fetchToken(await signIn())).body.token;
    world.monitor.time.advanceMs(60 * minuteMs);
  });

  async function leave(by = token) {
    const { status, headers, body } = await world.post('/api/auth/reauthenticate/oidc', by);
    expect(status).toBe(200);
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
    return { cookie, to: body.data.url as string };
  }
  /** @returns what stands behind the # of the page that the browser comes back to */
  async function proveThere(by = token, takesMs = 0): Promise<string> {
    const { cookie, to } = await leave(by);
    world.monitor.time.advanceMs(takesMs);
    const location = (await get(await askProvider(to), cookie)).headers.get('location') ?? '';
    expect(location).toStartWith('/admin/again#');
    return location.split('#')[1] ?? '';
  }
  const prove = (outcome: string, by = token) =>
    world.post('/api/auth/reauthenticate', by, { oidc: outcome.replace('oidc=', '') });

  test('asks there anew, and goes on for five minutes from that log-in', async () => {
    expect(await makeKey(token)).toMatchObject({
      ...refused(403, 'REAUTHENTICATION_REQUIRED'),
      body: { methods: ['oidc'] },
    });
    const query = new URL((await leave()).to).searchParams;
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
    expect(new URL((await setOut()).to).searchParams.has('prompt')).toBe(false);

    person = { ...person, auth_time: nowSeconds() - 120 };
    expect((await prove(await proveThere(token, 2 * minuteMs))).status).toBe(200);
    expect((await makeKey(token)).status).toBe(200);
    // The log-in there was two minutes ago.
    world.monitor.time.advanceMs(3 * minuteMs + 2_000);
    expect(await makeKey(token)).toMatchObject(refused(403, 'REAUTHENTICATION_REQUIRED'));
  });

  test('takes no log-in from before the browser left, and none without its time', async () => {
    person = { ...person, auth_time: nowSeconds() - 600 };
    expect(await proveThere()).toBe('oidc_error=unproven');
    person = { sub: 'subject-1', email: 'bo@example.com', email_verified: true };
    expect(await proveThere()).toBe('oidc_error=unproven');
  });

  test('takes nobody else, and nobody for another session', async () => {
    person = { ...person, auth_time: nowSeconds() };
    const first = await proveThere();
    const other = (await fetchToken(await signIn())).body.token;
    expect(await prove(first, other)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    expect(await prove(first)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    const late = await proveThere();
    world.monitor.time.advanceMs(minuteMs + 1);
    expect(await prove(late)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));

    // A thief with an account of their own at the provider.
    await world.post('/api/operators', other, {
      username: 'cy',
      operator_role: 'viewer',
      oidc_username: 'cy@example.com',
    });
    person = { ...person, sub: 'subject-2', email: 'cy@example.com' };
    expect(await proveThere()).toBe('oidc_error=unknown');
    // It links nobody either, nor opens a session.
    expect((await world.get('/api/operators', token)).body.data[2].oidc.is_linked).toBe(false);
    const { cookie, to } = await leave();
    const theirs = await get(await askProvider(to));
    expect(theirs.headers.get('location')).toBe('/admin/login#oidc_error=failed');
    expect((await get(await askProvider(to), cookie)).headers.get('location')).toBe(
      '/admin/again#oidc_error=unknown',
    );
    const proof = { code: (await signIn()).replace('oidc=', '') };
    expect(await prove(proof.code)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
  });

  test('opens nothing with the code of a proof', async () => {
    person = { ...person, auth_time: nowSeconds() };
    expect(await fetchToken(await proveThere())).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
  });

  test('is needed after a log-in to which the provider let somebody in long ago', async () => {
    person = { ...person, auth_time: nowSeconds() - 3_600 };
    const old = (await fetchToken(await signIn())).body.token;
    expect(await makeKey(old)).toMatchObject(refused(403, 'REAUTHENTICATION_REQUIRED'));
    person = { ...person, auth_time: nowSeconds() - 60 };
    const fresh = (await fetchToken(await signIn())).body.token;
    expect((await makeKey(fresh)).status).toBe(200);
  });
});
