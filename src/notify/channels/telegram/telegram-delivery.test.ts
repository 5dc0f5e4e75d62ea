/** The outbox with a strict messenger: no message is lost, limits are kept, final refusals are noticed. */
import { afterEach, expect, test } from 'bun:test';
import {
  type FakeTelegram,
  startFakeTelegram,
} from '../../../../tests/fakes/telegram/fake-telegram.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, type TestTime } from '../../../../tests/support/monitor.ts';
import { recipients } from '../../../store/alerts/tables.ts';
import { makeTelegramChannel } from './telegram-channel.ts';

let telegram: FakeTelegram;
afterEach(() => telegram.stop());

/** @param timeoutSeconds of the real clock; short only where the messenger never answers */
async function makeWorld(
  chats: readonly number[] | 'any' = 'any',
  timeoutSeconds = 20,
): Promise<DeliveryWorld> {
  let time: TestTime | undefined;
  telegram = await startFakeTelegram({ chats, now: () => time?.wallMs ?? 0 });
  return makeDeliveryWorld({
    makeChannel: (testTime) => {
      time = testTime;
      const { token, apiRoot } = telegram;
      return makeTelegramChannel({ token, apiRoot, timeoutSeconds });
    },
  });
}

test('a storm of 500 alerts keeps every limit, and each arrives once', async () => {
  const world = await makeWorld();
  await world.loseMains(...Array.from({ length: 500 }, () => makeDevice(world.monitor)));
  await world.advance(60 + 18);
  expect(new Set(telegram.sent.map((message) => message.chatId)).size).toBe(500);
  expect(telegram.sent).toHaveLength(500);
  expect(telegram.limitViolations).toBe(0);
});

/** @returns a device of a customer with `chats` chats, all of which get its alerts */
function makeCrowd(world: DeliveryWorld, firstChat: number, chats: number) {
  const customerId = makeCustomer(world.monitor, `${firstChat}`);
  for (let chat = firstChat + 1; chat < firstChat + chats; chat += 1) {
    world.monitor.store.db
      .insert(recipients)
      .values({ customerId, channel: 'telegram', address: `${chat}`, createdAt: 0 })
      .run();
  }
  return makeDevice(world.monitor, { customerId });
}

test('600 chats of one customer delay neither alerts nor recoveries of others', async () => {
  const world = await makeWorld();
  const crowd = makeCrowd(world, 1_000, 600);
  const family = makeCrowd(world, 1, 3);
  const familyTold = (from: number) =>
    telegram.sent.slice(from).flatMap(({ chatId }) => (chatId <= 3 ? [chatId] : []));
  await world.loseMains(crowd, family);
  await world.advance(60 + 3);
  expect(familyTold(0)).toEqual([1, 2, 3]);
  await world.advance(20);
  expect(telegram.sent).toHaveLength(603);
  await world.restoreMains(crowd, family);
  while (telegram.sent.length === 603) await world.advance(1);
  await world.advance(3);
  expect(familyTold(603)).toEqual([1, 2, 3]);
  await world.advance(20);
  expect(telegram.sent).toHaveLength(2 * 603);
  expect(telegram.limitViolations).toBe(0);
});

test('a group gets no more than twenty messages a minute', async () => {
  const world = await makeWorld();
  const customerId = makeCustomer(world.monitor, '-9');
  for (let i = 0; i < 30; i++) {
    const device = makeDevice(world.monitor, { customerId, thresholdSeconds: 5 });
    await world.loseMains(device);
    await world.advance(11);
  }
  await world.advance(300);
  expect(telegram.limitViolations).toBe(0);
  expect(telegram.sent.length).toBeGreaterThan(30);
});

test('refusals for coming too fast are obeyed, for one chat and for all', async () => {
  const world = await makeWorld();
  telegram.failNext({ kind: '429', method: 'sendMessage', chatId: 1, retryAfter: 30 });
  telegram.failNext({ kind: '429', method: 'sendMessage', retryAfter: 5, everyone: true });
  await world.loseMains(
    ...Array.from({ length: 60 }, (_, index) =>
      makeDevice(world.monitor, { chat: `${index + 1}` }),
    ),
  );
  await world.advance(60 + 45);
  expect(telegram.sent).toHaveLength(60);
  expect(telegram.limitViolations).toBe(0);
  expect(telegram.sent.at(-1)?.chatId).toBe(1);
  expect(world.delivery.counters.possibleDuplicates).toBe(0);
});

test('gateway errors, lost answers, time-outs and a dead uplink lose no message', async () => {
  const world = await makeWorld('any', 1);
  telegram.failNext({ kind: '5xx', method: 'sendMessage', times: 5 });
  telegram.failNext({ kind: 'drop', method: 'sendMessage', times: 3 });
  telegram.failNext({ kind: 'timeout', method: 'sendMessage', times: 2 });
  await world.loseMains(...Array.from({ length: 40 }, () => makeDevice(world.monitor)));
  await telegram.goDown();
  await world.advance(60 + 30);
  expect(telegram.sent).toEqual([]);
  await telegram.comeBack();
  await world.advance(400);
  expect(telegram.pendingFaults).toBe(0);
  const alerts = telegram.sent.filter((message) => message.text.includes('Mains lost'));
  expect(new Set(alerts.map((message) => message.chatId)).size).toBe(40);
  // Only messages whose answer was lost are doubled, and each of them is counted.
  expect(alerts).toHaveLength(43);
  expect(world.delivery.counters.possibleDuplicates).toBe(10);
  expect(telegram.limitViolations).toBe(0);
});

test('a customer who blocked the bot is flagged and sent nothing more', async () => {
  const world = await makeWorld([7, 8]);
  const gone = makeDevice(world.monitor, { chat: '7' });
  const there = makeDevice(world.monitor, { chat: '8' });
  telegram.blockUser(7);
  await world.loseMains(gone, there);
  await world.advance(60 + 310);
  expect(telegram.sent.map((message) => message.chatId)).toEqual([8, 8]);
  expect(telegram.calls.get('sendMessage')).toBe(3);
  const flags = world.monitor.store.db.select().from(recipients).all();
  expect(flags.map((row) => [row.address, row.unreachableReason])).toEqual([
    ['7', 'Telegram: 403 Forbidden: bot was blocked by the user'],
    ['8', null],
  ]);
});

test('a group that moved gets its alert and its reminder at the new address', async () => {
  const world = await makeWorld([-9]);
  telegram.moveGroup(-9, -1_000_000_000_009);
  await world.loseMains(makeDevice(world.monitor, { chat: '-9' }));
  await world.advance(60 + 300);
  expect(telegram.sent.map((message) => message.chatId)).toEqual([
    -1_000_000_000_009, -1_000_000_000_009,
  ]);
  expect(world.monitor.store.db.select().from(recipients).all()).toMatchObject([
    { address: '-1000000000009' },
  ]);
});

test('a site name with mark-up in it arrives as it is written', async () => {
  const world = await makeWorld();
  const siteName = '<b>ร้าน</b> _1_ & "co" &lt;';
  await world.loseMains(makeDevice(world.monitor, { siteName }));
  await world.advance(60);
  expect(telegram.sent[0]?.text).toBe(`🔴 Mains lost\n${siteName}: no power since 12:00`);
});

test('five hundred sites with long names make one message that the messenger takes', async () => {
  const world = await makeWorld();
  const customerId = makeCustomer(world.monitor);
  const all = Array.from({ length: 500 }, (_, index) =>
    makeDevice(world.monitor, { customerId, siteName: `${index} ${'<ก&>'.repeat(30)}` }),
  );
  await world.loseMains(...all);
  await world.advance(60);
  expect(telegram.sent).toHaveLength(1);
  expect(telegram.sent[0]?.text).toMatch(/… and \d+ more sites$/);
  expect(world.rows().filter((row) => row.kind === 'alert' && row.status !== 'sent')).toEqual([]);
});
