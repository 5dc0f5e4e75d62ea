/** A session that was stolen long after its log-in: what its thief cannot do, and how its owner can. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { testActor } from '../../../tests/support/monitor.ts';
import { SoftwareAuthenticator } from '../../../tests/support/software-authenticator.ts';
import { createAdmin } from '../../actions/people/create-admin.ts';
import { noPassword } from '../../store/people/admins.ts';

const password = 'correct horse battery';
const origin = 'https://power.example';
const minuteMs = 60_000;
const stale = refused(403, 'REAUTHENTICATION_REQUIRED');

let world: HttpWorld;
/** Of an owner, who logged in an hour ago. */
let token: string;
beforeEach(async () => {
  world = new HttpWorld({ publicUrl: origin });
  const owner = { username: 'ada', password, role: 'owner' } as const;
  await createAdmin(world.monitor, owner, testActor, world.monitor.clock());
  token = await logIn();
  world.monitor.time.advanceMs(60 * minuteMs);
});

const logIn = async (): Promise<string> =>
  (await world.post('/api/auth/login', undefined, { username: 'ada', password })).body.token;
const prove = (body: object, by = token) => world.post('/api/auth/reauthenticate', by, body);
/** A call that changes who may come in. */
const addOperator = (by = token) =>
  world.post('/api/operators', by, { username: `bo${Math.random()}`, operator_role: 'owner' });
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.monitor.time.wallMs,
  });

describe('a stolen session of an owner', () => {
  test('resets no password, its own included, and makes no second owner and no token', async () => {
    expect(await world.post('/api/operators/1/reset', token)).toMatchObject(stale);
    expect(await addOperator()).toMatchObject(stale);
    const program = { name: 'Script', role: 'owner' };
    expect(await world.post('/api/tokens', token, program)).toMatchObject(stale);
    expect((await logIn()).length).toBeGreaterThan(20);
    expect((await world.get('/api/operators', token)).body.data).toHaveLength(1);
  });

  test('goes on with everything else', async () => {
    expect((await world.get('/api/operators', token)).status).toBe(200);
    expect((await world.put('/api/settings', token, { recoveryDelay: 3 })).status).toBe(200);
    expect((await world.post('/api/keys', token, { purchaseType: 'key_only' })).status).toBe(200);
  });

  test('has twenty guesses, and its owner logs in and goes on at once', async () => {
    for (let n = 0; n < 20; n += 1) {
      const guess = n % 2 === 0 ? { password: `guess ${n}` } : { code: '000000' };
      expect(await prove(guess)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    }
    world.monitor.time.advanceMs(60 * minuteMs);
    expect(await prove({ password })).toMatchObject(refused(429, 'RATE_LIMITED'));
    const change = { currentPassword: password, newPassword: 'another long sentence' };
    expect(await world.post('/api/auth/change-password', token, change)).toMatchObject(
      refused(429, 'RATE_LIMITED'),
    );
    const own = await logIn();
    expect((await addOperator(own)).status).toBe(200);
    expect((await world.post('/api/auth/logout-everywhere', own)).status).toBe(200);
    expect(await prove({ password })).toMatchObject(refused(401, 'INVALID_TOKEN'));
  });
});

describe('a proof', () => {
  test('is good for five minutes, for the session that gave it', async () => {
    const other = await logIn();
    world.monitor.time.advanceMs(6 * minuteMs);
    expect(await prove({ password: 'not it, not it' })).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    expect((await addOperator()).body).toMatchObject({ methods: ['password'] });
    expect(await prove({ password })).toMatchObject({ status: 200, body: { ok: true } });
    expect((await addOperator()).status).toBe(200);
    expect(await addOperator(other)).toMatchObject(stale);
    world.monitor.time.advanceMs(5 * minuteMs);
    expect((await addOperator()).status).toBe(200);
    world.monitor.time.advanceMs(1);
    expect(await addOperator()).toMatchObject(stale);
  });

  test('grows no younger when the clock is set back, nor on a machine that slept', async () => {
    await prove({ password });
    world.monitor.time.wallMs -= 60 * minuteMs;
    expect((await addOperator()).status).toBe(200);
    world.monitor.time.advanceMs(6 * minuteMs);
    expect(await addOperator()).toMatchObject(stale);
    await prove({ password });
    world.monitor.time.wallMs += 6 * minuteMs;
    expect(await addOperator()).toMatchObject(stale);
  });

  test('may come with the call, as it had to before', async () => {
    const wrong = { current_password: 'not it, not it' };
    expect(await world.post('/api/account/totp', token, {})).toMatchObject(stale);
    expect(await world.post('/api/account/totp', token, wrong)).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    const right = { current_password: password };
    expect((await world.post('/api/account/totp', token, right)).status).toBe(200);
    expect((await world.post('/api/account/totp', token, {})).status).toBe(200);
  });

  test('is one thing, and not none or two', async () => {
    for (const body of [{}, { password, code: '123456' }]) {
      expect(await prove(body)).toMatchObject(refused(400, 'VALIDATION'));
    }
  });

  test('is a new password, too', async () => {
    const next = { currentPassword: password, newPassword: 'another long sentence' };
    const { body } = await world.post('/api/auth/change-password', token, next);
    expect((await addOperator(body.token)).status).toBe(200);
  });
});

describe('a code of the authenticator app', () => {
  test('proves as a password does, once it is in use, and each code once', async () => {
    const begun = await world.post('/api/account/totp', token, { current_password: password });
    const { secret } = begun.body.data;
    world.monitor.time.advanceMs(6 * minuteMs);
    // Whoever only began with it has not shown that it is theirs.
    expect(await prove({ code: codeOf(secret) })).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    await prove({ password });
    await world.post('/api/account/totp/confirm', token, { code: codeOf(secret) });
    world.monitor.time.advanceMs(6 * minuteMs);
    expect((await addOperator()).body).toMatchObject({ methods: ['password', 'totp'] });
    const code = codeOf(secret);
    expect((await prove({ code })).status).toBe(200);
    expect((await addOperator()).status).toBe(200);
    expect(await prove({ code })).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
  });
});

describe('a passkey', () => {
  async function addPasskey(by: string): Promise<SoftwareAuthenticator> {
    const device = new SoftwareAuthenticator(origin);
    const { body } = await world.post('/api/account/passkeys/options', by, {});
    const given = { name: 'Desk', response: device.create(body.data) };
    expect((await world.post('/api/account/passkeys', by, given)).status).toBe(200);
    return device;
  }
  const ask = async (by: string) =>
    (await world.post('/api/auth/reauthenticate/passkey', by)).body.data;

  test('proves the session that asked for it, by finger, face or PIN', async () => {
    await prove({ password });
    const other = await logIn();
    const device = await addPasskey(token);
    world.monitor.time.advanceMs(6 * minuteMs);
    expect((await addOperator()).body).toMatchObject({ methods: ['password', 'passkey'] });
    const options = await ask(token);
    expect(options).toMatchObject({
      userVerification: 'required',
      allowCredentials: [{ id: device.id }],
    });
    device.verifiesUser = false;
    expect(await prove({ passkey: device.get(options) })).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    device.verifiesUser = true;
    expect(await prove({ passkey: device.get(await ask(other)) })).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    expect((await prove({ passkey: device.get(await ask(token)) })).status).toBe(200);
    expect((await addOperator()).status).toBe(200);
  });

  test('of another operator proves nothing, nor does what was asked for at a log-in', async () => {
    await prove({ password });
    const own = await addPasskey(token);
    const theirs = await world.operator('bo', 'owner');
    const device = await addPasskey(theirs);
    world.monitor.time.advanceMs(6 * minuteMs);
    expect(await prove({ passkey: device.get(await ask(token)) })).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    const { body } = await world.post('/api/auth/passkey/options', undefined, {});
    expect(await prove({ passkey: own.get(body.data.options) })).toMatchObject(
      refused(401, 'INVALID_CREDENTIALS'),
    );
    expect(await addOperator()).toMatchObject(stale);
  });
});

test('an account without a password sets up no factor here, however fresh its log-in', async () => {
  const bo = await world.operator('bo', 'owner');
  world.monitor.store.sqlite.run("UPDATE admins SET password_hash = ? WHERE username = 'bo'", [
    noPassword,
  ]);
  for (const path of ['/api/account/totp', '/api/account/passkeys/options']) {
    expect(await world.post(path, bo, {})).toMatchObject(refused(409, 'CONFLICT'));
  }
  world.monitor.time.advanceMs(6 * minuteMs);
  expect((await addOperator(bo)).body).toMatchObject({ methods: [] });
  expect(await prove({ password: noPassword }, bo)).toMatchObject(
    refused(401, 'INVALID_CREDENTIALS'),
  );
});

test('whoever must set up a second factor first proves for it who they are, and is not shut out', async () => {
  await prove({ password });
  await world.put('/api/settings/security', token, { require_second_factor: true });
  world.monitor.time.advanceMs(6 * minuteMs);
  expect(await addOperator()).toMatchObject(refused(403, 'SECOND_FACTOR_REQUIRED'));
  expect(await world.post('/api/account/totp', token, {})).toMatchObject(stale);
  expect((await prove({ password })).status).toBe(200);
  const { body } = await world.post('/api/account/totp', token, {});
  const { secret } = body.data;
  const confirmed = await world.post('/api/account/totp/confirm', token, { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  expect((await addOperator()).status).toBe(200);
});
