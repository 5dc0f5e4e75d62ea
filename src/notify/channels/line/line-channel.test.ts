import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type FakeLine, lineUser, startFakeLine } from '../../../../tests/fakes/line/fake-line.ts';
import { until } from '../../../../tests/support/bot-world.ts';
import { realTime } from '../../../server/clock.ts';
import { type Message, SendError } from '../../channel.ts';
import { makeLineChannel } from './line-channel.ts';

let line: FakeLine;
const som = lineUser(7);
const retryKey = '123e4567-e89b-12d3-a456-426614174000';
const plain: Message = {
  ...{ kind: 'recovery', language: 'en', heading: 'Power is back', buttons: [], outageIds: [1] },
  html: '<b>Power is back</b>\n<b>Som &amp; Sons</b>: 13:02–13:10',
};
const alert: Message = {
  ...{
    ...plain,
    kind: 'alert',
    heading: 'Mains lost',
    html: '<b>Mains lost</b>\nShop: since 13:02',
  },
  buttons: [{ text: 'Acknowledge', action: 'ack', id: '12' }],
};

beforeEach(async () => {
  line = await startFakeLine();
  line.meet(som, 'Som');
});
afterEach(() => line.close());

const channelOf = (options: Partial<Parameters<typeof makeLineChannel>[0]> = {}) =>
  makeLineChannel({ token: line.token, apiRoot: line.apiRoot, ...realTime, ...options });
const send = (message = plain, to = som, channel = channelOf()) =>
  channel.send(to, message, { retryKey });

async function failureOf(sending: Promise<unknown>): Promise<SendError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SendError)) throw new Error(`expected a SendError, got ${error}`);
  expect(Bun.inspect(error)).not.toContain(line.token);
  return error;
}

test('a message arrives as plain text, one line below the other', async () => {
  const receipt = await send();
  expect(line.sent).toMatchObject([
    { by: 'push', to: som, text: 'Power is back\nSom & Sons: 13:02–13:10', buttons: [] },
  ]);
  expect(receipt.externalId).toBe(line.sent[0]?.id ?? '');
});

test('an alert has its buttons below it, and says everything on the lock screen', async () => {
  await send(alert);
  expect(line.sent).toMatchObject([{ text: 'Mains lost\nShop: since 13:02', buttons: ['ack:12'] }]);
  expect(line.sent[0]?.message).toMatchObject({ altText: 'Mains lost · Shop: since 13:02' });
});

test('the longest message arrives, whatever its letters', async () => {
  for (const name of ['ร้านก๋วยเตี๋ยว', '🏠🔌🏠🔌🏠🔌🏠']) {
    const html = ['ไฟดับ', ...Array(Math.floor(3_500 / (name.length + 1))).fill(name)].join('\n');
    for (const heading of ['ไฟดับ', 'ไฟดับ!']) {
      const longest = { ...alert, heading, html };
      await channelOf().send(som, longest, { retryKey: crypto.randomUUID() });
      expect(line.sent.at(-1)?.text).toBe(html);
    }
  }
});

test('a repeat with the same key counts as sent, and arrives once', async () => {
  line.failNext({ kind: 'drop' });
  expect(await failureOf(send())).toMatchObject({ permanent: false, isAmbiguous: true });
  const receipt = await send();
  expect(line.sent).toHaveLength(1);
  expect(receipt.externalId).toBe(line.sent[0]?.id ?? '');
});

describe('what LINE refuses', () => {
  test('the monthly limit holds everything back for a while', async () => {
    line.quota = 0;
    const error = await failureOf(send());
    expect(error).toMatchObject({ permanent: false, retryAfterMs: 600_000, isGlobalLimit: true });
    expect(error.message).toBe('LINE: 429 You have reached your monthly limit.');
  });

  test('too many calls hold everything back for a moment', async () => {
    line.failNext({
      kind: 'status',
      status: 429,
      message: 'The API rate limit has been exceeded.',
    });
    const error = await failureOf(send());
    expect(error).toMatchObject({ permanent: false, retryAfterMs: 2_000, isGlobalLimit: true });
  });

  test('a refused token is not the fault of the message', async () => {
    const error = await failureOf(send(plain, som, channelOf({ token: 'wrong' })));
    expect(error).toMatchObject({ permanent: false, isRecipientGone: false, isAmbiguous: false });
  });

  test('somebody who is not there is gone for good', async () => {
    expect(await failureOf(send(plain, lineUser(8)))).toMatchObject({
      permanent: true,
      isRecipientGone: true,
    });
  });

  test('an address that is none is the fault of the message', async () => {
    expect(await failureOf(send(plain, '7'))).toMatchObject({
      permanent: true,
      isRecipientGone: false,
    });
  });

  test('a failure of LINE’s own is tried again', async () => {
    line.failNext({ kind: 'status', status: 500 });
    expect(await failureOf(send())).toMatchObject({ permanent: false, isAmbiguous: true });
  });

  test('a connection that was never made cannot have brought anything', async () => {
    await line.close();
    expect(await failureOf(send())).toMatchObject({ permanent: false, isAmbiguous: false });
    await line.open();
  });
});

test('the last messages of a month are kept for losses of power and their ends', async () => {
  line.quota = 300;
  line.used = 250;
  const channel = channelOf();
  await until(() => channel.quota?.() != null);
  expect(channel.quota?.()).toEqual({ used: 250, limit: 300, period: 'month' });
  expect(await failureOf(send({ ...alert, kind: 'reminder' }, som, channel))).toMatchObject({
    permanent: true,
    isRecipientGone: false,
  });
  await send(alert, som, channel);
  expect(line.sent).toHaveLength(1);
  expect(channel.quota?.()).toEqual({ used: 251, limit: 300, period: 'month' });
});
