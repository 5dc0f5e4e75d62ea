/** Customers on SMS: they confirm a number by its code, are told, and no more is spent than the operator allows. */
import { afterEach, expect, test } from 'bun:test';
import { FakeModem } from '../fakes/modem/fake-modem.ts';
import {
  type FakeSmsGateway,
  gatewaySecret,
  gatewaySettings,
  startFakeSmsGateway,
} from '../fakes/sms-gateway/fake-sms-gateway.ts';
import { startSmsd } from '../fakes/smsd/start-smsd.ts';
import { App, adminLogIn } from '../support/app.ts';
import { logIntoPortal } from '../support/portal-calls.ts';
import { tempDir } from '../support/temp-dir.ts';

const som = '+66812345678';
const brother = '+66899999999';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function envOf(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`FAIWATCH_SMS_${name.toUpperCase()}`, value]),
  );
}

async function open(
  settings: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const gateway = await startFakeSmsGateway();
  closers.push(() => gateway.close());
  const app = await App.start({
    hasBot: false,
    env: {
      ...envOf({ ...gatewaySettings(gateway.url), daily_cap: '20', ...settings }),
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
      ...env,
    },
  });
  closers.push(() => app[Symbol.asyncDispose]());
  const portal = await logIntoPortal(app);
  return { app, gateway, portal };
}

type World = Awaited<ReturnType<typeof open>>;

const textsTo = ({ taken }: FakeSmsGateway, number: string) =>
  taken.filter(({ to }) => to === number).map(({ text }) => text);

const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? '';

async function connect({ app, gateway, portal }: World, number = som): Promise<void> {
  await portal('POST', '/api/customer/sms', { address: number });
  const code = codeIn(textsTo(gateway, number).at(-1));
  await portal('POST', '/api/customer/sms/confirm', { address: number, code });
  await app.advance('3 s');
}

/** The answer is given back whatever its status. */
async function ask({ app }: World, path: string, body: unknown) {
  const [customer] = app.data.read<{ phone: string }>('SELECT phone FROM customers ORDER BY id');
  const [key] = app.data.read<{ key_code: string }>('SELECT key_code FROM activation_keys LIMIT 1');
  const account = { phone: customer?.phone, activationKey: key?.key_code };
  const logIn = await app.call('POST', '/api/auth/customer-login', undefined, account);
  const { token } = (await logIn.json()) as { token: string };
  const answer = await app.call('POST', path, token, body);
  await app.settle();
  return { status: answer.status };
}

const numbers = ({ app }: World) =>
  app.data
    .read<{ address: string }>("SELECT address FROM recipients WHERE channel = 'sms'")
    .map(({ address }) => address);

test('a number gets a code and nothing else, until the code comes back', async () => {
  const world = await open();
  const { app, gateway, portal } = world;
  expect(await portal('POST', '/api/customer/sms', { address: '081-234-5678' })).toMatchObject({
    address: som,
  });
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  expect(textsTo(gateway, som)).toHaveLength(1);
  expect(numbers(world)).toEqual([]);
  const code = codeIn(textsTo(gateway, som)[0]);
  const wrong = code === '000000' ? '000001' : '000000';
  const confirm = (typed: string, number = som) =>
    ask(world, '/api/customer/sms/confirm', { address: number, code: typed });
  expect(await confirm(wrong)).toMatchObject({ status: 400 });
  // A code is for the number that it went to.
  expect(await confirm(code, brother)).toMatchObject({ status: 400 });
  expect(await confirm(code)).toMatchObject({ status: 200 });
  expect(numbers(world)).toEqual([som]);
  await app.advance('5 s');
  // The new recipient hears of the outage that goes on.
  const [, alert] = textsTo(gateway, som);
  expect(alert).toMatch(/^FaiWatch: Mains lost \d\d:\d\d: /);
  // A code works once.
  expect(await confirm(code)).toMatchObject({ status: 400 });
});

test('a number can be another contact’s, and is told when they are', async () => {
  const world = await open();
  const { app, gateway, portal } = world;
  await connect(world);
  const { data } = (await portal('POST', '/api/customer/contacts', { name: 'Brother' })) as {
    data: { id: string };
  };
  await portal('PUT', `/api/customer/contacts/${data.id}`, { after_minutes: 10 });
  await portal('POST', '/api/customer/sms', { address: brother, contact_id: data.id });
  const code = codeIn(textsTo(gateway, brother)[0]);
  await portal('POST', '/api/customer/sms/confirm', { address: brother, code });
  const device = await app.connect();
  await device.losesMains();
  await app.advance('1 min');
  expect(textsTo(gateway, som).at(-1)).toContain('Mains lost');
  expect(textsTo(gateway, brother)).toHaveLength(1);
  await app.advance('10 min');
  expect(textsTo(gateway, brother).at(-1)).toContain('Mains lost');
});

test('whoever guesses codes is stopped after five, whatever comes then', async () => {
  const world = await open();
  const { gateway, portal } = world;
  await portal('POST', '/api/customer/sms', { address: som });
  const code = codeIn(textsTo(gateway, som)[0]);
  const confirm = (typed: string) =>
    ask(world, '/api/customer/sms/confirm', { address: som, code: typed });
  for (let guess = 0; guess < 5; guess += 1) {
    const typed = `${(Number(code) + guess + 1) % 1_000_000}`.padStart(6, '0');
    expect(await confirm(typed)).toMatchObject({ status: 400 });
  }
  expect(await confirm(code)).toMatchObject({ status: 429 });
  expect(numbers(world)).toEqual([]);
});

test('of an outage come its loss and its end, in between no reminders', async () => {
  const world = await open();
  const { app, gateway, portal } = world;
  await connect(world);
  const device = await app.connect();
  const board = `device_id=${app.board().id}`;
  const preview = () => portal('GET', `/api/customer/contacts/preview?${board}&time=02:10`);
  expect(await preview()).toMatchObject({ data: { has_reminders: false } });
  await device.losesMains();
  await app.advance('1 min');
  // The portal promises no message that does not come.
  expect(await portal('GET', '/api/customer/stats')).toMatchObject({
    devices: [{ outage: { cause: 'mains' }, next_message: null }],
  });
  await app.advance('19 min');
  const reminders = app.data.read<{ status: string }>(
    "SELECT status FROM notifications WHERE kind = 'reminder'",
  );
  expect(reminders).toEqual([{ status: 'superseded' }]);
  await device.regainsMains();
  await app.advance('3 min');
  const [, alert, recovery] = textsTo(gateway, som);
  expect(alert).toContain('Mains lost');
  expect(recovery).toMatch(/Power back \d\d:\d\d \(out 2\d min\)/);
  expect(textsTo(gateway, som)).toHaveLength(3);
});

test('reminders come where the operator wants them', async () => {
  const world = await open({ reminders: 'yes' });
  const { app, gateway } = world;
  await connect(world);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('6 min');
  expect(textsTo(gateway, som).at(-1)).toContain('Still no power since');
});

test('a number has one account: another one does not get it, even with the code', async () => {
  const world = await open();
  const { app, gateway, portal } = world;
  await portal('POST', '/api/customer/sms', { address: som });
  app.data.write(
    "INSERT INTO customers (name, phone, created_at) VALUES ('Nok', '+66811111111', 0)",
  );
  app.data.write(
    `INSERT INTO recipients (customer_id, channel, address, created_at)
     SELECT id, 'sms', ?, 0 FROM customers WHERE name = 'Nok'`,
    som,
  );
  const code = codeIn(textsTo(gateway, som)[0]);
  expect(await ask(world, '/api/customer/sms/confirm', { address: som, code })).toMatchObject({
    status: 409,
  });
  expect(
    app.data.read(
      "SELECT name FROM customers WHERE id = (SELECT customer_id FROM recipients WHERE channel = 'sms')",
    ),
  ).toEqual([{ name: 'Nok' }]);
});

test('a number that is told is not asked again, and leaves without a word', async () => {
  const world = await open();
  const { app, gateway, portal } = world;
  await connect(world);
  expect(await ask(world, '/api/customer/sms', { address: som })).toMatchObject({
    status: 409,
  });
  const [row] = app.data.read<{ id: number }>("SELECT id FROM recipients WHERE channel = 'sms'");
  const told = textsTo(gateway, som).length;
  await portal('DELETE', `/api/customer/recipients/${row?.id}`);
  await app.advance('10 s');
  expect(numbers(world)).toEqual([]);
  expect(textsTo(gateway, som)).toHaveLength(told);
});

test('the cap outlives a restart, the operator hears of it, and the next day goes on', async () => {
  const world = await open({ daily_cap: '4' });
  const { app, gateway } = world;
  await connect(world);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  await device.regainsMains();
  await app.advance('3 min');
  expect(textsTo(gateway, som)).toHaveLength(3);
  await app.restart('1 min');
  const again = await app.connect();
  await again.losesMains();
  await app.advance('10 s');
  expect(textsTo(gateway, som)).toHaveLength(4);

  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  const read = async (path: string) => (await app.call('GET', path, token)).json();
  const { data } = (await read('/api/channels')) as { data: { name: string }[] };
  const sms = data.find(({ name }) => name === 'sms');
  expect(sms).toMatchObject({
    ...{ is_configured: true, state: 'working', identity: '127.0.0.1' },
    quota: { used: 4, limit: 4, period: 'day' },
  });
  expect(sms).not.toHaveProperty('signal');
  expect(JSON.stringify(sms)).not.toContain(gatewaySecret);
  expect(JSON.stringify(await read('/api/system'))).toContain('sms_quota_short');
  const metrics = await (await app.call('GET', '/metrics', token)).text();
  expect(metrics).toContain('faiwatch_channel_quota_used_ratio{channel="sms"} 1');

  await again.regainsMains();
  await app.advance('10 min');
  expect(textsTo(gateway, som)).toHaveLength(4);
  // It was noon by the clocks of the installation, so another day has begun there.
  await app.restart('13 h');
  await app.advance('1 min');
  expect(textsTo(gateway, som).at(-1)).toContain('Power back');
}, 60_000);

test('the operator is told by SMS, too, while only a fifth of it is left', async () => {
  const operator = '+66866666666';
  const { app, gateway } = await open(
    { daily_cap: '10' },
    { FAIWATCH_OPERATOR_RECIPIENTS: 'sms:0866666666' },
  );
  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  for (const address of [som, brother, som, brother, som, brother, '0877777777', '0877777777']) {
    await app.call('POST', '/api/channels/sms/test', token, { address });
  }
  expect(gateway.taken).toHaveLength(8);
  await app.advance('3 min');
  expect(textsTo(gateway, operator)).toHaveLength(1);
  expect(textsTo(gateway, operator)[0]).toContain('SMS: ใช้โควตาไปแล้วสี่ในห้า');
});

test('without a cap there is no SMS, and the console says why a provider is refused', async () => {
  const gateway = await startFakeSmsGateway();
  closers.push(() => gateway.close());
  const app = await App.start({ env: { FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' } });
  closers.push(() => app[Symbol.asyncDispose]());
  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await app.call(method, `/api/channels/sms${path}`, token, body);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const settings = gatewaySettings(gateway.url);
  expect((await call('PUT', '', settings)).body['error']).toStartWith('daily_cap: ');
  const capped = { ...settings, daily_cap: '10' };
  expect(await call('PUT', '', { ...capped, body: 'nothing' })).toMatchObject({
    ...{ status: 400, body: { error: 'SMS: {text} is missing in body or address' } },
  });
  expect(await call('PUT', '', capped)).toMatchObject({ status: 200 });
  expect(await call('POST', '/test', { address: '0812345678' })).toMatchObject({
    body: { data: { is_taken: true } },
  });
  expect(gateway.taken[0]).toMatchObject({ to: som });
  const refused = { is_taken: false, refusal: 'SMS: 402 {"error":{"name":"ERROR","code":402}}' };
  gateway.failNext({ kind: 'status', status: 402 });
  expect(await call('POST', '/test', { address: som })).toMatchObject({ body: { data: refused } });
});

test('through a modem, smsd and all: a customer is told without the internet', async () => {
  const modem = new FakeModem();
  const smsd = await startSmsd(tempDir('smsd'), modem);
  closers.push(async () => {
    await smsd.stop();
    modem.close();
  });
  const world = await open({
    ...{ way: 'modem', spool: smsd.spool, pid_file: smsd.pidFile },
  });
  const { app } = world;
  app.data.write(
    `INSERT INTO recipients (customer_id, channel, address, language, created_at)
     VALUES (1, 'sms', ?, 'en', 0)`,
    som,
  );
  const device = await app.connect();
  await device.losesMains();
  // smsd lives by the machine's clock. The server waits for it, and is not waited for.
  while (modem.taken.length === 0) {
    await Bun.sleep(50);
    await app.time.runMs(250, async () => {});
  }
  expect(modem.taken[0]).toMatchObject({ to: som, alphabet: 'gsm7', parts: 1 });
  expect(modem.taken[0]?.text).toContain('Mains lost');
}, 60_000);
