import { afterEach, expect, test } from 'bun:test';
import { Bot } from 'grammy';
import { type BotWorld, makeBotWorld, until } from '../../../tests/support/bot-world.ts';

let world: BotWorld;
afterEach(() => world.close());

const states = () =>
  world.log.filter((line) => line.message === 'bot').map((line) => line.fields['state']);

test('the state is polling as soon as the service has answered, with the name of the bot', async () => {
  world = await makeBotWorld();
  expect(world.bot.status()).toMatchObject({ state: 'unreachable', username: null });
  await until(() => world.bot.status().state === 'polling');
  expect(world.bot.status()).toEqual({
    state: 'polling',
    since: world.time.wallMs,
    detail: null,
    username: 'faiwatch_test_bot',
  });
  await world.bot.stop();
  expect(world.bot.status().state).toBe('off');
});

test('a second program with the same token is a conflict, after which polling goes on', async () => {
  world = await makeBotWorld();
  await until(() => world.telegram.isPolled);
  const { token, apiRoot } = world.telegram;
  const rival = new Bot(token, { client: { apiRoot } });
  const rivalEnds = rival.start().catch(() => {});
  await until(() => world.bot.status().state === 'conflict');
  expect(world.bot.status().detail).toContain('409 Conflict');
  // The rival stops at our next call, and after one call that was left to wait all is well.
  await rivalEnds;
  expect(await world.ask(7, '/help')).toContain('/status');
  await until(() => world.bot.status().state === 'polling');
  expect(states()).toEqual(['unreachable', 'polling', 'conflict', 'polling']);
});

test('a refused token is reported', async () => {
  world = await makeBotWorld({ token: '1:wrong' });
  await until(() => world.bot.status().state === 'refused');
  expect(world.bot.status()).toMatchObject({
    detail: 'Telegram: 401 Unauthorized',
    username: null,
  });
});

test('a dead uplink is reported, and messages of that time are answered afterwards', async () => {
  world = await makeBotWorld();
  await until(() => world.telegram.isPolled);
  await world.telegram.goDown();
  await until(() => world.bot.status().state === 'unreachable');
  world.telegram.userSends(7, '/help');
  await world.telegram.comeBack();
  expect((await world.telegram.expectMessage({ chatId: 7 })).text).toContain('/status');
  await until(() => world.bot.status().state === 'polling');
  expect(JSON.stringify(world.log)).not.toContain(world.telegram.token);
});

test('gateway errors and lost answers do not end polling', async () => {
  world = await makeBotWorld();
  await until(() => world.telegram.isPolled);
  world.telegram.failNext({ kind: '5xx', method: 'getUpdates' });
  world.telegram.failNext({ kind: 'refuse', method: 'getUpdates' });
  world.telegram.failNext({ kind: 'refuse', method: 'sendMessage' });
  world.telegram.userSends(7, '/help');
  await until(() => world.telegram.pendingFaults === 0);
  expect(await world.ask(7, '/help')).toContain('/status');
});

test('messages that were handled before a stop do not come again', async () => {
  world = await makeBotWorld();
  await world.ask(7, '/help');
  await world.bot.stop();
  await until(() => world.telegram.pendingUpdates === 0);
  expect(world.telegram.sent).toHaveLength(1);
});

test('people in different chats do not wait for each other', async () => {
  world = await makeBotWorld();
  world.telegram.failNext({ kind: 'timeout', method: 'sendMessage', chatId: 7 });
  world.telegram.userSends(7, '/help');
  world.telegram.userSends(8, '/help');
  expect((await world.telegram.expectMessage({ chatId: 8 })).text).toContain('/status');
  await world.bot.stop(50);
});
