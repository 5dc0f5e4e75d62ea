/** Answers in chats beside alerts: one set of limits, and alerts first. */
import { expect, test } from 'bun:test';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { testMessage } from '../../tests/support/messages.ts';
import { makeDevice } from '../../tests/support/monitor.ts';
import { SendError } from './channel.ts';
import { telegramLimits } from './channels/telegram/telegram-channel.ts';

/** A world whose messenger lists answers and alerts in the order in which they went. */
function makeWorld() {
  const world = makeDeliveryWorld({ limits: telegramLimits });
  const { channel, delivery, time } = world;
  const answer = (address: string) =>
    delivery.answer('telegram', address, () =>
      channel.send(address, testMessage({ html: 'answer' })),
    );
  /** Lets time pass. */
  const wait = (ms: number) => world.time.runMs(ms, delivery.settled);
  const begin = time.wallMs;
  const order = () =>
    channel.sent.map(({ address, html, at }) => [
      (at - begin) / 1000,
      address,
      html === 'answer' ? 'answer' : 'alert',
    ]);
  return { ...world, answer, wait, order };
}

test('an alert goes before the answers that wait for the same chat, each a second after the other', async () => {
  const { monitor, loseMains, advance, wait, settle, answer, order } = makeWorld();
  await loseMains(makeDevice(monitor, { chat: '7' }));
  await advance(59);
  await wait(500);
  for (let i = 0; i < 3; i += 1) answer('7');
  await settle();
  await wait(500);
  await advance(4);
  expect(order()).toEqual([
    [59.5, '7', 'answer'],
    [60.5, '7', 'alert'],
    [61.5, '7', 'answer'],
    [62.5, '7', 'answer'],
  ]);
});

test('a thousand answers leave alerts their rate, and a storm leaves answers their share', async () => {
  const { monitor, loseMains, advance, answer, order, delivery } = makeWorld();
  await loseMains(
    ...Array.from({ length: 250 }, (_, index) => makeDevice(monitor, { chat: `${index}` })),
  );
  await advance(60);
  for (let chat = 1000; chat < 2000; chat += 1) answer(`${chat}`);
  await advance(8);
  const alerts = order().filter(([at, , what]) => what === 'alert' && Number(at) <= 68);
  const answers = order().filter(([, , what]) => what === 'answer');
  expect(alerts.length).toBeGreaterThan(8 * 24);
  expect(answers.length).toBeGreaterThanOrEqual(8 * 4);
  expect(answers.length).toBeLessThanOrEqual(8 * 5 + 5);
  expect(alerts.length + answers.length).toBeLessThanOrEqual(8 * 30 + 10 + 1);
  await advance(10);
  expect(order().filter(([, , what]) => what === 'alert')).toHaveLength(250);
  expect(delivery.counters).toMatchObject({ answers: 60, answersDropped: 940 });
});

test('after a 429 to an answer, the chat gets answer and alert once the messenger allows it', async () => {
  const { monitor, loseMains, advance, wait, settle, answer, order, delivery } = makeWorld();
  await loseMains(makeDevice(monitor, { chat: '7' }));
  await advance(59);
  await wait(500);
  let refusals = 0;
  const refuse = () => {
    refusals += 1;
    return Promise.reject(new SendError('429', { permanent: false, retryAfterMs: 3_000 }));
  };
  let send: () => Promise<void> = refuse;
  delivery.answer('telegram', '7', () => send());
  await settle();
  send = async () => {};
  await wait(500);
  await advance(5);
  expect(refusals).toBe(1);
  expect(order()).toEqual([[62.5, '7', 'alert']]);
  expect(delivery.counters).toMatchObject({ answers: 1, answersDropped: 0 });
  answer('8');
  await advance(1);
  expect(order().at(-1)?.[1]).toBe('8');
});

test('answers and alerts to groups in slow mode do not delay the alerts of others', async () => {
  const { monitor, loseMains, advance, channel, delivery, order } = makeWorld();
  const slowMode = new SendError('429', { permanent: false, retryAfterMs: 3_600_000 });
  await loseMains(makeDevice(monitor, { chat: '7' }));
  await advance(59);
  for (const group of ['-1', '-2']) {
    delivery.answer('telegram', group, () => Promise.reject(slowMode));
  }
  await advance(2);
  expect(order()).toEqual([[60, '7', 'alert']]);
  const { answer } = channel;
  channel.answer = (address, ...message) => {
    if (address.startsWith('-')) throw slowMode;
    return answer(address, ...message);
  };
  await loseMains(makeDevice(monitor, { chat: '-3' }), makeDevice(monitor, { chat: '-4' }));
  await advance(2);
  await loseMains(makeDevice(monitor, { chat: '8' }));
  await advance(58 + 31);
  expect(order().at(-1)?.[1]).toBe('8');
});

test('an answer that fails is logged and not tried again', async () => {
  const { advance, delivery, log } = makeWorld();
  let tries = 0;
  delivery.answer('telegram', '7', () => {
    tries += 1;
    return Promise.reject(new SendError('Telegram: 403', { permanent: true }));
  });
  await advance(5);
  expect(tries).toBe(1);
  expect(log).toMatchObject([{ level: 'warn', fields: { address: '7', reason: 'Telegram: 403' } }]);
});

test('answers that wait when the service stops are dropped', async () => {
  const { delivery, answer, channel, settle } = makeWorld();
  answer('7');
  await settle();
  answer('7');
  await delivery.stop();
  expect(channel.sent).toHaveLength(1);
});
