import { beforeEach, describe, expect, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { testActor } from '../../../tests/support/monitor.ts';
import { SoftwareAuthenticator } from '../../../tests/support/software-authenticator.ts';
import { createAdmin, resetAdminPassword } from '../../actions/people/create-admin.ts';
import { sealName } from '../../store/people/sealed-names.ts';
import { auditLog, recoveryCodes } from '../../store/people/tables.ts';

const password = 'correct horse battery';
const origin = 'https://power.example';
const publicUrl = origin;

let world: HttpWorld;
let token: string;
beforeEach(async () => {
  world = new HttpWorld({ publicUrl });
  const owner = { username: 'ada', password, role: 'owner' } as const;
  await createAdmin(world.monitor, owner, testActor, world.monitor.clock());
  token = (await logIn()).body.token;
});

const logIn = () => world.post('/api/auth/login', undefined, { username: 'ada', password });
const withPassword = { current_password: password };
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.monitor.time.wallMs + steps * 30_000,
  });
const answer = (challenge: string, code: string) =>
  world.post('/api/auth/second-factor', undefined, { challenge, code });

/** @returns secret and recovery codes */
async function addApp(): Promise<{ secret: string; codes: string[] }> {
  const begun = await world.post('/api/account/totp', token, withPassword);
  const { secret } = begun.body.data;
  const { body } = await world.post('/api/account/totp/confirm', token, { code: codeOf(secret) });
  world.monitor.time.advanceMs(30_000);
  return { secret, codes: body.data.recovery_codes };
}

const challengeOf = async (): Promise<string> => (await logIn()).body.challenge;

describe('an authenticator app', () => {
  test('counts once its first code was shown, and is asked for from then on', async () => {
    const begun = await world.post('/api/account/totp', token, withPassword);
    const { secret, otpauth_url } = begun.body.data;
    expect(new URL(otpauth_url)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    expect(otpauth_url).toContain(`secret=${secret}`);
    expect((await logIn()).status).toBe(200);
    const wrong = await world.post('/api/account/totp/confirm', token, { code: '000000' });
    expect(wrong).toMatchObject(refused(400, 'VALIDATION'));
    const { body } = await world.post('/api/account/totp/confirm', token, { code: codeOf(secret) });
    expect(body.data.recovery_codes).toHaveLength(10);
    expect(new Set(body.data.recovery_codes).size).toBe(10);

    const asked = await logIn();
    expect(asked).toMatchObject(refused(401, 'SECOND_FACTOR_REQUIRED'));
    expect(asked.body.methods).toEqual(['totp', 'recovery']);
    world.monitor.time.advanceMs(30_000);
    const done = await answer(asked.body.challenge, codeOf(secret));
    expect(done).toMatchObject({ status: 200, body: { user: { username: 'ada' } } });
    expect(await world.get('/api/settings', done.body.token)).toMatchObject({ status: 200 });
  });

  test('is not begun, nor removed, by whoever holds a session but no password', async () => {
    const wrong = { current_password: 'not it, not it' };
    expect(await world.post('/api/account/totp', token, wrong)).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    await addApp();
    expect(await world.call('DELETE', '/api/account/totp', token, wrong)).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    const removed = await world.call('DELETE', '/api/account/totp', token, withPassword);
    expect(removed.status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });

  test('shows codes that are good once, one step early or late, and no longer', async () => {
    const { secret } = await addApp();
    const code = codeOf(secret);
    expect((await answer(await challengeOf(), code)).status).toBe(200);
    expect(await answer(await challengeOf(), code)).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    // A later one was used: that of the step before is worth nothing any more.
    expect((await answer(await challengeOf(), codeOf(secret, 1))).status).toBe(200);
    expect((await answer(await challengeOf(), codeOf(secret))).status).toBe(401);
    world.monitor.time.advanceMs(120_000);
    expect((await answer(await challengeOf(), codeOf(secret, 2))).status).toBe(401);
    expect((await answer(await challengeOf(), codeOf(secret, -2))).status).toBe(401);
    expect((await answer(await challengeOf(), codeOf(secret, -1))).status).toBe(200);
  });

  test('is in no log, nor are its codes', async () => {
    const { secret, codes } = await addApp();
    const rows = world.monitor.store.db.select().from(auditLog).all();
    expect(rows.map(({ action }) => action)).toContain('admin.add-totp');
    for (const word of [secret, ...codes]) expect(JSON.stringify(rows)).not.toContain(word);
    const stored = JSON.stringify(world.monitor.store.db.select().from(recoveryCodes).all());
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a challenge', () => {
  test('is good for five tries', async () => {
    const { secret } = await addApp();
    const challenge = await challengeOf();
    for (let n = 0; n < 5; n += 1) {
      expect(await answer(challenge, 'WRONG-RECOVERY-CODE')).toMatchObject(
        refused(401, 'INVALID_CREDENTIALS'),
      );
    }
    expect(await answer(challenge, codeOf(secret))).toMatchObject(
      refused(401, 'CHALLENGE_EXPIRED'),
    );
  });

  test('is good for five minutes, for one log-in, and for the password it was got with', async () => {
    const { secret, codes } = await addApp();
    const late = await challengeOf();
    world.monitor.time.advanceMs(300_001);
    expect(await answer(late, codeOf(secret))).toMatchObject(refused(401, 'CHALLENGE_EXPIRED'));
    const used = await challengeOf();
    expect((await answer(used, codes[0] ?? '')).status).toBe(200);
    expect(await answer(used, codes[1] ?? '')).toMatchObject(refused(401, 'CHALLENGE_EXPIRED'));
    const old = await challengeOf();
    const next = { currentPassword: password, newPassword: 'another long sentence' };
    await world.post('/api/auth/change-password', token, next);
    expect(await answer(old, codes[2] ?? '')).toMatchObject(refused(401, 'CHALLENGE_EXPIRED'));
  });

  test.each(['', 'x', 'W10', 'A'.repeat(200)])('%p is none', async (challenge) => {
    expect(await answer(challenge, '123456')).toMatchObject(refused(401, 'CHALLENGE_EXPIRED'));
  });
});

describe('a recovery code', () => {
  test('is good once, however it is written, and new ones end the former', async () => {
    const { codes } = await addApp();
    const [first = '', second = ''] = codes;
    const typed = first.toLowerCase().replaceAll('-', ' ');
    expect((await answer(await challengeOf(), typed)).status).toBe(200);
    expect((await answer(await challengeOf(), first)).status).toBe(401);
    const account = await world.get('/api/account', token);
    expect(account.body.data.second_factor).toMatchObject({ totp: true, recovery_codes_left: 9 });
    const { body } = await world.post('/api/account/recovery-codes', token, withPassword);
    expect((await answer(await challengeOf(), second)).status).toBe(401);
    expect((await answer(await challengeOf(), body.data.recovery_codes[0])).status).toBe(200);
  });
});

describe('somebody who knows the password', () => {
  /** A code from somewhere; @returns the status */
  async function show(challenge: string, code: string, address: string): Promise<number> {
    const request = new Request('http://localhost/api/auth/second-factor', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ challenge, code }),
    });
    return (await world.app.handle(request)).status;
  }

  /** Wrong codes, each from a household of its own. */
  async function guess(times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) {
      statuses.push(await show(await challengeOf(), '000000', `10.0.${n}.1`));
    }
    return statuses;
  }

  /** There were so many wrong codes today; to guess them would take minutes. */
  function haveGuessed(times: number): void {
    const { store, time } = world.monitor;
    store.sqlite.run(
      `INSERT INTO attempt_limits (scope, subject, window_start, failures)
      VALUES ('second-factor', ?, ?, ?)`,
      [sealName(store, 'ada'), time.wallMs, times],
    );
  }

  beforeEach(async () => {
    world = new HttpWorld({ trustProxy: true });
    const owner = { username: 'ada', password, role: 'owner' } as const;
    await createAdmin(world.monitor, owner, testActor, world.monitor.clock());
    token = (await logIn()).body.token;
  });

  test('guesses so many codes a day, and locks nobody out who was here before', async () => {
    const { secret, codes } = await addApp();
    expect((await answer(await challengeOf(), codeOf(secret))).status).toBe(200);
    haveGuessed(29);
    expect(await guess(3)).toEqual([401, 429, 429]);
    world.monitor.time.advanceMs(60_000);
    expect((await answer(await challengeOf(), codeOf(secret))).status).toBe(200);
    // From a place that nobody knows there is a recovery code.
    expect(await show(await challengeOf(), codes[0] ?? '', '10.9.9.9')).toBe(200);
  });

  test('keeps nobody out where the app was set up', async () => {
    const { secret } = await addApp();
    haveGuessed(30);
    expect((await answer(await challengeOf(), codeOf(secret))).status).toBe(200);
  });

  test('guesses no more of them by asking from many places at once', async () => {
    await addApp();
    const challenge = await challengeOf();
    haveGuessed(28);
    const places = ['10.0.0.1', '10.0.1.1', '10.0.2.1', '10.0.3.1', '10.0.4.1'];
    const statuses = await Promise.all(places.map((from) => show(challenge, '000000', from)));
    expect(statuses.sort()).toEqual([401, 401, 429, 429, 429]);
  });
});

describe('a passkey', () => {
  const authenticator = () => new SoftwareAuthenticator(origin);

  async function add(device: SoftwareAuthenticator, name = 'My phone') {
    const { body } = await world.post('/api/account/passkeys/options', token, withPassword);
    const response = device.create(body.data);
    return world.post('/api/account/passkeys', token, { name, response });
  }

  async function use(device: SoftwareAuthenticator, challenge?: string) {
    const { body } = await world.post('/api/auth/passkey/options', undefined, { challenge });
    const { id, options } = body.data;
    const response = device.get(options);
    return world.post('/api/auth/passkey', undefined, { id, response, challenge });
  }

  test('logs in instead of a password', async () => {
    const device = authenticator();
    expect(await add(device)).toMatchObject({ status: 200, body: { data: { name: 'My phone' } } });
    expect(await use(device)).toMatchObject({ status: 200, body: { user: { username: 'ada' } } });
    const { body } = await world.get('/api/account', token);
    expect(body.data.second_factor.passkeys).toMatchObject([
      { id: device.id, name: 'My phone', last_used_at: expect.any(String) },
    ]);
  });

  test('that asks for neither finger nor PIN is a second step, and no more', async () => {
    const device = authenticator();
    await add(device);
    device.verifiesUser = false;
    expect(await use(device)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    const asked = await logIn();
    expect(asked.body.methods).toEqual(['passkey']);
    expect(await use(device, asked.body.challenge)).toMatchObject({ status: 200 });
    const other = authenticator();
    expect(await use(other, await challengeOf())).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
  });

  test('answers a question once, and only ours', async () => {
    const device = authenticator();
    await add(device);
    const { body } = await world.post('/api/auth/passkey/options', undefined, {});
    const { id, options } = body.data;
    const response = device.get(options);
    const send = (given: object) => world.post('/api/auth/passkey', undefined, { id, ...given });
    expect((await send({ response })).status).toBe(200);
    expect(await send({ response })).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    const own = device.get({ challenge: 'bm90IG91cnM' });
    expect(await send({ response: own })).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
  });

  test('of another site, and one whose count falls, is refused', async () => {
    const elsewhere = new SoftwareAuthenticator('https://power.example.evil.example');
    expect(await add(elsewhere)).toMatchObject(refused(400, 'VALIDATION'));
    const device = authenticator();
    await add(device);
    device.counter = 10;
    expect((await use(device)).status).toBe(200);
    device.counter = 3;
    expect(await use(device)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
  });

  test('is removed, and opens nothing any more', async () => {
    const device = authenticator();
    await add(device);
    const path = `/api/account/passkeys/${device.id}`;
    // A session that was stolen takes no factor away.
    const wrong = await world.call('DELETE', path, token, {
      current_password: 'a guess of theirs',
    });
    expect(wrong).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    expect((await use(device)).status).toBe(200);
    device.counter += 1;
    const removed = await world.call('DELETE', path, token, withPassword);
    expect(removed.status).toBe(200);
    expect(await use(device)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    expect((await logIn()).status).toBe(200);
  });

  test('is not for pages without https, nor for addresses without a name', async () => {
    for (const publicUrl of ['http://power.example', 'https://192.168.1.2']) {
      const plain = new HttpWorld({ publicUrl });
      const options = await plain.post('/api/auth/passkey/options', undefined, {});
      expect(options).toMatchObject(refused(409, 'CONFLICT'));
    }
    const local = new HttpWorld();
    expect((await local.post('/api/auth/passkey/options', undefined, {})).status).toBe(409);
  });
});

describe('when the owner demands a second factor', () => {
  beforeEach(async () => {
    const demand = { require_second_factor: true };
    expect((await world.put('/api/settings/security', token, demand)).status).toBe(200);
  });

  test('whoever has none may only set one up, in sessions that were open, too', async () => {
    const { body } = await logIn();
    expect(body.user).toMatchObject({ username: 'ada', must_set_second_factor: true });
    for (const session of [token, body.token]) {
      for (const path of [
        '/api/settings',
        '/api/customers',
        '/api/stream',
        '/api/customers/export.csv',
      ]) {
        expect(await world.get(path, session)).toMatchObject(
          refused(403, 'SECOND_FACTOR_REQUIRED'),
        );
      }
      const account = await world.get('/api/account', session);
      expect(account.body.data.must_set_second_factor).toBe(true);
    }
    await addApp();
    expect((await world.get('/api/customers', token)).status).toBe(200);
  });

  test('a reset takes the factor away, and the demand stays', async () => {
    await addApp();
    await resetAdminPassword(world.monitor, 'ada', password, testActor, world.monitor.clock());
    const { body } = await logIn();
    expect(body.user.must_set_second_factor).toBe(true);
  });
});
