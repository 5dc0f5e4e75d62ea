/** Programs of customers: they are connected, told with signatures, and let go when they say so. */
import { afterEach, expect, test } from 'bun:test';
import { type FakeWebhook, startFakeWebhook } from '../fakes/webhook/fake-webhook.ts';
import { App } from '../support/app.ts';
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
  return { app, hook, connect };
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
      { type: 'outage.started', cause: 'mains', recovered_at: null, acknowledged_at: null },
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
  // Of Slack and Discord the address alone is all that is needed to post there.
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
  await app.advance('4 min');
  expect(hook.taken.at(-1)).toBe(lost);
  await app.advance('2 min');
  await until(() => hook.taken.at(-1) !== lost);
  expect(hook.taken.at(-1)?.id).toBe(lost?.id ?? '');
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

test.each([
  ['slack', (body: string) => typeof JSON.parse(body).text],
  ['discord', (body: string) => typeof JSON.parse(body).content],
  ['ntfy', (body: string) => typeof body],
])('%s gets a message of its own form, without a secret', async (format, read) => {
  const { hook, connect } = await open();
  expect((await connect('/plain', format)).secret).toBeNull();
  expect(read(hook.plain[0]?.body ?? '')).toBe('string');
});
