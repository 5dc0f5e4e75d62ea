/** A messenger that fails in every way it can, and the whole town without power. */
import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { firstChatId, seedBoards } from '../quick-fleet.ts';
import { waitFor } from '../wait-for.ts';

/** More than may be sent in a second. */
const devices = 50;
const chat = {
  limited: firstChatId,
  behindGateway: firstChatId + 1,
  unanswered: firstChatId + 2,
  cutBefore: firstChatId + 3,
  cutAfter: firstChatId + 4,
  blocked: firstChatId + 5,
  deactivated: firstChatId + 6,
  movedFrom: -500_007,
  movedTo: -1_001_234_567_890,
};

test.concurrent('429, 5xx, time-outs, a blocked user, a moved group, 409: nothing is lost, limits are kept', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const boards = seedBoards(home, devices);
  home.data.write(
    'UPDATE recipients SET address = ? WHERE address = ?',
    String(chat.movedFrom),
    String(firstChatId + 7),
  );
  const server = await home.serve({ telegram });
  await waitFor('poll of the bot', () => telegram.isPolled, 10_000);

  // Another program polls with the same token: the bot gets 409 and hears of nothing itself.
  const rival = pollAsRival(telegram);
  home.defer(rival.stop);
  await waitFor('word of the conflict', async () =>
    (await server.readStderr()).includes('"state":"conflict"'),
  );
  const sendMessage = { method: 'sendMessage' } as const;
  telegram.failNext({ kind: '429', ...sendMessage, chatId: chat.limited, retryAfter: 3 });
  telegram.failNext({ kind: '5xx', ...sendMessage, chatId: chat.behindGateway, times: 2 });
  telegram.failNext({ kind: 'timeout', ...sendMessage, chatId: chat.unanswered });
  telegram.failNext({ kind: 'refuse', ...sendMessage, chatId: chat.cutBefore });
  telegram.failNext({ kind: 'drop', ...sendMessage, chatId: chat.cutAfter });
  telegram.blockUser(chat.blocked);
  telegram.deactivateUser(chat.deactivated);
  telegram.moveGroup(chat.movedFrom, chat.movedTo);
  await Promise.all(boards.map((board) => new HttpDevice(server.url, board).losesMains()));

  const waiting =
    "SELECT count(*) FROM notifications WHERE kind = 'alert' AND status IN ('pending', 'sending')";
  await waitFor('end of all alerts', () => home.data.readNumber(waiting) === 0, 60_000);
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
  expect(telegram.sent.every(({ text }) => text.includes('Power lost'))).toBe(true);

  const rows = home.data.read<{ recipient: string; status: string; ambiguous: number }>(
    "SELECT recipient, status, ambiguous_attempts AS ambiguous FROM notifications WHERE kind = 'alert'",
  );
  const rowOf = (chatId: number) => rows.find(({ recipient }) => recipient === String(chatId));
  expect(rows).toHaveLength(devices);
  expect(
    rows.filter(({ status }) => status === 'failed').map(({ recipient }) => recipient),
  ).toEqual(gone.map(String));
  expect(rowOf(chat.limited)?.ambiguous).toBe(0);
  expect(rowOf(chat.cutAfter)?.ambiguous).toBe(1);
  expect(rowOf(chat.movedTo)?.status).toBe('sent');
  const flagged = home.data.read<{ address: string; unreachable_reason: string }>(
    'SELECT address, unreachable_reason FROM recipients WHERE unreachable_at IS NOT NULL ORDER BY id',
  );
  expect(flagged.map(({ address }) => address)).toEqual(gone.map(String));
  expect(flagged[0]?.unreachable_reason).toContain('blocked');
  expect(flagged[1]?.unreachable_reason).toContain('deactivated');

  // With the rival gone, the bot listens again.
  await rival.stop();
  telegram.userSends(chat.limited, '/status');
  await telegram.expectMessage({ chatId: chat.limited, contains: 'no power since' }, 20_000);
}, 120_000);

/** Takes the bot's updates away for as long as it runs. */
function pollAsRival({ apiRoot, token }: FakeTelegram): { stop: () => Promise<void> } {
  const end = new AbortController();
  const answerSchema = z.object({
    result: z.array(z.object({ update_id: z.number() })).optional(),
  });
  async function poll(): Promise<void> {
    let offset = 0;
    while (!end.signal.aborted) {
      const url = `${apiRoot}/bot${token}/getUpdates?timeout=30&offset=${offset}`;
      const answer = await fetch(url, { signal: end.signal });
      const { result = [] } = answerSchema.parse(await answer.json());
      for (const { update_id } of result) offset = update_id + 1;
    }
  }
  const polling = poll().catch(() => {});
  return {
    async stop() {
      end.abort();
      await polling;
    },
  };
}
