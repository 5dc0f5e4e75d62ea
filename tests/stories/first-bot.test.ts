/** A fresh server gets its bot from the console, while it runs. */
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { channelSettingsPath } from '../../src/installation/paths.ts';
import { App, firstChatId } from '../support/app.ts';

const stepOf = (answer: { body: { data: { steps: { step: string }[] } } }, name: string) =>
  answer.body.data.steps.find(({ step }) => step === name);

test('a bot is connected without a restart, tells of what goes on, and is there after one', async () => {
  await using app = await App.start({ hasBot: false });
  const { telegram } = app;
  const admin = await app.logIn();
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  expect(telegram.sent).toEqual([]);
  expect(stepOf(await admin.call('GET', '/api/setup'), 'messenger')).toMatchObject({
    is_done: false,
  });

  const connected = await admin.call('POST', '/api/setup/messenger', {
    token: telegram.token,
  });
  expect(connected.status).toBe(200);
  expect(stepOf(connected, 'messenger')).toMatchObject({ is_done: true });
  expect(JSON.stringify(connected.body)).not.toContain(telegram.token.split(':')[1] ?? '');
  await app.botHears();
  // Whoever has a chat is told of the outage that goes on.
  const alert = await telegram.expectMessage({ chatId: firstChatId, contains: 'Mains lost' });
  telegram.userSends(firstChatId, '/status');
  await app.botHears();
  // Telegram takes one message a second in a chat.
  await app.advance('2 s');
  await telegram.expectMessage({ chatId: firstChatId, contains: 'Site 1' });
  expect(alert.text).toContain('Site 1');
  const kept = statSync(channelSettingsPath(app.data.dir));
  expect(kept.mode & 0o777).toBe(0o600);
  const audit = app.data.read<{ action: string; subject: string }>('SELECT * FROM audit_log');
  expect(audit.at(-1)).toMatchObject({
    action: 'messenger.connect',
    subject: `@${telegram.bot.username}`,
  });
  expect(JSON.stringify(audit)).not.toContain(telegram.token.split(':')[1] ?? '');

  await app.restart('1 min');
  await app.botHears();
  telegram.userSends(firstChatId, '/status');
  await app.botHears();
  // Telegram takes one message a second in a chat.
  await app.advance('2 s');
  await telegram.expectMessage({ chatId: firstChatId, contains: 'Site 1' });
});

test('a token that Telegram does not know is refused, and nothing has changed', async () => {
  await using app = await App.start({ hasBot: false });
  const admin = await app.logIn();
  const refused = await admin.call('POST', '/api/setup/messenger', {
    token: '123456:nobody-made-this-bot',
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', fields: { token: 'is not known to Telegram' } },
  });
  expect(stepOf(await admin.call('GET', '/api/setup'), 'messenger')).toMatchObject({
    is_done: false,
  });
  expect(() => statSync(channelSettingsPath(app.data.dir))).toThrow();
});

test('a bot is disconnected again, and nobody is told any more', async () => {
  await using app = await App.start({ hasBot: false });
  const { telegram } = app;
  const admin = await app.logIn();
  await admin.call('POST', '/api/setup/messenger', { token: telegram.token });
  await app.botHears();
  const gone = admin.call('DELETE', '/api/setup/messenger');
  // A bot is removed once its last question to the messenger is answered, by the clock of the test.
  await app.advance('2 s');
  expect((await gone).status).toBe(200);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('30 s');
  expect(telegram.sent).toEqual([]);
  expect(() => statSync(channelSettingsPath(app.data.dir))).toThrow();
});

test('a token of the configuration wins: the console changes nothing', async () => {
  await using app = await App.start();
  const admin = await app.logIn();
  for (const [method, body] of [
    ['POST', { token: app.telegram.token }],
    ['DELETE', undefined],
  ] as const) {
    expect(await admin.call(method, '/api/setup/messenger', body)).toMatchObject({
      status: 409,
    });
  }
  expect((await admin.call('GET', '/api/setup')).body.data.messenger).toEqual({
    is_configured: true,
    username: app.telegram.bot.username,
  });
});

test('steps are put away and brought back, for everybody and for good', async () => {
  await using app = await App.start();
  const admin = await app.logIn();
  const put = (step: string, isDismissed: boolean) =>
    admin.call('PUT', `/api/setup/steps/${step}`, { is_dismissed: isDismissed });
  await put('timezone', true);
  await put('public_url', true);
  const back = await put('public_url', false);
  const away = back.body.data.steps.filter(({ is_dismissed: is }: { is_dismissed: boolean }) => is);
  expect(away).toMatchObject([{ step: 'timezone' }]);
  await app.restart('1 s');
  const after = await (await app.logIn()).get('/api/setup');
  expect(stepOf(after, 'timezone')).toMatchObject({ is_dismissed: true });
});
