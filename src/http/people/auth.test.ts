import { beforeEach, describe, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, testActor } from '../../../tests/support/monitor.ts';
import { createKeys } from '../../actions/keys/create-keys.ts';
import { revokeKey } from '../../actions/keys/revoke-key.ts';
import { createAdmin, resetAdminPassword } from '../../actions/people/create-admin.ts';
import { texts } from '../../domain/findings.ts';
import { findCustomer } from '../../store/people/customers.ts';

let world: HttpWorld;
const password = 'correct horse battery';

beforeEach(() => {
  world = new HttpWorld();
});

const makeAdmin = () =>
  createAdmin(
    world.monitor,
    { username: 'ada', password, role: 'owner' },
    testActor,
    world.monitor.clock(),
  );

const logIn = (body: object) => world.post('/api/auth/login', undefined, body);

describe('an administrator', () => {
  beforeEach(makeAdmin);

  test('logs in and is let in with the token', async () => {
    const { status, body } = await logIn({ username: 'ada', password });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      token: expect.any(String),
      user: { username: 'ada', role: 'admin', operator_role: 'owner' },
    });
    expect(await world.get('/api/settings', body.token)).toMatchObject({ status: 200 });
  });

  test('is answered the same whether the name or the password is wrong', async () => {
    const wrong = await logIn({ username: 'ada', password: 'wrong' });
    const unknown = await logIn({ username: 'bob', password: 'wrong' });
    expect(wrong).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    expect(unknown.text).toBe(wrong.text);
  });

  test.each([{}, { username: 'ada' }, { password }, { username: '', password: '' }])(
    'is asked to fill in all fields: %p',
    async (body) => {
      expect(await logIn(body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', error: texts.fillInAllFields },
      });
    },
  );

  test('is let in no more after twelve hours, and told why', async () => {
    const { body } = await logIn({ username: 'ada', password });
    world.monitor.time.advanceMs(12 * 3_600_000 - 1_000);
    expect((await world.get('/api/settings', body.token)).status).toBe(200);
    world.monitor.time.advanceMs(1_000);
    expect(await world.get('/api/settings', body.token)).toMatchObject(
      refused(401, 'TOKEN_EXPIRED'),
    );
  });

  test('changes the password: other sessions end, this one goes on', async () => {
    const here = (await logIn({ username: 'ada', password })).body.token;
    const elsewhere = (await logIn({ username: 'ada', password })).body.token;
    const changed = await world.post('/api/auth/change-password', here, {
      currentPassword: password,
      newPassword: 'another fine sentence',
      confirmPassword: 'another fine sentence',
    });
    expect(changed).toMatchObject({ status: 200, body: { ok: true } });
    expect(await world.get('/api/settings', elsewhere)).toMatchObject(
      refused(401, 'INVALID_TOKEN'),
    );
    expect((await world.get('/api/settings', changed.body.token)).status).toBe(200);
    expect((await logIn({ username: 'ada', password })).status).toBe(401);
    expect((await logIn({ username: 'ada', password: 'another fine sentence' })).status).toBe(200);
  });

  test.each([
    [{ currentPassword: password }, 400, texts.fillInAllFields],
    [
      {
        currentPassword: password,
        newPassword: 'a new sentence',
        confirmPassword: 'a new sentense',
      },
      400,
      texts.passwordsDiffer,
    ],
    [{ currentPassword: password, newPassword: 'abcde' }, 400, 'must be at least 6 characters'],
    [
      { currentPassword: password, newPassword: 'abcdefghi' },
      400,
      'must be at least 10 characters',
    ],
    [{ currentPassword: password, newPassword: '1Q2w3e4r5t' }, 400, 'is too common'],
    [{ currentPassword: password, newPassword: 'ababababababab' }, 400, 'is too common'],
    [{ currentPassword: 'wrong', newPassword: 'a new sentence' }, 401, texts.wrongPassword],
  ])('is told what is wrong with a change: %p', async (body, status, error) => {
    const { token } = (await logIn({ username: 'ada', password })).body;
    const answer = await world.post('/api/auth/change-password', token, body);
    expect(answer).toMatchObject({ status, body: { error } });
    expect((await logIn({ username: 'ada', password })).status).toBe(200);
  });

  test('has no session left after a reset, nor after logging out everywhere', async () => {
    const first = (await logIn({ username: 'ada', password })).body.token;
    await resetAdminPassword(
      world.monitor,
      'ada',
      'fresh start 77',
      testActor,
      world.monitor.clock(),
    );
    expect((await world.get('/api/settings', first)).status).toBe(401);
    const second = (await logIn({ username: 'ada', password: 'fresh start 77' })).body.token;
    expect((await world.post('/api/auth/logout-everywhere', second)).status).toBe(200);
    expect((await world.get('/api/settings', second)).status).toBe(401);
  });

  test('changes the password however many guess at it, and gets in with the new one', async () => {
    const { token } = (await logIn({ username: 'ada', password })).body;
    const guesses = Array.from({ length: 20 }, () => logIn({ username: 'ada', password: 'no' }));
    await Promise.all(guesses);
    expect((await logIn({ username: 'ada', password })).status).toBe(429);
    const next = 'another fine sentence';
    const change = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await world.post('/api/auth/change-password', token, change)).status).toBe(200);
    expect((await logIn({ username: 'ada', password: next })).status).toBe(200);
  }, 60_000);

  test('has twenty failures an hour where it logged in before, across restarts, and successes cost none', async () => {
    for (let n = 0; n < 3; n += 1) await logIn({ username: 'ada', password });
    const failures = Array.from({ length: 25 }, () => logIn({ username: 'ada', password: 'no' }));
    const statuses = (await Promise.all(failures)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    const limited = await logIn({ username: 'ada', password });
    expect(limited).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3_500);
    world.monitor.time.advanceMs(3_600_000);
    expect((await logIn({ username: 'ada', password })).status).toBe(200);
  }, 60_000);
});

describe('a customer', () => {
  let keys: string[];
  let phone: string;
  let id: number;

  beforeEach(() => {
    id = makeCustomer(world.monitor);
    phone = findCustomer(world.monitor.store, id)?.phone ?? '';
    keys = createKeys(
      world.monitor,
      { count: 2, purchaseType: 'key_only', deviceType: null, phone },
      testActor,
      world.monitor.clock(),
    );
  });

  const logInCustomer = (given: string, activationKey = '') =>
    world.post('/api/auth/customer-login', undefined, { phone: given, activationKey });

  test('logs in with any key, however phone and key are written', async () => {
    const local = `0${phone.slice(3, 5)} ${phone.slice(5)}`;
    for (const key of [keys[0], keys[1]?.toLowerCase().replaceAll('-', ' ')]) {
      const { status, body } = await logInCustomer(local, key);
      expect(status).toBe(200);
      expect(body.user).toEqual({ name: expect.any(String), phone });
      expect((await world.post('/api/auth/logout-everywhere', body.token)).status).toBe(200);
      expect((await world.post('/api/auth/logout-everywhere', body.token)).status).toBe(401);
    }
  });

  test('is answered the same whatever is wrong', async () => {
    const [revoked = ''] = keys;
    revokeKey(world.monitor, revoked, testActor, world.monitor.clock());
    const other = makeCustomer(world.monitor);
    const othersPhone = findCustomer(world.monitor.store, other)?.phone ?? '';
    const answers = [
      await logInCustomer(phone, revoked),
      await logInCustomer(phone, 'no key at all'),
      await logInCustomer(othersPhone, keys[1]),
      await logInCustomer('+66899999999', keys[1]),
      await logInCustomer('not a phone', keys[1]),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
      expect(answer.text).toBe(answers[0]?.text ?? '');
    }
  });

  test('may not do what an administrator may', async () => {
    const { token } = (await logInCustomer(phone, keys[0])).body;
    expect(await world.get('/api/settings', token)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
});

test("a page of another site can neither log in nor use up its visitor's tries", async () => {
  await makeAdmin();
  const ask = (site: string) =>
    world.app.handle(
      new Request('http://localhost/api/auth/login', {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': site },
        body: JSON.stringify({ username: 'ada', password: 'a guess' }),
      }),
    );
  for (let n = 0; n < 40; n += 1) expect((await ask('cross-site')).status).toBe(403);
  for (const site of ['same-origin', 'same-site', 'none'])
    expect((await ask(site)).status).toBe(401);
  expect((await logIn({ username: 'ada', password })).status).toBe(200);
});

test.each([
  ['nothing', undefined],
  ['no token', 'abc'],
  ['an unsigned token', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","aud":"admin"}')}.`],
])('with %s nobody is let in', async (_name, token) => {
  await world.admin();
  expect(await world.get('/api/settings', token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
});
