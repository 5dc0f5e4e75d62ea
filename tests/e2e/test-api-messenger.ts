/**
 * A messenger that we did not write: `telegram-test-api` from npm, in this process, with one person who talks to
 * the bot.
 */
import TelegramServer from 'telegram-test-api';
import { z } from 'zod';
import { findFreePort } from '../../scripts/bench/lib/ports.ts';
import { waitFor } from './wait-for.ts';

export interface BotMessage {
  readonly messageId: number;
  /** As the bot sent it, in Telegram's HTML. */
  readonly html: string;
  /** What each button brings back, by its text. */
  readonly buttons: ReadonlyMap<string, string>;
  /** Epoch ms at which it arrived. */
  readonly arrivedAt: number;
}

export interface TestApiMessenger {
  readonly apiRoot: string;
  readonly token: string;
  readonly chatId: number;
  /** Everything the bot has said, in order. */
  messages(): readonly BotMessage[];
  /** The first message, from `since` on, that contains all of the texts. */
  expectMessage(
    contains: readonly string[],
    timeoutMs: number,
    since?: number,
  ): Promise<BotMessage>;
  /** The person writes; a text that begins with / is a command. */
  writes(text: string): Promise<void>;
  /** The person presses a button. */
  presses(message: BotMessage, data: string): Promise<void>;
  stop(): Promise<void>;
}

const storedSchema = z.object({
  time: z.number(),
  messageId: z.number(),
  message: z.object({
    chat_id: z.coerce.number(),
    text: z.string(),
    reply_markup: z
      .object({
        inline_keyboard: z.array(
          z.array(z.object({ text: z.string(), callback_data: z.string() })),
        ),
      })
      .optional()
      .catch(undefined),
  }),
});

const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0';
const chatId = 5_550_001;

export async function startTestApiMessenger(): Promise<TestApiMessenger> {
  const port = findFreePort();
  const server = new TelegramServer({ host: '127.0.0.1', port, storeTimeout: 3600 });
  await server.start();
  const client = server.getClient(token, { userId: chatId, chatId, firstName: 'Somchai' });
  const gate = holdPolls(`http://127.0.0.1:${port}`);

  function messages(): BotMessage[] {
    return server.storage.botMessages
      .map((stored) => storedSchema.parse(stored))
      .filter(({ message }) => message.chat_id === chatId)
      .map(({ messageId, message, time }) => {
        const keys = message.reply_markup?.inline_keyboard.flat() ?? [];
        return {
          messageId,
          html: message.text,
          buttons: new Map(keys.map((key) => [key.text, key.callback_data])),
          arrivedAt: time,
        };
      });
  }

  return {
    apiRoot: `http://127.0.0.1:${gate.port}`,
    token,
    chatId,
    messages,
    expectMessage: (contains, timeoutMs, since = 0) =>
      waitFor(
        `message with ${contains.join(' and ')}`,
        () =>
          messages().find(
            ({ html, arrivedAt }) =>
              arrivedAt >= since && contains.every((text) => html.includes(text)),
          ),
        timeoutMs,
      ).catch((error: Error) => {
        const came = messages().map(({ html }) => JSON.stringify(html));
        throw new Error(`${error.message}. What came:\n${came.join('\n')}`);
      }),
    async writes(text) {
      if (text.startsWith('/')) await client.sendCommand(client.makeCommand(text));
      else await client.sendMessage(client.makeMessage(text));
    },
    async presses({ messageId, html }, data) {
      // Telegram sends the pressed message along, without its tags.
      const text = html.replaceAll(/<[^>]+>/g, '');
      const query = client.makeCallbackQuery(data, { message: { message_id: messageId, text } });
      await client.sendCallback(query);
    },
    async stop() {
      await gate.stop(true);
      await server.stop();
    },
  };
}

/**
 * A proxy that delays empty answers to getUpdates, as Telegram does. telegram-test-api answers at once, so that a
 * bot would poll it as fast as it can.
 */
function holdPolls(upstream: string) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.arrayBuffer();
      const contentType = request.headers.get('content-type');
      const heldUntil = performance.now() + 10_000;
      for (;;) {
        const answer = await fetch(upstream + pathname + search, {
          method: request.method,
          headers: contentType === null ? {} : { 'content-type': contentType },
          ...(body.byteLength > 0 && { body }),
        });
        const text = await answer.text();
        const isEmptyPoll = pathname.endsWith('/getUpdates') && text.includes('"result":[]');
        const isOver = performance.now() > heldUntil || request.signal.aborted;
        if (!isEmptyPoll || isOver) {
          return new Response(text, {
            status: answer.status,
            headers: { 'content-type': 'application/json' },
          });
        }
        await Bun.sleep(50);
      }
    },
  });
}
