/** What is told of a key that ends, over a month in which the server is on only now and then. */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

const dayMs = 86_400_000;

/** The clock stands at noon in Bangkok, when people may be told. */
async function startWithKey(daysLeft: number): Promise<App> {
  const app = await App.start();
  app.data.write('UPDATE activation_keys SET expires_at = ?', app.time.wallMs + daysLeft * dayMs);
  return app;
}

/** What was told since the last look. Notices come in the first minutes after a start. */
function watch(app: App): () => Promise<readonly string[]> {
  let seen = 0;
  return async () => {
    await app.connect();
    await app.advance('2 min');
    const texts = app.telegram.sent.slice(seen).map(({ text }) => text);
    seen = app.telegram.sent.length;
    return texts;
  };
}

test('its owner hears of it 30, 7 and 1 day before, and when it has ended; each once', async () => {
  await using app = await startWithKey(31);
  const lookIn = watch(app);
  expect(await lookIn()).toEqual([]);
  await app.restart('2 days');
  expect(await lookIn()).toEqual([expect.stringContaining('expires in 29 days')]);
  await app.restart('1 days');
  expect(await lookIn()).toEqual([]);
  await app.restart('22 days');
  expect(await lookIn()).toEqual([expect.stringContaining('expires in 6 days')]);
  await app.restart('5 days');
  expect(await lookIn()).toEqual([expect.stringContaining('expires tomorrow')]);
  await app.restart('2 days');
  expect(await lookIn()).toEqual([expect.stringContaining('expired')]);
  await app.restart('1 days');
  expect(await lookIn()).toEqual([]);
  expect(new Set(app.telegram.sent.map(({ chatId }) => chatId))).toEqual(new Set([firstChatId]));
});

test('a server that was off for a month sends one notice, not three', async () => {
  await using app = await startWithKey(31);
  const lookIn = watch(app);
  await app.restart('30.5 days');
  expect(await lookIn()).toHaveLength(1);
});

test('nobody is told in the night', async () => {
  await using app = await startWithKey(20);
  const lookIn = watch(app);
  // It is 23:00 in Bangkok.
  await app.restart('11 h');
  expect(await lookIn()).toEqual([]);
  await app.restart('9.5 h');
  expect(await lookIn()).toEqual([]);
  await app.restart('30 min');
  expect(await lookIn()).toEqual([expect.stringContaining('expires in 19 days')]);
});
