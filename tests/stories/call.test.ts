/** Phones that ring: confirmed by a code, told of a loss, answered with keys, and never called by mistake. */
import { afterEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import { decodeMuLaw, encodeMuLaw, wavOf } from '../../src/domain/wav.ts';
import { type FakeTwilio, type Phone, twilioAccount } from '../fakes/twilio/fake-twilio.ts';
import { App, adminLogIn } from '../support/app.ts';
import {
  acknowledgedBy,
  alerts,
  callsTo,
  closeWorlds,
  codeIn,
  connect,
  listened,
  masked,
  open,
  pass,
  publicUrl,
  som,
  son,
  until,
  type World,
  wordsOf,
} from '../support/phone-world.ts';

afterEach(closeWorlds);

/** The answer is given back whatever its status. */
async function ask({ app }: World, path: string, body: unknown): Promise<number> {
  const [customer] = app.data.read<{ phone: string }>('SELECT phone FROM customers ORDER BY id');
  const [key] = app.data.read<{ key_code: string }>('SELECT key_code FROM activation_keys LIMIT 1');
  const account = { phone: customer?.phone, activationKey: key?.key_code };
  const logIn = await app.call('POST', '/api/auth/customer-login', undefined, account);
  const { token } = (await logIn.json()) as { token: string };
  return (await app.call('POST', path, token, body)).status;
}

type Ask = (path: string, body: unknown) => Promise<number>;

/** As the owner of the second board. The answer is given back whatever its status. */
async function logInSecond({ app }: World): Promise<Ask> {
  const activationKey = generateActivationKey((count) => new Uint8Array(count).fill(1));
  app.data.write('UPDATE activation_keys SET key_code = ? WHERE device_row = 2', activationKey);
  const [owner] = app.data.read<{ phone: string }>(
    'SELECT phone FROM customers WHERE id = (SELECT customer_id FROM devices WHERE id = 2)',
  );
  const account = { phone: owner?.phone, activationKey };
  const logIn = await app.call('POST', '/api/auth/customer-login', undefined, account);
  const { token } = (await logIn.json()) as { token: string };
  return async (path, body) => (await app.call('POST', path, token, body)).status;
}

/** @returns the answer to the code that the phone was told */
async function connectAt(world: World, ask: Ask): Promise<number> {
  const before = callsTo(world, som).length;
  expect(await ask('/api/customer/call', { address: som, contact_id: 'own' })).toBe(200);
  await until(world, () => callsTo(world, som).length > before);
  await listened(world, som);
  const code = codeIn(callsTo(world, som).at(-1));
  const status = await ask('/api/customer/call/confirm', { address: som, code });
  await pass(world, 20);
  return status;
}

test('a phone says a code, then rings for a loss, and 1 acknowledges for everybody', async () => {
  const world = await open();
  const { app } = world;
  await connect(world);
  expect(wordsOf(callsTo(world, som)[0])[0]).toMatch(/^Fie watch\. Your code is .* nine\.$/);
  const device = await app.connect();
  await device.losesMains();
  await until(
    world,
    () => acknowledgedBy(world)[0] !== null && alerts(world)[0]?.status === 'sent',
  );
  const [, alert] = callsTo(world, som);
  expect(wordsOf(alert)).toEqual([
    expect.stringMatching(
      /^Fie watch\. Mains power is lost at your site, since .* (A|P) M\. Press one if you have heard,/,
    ),
    'Thank you. It is noted.',
  ]);
  expect(alert?.complaints).toEqual([]);
  expect(acknowledgedBy(world)).toEqual([masked[som]]);
  // Neither a reminder nor the end of it is worth a ring.
  await pass(world, 600);
  await device.regainsMains();
  await pass(world, 200);
  expect(callsTo(world, som)).toHaveLength(2);
}, 60_000);

test('a call says the name that the owner spoke, and the number of a site without one', async () => {
  const world = await open({}, 2);
  const { app, portal, twilio } = world;
  app.data.write('UPDATE devices SET customer_id = (SELECT min(id) FROM customers)');
  app.data.write('UPDATE activation_keys SET customer_id = (SELECT min(id) FROM customers)');
  await app.restart('1 s');
  await connect(world);
  const [first, second] = app.data.read<{ id: string }>('SELECT device_id AS id FROM devices');
  const tone = encodeMuLaw(Int16Array.from({ length: 9_000 }, (_, at) => 9_000 * Math.sin(at / 4)));
  await portal('PUT', `/api/customer/devices/${second?.id}/spoken-name`, {
    sound: Buffer.from(wavOf(tone, 'mu-law')).toString('base64'),
  });
  twilio.names.push(decodeMuLaw(tone));
  const boards = await Promise.all(app.boards.map((board) => app.connect(board)));
  const said = async (call: number) => {
    await until(world, () => callsTo(world, som)[call]?.status === 'completed');
    return wordsOf(callsTo(world, som)[call])[0];
  };
  await boards[1]?.losesMains();
  expect(await said(1)).toMatch(/^Fie watch\. Mains power is lost at name since /);
  await pass(world, 60);
  await boards[0]?.losesMains();
  expect(await said(2)).toMatch(/ is lost at your site number one since /);
  await portal('DELETE', `/api/customer/devices/${second?.id}/spoken-name`, {});
  expect(first).toBeDefined();
  expect(callsTo(world, som).flatMap(({ complaints }) => complaints)).toEqual([]);
}, 60_000);

test('2 has the next contact called at once, in whose language it is said', async () => {
  const world = await open();
  const { app, portal, twilio } = world;
  await connect(world);
  const { data } = (await portal('POST', '/api/customer/contacts', { name: 'Son' })) as {
    data: { id: string };
  };
  await portal('PUT', `/api/customer/contacts/${data.id}`, { after_minutes: 30, language: 'th' });
  await connect(world, son, data.id);
  twilio.phones.set(som, { does: 'answers', keys: '2' });
  const device = await app.connect();
  await device.losesMains();
  const lostAt = app.time.wallMs;
  await until(world, () => callsTo(world, son).length === 2);
  expect(app.time.wallMs - lostAt).toBeLessThan(60_000);
  await until(world, () => acknowledgedBy(world)[0] === masked[son]);
  expect(wordsOf(callsTo(world, som).at(-1)).at(-1)).toBe('The next person will be called.');
  expect(wordsOf(callsTo(world, son).at(-1))[0]).toStartWith('ไฟวอตช์ ไฟดับ ที่จุดของคุณ ตั้งแต่');
  expect(alerts(world)[0]).toMatchObject({
    status: 'failed',
    last_error: 'Call: answered; the next one is to be told',
  });
}, 60_000);

test('9 is asked for twice, and then nobody calls until nine in the morning', async () => {
  const world = await open();
  const { app, twilio } = world;
  await connect(world);
  twilio.phones.set(som, { does: 'answers', keys: '99' });
  const device = await app.connect();
  await device.losesMains();
  await until(world, () => alerts(world)[0]?.status === 'failed');
  expect(wordsOf(callsTo(world, som).at(-1)).slice(1)).toEqual([
    'Press nine again, and this phone is left alone until nine in the morning.',
    'This phone is left alone until nine in the morning.',
  ]);
  expect(acknowledgedBy(world)).toEqual([null]);
  await device.regainsMains();
  await pass(world, 200);
  await app.restart('1 s');
  const again = await app.connect();
  await again.losesMains();
  await until(world, () => alerts(world)[1]?.status === 'failed');
  expect(alerts(world)[1]?.last_error).toBe(
    'Call: this phone is not called until 9:00, as asked there with 9',
  );
  expect(callsTo(world, som)).toHaveLength(2);
}, 60_000);

test.each([
  [{ does: 'busy' }, 'Call: the phone was busy', 60],
  [{ does: 'no-answer' }, 'Call: nobody answered', 120],
  [{ does: 'voice mail' }, 'Call: answered, but nobody pressed a key', 180],
  [{ does: 'failed' }, 'Call: the phone could not be reached', 300],
] as const satisfies readonly (readonly [Phone, string, number])[])(
  '%j: not heard, said so, and tried again in its own time',
  async (phone, reason, waitSeconds) => {
    const world = await open();
    const { app, twilio } = world;
    await connect(world);
    twilio.phones.set(som, phone);
    const device = await app.connect();
    await device.losesMains();
    await until(world, () => alerts(world)[0]?.last_error === reason);
    expect(acknowledgedBy(world)).toEqual([null]);
    expect(callsTo(world, som)).toHaveLength(2);
    twilio.phones.delete(som);
    const endedAt = app.time.wallMs;
    await until(world, () => callsTo(world, som).length === 3);
    const waited = (app.time.wallMs - endedAt) / 1000;
    expect(waited).toBeGreaterThan(waitSeconds - 3);
    expect(waited).toBeLessThan(waitSeconds + 20);
    await until(world, () => acknowledgedBy(world)[0] === masked[som]);
  },
  60_000,
);

test('a call that never ends is ended by us, and a phone that rings is not called again', async () => {
  const world = await open();
  const { app, twilio } = world;
  await connect(world);
  twilio.phones.set(som, { does: 'stays' });
  const device = await app.connect();
  await device.losesMains();
  await until(world, () => callsTo(world, som).length === 2);
  const startedAt = app.time.wallMs;
  await until(world, () => callsTo(world, som)[1]?.status === 'completed');
  expect(app.time.wallMs - startedAt).toBeLessThan(110_000);
}, 60_000);

test('a restart in the middle of a call: its key counts, and the phone is not called meanwhile', async () => {
  const world = await open();
  const { app, twilio } = world;
  await connect(world);
  twilio.phones.set(som, { does: 'rings' });
  const device = await app.connect();
  await device.losesMains();
  await until(world, () => callsTo(world, som).length === 2);
  await app.restart('1 s');
  await pass(world, 20);
  expect(callsTo(world, som)).toHaveLength(2);
  const [, call] = callsTo(world, som);
  if (call === undefined) throw new Error('a call expected');
  // It was not heard: it is tried again, once it has ended.
  twilio.phones.delete(som);
  twilio.end(call, 'no-answer');
  await until(world, () => acknowledgedBy(world)[0] === masked[som]);
  expect(callsTo(world, som)).toHaveLength(3);
}, 60_000);

test('what is posted counts with the provider’s signature alone, for this call and this phone', async () => {
  const world = await open();
  const { app, twilio } = world;
  await connect(world);
  twilio.phones.set(som, { does: 'rings' });
  const device = await app.connect();
  await device.losesMains();
  await until(world, () => callsTo(world, som).length === 2);
  const { action, sound } = twilio.toldOf(callsTo(world, som)[1]);
  const fields = { AccountSid: twilioAccount.account, To: som, Digits: '1' };
  const status = async (...post: Parameters<FakeTwilio['post']>) =>
    (await twilio.post(...post)).status;
  // By somebody else, of another account, about another phone.
  expect(await status(action, fields, '0'.repeat(32))).toBe(403);
  expect(await status(action, { ...fields, AccountSid: `AC${'0'.repeat(32)}` })).toBe(403);
  expect(await status(action, { ...fields, To: son })).toBe(403);
  // Without a signature, with a field twice, at another address, in a ticket that was changed, or for something else.
  const bare = await fetch(twilio.reach(action), {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  expect(bare.status).toBe(403);
  expect(await status(`${action}&more=1`, fields)).toBe(400);
  expect(await status(`${action.slice(0, -2)}AA`, fields)).toBe(404);
  const soundTicket = new URL(sound).searchParams.get('ticket') ?? '';
  expect(await status(`${publicUrl}/api/call/keys?ticket=${soundTicket}`, fields)).toBe(404);
  const keysTicket = new URL(action).searchParams.get('ticket') ?? '';
  expect((await app.call('GET', `/api/call/sound?ticket=${keysTicket}`)).status).toBe(404);
  expect(acknowledgedBy(world)).toEqual([null]);
  // Nor does a phone that was let go meanwhile, and is another account's now.
  app.data.write("UPDATE recipients SET channel = 'sms' WHERE channel = 'call'");
  expect(await status(action, fields)).toBe(200);
  expect(acknowledgedBy(world)).toEqual([null]);
  app.data.write("UPDATE recipients SET channel = 'call' WHERE channel = 'sms'");
  // The same post again changes nothing.
  expect([await status(action, fields), await status(action, fields)]).toEqual([200, 200]);
  expect(acknowledgedBy(world)).toEqual([masked[som]]);
  const told = app.data.read("SELECT * FROM events WHERE event_type = 'ACKNOWLEDGE'");
  expect(told).toHaveLength(1);
  // After three minutes it is about no call.
  await pass(world, 181);
  expect(await status(action, fields)).toBe(404);
  expect((await app.call('GET', new URL(sound).pathname + new URL(sound).search)).status).toBe(404);
}, 60_000);

test('a number that moves to another account is called for that one alone', async () => {
  const world = await open({}, 2);
  const { app, portal, twilio } = world;
  await connect(world);
  await pass(world, 20);
  // Still the first one's: whoever reads its code aloud gives nothing away.
  const theirs = await logInSecond(world);
  expect(await connectAt(world, theirs)).toBe(409);
  const [first, second] = await Promise.all(app.boards.map((board) => app.connect(board)));
  twilio.phones.set(som, { does: 'rings' });
  await first?.losesMains();
  await until(world, () => callsTo(world, som).length === 3);
  const [recipient] = app.data.read<{ id: number }>(
    "SELECT id FROM recipients WHERE channel = 'call'",
  );
  await portal('DELETE', `/api/customer/recipients/${recipient?.id}`, {});
  const alert = callsTo(world, som)[2];
  if (alert === undefined) throw new Error('a call expected');
  const { action } = twilio.toldOf(alert);
  twilio.end(alert, 'no-answer');
  await until(world, () => alerts(world)[0]?.status === 'superseded');
  twilio.phones.set(som, { does: 'answers', keys: '' });
  expect(await connectAt(world, theirs)).toBe(200);
  // What the first account's call was about is not theirs to acknowledge.
  const fields = { AccountSid: twilioAccount.account, To: som, Digits: '1' };
  expect((await twilio.post(action, fields)).status).toBe(200);
  expect(acknowledgedBy(world)).toEqual([null]);
  twilio.phones.delete(som);
  await pass(world, 400);
  expect(callsTo(world, som)).toHaveLength(4);
  await second?.losesMains();
  await until(world, () => acknowledgedBy(world)[1] !== null);
  expect(acknowledgedBy(world)).toEqual([null, masked[som]]);
  expect(callsTo(world, som)).toHaveLength(5);
}, 60_000);

test('with an account go the numbers that were called for it, from rows and files', async () => {
  const world = await open();
  const { app, portal, twilio } = world;
  await connect(world, son);
  await connect(world);
  const left = (number: string) => {
    const digits = number.slice(1);
    const rows = app.data.with((database) =>
      database
        .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .all()
        .filter(({ name }) =>
          JSON.stringify(database.query(`SELECT * FROM "${name}"`).all()).includes(digits),
        )
        .map(({ name }) => name),
    );
    const files = [...new Glob('**').scanSync(app.data.dir)].filter((path) =>
      readFileSync(join(app.data.dir, path)).includes(digits),
    );
    return [...rows, ...files];
  };
  // One was let go long before; the other has pressed 9 and 1.
  const [former] = app.data.read<{ id: number }>(
    'SELECT id FROM recipients WHERE channel = ? AND address = ?',
    ...['call', son],
  );
  await portal('DELETE', `/api/customer/recipients/${former?.id}`, {});
  twilio.phones.set(som, { does: 'answers', keys: '1' });
  const device = await app.connect();
  await device.losesMains();
  await until(world, () => acknowledgedBy(world)[0] === masked[som]);
  await device.regainsMains();
  await pass(world, 300);
  twilio.phones.set(som, { does: 'answers', keys: '99' });
  await device.losesMains();
  await until(world, () => alerts(world)[1]?.status === 'failed');
  expect(left(som)).toContain('audit_log');
  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  const [{ id } = { id: 0 }] = app.data.read<{ id: number }>('SELECT id FROM customers');
  expect((await app.call('POST', `/api/customers/${id}/erase`, token)).status).toBe(200);
  await app.settle();
  expect({ som: left(som), son: left(son) }).toEqual({ som: [], son: [] });
}, 60_000);

test('strangers are not woken: at night, abroad, where it costs more, and once they say so', async () => {
  const world = await open();
  const { app, twilio } = world;
  const code = (address: string) => ask(world, '/api/customer/call', { address });
  expect(await code('+441212345678')).toBe(400);
  expect(await code('+66190012345')).toBe(400);
  expect(twilio.calls).toEqual([]);
  twilio.phones.set(son, { does: 'answers', keys: '9' });
  expect(await code(son)).toBe(200);
  await listened(world, son, 2);
  expect(wordsOf(callsTo(world, son)[0]).at(-1)).toBe(
    'This phone gets no codes until nine in the morning.',
  );
  expect(await code(son)).toBe(400);
  expect(callsTo(world, son)).toHaveLength(1);
  // At night codes wait.
  twilio.phones.set(som, { does: 'no-answer' });
  const hour = new Date(app.time.wallMs + 7 * 3_600_000).getUTCHours();
  app.time.advanceMs((26 - hour) * 3_600_000);
  await app.settle();
  expect(await code(som)).toBe(503);
  expect(callsTo(world, som)).toEqual([]);
}, 60_000);

test('in a day three codes go to a number, whoever asks, and ten out for an account', async () => {
  const world = await open({}, 2);
  const theirs = await logInSecond(world);
  const code = async (asks: Ask, address: string) => {
    world.twilio.phones.set(address, { does: 'busy' });
    const status = await asks('/api/customer/call', { address });
    await pass(world, 20);
    return status;
  };
  const mine: Ask = (path, body) => ask(world, path, body);
  const taken = [await code(mine, som), await code(theirs, som), await code(mine, som)];
  expect(taken).toEqual([200, 200, 200]);
  expect([await code(theirs, som), await code(mine, som)]).toEqual([429, 429]);
  expect(callsTo(world, som)).toHaveLength(3);
  // What is allowed for a household is gone with ten, too; what was asked for from elsewhere does not count there.
  world.app.data.write("DELETE FROM attempt_limits WHERE scope = 'confirm-household'");
  const others = Array.from({ length: 9 }, (_, last) => `+6681000000${last}`);
  const answers: number[] = [];
  for (const other of others) answers.push(await code(mine, other));
  expect(answers).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
  expect(world.twilio.calls).toHaveLength(11);
}, 60_000);

test('at the cap of a day nobody is called, the operator hears before, and the number goes on', async () => {
  const world = await open({ daily_cap: '5', minute_price: '0.35' });
  const { app, twilio } = world;
  await connect(world);
  const device = await app.connect();
  twilio.phones.set(som, { does: 'busy' });
  await device.losesMains();
  await until(world, () => callsTo(world, som).length >= 4);
  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  const system = await (await app.call('GET', '/api/system', token)).text();
  expect(system).toContain('call_quota_short');
  await until(world, () => alerts(world)[0]?.last_error?.includes('used up') === true);
  expect(callsTo(world, som)).toHaveLength(5);
  expect(alerts(world)[0]).toMatchObject({
    status: 'pending',
    last_error: 'Call: the 5 calls of today are used up: 1.75 at most, at 0.35 a minute',
  });
}, 60_000);

test('where it is not set up nothing of it is there', async () => {
  await using app = await App.start();
  expect((await app.call('GET', '/api/call/sound?ticket=x')).status).toBe(404);
  expect((await app.call('POST', '/api/call/keys?ticket=x')).status).toBe(404);
  const info = (await (await app.call('GET', '/api/public/info')).json()) as { call: boolean };
  expect(info.call).toBeFalse();
});
