/** Programs of customers are connected, told with signatures, and let go when they answer so. */
import { afterEach, expect, test } from 'bun:test';
import { type FakeWebhook, startFakeWebhook } from '../fakes/webhook/fake-webhook.ts';
import { App, adminLogIn } from '../support/app.ts';
import { until } from '../support/bot-world.ts';
import { logIntoPortal } from '../support/portal-calls.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(env: Readonly<Record<string, string>> = {}) {
  const hook = await startFakeWebhook();
  closers.push(() => hook.close());
  const app = await App.start({
    env: {
      FAIWATCH_WEBHOOK_SIGNING_KEY: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJ',
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
      ...env,
    },
  });
  closers.push(() => app[Symbol.asyncDispose]());
  const call = await logIntoPortal(app);
  const connect = (path: string, format = 'events') =>
    call('POST', '/api/customer/webhooks', { url: hook.at(path), format }) as Promise<{
      secret: string | null;
      error?: string;
    }>;
  return { app, hook, call, connect };
}

const types = ({ taken }: FakeWebhook) => taken.map(({ event }) => event.type);

test('a program is connected by a test, told of a loss and its end, signed, and gone at 410', async () => {
  const { app, hook, connect } = await open();
  const { secret } = await connect('/mine');
  expect(types(hook)).toEqual(['test']);
  expect(secret).toStartWith('whsec_');
  // From here on the reference library checks every signature.
  hook.secrets.set('/mine', secret ?? '');

  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  await until(() => types(hook).includes('outage.started'));
  const { event } = hook.taken.at(-1) ?? {};
  expect(event?.data).toMatchObject({
    outages: [
      {
        type: 'outage.started',
        device_id: app.board().id,
        cause: 'mains',
        recovered_at: null,
        acknowledged: false,
        acknowledged_at: null,
      },
    ],
  });
  await device.regainsMains();
  await app.advance('3 min');
  await until(() => types(hook).includes('outage.recovered'));
  expect(hook.refused).toBe(0);

  hook.failNext({ kind: 'status', status: 410, body: 'no more' });
  await device.losesMains();
  await app.advance('10 s');
  const gone = () =>
    app.data.read("SELECT unreachable_reason FROM recipients WHERE channel = 'webhook'");
  await until(() => JSON.stringify(gone()).includes('410'));
  expect(gone()).toEqual([{ unreachable_reason: 'Webhook: 410 no more' }]);
  const warned = app.log.filter(({ message }) => message.includes('cannot be reached'));
  expect(warned).toHaveLength(1);
  // Whoever knows an address of Slack or Discord may post there.
  expect(JSON.stringify(warned)).not.toContain('/mine');
});

test('what fails is tried again after five seconds, then five minutes, under the same id', async () => {
  const { app, hook, connect } = await open();
  await connect('/mine');
  const tries = () => app.data.read("SELECT attempts FROM notifications WHERE channel = 'webhook'");
  hook.failNext({ kind: 'status', status: 500 });
  hook.failNext({ kind: 'drop' });
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  await until(() => JSON.stringify(tries()).includes('1'));
  await app.advance('6 s');
  await until(() => JSON.stringify(tries()).includes('2'));
  const lost = hook.taken.at(-1);
  expect(lost?.event.type).toBe('outage.started');
  await device.regainsMains();
  await app.advance('4 min');
  expect(hook.taken.at(-1)).toBe(lost);
  await app.advance('2 min');
  const told = () => hook.taken.filter(({ event }) => event.type === 'outage.started');
  await until(() => told().length > 1);
  // Power has come back by now, and minutes have passed.
  expect(told().at(-1)).toEqual(lost as NonNullable<typeof lost>);
});

test('for a day after another secret was given, both hold; then the new one alone', async () => {
  const { app, hook, call, connect } = await open();
  const { secret: former } = await connect('/mine');
  const [row] = app.data.read<{ id: number }>(
    "SELECT id FROM recipients WHERE channel = 'webhook'",
  );
  const renew = () =>
    call('POST', `/api/customer/recipients/${row?.id}/secret`) as Promise<{ secret: string }>;
  const { secret } = await renew();
  expect(secret).not.toBe(former);
  const device = await app.connect();
  const lose = async () => {
    await device.losesMains();
    await app.advance('10 s');
    const told = () => hook.taken.filter(({ path }) => path === '/mine');
    const before = told().length;
    await device.regainsMains();
    await app.advance('3 min');
    await until(() => told().length > before);
  };
  for (const one of [former, secret]) {
    hook.secrets.set('/mine', one ?? '');
    await lose();
  }
  expect(hook.refused).toBe(0);
  app.time.advanceMs(25 * 3_600_000);
  // What arrives right after such a standstill is refused, and repeated.
  await app.advance('3 s');
  await lose();
  expect(hook.refused).toBe(0);
  hook.secrets.set('/mine', former ?? '');
  await device.losesMains();
  await app.advance('10 s');
  await until(() => hook.refused > 0);
});

test('an address that fails delays no other, however often', async () => {
  const { app, hook, connect } = await open();
  for (const path of ['/a', '/b', '/c', '/d', '/well']) await connect(path);
  hook.failAlways = /^\/[abcd]$/;
  const device = await app.connect();
  for (let times = 0; times < 3; times += 1) {
    const before = hook.taken.length;
    await device.losesMains();
    await app.advance('10 s');
    await until(() => hook.taken.length > before);
    expect(hook.taken.at(-1)).toMatchObject({ path: '/well', event: { type: 'outage.started' } });
    await device.regainsMains();
    await app.advance('3 min');
    await until(() => hook.taken.length > before + 1);
  }
});

test('the address is in no audit entry, list or export: whoever has it can post there', async () => {
  const { app, hook, call, connect } = await open();
  await connect('/hidden-path');
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  await until(() => types(hook).includes('outage.started'));
  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  const listed = await (await app.call('GET', '/api/notifications', token)).text();
  expect(listed).toContain('"webhook"');
  expect(listed).not.toContain('hidden-path');
  const data = JSON.stringify(await call('GET', '/api/customer/data'));
  expect(data).toContain(new URL(hook.at('/')).origin);
  expect(data).not.toContain('hidden-path');
  const [row] = app.data.read<{ id: number }>(
    "SELECT id FROM recipients WHERE channel = 'webhook'",
  );
  await call('DELETE', `/api/customer/recipients/${row?.id}`);
  expect(JSON.stringify(app.data.read('SELECT * FROM audit_log'))).not.toContain('hidden-path');
  expect(JSON.stringify(app.log)).not.toContain('hidden-path');
});

test('one that does not take its test is not connected, and its own words say why', async () => {
  const { app, hook, connect } = await open();
  hook.failNext({ kind: 'status', status: 401, body: 'who are you?' });
  await expect(connect('/mine')).rejects.toThrow('who are you?');
  hook.failNext({ kind: 'status', status: 302, headers: { location: hook.at('/elsewhere') } });
  await expect(connect('/mine')).rejects.toThrow('302');
  expect(hook.taken).toEqual([]);
  expect(app.data.read("SELECT id FROM recipients WHERE channel = 'webhook'")).toEqual([]);
});

test('an address in the house is not called unless the operator allows it', async () => {
  const { hook, connect } = await open({ FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'false' });
  await expect(connect('/mine')).rejects.toThrow();
  expect([hook.taken.length, hook.refused]).toEqual([0, 0]);
});

test.each(['slack', 'discord', 'ntfy'])(
  '%s gets a message of its own form, without a secret',
  async (format) => {
    const { hook, connect } = await open();
    expect((await connect(`/${format}`, format)).secret).toBeNull();
    expect(hook.shown).toMatchObject([{ service: format, text: expect.stringContaining('ทดสอบ') }]);
  },
);

test('a program of a customer does not hear that our line is dead, and proves no line', async () => {
  // Its board comes through a tunnel on this machine, and is not judged without a line.
  const { app, hook, connect } = await open({ FAIWATCH_PUBLIC_URL: 'https://power.example' });
  await connect('/mine');
  const { port } = new URL(hook.at('/'));
  await hook.close();
  let connections = 0;
  const theirs = Bun.listen({
    hostname: '127.0.0.1',
    port: Number(port),
    socket: {
      open() {
        connections += 1;
      },
      data() {},
    },
  });
  closers.push(async () => theirs.stop(true));
  const device = await app.connect();
  await app.advance('30 s');
  await app.telegram.goDown();
  device.freezes();
  await app.advance('5 min');
  const gaps = app.data.read('SELECT kind, to_at FROM observation_gaps');
  expect(gaps).toEqual([{ kind: 'uplink', to_at: null }]);
  expect(connections).toBe(0);
});
