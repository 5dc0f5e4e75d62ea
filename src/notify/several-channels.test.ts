/** A customer with recipients on several channels is told on each; no channel waits for another. */
import { expect, test } from 'bun:test';
import { type DeliveryWorld, makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../tests/support/monitor.ts';
import { resumeAlerts } from '../actions/alerts/resume-alerts.ts';
import { sendTestAlert } from '../actions/alerts/send-test-alert.ts';
import { notifyExpiry } from '../actions/keys/notify-expiry.ts';
import { channelsInUse } from '../domain/alerts/channels.ts';
import type { ChannelName } from '../domain/states.ts';
import { connectRecipient } from '../store/alerts/recipients.ts';
import { activationKeys } from '../store/keys/tables.ts';
import { queueNews } from '../store/outbox/account-news.ts';
import { SendError } from './channel.ts';

const channels = ['telegram', 'line'] as const;

/** A customer with one recipient on Telegram and two on LINE. */
function makeFamily(world: DeliveryWorld): number {
  const { store, clock } = world.monitor;
  const customerId = makeCustomer(world.monitor, '7');
  for (const address of ['U1', 'U2']) {
    const recipient = { customerId, channel: 'line', address, name: 'x', language: 'en' } as const;
    store.transaction(() => connectRecipient(store, recipient, clock().wallMs));
  }
  return customerId;
}

const told = ({ channels: all }: DeliveryWorld) =>
  all.flatMap(({ name, sent }) => sent.map(({ address }) => `${name} ${address}`));
const everybody = ['telegram 7', 'line U1', 'line U2'];

test('an outage, its end, a test, news and the end of a key go to all', async () => {
  const world = makeDeliveryWorld({ channels });
  const { monitor } = world;
  const customerId = makeFamily(world);
  const forget = () => {
    for (const { sent } of world.channels) sent.length = 0;
  };
  const device = makeDevice(monitor, { customerId });
  await world.loseMains(device);
  await world.advance(60);
  expect(told(world)).toEqual(everybody);
  // On each channel its recipients are counted for themselves.
  expect(world.rows().map(({ channel, turn }) => [channel, turn])).toEqual([
    ['telegram', 0],
    ['line', 0],
    ['line', 1],
    ['telegram', 0],
    ['line', 0],
    ['line', 1],
  ]);
  forget();
  await world.restoreMains(device);
  await world.advance(130);
  expect(told(world)).toEqual(everybody);
  forget();
  expect(sendTestAlert(monitor, customerId, testActor, monitor.clock())).toEqual({ recipients: 3 });
  await world.settle();
  expect(told(world)).toEqual(everybody);
  forget();
  const except = { channel: 'line', address: 'U2' } as const;
  const news = { type: 'chat-joined', chat: 'x' } as const;
  monitor.store.transaction(() =>
    queueNews(monitor.store, customerId, news, monitor.clock().wallMs, { except }),
  );
  await world.settle();
  expect(told(world)).toEqual(everybody.slice(0, 2));
  forget();
  const expiresAt = monitor.clock().wallMs + 3_600_000;
  monitor.store.db.update(activationKeys).set({ expiresAt }).run();
  expect(await notifyExpiry(monitor, 'Asia/Bangkok', monitor.clock())).toBe(3);
  expect(await notifyExpiry(monitor, 'Asia/Bangkok', monitor.clock())).toBe(0);
  await world.advance(15);
  expect(told(world)).toEqual(everybody);
});

test('what fails on one channel stays on it', async () => {
  const world = makeDeliveryWorld({ channels });
  const [telegram] = world.channels;
  const customerId = makeFamily(world);
  if (telegram !== undefined) {
    telegram.answer = () => {
      throw new SendError('no answer', { permanent: false });
    };
  }
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  expect(told(world)).toEqual(everybody.slice(1));
});

test('a channel that is set up later tells of what goes on; the log then has no part in it', async () => {
  const world = makeDeliveryWorld({ channels: ['log', ...channels] });
  const { monitor } = world;
  const setUp = (names: readonly Exclude<ChannelName, 'log'>[]) => {
    monitor.channels = channelsInUse(names);
    monitor.store.transaction(() => resumeAlerts(monitor, {}, monitor.clock()));
  };
  setUp([]);
  const customerId = makeFamily(world);
  await world.loseMains(makeDevice(monitor, { customerId }));
  await world.advance(60);
  expect(told(world)).toEqual([`log customer:${customerId}`]);
  setUp(['telegram']);
  await world.settle();
  setUp(['telegram', 'line']);
  setUp(['telegram', 'line']);
  await world.settle();
  expect(told(world)).toEqual([`log customer:${customerId}`, ...everybody]);
});

test('the same address on two channels is two recipients', async () => {
  const world = makeDeliveryWorld({ channels });
  const { store, clock } = world.monitor;
  const customerId = makeCustomer(world.monitor, '7');
  const other = makeCustomer(world.monitor, '8');
  for (const [owner, address] of [
    [customerId, '8'],
    [other, '7'],
  ] as const) {
    const recipient = { channel: 'line', address, name: 'x', language: 'en' } as const;
    store.transaction(() =>
      connectRecipient(store, { customerId: owner, ...recipient }, clock().wallMs),
    );
  }
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  expect(told(world)).toEqual(['telegram 7', 'line 8']);
});
