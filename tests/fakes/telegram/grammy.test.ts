/** The fake driven by the client that FaiWatch uses. */
import { afterEach, expect, test } from 'bun:test';
import { Bot, GrammyError, InlineKeyboard } from 'grammy';
import { type FakeTelegram, startFakeTelegram } from './fake-telegram.ts';

let telegram: FakeTelegram;
let bot: Bot;

afterEach(async () => {
  await bot.stop();
  await telegram.stop();
});

function makeBot(): Bot {
  return new Bot(telegram.token, { client: { apiRoot: telegram.apiRoot, timeoutSeconds: 15 } });
}

test('a bot answers a command, and a press of its button edits the message', async () => {
  telegram = await startFakeTelegram();
  bot = makeBot();
  bot.command('status', (ctx) =>
    ctx.reply(`<b>${ctx.from?.language_code}</b>: fine`, {
      parse_mode: 'HTML',
      reply_markup: new InlineKeyboard().text('Acknowledge', 'ack:12'),
    }),
  );
  bot.callbackQuery(/^ack:(\d+)$/, async (ctx) => {
    await ctx.answerCallbackQuery({ text: `Outage ${ctx.match[1]} acknowledged` });
    await ctx.editMessageText('acknowledged');
  });
  bot.start();

  telegram.userSends(42, '/status', { from: { language_code: 'th' } });
  const message = await telegram.expectMessage({ chatId: 42, contains: 'th: fine' });
  expect(message.html).toBe('<b>th</b>: fine');

  const press = telegram.userPresses(42, message.messageId, 'ack:12');
  expect((await telegram.expectAnswer(press)).text).toBe('Outage 12 acknowledged');
  expect(await telegram.expectChange(message.messageId)).toMatchObject({
    text: 'acknowledged',
    replyMarkup: undefined,
  });
  expect(() => telegram.userPresses(42, message.messageId, 'ack:12')).toThrow('it has: none');
});

test('a shared contact reaches the bot with its number and its owner', async () => {
  telegram = await startFakeTelegram();
  bot = makeBot();
  bot.on(':contact', (ctx) =>
    ctx.reply(
      `${ctx.msg.contact.phone_number} of ${ctx.msg.contact.user_id}, from ${ctx.from?.id}`,
    ),
  );
  bot.start();
  telegram.userSends(42, '', { contact: { phone_number: '+66812345678', user_id: 42 } });
  expect((await telegram.expectMessage({ chatId: 42 })).text).toBe('+66812345678 of 42, from 42');
});

test('the bot learns that a user has blocked it and that a group has moved', async () => {
  telegram = await startFakeTelegram({ chats: [42, -9] });
  bot = makeBot();
  const seen: string[] = [];
  bot.on('my_chat_member', (ctx) => void seen.push(ctx.myChatMember.new_chat_member.status));
  bot.on(':migrate_to_chat_id', (ctx) => void seen.push(`${ctx.msg.migrate_to_chat_id}`));
  bot.on('message:text', (ctx) => ctx.reply(seen.join(' ')));
  bot.start();
  telegram.blockUser(42);
  telegram.moveGroup(-9, -1_000_000_000_009);
  telegram.userSends(43, 'what have you seen?');
  expect((await telegram.expectMessage({ chatId: 43 })).text).toBe('kicked -1000000000009');
});

test('a second poller makes the first bot stop with 409', async () => {
  telegram = await startFakeTelegram();
  bot = makeBot();
  const polling = bot.start();
  while (!telegram.isPolled) await Bun.sleep(1);
  const rival = makeBot();
  const rivalPolling = rival.start();
  await expect(polling).rejects.toMatchObject({ error_code: 409 });
  await rival.stop();
  await rivalPolling;
});

test('refusals arrive as GrammyError with their parameters', async () => {
  telegram = await startFakeTelegram({ chats: [42] });
  bot = makeBot();
  telegram.failNext({ kind: '429', method: 'sendMessage', retryAfter: 9 });
  const failure = await bot.api.sendMessage(42, 'x').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(GrammyError);
  expect(failure).toMatchObject({ error_code: 429, parameters: { retry_after: 9 } });
});
