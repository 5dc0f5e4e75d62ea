/** People who write far too much: what it costs the others, and what they themselves get. */
import { afterEach, describe, expect, test } from 'bun:test';
import { type FakeTelegram, startFakeTelegram } from '../../tests/fakes/telegram/fake-telegram.ts';
import { type BotWorld, makeBotWorld, until } from '../../tests/support/bot-world.ts';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, type TestTime } from '../../tests/support/monitor.ts';
import { buttonActions } from '../domain/alerts/button-actions.ts';
import { makeTelegramChannel } from '../notify/channels/telegram/telegram-channel.ts';
import { realTime } from '../server/clock.ts';
import { devices } from '../store/devices/tables.ts';
import { type BotService, createBot } from './telegram/create-bot.ts';
import { botTexts } from './texts/catalogue.ts';

/** Whatever language the chat has. */
const isSlowDown = ({ text }: { readonly text: string }) =>
  [botTexts.th.slowDown, botTexts.en.slowDown].includes(text);

describe('1,980 messages from 20 chats', () => {
  let telegram: FakeTelegram;
  let bot: BotService;
  afterEach(async () => {
    await bot.stop();
    await telegram.stop();
  });

  async function openWorld() {
    let time: TestTime | undefined;
    telegram = await startFakeTelegram({ chats: 'any', now: () => time?.wallMs ?? 0 });
    const { token, apiRoot } = telegram;
    const world = makeDeliveryWorld({
      makeChannel: (testTime) => {
        time = testTime;
        return makeTelegramChannel({ token, apiRoot });
      },
    });
    bot = createBot({
      monitor: world.monitor,
      token,
      apiRoot,
      timezone: 'Asia/Bangkok',
      commands: [],
      setTimer: realTime.setTimer,
      answer: (address, send) => world.delivery.answer('telegram', address, send),
    });
    bot.start();
    await until(() => telegram.isPolled);
    return world;
  }

  async function flood() {
    for (let i = 0; i < 1980; i += 1) telegram.userSends(1000 + (i % 20), 'hello');
    await until(() => telegram.pendingUpdates === 0);
  }

  test('delay no alert, not even in a chat that floods, and nobody else’s answer', async () => {
    const world = await openWorld();
    await world.loseMains(
      makeDevice(world.monitor, { chat: '7' }),
      makeDevice(world.monitor, { chat: '1000' }),
    );
    await world.advance(59);
    const due = world.time.wallMs + 1000;
    await flood();
    const asked = telegram.userSends(8, '/help');
    await until(() => telegram.pendingUpdates === 0);
    await world.advance(1 + 6);
    const isAlert = ({ html }: { html: string }) => html.includes('🔴');
    const alerts = telegram.sent.filter(isAlert);
    expect(alerts.map(({ chatId }) => chatId).sort()).toEqual([1000, 7]);
    for (const { arrivedAt } of alerts) expect(arrivedAt - due).toBeLessThan(3_000);
    expect(telegram.sent.find(({ messageId }) => messageId > asked)).toBeDefined();
    expect(telegram.sent.some(({ chatId }) => chatId === 8)).toBe(true);
    await world.advance(60);
    const answers = Map.groupBy(
      telegram.sent.filter((message) => message.chatId >= 1000 && !isAlert(message)),
      ({ chatId }) => chatId,
    );
    for (const ofChat of answers.values()) {
      expect(ofChat.length).toBeLessThanOrEqual(9);
      expect(ofChat.filter(isSlowDown)).toHaveLength(1);
    }
    expect(answers.size).toBe(20);
    expect(telegram.limitViolations).toBe(0);
  });
});

describe('one chat', () => {
  let world: BotWorld;
  afterEach(() => world.close());

  const sentTo = (chat: number) => world.telegram.sent.filter(({ chatId }) => chatId === chat);
  const handled = () => until(() => world.telegram.pendingUpdates === 0);

  test('is answered eight times, asked once to slow down, and answered again after a while', async () => {
    world = await makeBotWorld();
    for (let i = 0; i < 30; i += 1) world.telegram.userSends(7, '/help');
    await handled();
    await until(() => sentTo(7).length === 9);
    expect(sentTo(7).filter(isSlowDown)).toHaveLength(1);
    await world.advance(7);
    world.telegram.userSends(7, '/help');
    expect(await world.ask(8, '/help')).toContain('/status');
    expect(sentTo(7)).toHaveLength(9);
    await world.advance(1);
    expect(await world.ask(7, '/help')).toContain('/status');
    await world.advance(60);
    for (let i = 0; i < 30; i += 1) world.telegram.userSends(7, '/help');
    await until(() => sentTo(7).length === 10 + 9);
    expect(sentTo(7).filter(isSlowDown)).toHaveLength(2);
  });

  test('that asks too much can change nothing', async () => {
    world = await makeBotWorld();
    makeDevice(world.monitor, { customerId: makeCustomer(world.monitor, '7') });
    const mutedUntil = () =>
      world.monitor.store.db.select({ until: devices.mutedUntil }).from(devices).get()?.until;
    for (let i = 0; i < 8; i += 1) world.telegram.userSends(7, '/unmute');
    world.telegram.userSends(7, '/mute');
    await handled();
    expect(mutedUntil()).toBeNull();
  });

  test('may be a group, where messages between people do not count', async () => {
    world = await makeBotWorld();
    for (let i = 0; i < 30; i += 1) world.telegram.userSends(-9, 'the power is out again');
    world.telegram.userSends(-9, '/help');
    await until(() => sentTo(-9).length === 1);
    expect(sentTo(-9)[0]?.text).toContain('/status');
  });

  test('that floods can still acknowledge, and too many presses are ignored as well', async () => {
    world = await makeBotWorld();
    const { telegram } = world;
    telegram.addChat(7);
    await world.loseMains(makeDevice(world.monitor, { chat: '7' }));
    await world.advance(60);
    for (let i = 0; i < 20; i += 1) telegram.userSends(7, 'hello');
    const alert = sentTo(7).find(({ html }) => html.includes('🔴'));
    if (alert === undefined) throw new Error('No alert came');
    const [row] = world.rows();
    const acknowledge = `${buttonActions.acknowledge}:${row?.id}`;
    for (let i = 0; i < 30; i += 1) telegram.userPresses(7, alert.messageId, acknowledge);
    await handled();
    expect(telegram.callbackAnswers).toHaveLength(21);
    expect(telegram.callbackAnswers.filter(isSlowDown)).toHaveLength(1);
  });
});
