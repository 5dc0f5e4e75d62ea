import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { type DeliveryWorld, makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../tests/support/monitor.ts';
import { sendTestAlert } from '../actions/alerts/send-test-alert.ts';
import { notifications } from '../store/outbox/tables.ts';
import type { Channel } from './channel.ts';

const limit = 10;

/** A channel that takes ten messages a month. */
function open() {
  const sent: string[] = [];
  let before = 0;
  const channel: Channel = {
    name: 'telegram',
    quota: () => ({ used: sent.length - before, limit, period: 'month' }),
    async send(address) {
      sent.push(address);
      return { externalId: null };
    },
  };
  const world = makeDeliveryWorld({ makeChannel: () => channel });
  return {
    world,
    sent,
    beginMonth() {
      before = sent.length;
    },
  };
}

async function ask(world: DeliveryWorld, customerId: number, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    sendTestAlert(world.monitor, customerId, testActor, world.monitor.clock());
    await world.advance(61);
  }
}

const owner = ({ monitor }: DeliveryWorld, address: string) => makeCustomer(monitor, address);

test('whoever asks for test after test does not use up what others are told of a loss with', async () => {
  const { world, sent, beginMonth } = open();
  const [busy, other] = [owner(world, 'busy'), owner(world, 'other')];
  await ask(world, busy, limit);
  // Four fifths; then it runs short, and the rest is for others.
  expect(sent).toEqual(Array(8).fill('busy'));
  const failed = world.rows().filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(2);
  expect(failed[0]?.lastError).toContain('(8 of 10)');

  await world.loseMains(
    makeDevice(world.monitor, { customerId: busy }),
    makeDevice(world.monitor, { customerId: other }),
  );
  await world.advance(75);
  expect(sent.slice(8)).toEqual(['other']);

  beginMonth();
  world.monitor.store.db
    .update(notifications)
    .set({ createdAt: world.time.wallMs - 40 * 86_400_000 })
    .where(eq(notifications.customerId, busy))
    .run();
  await ask(world, busy, 1);
  expect(sent.at(-1)).toBe('busy');
});

test('whoever was told of a loss is told of its end', async () => {
  const { world, sent } = open();
  const [busy] = [owner(world, 'busy'), owner(world, 'other')];
  await ask(world, busy, 7);
  const device = makeDevice(world.monitor, { customerId: busy });
  await world.loseMains(device);
  await world.advance(75);
  expect(sent).toHaveLength(8);
  await world.restoreMains(device);
  await world.advance(200);
  expect(sent).toHaveLength(9);
  await ask(world, busy, 1);
  expect(sent).toHaveLength(9);
});

test('an account that nobody shares with may have all of it', async () => {
  const { world, sent } = open();
  await ask(world, owner(world, 'alone'), limit);
  expect(sent).toHaveLength(limit);
});
