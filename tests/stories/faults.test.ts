/** A messenger that fails in every way it can, and the whole town without power. */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

/** These are more chats than may be sent to in a second. */
const devices = 50;
const chat = {
  limited: firstChatId,
  behindGateway: firstChatId + 1,
  cutBefore: firstChatId + 3,
  cutAfter: firstChatId + 4,
  blocked: firstChatId + 5,
  deactivated: firstChatId + 6,
  movedFrom: -500_007,
  movedTo: -1_001_234_567_890,
};

test('429, 5xx, cut connections, a blocked user, a moved group: nothing is lost, limits are kept', async () => {
  await using app = await App.start({ devices });
  const { telegram, data } = app;
  data.write(
    'UPDATE recipients SET address = ? WHERE address = ?',
    String(chat.movedFrom),
    String(firstChatId + 7),
  );
  await app.advance('2 s');

  const sendMessage = { method: 'sendMessage' } as const;
  telegram.failNext({ kind: '429', ...sendMessage, chatId: chat.limited, retryAfter: 3 });
  telegram.failNext({ kind: '5xx', ...sendMessage, chatId: chat.behindGateway, times: 2 });
  telegram.failNext({ kind: 'refuse', ...sendMessage, chatId: chat.cutBefore });
  telegram.failNext({ kind: 'drop', ...sendMessage, chatId: chat.cutAfter });
  telegram.blockUser(chat.blocked);
  telegram.deactivateUser(chat.deactivated);
  telegram.moveGroup(chat.movedFrom, chat.movedTo);
  await app.botHears();
  await Promise.all(app.boards.map((board) => app.overHttp(board).losesMains()));
  await app.advance('1 min');

  expect(telegram.pendingFaults).toBe(0);
  expect(telegram.limitViolations).toBe(0);
  const gone = [chat.blocked, chat.deactivated];
  const received = Map.groupBy(telegram.sent, ({ chatId }) => chatId);
  for (let index = 0; index < devices; index++) {
    const chatId = index === 7 ? chat.movedTo : firstChatId + index;
    const messages = received.get(chatId) ?? [];
    // A message whose answer was lost on its way is sent once more, and counted.
    const expected = gone.includes(chatId) ? 0 : chatId === chat.cutAfter ? 2 : 1;
    expect({ chatId, messages: messages.length }).toEqual({ chatId, messages: expected });
  }
  expect(telegram.sent).toHaveLength(devices - gone.length + 1);
  expect(telegram.sent.every(({ text }) => text.includes('Mains lost'))).toBe(true);

  const rows = data.read<{ recipient: string; status: string; ambiguous: number }>(
    "SELECT recipient, status, ambiguous_attempts AS ambiguous FROM notifications WHERE kind = 'alert'",
  );
  const rowOf = (chatId: number) => rows.find(({ recipient }) => recipient === String(chatId));
  // The bot has heard who blocked it. Only a try shows that an account is gone.
  expect(rows).toHaveLength(devices - 1);
  expect(rows.filter(({ status }) => status === 'failed')).toMatchObject([
    { recipient: String(chat.deactivated) },
  ]);
  expect(rowOf(chat.limited)?.ambiguous).toBe(0);
  expect(rowOf(chat.cutAfter)?.ambiguous).toBe(1);
  expect(rowOf(chat.movedTo)?.status).toBe('sent');
  const flagged = data.read<{ address: string; unreachable_reason: string }>(
    'SELECT address, unreachable_reason FROM recipients WHERE unreachable_at IS NOT NULL ORDER BY id',
  );
  expect(flagged.map(({ address }) => address)).toEqual(gone.map(String));
  expect(flagged[0]?.unreachable_reason).toContain('blocked');
  expect(flagged[1]?.unreachable_reason).toContain('deactivated');
});
