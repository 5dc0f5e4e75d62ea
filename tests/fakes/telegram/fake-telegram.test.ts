import { afterEach, describe, expect, test } from 'bun:test';
import { type FakeTelegram, type FakeTelegramOptions, startFakeTelegram } from './fake-telegram.ts';

let telegram: FakeTelegram;

async function start(options: FakeTelegramOptions = {}): Promise<void> {
  telegram = await startFakeTelegram({ chats: [7], ...options });
}

afterEach(() => telegram.stop());

interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly result?: unknown;
  readonly description?: string;
  readonly parameters?: Record<string, number>;
}

async function call(
  method: string,
  params: object = {},
  token = telegram.token,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`${telegram.apiRoot}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
    ...(signal && { signal }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const say = (text: string, extra: object = {}) =>
  call('sendMessage', { chat_id: 7, text, parse_mode: 'HTML', ...extra });

async function updateIds(params: object): Promise<number[]> {
  const { result } = await call('getUpdates', params);
  return (result as { update_id: number }[]).map((update) => update.update_id);
}

describe('what is refused', () => {
  test('a malformed token is not found, another bot is unauthorised, an unknown method is not found', async () => {
    await start();
    expect(await call('getMe', {}, 'nonsense')).toMatchObject({ status: 404, ok: false });
    expect(await call('getMe', {}, '1:abc')).toMatchObject({
      status: 401,
      description: 'Unauthorized',
    });
    expect(await call('sendTelepathy')).toMatchObject({ status: 404 });
    expect(await call('getMe')).toMatchObject({ status: 200, result: { is_bot: true } });
  });

  test.each([
    [{ text: '' }, 'message text is empty'],
    [{ text: ' <b> </b> ' }, 'message text is empty'],
    [{ text: 'x'.repeat(4097) }, 'message is too long'],
    [{ text: '<b>x' }, `can't parse entities: Can't find end tag corresponding to start tag "b"`],
    [{ parse_mode: 'Markdown' }, 'unsupported parse_mode'],
    [{ chat_id: 8 }, 'chat not found'],
    [{ chat_id: undefined }, 'chat_id is empty'],
    [
      { reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'ก'.repeat(22) }]] } },
      'BUTTON_DATA_INVALID',
    ],
    [
      { reply_markup: { inline_keyboard: [[{ text: 'a' }]] } },
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [{ reply_markup: 'nothing' }, "can't parse reply keyboard markup JSON object"],
  ])('sendMessage with %j', async (extra, reason) => {
    await start();
    const answer = await say('fine', extra);
    expect(answer).toMatchObject({ status: 400, description: `Bad Request: ${reason}` });
    expect(telegram.sent).toHaveLength(0);
  });

  test('a text of 4096 characters passes however many bytes and escapes it takes', async () => {
    await start();
    expect(await say(`${'ไ'.repeat(4000)}${'&amp;'.repeat(96)}`)).toMatchObject({ status: 200 });
  });

  test('an edit that changes nothing, an unknown message, a foreign button', async () => {
    await start();
    await say('once');
    const [message] = telegram.sent;
    const place = { chat_id: 7, message_id: message?.messageId };
    expect((await call('editMessageText', { ...place, text: 'once' })).description).toStartWith(
      'Bad Request: message is not modified',
    );
    expect(await call('editMessageText', { ...place, text: 'twice' })).toMatchObject({ ok: true });
    expect(await call('editMessageText', { chat_id: 7, message_id: 1e6, text: 'x' })).toMatchObject(
      { description: 'Bad Request: message to edit not found' },
    );
    expect(await call('deleteMessage', place)).toMatchObject({ ok: true });
    expect(await call('deleteMessage', place)).toMatchObject({
      description: 'Bad Request: message to delete not found',
    });
    expect(telegram.changes.map((change) => change.kind)).toEqual(['text', 'deleted']);
    expect((await call('answerCallbackQuery', { callback_query_id: '1' })).description).toStartWith(
      'Bad Request: query is too old',
    );
    expect(() => telegram.userPresses(7, 1, 'ack:1')).toThrow('has no button ack:1');
  });

  test('who has blocked the bot, deleted the account, or moved on', async () => {
    await start({ chats: [7, 8, -9] });
    telegram.blockUser(7);
    telegram.deactivateUser(8);
    telegram.moveGroup(-9, -1_000_000_000_009);
    expect(await say('x')).toMatchObject({
      status: 403,
      description: 'Forbidden: bot was blocked by the user',
    });
    expect(await say('x', { chat_id: 8 })).toMatchObject({
      status: 403,
      description: 'Forbidden: user is deactivated',
    });
    expect(await say('x', { chat_id: -9 })).toMatchObject({
      status: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -1_000_000_000_009 },
    });
    expect(await say('x', { chat_id: -1_000_000_000_009 })).toMatchObject({ ok: true });
    telegram.unblockUser(7);
    expect(await say('x')).toMatchObject({ ok: true });
  });

  test('what comes faster than Telegram allows', async () => {
    let now = 0;
    await start({ now: () => now });
    expect(await say('1')).toMatchObject({ ok: true });
    expect(await say('2')).toMatchObject({
      status: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    });
    now = 1000;
    expect(await say('3')).toMatchObject({ ok: true });
    expect(telegram.sent.map((message) => message.text)).toEqual(['1', '3']);
    expect(telegram.limitViolations).toBe(1);
  });

  test('commands with capital letters', async () => {
    await start();
    const commands = [{ command: 'status', description: 'What is up' }];
    expect(await call('setMyCommands', { commands, language_code: 'th' })).toMatchObject({
      result: true,
    });
    expect(telegram.commands.get('th')).toEqual(commands);
    expect(
      await call('setMyCommands', { commands: [{ command: 'Status', description: 'x' }] }),
    ).toMatchObject({ description: 'Bad Request: BOT_COMMAND_INVALID' });
  });
});

describe('form bodies', () => {
  test('a form with a serialised keyboard is read like JSON', async () => {
    await start();
    const reply_markup = { inline_keyboard: [[{ text: 'OK', callback_data: 'ok' }]] };
    const body = new URLSearchParams({
      chat_id: '7',
      text: 'hello',
      reply_markup: JSON.stringify(reply_markup),
    });
    const response = await fetch(`${telegram.apiRoot}/bot${telegram.token}/sendMessage`, {
      method: 'POST',
      body,
    });
    expect(response.status).toBe(200);
    expect(telegram.sent[0]).toMatchObject({ chatId: 7, text: 'hello', replyMarkup: reply_markup });
  });
});

describe('getUpdates', () => {
  test('waits for an update, and repeats it until it is confirmed', async () => {
    await start();
    const waiting = updateIds({ timeout: 30 });
    while (!telegram.isPolled) await Bun.sleep(1);
    telegram.userSends(7, '/start');
    const [first] = await waiting;
    telegram.userSends(7, 'more');
    const both = await updateIds({ offset: first });
    expect(both).toHaveLength(2);
    expect(await updateIds({ offset: (both[1] ?? 0) + 1 })).toEqual([]);
    expect(telegram.pendingUpdates).toBe(0);
  });

  test('gives the last ones for a negative offset and forgets the rest', async () => {
    await start();
    for (const text of ['a', 'b', 'c']) telegram.userSends(7, text);
    expect(await updateIds({ offset: -1 })).toHaveLength(1);
    expect(telegram.pendingUpdates).toBe(1);
  });

  test('comes back empty when the timeout is over', async () => {
    await start();
    const startedAt = performance.now();
    expect(await updateIds({ timeout: 1 })).toEqual([]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  test('a second poller ends the first with 409', async () => {
    await start();
    const first = call('getUpdates', { timeout: 30 });
    while (!telegram.isPolled) await Bun.sleep(1);
    const second = updateIds({ timeout: 30 });
    expect(await first).toMatchObject({
      status: 409,
      description:
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    });
    telegram.userSends(7, 'x');
    expect(await second).toHaveLength(1);
  });

  test('a caller that hangs up leaves the place to the next', async () => {
    await start();
    const controller = new AbortController();
    const first = call('getUpdates', { timeout: 30 }, telegram.token, controller.signal);
    while (!telegram.isPolled) await Bun.sleep(1);
    controller.abort();
    await expect(first).rejects.toThrow();
    while (telegram.isPolled) await Bun.sleep(1);
    telegram.userSends(7, 'still here');
    expect(await updateIds({ timeout: 30 })).toHaveLength(1);
  });

  test('leaves out what the bot does not want, and keeps to that', async () => {
    await start();
    expect(await updateIds({ allowed_updates: ['callback_query'] })).toEqual([]);
    telegram.userSends(7, 'not wanted');
    expect(await updateIds({})).toEqual([]);
  });
});

describe('ordered failures', () => {
  test('429 carries retry_after and counts who does not wait for it', async () => {
    let now = 0;
    await start({ now: () => now, chats: [7, 8] });
    telegram.failNext({ kind: '429', method: 'sendMessage', retryAfter: 5 });
    expect(await say('x')).toMatchObject({ status: 429, parameters: { retry_after: 5 } });
    expect(await say('to another', { chat_id: 8 })).toMatchObject({ ok: true });
    now = 2000;
    expect(await say('too early')).toMatchObject({ status: 429, parameters: { retry_after: 3 } });
    expect(telegram.limitViolations).toBe(1);
    now = 5000;
    expect(await say('in time')).toMatchObject({ ok: true });
  });

  test('429 for everyone stops the other chats too', async () => {
    await start({ chats: [7, 8] });
    telegram.failNext({ kind: '429', retryAfter: 5, everyone: true });
    expect(await say('x')).toMatchObject({ status: 429 });
    expect(await say('x', { chat_id: 8 })).toMatchObject({ status: 429 });
  });

  test('5xx answers something that is not JSON, as often as ordered', async () => {
    await start();
    telegram.failNext({ kind: '5xx', status: 503, times: 2 });
    const url = `${telegram.apiRoot}/bot${telegram.token}/getMe`;
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([503, 503]);
    expect(telegram.pendingFaults).toBe(0);
    expect((await fetch(url)).status).toBe(200);
  });

  test('a dropped answer has delivered the message, a refused connection has not', async () => {
    await start({ chats: [7, 8] });
    telegram.failNext({ kind: 'drop', chatId: 7 });
    telegram.failNext({ kind: 'refuse', chatId: 8 });
    await expect(say('delivered all the same')).rejects.toThrow();
    await expect(say('never seen', { chat_id: 8 })).rejects.toThrow();
    expect(telegram.sent.map((message) => message.text)).toEqual(['delivered all the same']);
  });

  test('a time-out never answers and delivers nothing', async () => {
    await start();
    telegram.failNext({ kind: 'timeout' });
    await expect(
      call('sendMessage', { chat_id: 7, text: 'x' }, telegram.token, AbortSignal.timeout(100)),
    ).rejects.toThrow();
    expect(telegram.sent).toHaveLength(0);
  });

  test('getUpdates does not use up a failure meant for any other method', async () => {
    await start();
    telegram.failNext({ kind: 'refuse' });
    expect(await updateIds({})).toEqual([]);
    expect(telegram.pendingFaults).toBe(1);
  });

  test('down and back on the same port, with everything still known', async () => {
    await start();
    await say('before');
    await telegram.goDown();
    await expect(call('getMe')).rejects.toThrow();
    await telegram.comeBack();
    expect(await call('getMe')).toMatchObject({ ok: true });
    expect(telegram.sent).toHaveLength(1);
  });
});

describe('expectMessage', () => {
  test('takes each message once, also one that came before', async () => {
    await start({ limits: { perChatBurst: 3 } });
    await say('mains lost');
    const later = telegram.expectMessage({ contains: 'again' });
    await say('mains lost again');
    expect((await later).text).toBe('mains lost again');
    expect((await telegram.expectMessage({ chatId: 7 })).text).toBe('mains lost');
    await expect(telegram.expectMessage({ chatId: 7 }, 10)).rejects.toThrow(
      /No message matching \{"chatId":7\} within 10 ms\.\n2 came:\n {2}\+\d+\.\d{3} s → chat 7, message 1 \(already claimed\): "mains lost"/,
    );
  });
});
