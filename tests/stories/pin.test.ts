/** A pinned message in a chat says how things are: edited in place, and never at the cost of an alert. */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

async function open(): Promise<App> {
  const app = await App.start({ settings: { recoveryDelay: 1 } });
  app.data.write("UPDATE recipients SET language = 'en'");
  await app.connect();
  await app.advance('10 s');
  await app.botHears();
  return app;
}

async function say(app: App, text: string): Promise<void> {
  app.telegram.userSends(firstChatId, text);
  await app.botHears();
  await app.advance('20 s');
}

const pinned = (app: App) =>
  app.telegram.sent.filter(({ text }) => text.startsWith('📌 Power now'));
const edits = (app: App) => app.telegram.changes.filter(({ kind }) => kind === 'text');

test('it is posted once, pinned, and follows what happens; it ends when it is not wanted', async () => {
  await using app = await open();
  expect(pinned(app)).toEqual([]);
  await say(app, '/pin');
  const [message] = pinned(app);
  expect(message?.text).toMatch(
    /^📌 Power now\nSite 1: 🟢 power on.*\nLast change seen 15 Jan 12:00/,
  );
  expect(app.telegram.pinnedIn(firstChatId)).toEqual([message?.messageId ?? 0]);
  await app.advance('2 min');
  expect(edits(app)).toEqual([]);

  const device = await app.connect();
  await device.losesMains();
  await app.advance('20 s');
  expect(edits(app).at(-1)).toMatchObject({ messageId: message?.messageId });
  expect(edits(app).at(-1)?.text).toContain('Site 1: 🔴 no power since 12:0');
  const soFar = edits(app).length;
  await app.advance('3 min');
  expect(edits(app)).toHaveLength(soFar);

  await app.restart('1 min');
  await app.advance('20 s');
  expect(pinned(app)).toHaveLength(1);
  await app.botHears();
  await say(app, '/unpin');
  expect(edits(app).at(-1)?.text).toBe('This message is no longer kept up to date.');
  expect(app.telegram.pinnedIn(firstChatId)).toEqual([]);
});

test('a message that somebody deleted is posted and pinned anew', async () => {
  await using app = await open();
  await say(app, '/pin');
  app.telegram.userDeletes(firstChatId, pinned(app)[0]?.messageId ?? 0);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('20 s');
  expect(pinned(app)).toHaveLength(2);
  expect(app.telegram.pinnedIn(firstChatId)).toEqual([pinned(app)[1]?.messageId ?? 0]);
});

test('where the bot may not pin, it says so once, and keeps the message up to date', async () => {
  await using app = await open();
  const group = -100_500;
  app.data.write('UPDATE recipients SET address = ?, is_pinned = 1', String(group));
  await app.advance('20 s');
  const told = app.textsTo(group);
  expect(told).toHaveLength(2);
  expect(told[1]).toStartWith('I may not pin messages here.');
  const device = await app.connect();
  await device.losesMains();
  await app.advance('1 min');
  expect(edits(app).at(-1)).toMatchObject({ chatId: group });
  expect(app.textsTo(group).filter((text) => text.startsWith('I may not'))).toHaveLength(1);
});
