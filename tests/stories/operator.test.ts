/** Who runs the service is told of it at addresses of their own, and by a webhook of every site. */
import { afterEach, expect, test } from 'bun:test';
import { lineUser, startFakeLine } from '../fakes/line/fake-line.ts';
import { startFakeWebhook } from '../fakes/webhook/fake-webhook.ts';
import { App, adminLogIn } from '../support/app.ts';
import { until } from '../support/bot-world.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const me = lineUser(9);

async function open(options: { readonly devices?: number; readonly quota?: number } = {}) {
  const line = await startFakeLine(options.quota);
  closers.push(() => line.close());
  line.meet(me, 'Me');
  const hook = await startFakeWebhook();
  closers.push(() => hook.close());
  const app = await App.start({
    devices: options.devices ?? 1,
    env: {
      FAIWATCH_LINE_ACCESS_TOKEN: line.token,
      FAIWATCH_LINE_CHANNEL_SECRET: line.secret,
      FAIWATCH_LINE_API_ROOT: line.apiRoot,
      FAIWATCH_WEBHOOK_SIGNING_KEY: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJ',
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
      FAIWATCH_OPERATOR_RECIPIENTS: 'telegram:8000000',
      FAIWATCH_ADMIN_LANGUAGE: 'en',
    },
  });
  closers.push(() => app[Symbol.asyncDispose]());
  await until(() => line.calls.has('/v2/bot/info'));
  await app.settle();
  const api = await app.logIn();
  const ask = async (method: string, path = '', body?: object) => {
    const answer = await api.call(method, `/api/operator-recipients${path}`, body);
    await app.settle();
    return answer;
  };
  const addHook = (path: string, isForAll: boolean) =>
    ask('POST', '', {
      ...{ channel: 'webhook', address: hook.at(path), language: 'en' },
      is_for_all_sites: isForAll,
    });
  return { app, line, hook, ask, addHook };
}

test('every address of the operator is told what is wrong, and when it is over', async () => {
  const { app, line, hook, ask, addHook } = await open({ quota: 100 });
  line.used = 79;
  expect((await ask('POST', '', { channel: 'line', address: me, language: 'en' })).status).toBe(
    200,
  );
  expect((await addHook('/mine', false)).body.secret).toStartWith('whsec_');
  expect((await ask('GET')).body.data).toMatchObject([
    { id: null, channel: 'telegram', address: '8000000' },
    { channel: 'line', address: me, is_for_all_sites: false },
    { channel: 'webhook', address: new URL(hook.at('/')).host },
  ]);
  // LINE is asked for its quota every ten minutes. On a busy machine, the server's patience may pass by this clock
  // before the answer is there.
  const passUntil = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 12 && !isSo(); tries += 1) await app.advance('10 min');
  };
  const said = () => [
    app.textsTo(8_000_000).join(),
    line.sent.map(({ text }) => text).join(),
    hook.taken.map(({ event }) => event.data.text).join(),
  ];
  const news = (isOver: boolean) => ({
    type: 'system.news',
    data: { problems: [{ problem: 'line_quota_short', is_over: isOver }] },
  });
  // The test message was the 80th.
  await passUntil(() => said().every((text) => text.includes('LINE')));
  for (const text of said()) expect(text).toContain('LINE');
  expect(hook.taken.at(-1)?.event).toMatchObject(news(false));
  const told = hook.taken.length;
  line.quota = 1_000;
  await passUntil(() => hook.taken.length > told);
  expect(hook.taken.at(-1)?.event).toMatchObject(news(true));
});

test('an address that does not take its test is not added, and its own words say why', async () => {
  const { ask } = await open();
  const refused = await ask('POST', '', { channel: 'line', address: 'nobody', language: 'en' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  expect(refused.body.error).toStartWith('LINE: 400');
  expect((await ask('GET')).body.data).toHaveLength(1);
});

test('a webhook for all sites is told of every customer’s, muted or not, until it is removed', async () => {
  const { app, hook, ask, addHook } = await open({ devices: 2 });
  hook.secrets.set('/all', (await addHook('/all', true)).body.secret);
  await addHook('/mine', false);
  app.data.write('UPDATE devices SET alert_enabled = 0 WHERE id = 1');
  await app.restart('1 s');
  const devices = [await app.connect(app.board(0)), await app.connect(app.board(1))];
  for (const device of devices) await device.losesMains();
  await app.advance('30 s');
  const toldOf = (type: string) =>
    hook.taken.flatMap(({ path, event }) =>
      path === '/all' && event.type === type
        ? (event.data['outages'] as { site_name: string }[]).map((one) => one.site_name)
        : [],
    );
  await until(() => toldOf('outage.started').length > 1);
  expect(toldOf('outage.started').sort()).toEqual(
    app.data.read<{ name: string }>('SELECT site_name AS name FROM devices').map((d) => d.name),
  );
  for (const device of devices) await device.regainsMains();
  await app.advance('3 min');
  await until(() => toldOf('outage.recovered').length > 1);
  expect(hook.refused).toBe(0);
  expect(hook.taken.filter(({ path }) => path === '/mine')).toHaveLength(1);

  const [all] = (await ask('GET')).body.data.filter(
    (one: { is_for_all_sites: boolean }) => one.is_for_all_sites,
  );
  expect((await ask('DELETE', `/${all.id}`)).status).toBe(200);
  const told = hook.taken.length;
  await devices[1]?.losesMains();
  await app.advance('10 min');
  expect(hook.taken).toHaveLength(told);
});

test('what said 410 is told nothing more, until it takes a test', async () => {
  const { app, hook, ask, addHook } = await open();
  await addHook('/all', true);
  hook.failNext({ kind: 'status', status: 410, body: 'no more' });
  const device = await app.connect();
  await device.losesMains();
  await app.advance('30 s');
  const [, row] = (await ask('GET')).body.data;
  expect(row.unreachable_reason).toBe('Webhook: 410 no more');
  await app.advance('10 min');
  expect(hook.taken).toHaveLength(1);
  expect((await ask('POST', `/${row.id}/test`)).body.data).toEqual({
    is_taken: true,
    refusal: null,
  });
  await app.advance('30 s');
  await until(() => hook.taken.at(-1)?.event.type === 'outage.started');
  expect((await ask('GET')).body.data[1].unreachable_reason).toBeNull();
});

test('an old session of an owner is asked who it is, and so is every one after a restart', async () => {
  const app = await App.start();
  closers.push(() => app[Symbol.asyncDispose]());
  const owner = await app.logIn();
  const reset = () => owner.call('POST', '/api/operators/1/reset');
  const asked = {
    status: 403,
    body: { code: 'REAUTHENTICATION_REQUIRED', methods: ['password'] },
  };
  const prove = async () => {
    const { password } = adminLogIn;
    expect((await owner.call('POST', '/api/auth/reauthenticate', { password })).status).toBe(200);
  };
  await app.advance('6 min');
  expect(await reset()).toMatchObject(asked);
  await prove();
  await app.restart('1 s');
  expect(await reset()).toMatchObject(asked);
  await prove();
  expect(await reset()).toMatchObject({ status: 200, body: { password: expect.any(String) } });
});
