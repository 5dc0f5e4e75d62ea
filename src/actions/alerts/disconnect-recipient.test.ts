import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import { disconnectRecipient } from './disconnect-recipient.ts';

type World = ReturnType<typeof makeDeliveryWorld>;

function chatOf({ monitor }: World, address: string): number {
  const { db } = monitor.store;
  const chat = db.select().from(recipients).where(eq(recipients.address, address)).get();
  return chat?.id ?? 0;
}

test('a disconnected chat gets no waiting messages, and the others do', async () => {
  const world = makeDeliveryWorld();
  const { store } = world.monitor;
  const customerId = makeCustomer(world.monitor, '700');
  store.db
    .insert(recipients)
    .values({ customerId, channel: 'telegram', address: '701', createdAt: world.time.wallMs })
    .run();
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  const now = world.monitor.clock();
  disconnectRecipient(world.monitor, customerId, chatOf(world, '700'), testActor, now);
  expect(world.rows().map(({ recipient, kind, status }) => [recipient, kind, status])).toEqual([
    ['700', 'alert', 'superseded'],
    ['701', 'alert', 'pending'],
    // Of that, and no more.
    ['700', 'account', 'pending'],
    ['701', 'account', 'pending'],
  ]);
  await world.settle();
  const [cutOff, others] = world.channel.sent;
  expect(cutOff?.html).toContain('no longer connected to Customer');
  expect(others?.html).toEndWith('••••0');
  await world.advance(400);
  expect(world.channel.sent.map(({ address }) => address)).toEqual(['700', '701', '701', '701']);
  expect(store.db.select().from(auditLog).all()).toMatchObject([
    {
      action: 'recipient.disconnect',
      subject: `customer:${customerId}`,
      before: { channel: 'telegram', chat: '700' },
    },
  ]);
});

test('a disconnected chat is not told the recovery of an outage it was told of', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor, '700');
  const device = makeDevice(world.monitor, { customerId });
  await world.loseMains(device);
  await world.advance(60);
  const now = world.monitor.clock();
  disconnectRecipient(world.monitor, customerId, chatOf(world, '700'), testActor, now);
  await world.settle();
  const told = world.channel.sent.length;
  await world.restoreMains(device);
  await world.advance(300);
  expect(world.channel.sent).toHaveLength(told);
});

test("somebody else's chat is not disconnected", () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  makeCustomer(world.monitor, '800');
  const chat = chatOf(world, '800');
  expect(() =>
    disconnectRecipient(world.monitor, customerId, chat, testActor, world.monitor.clock()),
  ).toThrow('no such chat');
  expect(chatOf(world, '800')).toBe(chat);
});
