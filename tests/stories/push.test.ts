/**
 * Customers are told in their browsers, which they connect in the portal, and acknowledge from there.
 */
import { expect, test } from 'bun:test';
import {
  type FakeBrowser,
  type FakePushService,
  startFakePushService,
} from '../fakes/push-service/fake-push-service.ts';
import { App, type AppOptions } from '../support/app.ts';
import { until } from '../support/bot-world.ts';
import { logIntoPortal, type PortalCall } from '../support/portal-calls.ts';

interface World extends AsyncDisposable {
  readonly app: App;
  readonly service: FakePushService;
  readonly portal: PortalCall;
}

async function open(options: AppOptions = {}): Promise<World> {
  const app = await App.start({
    ...options,
    env: {
      FAIWATCH_PUBLIC_URL: 'https://power.example',
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
      ...options.env,
    },
  });
  const info = await (await fetch(`${app.url}/api/public/info`)).json();
  const service = await startFakePushService((info as { push: string }).push);
  const portal = await logIntoPortal(app);
  return {
    ...{ app, service, portal },
    async [Symbol.asyncDispose]() {
      await service.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

const connect = ({ portal }: World, { endpoint, keys }: FakeBrowser, name = 'Phone') =>
  portal('POST', '/api/customer/browsers', { endpoint, keys, name });

const addresses = ({ app }: World) =>
  app.data
    .read<{ address: string }>("SELECT address FROM recipients WHERE channel = 'webpush'")
    .map(({ address }) => address);

async function last({ service }: World, count: number) {
  await until(() => service.taken.length >= count);
  const push = service.taken.at(-1);
  if (push === undefined) throw new Error('nothing came');
  return push;
}

test('an outage and its end are one notification, and a press on it acknowledges without a log-in', async () => {
  await using world = await open();
  const { app, service } = world;
  await connect(world, service.subscribe());
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  const alert = await last(world, 1);
  expect(alert).toMatchObject({ urgency: 'high', ttl: 86_400 });
  const path = alert.notice.press?.path ?? '';
  expect((await fetch(`${app.url}${path}`)).status).toBe(200);
  const by = () => app.data.read('SELECT acknowledged_by FROM outages');
  expect(by()).toEqual([{ acknowledged_by: null }]);
  expect((await fetch(`${app.url}${path}`, { method: 'POST' })).status).toBe(200);
  expect(by()).toEqual([{ acknowledged_by: 'Phone' }]);
  await app.settle();
  await device.regainsMains();
  await app.advance('3 min');
  const recovery = await last(world, 2);
  expect(recovery.notice.press).toBeNull();
  expect([recovery.notice.tag, recovery.topic]).toEqual([alert.notice.tag, alert.topic]);
  // The keys of the browser are in no record.
  const { auth } = alert.browser.keys;
  expect(JSON.stringify(app.data.read('SELECT * FROM audit_log'))).not.toContain(auth);
});

test('a browser that takes nothing any more is not told again, and leaves for the next', async () => {
  await using world = await open();
  const { app, service } = world;
  const [old, next] = [service.subscribe(), service.subscribe()];
  await connect(world, old);
  service.unsubscribe(old);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  const flags = () =>
    app.data.read(
      "SELECT unreachable_at IS NOT NULL AS gone FROM recipients WHERE channel = 'webpush'",
    );
  await until(() => JSON.stringify(flags()) === '[{"gone":1}]');
  await connect(world, next);
  expect(addresses(world)).toEqual([next.address]);
  // The new recipient hears of the outage that goes on.
  await app.advance('5 s');
  expect((await last(world, 1)).browser.address).toBe(next.address);
});

test('a browser whose address changes stays, by its keys; nobody else can move it', async () => {
  await using world = await open();
  const { app, service, portal } = world;
  const [old, moved, stranger] = [1, 2, 3].map(() => service.subscribe()) as [
    FakeBrowser,
    FakeBrowser,
    FakeBrowser,
  ];
  await connect(world, old);
  const change = (before: Pick<FakeBrowser, 'endpoint' | 'keys'>) =>
    app.call('PUT', '/api/customer/browsers', undefined, {
      before: { endpoint: before.endpoint, keys: before.keys },
      after: { endpoint: moved.endpoint, keys: moved.keys },
    });
  expect((await change({ endpoint: old.endpoint, keys: stranger.keys })).status).toBe(404);
  expect((await change(old)).status).toBe(200);
  expect(addresses(world)).toEqual([moved.address]);
  const path = `/api/customer/browsers?endpoint=${encodeURIComponent(moved.endpoint)}`;
  expect(await portal('GET', path)).toMatchObject({ data: { recipient_id: expect.any(Number) } });
});

test('an account has ten browsers at most', async () => {
  await using world = await open();
  for (let count = 0; count < 10; count += 1) await connect(world, world.service.subscribe());
  await expect(connect(world, world.service.subscribe())).rejects.toThrow('409');
});

test('with a public address of https browsers are told without any setting; until one is connected, the log is', async () => {
  await using world = await open({ hasBot: false });
  const { app, service } = world;
  const logged = () => app.log.filter(({ message }) => message === 'alert').length;
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  expect(logged()).toBe(1);
  await device.regainsMains();
  await app.advance('3 min');
  expect(logged()).toBe(2);
  await connect(world, service.subscribe());
  await device.losesMains();
  await app.advance('10 s');
  expect((await last(world, 1)).notice.title).toContain('Mains lost');
  expect(logged()).toBe(2);
  // After a restart it is known by the same key, and goes on.
  await app.restart('10 s');
  await (await app.connect()).regainsMains();
  await app.advance('3 min');
  expect((await last(world, 2)).notice.title).toContain('Power restored');
  expect(logged()).toBe(2);
});

test('an operator has the browser at hand told once, and nothing of it is kept', async () => {
  await using world = await open();
  const { app, service } = world;
  const api = await app.logIn();
  const test = (address: string) => api.call('POST', '/api/channels/webpush/test', { address });
  const browser = service.subscribe();
  expect((await test(browser.address)).body.data).toEqual({ is_taken: true, refusal: null });
  expect((await last(world, 1)).notice).toMatchObject({ tag: 'test', press: null });
  service.unsubscribe(browser);
  expect((await test(browser.address)).body.data).toMatchObject({
    is_taken: false,
    refusal: expect.stringContaining('Push: 410'),
  });
  expect(addresses(world)).toEqual([]);
  const { endpoint } = browser;
  expect(JSON.stringify(app.data.read('SELECT * FROM audit_log'))).not.toContain(endpoint);
});
