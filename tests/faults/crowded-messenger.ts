/**
 * Too many people on the messenger: 20 strangers write 1,980 messages to the bot while sites lose power,
 * and then one customer with 600 chats loses power together with everybody else.
 */
import { waitFor } from '../e2e/wait-for.ts';
import type { FakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { type Fault, runFault } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  drain,
  loseMains,
  openSites,
  regainMains,
  type Site,
  seedSites,
  thresholdMs,
} from './lib/fleet.ts';
import { seconds } from './lib/server-health.ts';

const strangers = 20;
const messages = 1_980;
const crowdChats = 600;
const firstCrowdChat = 8_000_000;
const boundMs = 3_000;

await runFault('Too many people on the messenger', async (fault, home) => {
  const boards = seedSites(home, 10);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram });
  const sites = await openSites(home, boards, server);
  await waitFor('the bot polls', () => telegram.isPolled, 10_000);
  await playFlood(fault, telegram, sites);

  const crowd = sites.slice(0, 1);
  const others = sites.slice(1);
  for (let chat = 1; chat < crowdChats; chat += 1) {
    home.data.write(
      `INSERT INTO recipients (customer_id, channel, address, created_at)
      SELECT customer_id, 'telegram', ?, ? FROM devices WHERE device_id = ?`,
      `${firstCrowdChat + chat}`,
      Date.now(),
      crowd[0]?.device.id ?? '',
    );
  }
  await playCrowd(fault, telegram, crowd, others);
  fault.expect(
    'no limit of the messenger is broken',
    telegram.limitViolations === 0,
    `${telegram.limitViolations} times`,
  );
});

async function playFlood(fault: Fault, telegram: FakeTelegram, sites: readonly Site[]) {
  const before = telegram.sent.length;
  // The owner of the first site takes part.
  const writers = [...Array(strangers - 1).keys(), (sites[0]?.chatId ?? 1) - 1].map((n) => n + 1);
  await loseMains(sites);
  await drain(sites);
  const dueAt = Date.now() + thresholdMs;
  await Bun.sleep(thresholdMs - 2_000);
  const beganAt = performance.now();
  for (let i = 0; i < messages; i += 1) telegram.userSends(writers[i % strangers] ?? 1, 'hello');
  const asker = sites[1]?.chatId ?? 0;
  const asked = telegram.userSends(asker, '/status');
  const askedAt = Date.now();
  await waitFor('all messages read', () => telegram.pendingUpdates === 0, 60_000);
  const readMs = performance.now() - beganAt;
  await awaitLosses(telegram, sites);
  expectInTime(
    fault,
    'every alert comes in time through the flood',
    telegram,
    sites,
    before,
    dueAt,
  );
  await waitFor('the flood is over', () => performance.now() - beganAt > 20_000, 30_000);
  const answer = telegram.sent.find(
    ({ chatId, messageId, text }) =>
      chatId === asker && messageId > asked && !text.startsWith('🔴 P'),
  );
  fault.expect(
    'who asks something meanwhile is answered',
    answer !== undefined,
    answer === undefined ? 'no answer' : `after ${seconds(answer.arrivedAt - askedAt)}`,
  );
  const toFlooders = telegram.sent.slice(before).filter(({ chatId }) => writers.includes(chatId));
  fault.expect(
    'the flood is read at once, and hardly answered',
    readMs < 10_000 && toFlooders.length <= strangers * 12,
    `${messages} messages read in ${seconds(readMs)}, ${toFlooders.length} answers in 20 s`,
  );
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, sites);
}

async function playCrowd(
  fault: Fault,
  telegram: FakeTelegram,
  crowd: readonly Site[],
  others: readonly Site[],
) {
  const before = telegram.sent.length;
  await loseMains([...crowd, ...others]);
  await drain([...crowd, ...others]);
  const dueAt = Date.now() + thresholdMs;
  await awaitLosses(telegram, others, 60_000);
  expectInTime(
    fault,
    `${crowdChats} chats of one customer delay no alert of another`,
    telegram,
    others,
    before,
    dueAt,
  );
  const isTold = () => telegram.sent.length - before >= crowdChats + others.length;
  await waitFor('all chats told', isTold, 60_000).catch(() => {});
  fault.expect(
    'all of the chats are told',
    isTold(),
    `${telegram.sent.length - before} messages, the last ${seconds(Date.now() - dueAt)} after it was due`,
  );
}

function expectInTime(
  fault: Fault,
  promise: string,
  telegram: FakeTelegram,
  sites: readonly Site[],
  before: number,
  dueAt: number,
) {
  const alerts = telegram.sent.slice(before).filter(({ text }) => text.startsWith('🔴'));
  const late = sites.map(({ chatId }) => {
    const alert = alerts.find((message) => message.chatId === chatId);
    return alert === undefined ? Number.POSITIVE_INFINITY : Math.max(0, alert.arrivedAt - dueAt);
  });
  const slowest = Math.max(...late);
  fault.expect(
    promise,
    slowest < boundMs,
    `${sites.length} alerts, the slowest ${seconds(slowest)} late`,
  );
}
