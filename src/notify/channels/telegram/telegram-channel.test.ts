import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  type FakeTelegram,
  startFakeTelegram,
} from '../../../../tests/fakes/telegram/fake-telegram.ts';
import { asNew, testMessage } from '../../../../tests/support/messages.ts';
import { SendError } from '../../channel.ts';
import { makeTelegramChannel } from './telegram-channel.ts';

let telegram: FakeTelegram;
const message = testMessage({
  html: '<b>Shop</b>: no power',
  buttons: [{ text: 'Acknowledge', action: 'ack', id: '1' }],
});

beforeEach(async () => {
  telegram = await startFakeTelegram({ chats: [7, -9] });
});
afterEach(() => telegram.stop());

function makeChannel(token = telegram.token, timeoutSeconds = 15) {
  return makeTelegramChannel({ token, apiRoot: telegram.apiRoot, timeoutSeconds });
}

async function failureOf(sending: Promise<unknown>): Promise<SendError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SendError)) throw new Error(`expected a SendError, got ${error}`);
  // The token is part of the address of every call, and errors must not show it.
  expect(Bun.inspect(error)).not.toContain(telegram.token);
  expect(error.cause).toBeUndefined();
  return error;
}

test('a message arrives with its mark-up and its buttons in one row', async () => {
  const receipt = await makeChannel().send('7', message, asNew());
  expect(telegram.sent).toMatchObject([
    {
      chatId: 7,
      text: 'Shop: no power',
      html: message.html,
      replyMarkup: { inline_keyboard: [[{ text: 'Acknowledge', callback_data: 'ack:1' }]] },
    },
  ]);
  expect(receipt).toEqual({ externalId: String(telegram.sent[0]?.messageId) });
});

test('a message without buttons has no keyboard', async () => {
  await makeChannel().send('7', testMessage({ html: 'back' }), asNew());
  expect(telegram.sent[0]?.replyMarkup).toBeUndefined();
});

describe('failures', () => {
  test('429: the error says how long to wait', async () => {
    telegram.failNext({ kind: '429', retryAfter: 9 });
    expect(await failureOf(makeChannel().send('7', message, asNew()))).toMatchObject({
      permanent: false,
      retryAfterMs: 9000,
      isAmbiguous: false,
    });
  });

  test('a gateway error: not final, and the message may have arrived', async () => {
    telegram.failNext({ kind: '5xx' });
    expect(await failureOf(makeChannel().send('7', message, asNew()))).toMatchObject({
      permanent: false,
      isAmbiguous: true,
      message: 'Telegram: the answer was not JSON (a gateway error)',
    });
  });

  test('no answer in time: not final, and the message may have arrived', async () => {
    telegram.failNext({ kind: 'timeout' });
    expect(
      await failureOf(makeChannel(telegram.token, 0.1).send('7', message, asNew())),
    ).toMatchObject({
      permanent: false,
      isAmbiguous: true,
      message: 'Telegram: no answer in time',
    });
  });

  test('a lost answer: not final, and the message may have arrived', async () => {
    telegram.failNext({ kind: 'drop' });
    expect(await failureOf(makeChannel().send('7', message, asNew()))).toMatchObject({
      permanent: false,
      isAmbiguous: true,
    });
    expect(telegram.sent).toHaveLength(1);
  });

  test('no connection: not final, and the message cannot have arrived', async () => {
    await telegram.goDown();
    expect(await failureOf(makeChannel().send('7', message, asNew()))).toMatchObject({
      permanent: false,
      isAmbiguous: false,
      message: 'Telegram: network failure: nobody takes the connection',
    });
    await telegram.comeBack();
  });

  test.each([
    ['blocked', () => telegram.blockUser(7), 'Forbidden: bot was blocked by the user'],
    ['deactivated', () => telegram.deactivateUser(7), 'Forbidden: user is deactivated'],
  ])('%s: final, the recipient is gone', async (_, happen, description) => {
    happen();
    expect(await failureOf(makeChannel().send('7', message, asNew()))).toMatchObject({
      permanent: true,
      isRecipientGone: true,
      message: `Telegram: 403 ${description}`,
    });
  });

  test('thrown out of a group: final, the recipient is gone', async () => {
    telegram.blockUser(-9);
    expect(await failureOf(makeChannel().send('-9', message, asNew()))).toMatchObject({
      permanent: true,
      isRecipientGone: true,
    });
  });

  test('a chat that is not there: final, the recipient is gone', async () => {
    expect(await failureOf(makeChannel().send('8', message, asNew()))).toMatchObject({
      permanent: true,
      isRecipientGone: true,
      message: 'Telegram: 400 Bad Request: chat not found',
    });
  });

  test('a malformed message: final, but nothing is wrong with the recipient', async () => {
    expect(
      await failureOf(makeChannel().send('7', testMessage({ html: '<b>' }), asNew())),
    ).toMatchObject({
      permanent: true,
      isRecipientGone: false,
    });
  });

  test('a refused token: not final', async () => {
    expect(await failureOf(makeChannel('1:wrong').send('7', message, asNew()))).toMatchObject({
      permanent: false,
      isAmbiguous: false,
      isRecipientGone: false,
      message: 'Telegram: 401 Unauthorized',
    });
  });
});

test('a message to a group that became a supergroup goes to its new address at once', async () => {
  telegram.moveGroup(-9, -1_000_000_000_009);
  const receipt = await makeChannel().send('-9', message, asNew());
  expect(receipt).toMatchObject({ movedTo: '-1000000000009' });
  expect(telegram.sent.map((sent) => sent.chatId)).toEqual([-1_000_000_000_009]);
});
