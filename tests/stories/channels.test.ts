/** An operator sets channels up in the console, tries them, and sees how they do. */
import { expect, test } from 'bun:test';
import { smtpLogin, startFakeSmtp } from '../fakes/smtp/fake-smtp.ts';
import { App, firstChatId } from '../support/app.ts';

async function openConsole(app: App) {
  const api = await app.logIn();
  return (method: string, path: string, body?: object) =>
    api.call(method, `/api/channels${path}`, body);
}

test('what the console says of a setting that has a default holds, and stays', async () => {
  await using app = await App.start();
  const smtp = await startFakeSmtp([]);
  const ask = await openConsole(app);
  const { port } = smtp;
  const login = { user: smtpLogin.user, password: smtpLogin.pass };
  const where = { host: '127.0.0.1', port, security: 'none', from: 'alerts@power.example' };
  expect(await ask('PUT', '/email', { ...where, ...login })).toMatchObject({ status: 200 });
  const renamed = await ask('PUT', '/email', { from_name: 'Som' });
  expect(renamed.body.data.fields).toContainEqual(
    expect.objectContaining({ field: 'port', value: `${port}` }),
  );
  await smtp.close();
});

test('a channel is set up, tried, and removed while the server runs', async () => {
  await using app = await App.start({ hasBot: false });
  const { telegram } = app;
  const ask = await openConsole(app);
  const states = async () => (await ask('GET', '')).body.data;
  expect((await states())[0]).toMatchObject({ name: 'telegram', is_set_up: false, state: null });
  expect((await ask('POST', '/telegram/test', { address: `${firstChatId}` })).status).toBe(404);

  const refused = await ask('PUT', '/telegram', { token: '123456:nobody-made-this-bot' });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', error: 'Telegram: 401 Unauthorized' },
  });
  expect((await ask('PUT', '/telegram', {})).status).toBe(400);
  const saved = await ask('PUT', '/telegram', { token: telegram.token });
  expect(saved.status).toBe(200);
  await app.botHears();
  const [shown] = await states();
  expect(shown).toMatchObject({
    is_set_up: true,
    is_configured: false,
    state: 'working',
    identity: `@${telegram.bot.username}`,
    fields: [{ field: 'token', is_secret: true, is_required: true }],
  });
  expect(JSON.stringify(shown)).not.toContain(telegram.token.split(':')[1] ?? '');

  expect(await ask('POST', '/telegram/test', { address: `${firstChatId}` })).toMatchObject({
    body: { data: { is_taken: true, refusal: null } },
  });
  expect(app.textsTo(firstChatId).join()).toContain('ไม่ใช่การแจ้งเตือนจริง');
  telegram.blockUser(firstChatId);
  expect(await ask('POST', '/telegram/test', { address: `${firstChatId}` })).toMatchObject({
    body: {
      data: {
        is_taken: false,
        refusal: 'Telegram: 403 Forbidden: bot was blocked by the user',
      },
    },
  });

  const removed = ask('DELETE', '/telegram');
  // A bot is removed once its last question to the messenger is answered, by the clock of the test.
  await app.advance('2 s');
  expect((await removed).body.data).toMatchObject({ is_set_up: false, fields: [{ value: null }] });
  const audit = app.data.read<{ action: string; after: string }>(
    "SELECT action, after FROM audit_log WHERE action LIKE 'channel.%'",
  );
  expect(audit.map(({ action }) => action)).toEqual([
    'channel.save',
    'channel.test',
    'channel.test',
    'channel.remove',
  ]);
  expect(JSON.stringify(audit)).not.toContain(telegram.token.split(':')[1] ?? '');
});

test('a channel that is saved twice at once works once, and stops when it is removed', async () => {
  let farEnd = '';
  // The fake messenger takes any token for its own.
  using door = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const { method, headers, signal } = request;
      const name = new URL(request.url).pathname.split('/')[2] ?? '';
      const body = await request.text();
      return fetch(`${farEnd}/${name}`, {
        ...{ method, headers, signal },
        ...(body !== '' && { body }),
      });
    },
  });
  await using app = await App.start({
    hasBot: false,
    env: { FAIWATCH_TELEGRAM_API_ROOT: `http://127.0.0.1:${door.port}` },
  });
  const { telegram } = app;
  farEnd = `${telegram.apiRoot}/bot${telegram.token}`;
  const ask = await openConsole(app);
  expect((await ask('PUT', '/telegram', { token: '1:first' })).status).toBe(200);
  await app.botHears();
  let areSaved = false;
  const save = () => ask('PUT', '/telegram', { token: '1:second' });
  const saved = Promise.all([save(), save()]).finally(() => {
    areSaved = true;
  });
  while (!areSaved) await app.advance('1 s');
  expect((await saved).map(({ status }) => status)).toEqual([200, 200]);
  await app.botHears();
  const removed = ask('DELETE', '/telegram');
  await app.advance('2 s');
  expect((await removed).status).toBe(200);
  await app.advance('1 min');
  expect(telegram.isPolled).toBe(false);
});

test('what the configuration sets up, the console shows and does not change', async () => {
  await using app = await App.start();
  const ask = await openConsole(app);
  expect((await ask('GET', '')).body.data[0]).toMatchObject({
    ...{ is_set_up: true, is_configured: true },
  });
  expect((await ask('PUT', '/telegram', { token: app.telegram.token })).status).toBe(409);
  expect((await ask('DELETE', '/telegram')).status).toBe(409);
  expect((await ask('POST', '/telegram/test', { address: `${firstChatId}` })).status).toBe(200);
});
