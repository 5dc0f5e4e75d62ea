import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { channelsInUse } from '../../domain/alerts/channels.ts';
import { SendError } from '../../notify/channel.ts';
import { connectRecipient } from '../../store/alerts/recipients.ts';
import { outages, recipients } from '../../store/alerts/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { acknowledgeOutages } from './acknowledge-outages.ts';
import { retryNotification, retryNotifications } from './retry-notification.ts';

const hour = 3_600;

let world: DeliveryWorld;
let device: LiveDevice;

beforeEach(() => {
  world = makeDeliveryWorld();
  device = makeDevice(world.monitor, { chat: '4711', siteName: 'Corner shop' });
});

/** The chat has shut the bot out. */
function block(): void {
  world.channel.answer = () => {
    throw new SendError('403 blocked', { permanent: true, isRecipientGone: true });
  };
}

function unblock(): void {
  world.channel.answer = () => ({ externalId: '1' });
}

/** Mains is lost while the chat is shut, so that the alert fails. */
async function failAlert(...devices: LiveDevice[]): Promise<void> {
  block();
  await world.loseMains(...(devices.length === 0 ? [device] : devices));
  await world.advance(61);
  unblock();
  expect(world.rows().map((row) => row.status)).toContain('failed');
}

async function retry(id = 1): Promise<void> {
  retryNotification(world.monitor, id, testActor, world.time.clock());
  await world.settle();
}

const row = (id = 1) => {
  const found = world.rows().find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no notification ${id}`);
  return found;
};

const chat = (address: string) =>
  world.monitor.store.db.select().from(recipients).where(eq(recipients.address, address)).get();

/** Connects a chat to the device's customer, or to another. */
function connect(address: string, customerId = device.config.customerId ?? 0): void {
  connectRecipient(
    world.monitor.store,
    { customerId, channel: 'telegram', address, name: 'Chat', language: 'th' },
    world.time.clock().wallMs,
  );
}

function disconnect(address: string): void {
  world.monitor.store.db.delete(recipients).where(eq(recipients.address, address)).run();
}

test('a retried message says that it is late, and its chat counts as reachable', async () => {
  await failAlert();
  expect(chat('4711')).toMatchObject({ unreachableReason: '403 blocked' });
  world.time.advanceMs(600_000);
  await retry();
  expect(world.channel.sent).toHaveLength(1);
  expect(world.channel.sent[0]?.address).toBe('4711');
  // Due at 12:01 in Bangkok.
  expect(world.channel.sent[0]?.html).toContain('12:01');
  expect(chat('4711')).toMatchObject({ unreachableAt: null, unreachableReason: null });
  expect(row()).toMatchObject({ status: 'sent', lastError: null, attempts: 1 });
  // The chain of reminders goes on from here.
  expect(world.rows().at(-1)).toMatchObject({ kind: 'reminder', sequence: 1, status: 'pending' });
});

test('the audit log names who retried a message', async () => {
  await failAlert();
  await retry();
  const entries = world.monitor.store.db.select().from(auditLog).all();
  expect(entries.at(-1)).toMatchObject({
    actor: 'test',
    action: 'notification.retry',
    subject: 'notification:1',
    before: { status: 'failed', recipient: '4711', last_error: '403 blocked' },
    after: { status: 'pending', recipient: '4711' },
  });
});

test('a retried message that fails again counts as failed again', async () => {
  await failAlert();
  block();
  await retry();
  expect(row()).toMatchObject({ status: 'failed', lastError: '403 blocked' });
  expect(chat('4711')?.unreachableAt).not.toBeNull();
});

describe('is refused', () => {
  const refuse = (code: string, id = 1) => {
    const before = world.rows();
    expect(() => retryNotification(world.monitor, id, testActor, world.time.clock())).toThrow(
      expect.objectContaining({ code }),
    );
    expect(world.rows()).toEqual(before);
    expect(world.monitor.store.db.select().from(auditLog).all()).toEqual([]);
  };

  test('for an unknown notification', () => refuse('NOT_FOUND', 99));

  test('for a notification that waits, was sent or is superseded', async () => {
    await world.loseMains(device);
    refuse('CONFLICT');
    await world.advance(61);
    expect(row().status).toBe('sent');
    refuse('CONFLICT');
    await world.restoreMains(device);
    expect(row(2).status).toBe('superseded');
    refuse('CONFLICT', 2);
  });

  test('24 hours after it was due, once the loss is over', async () => {
    await failAlert();
    await world.restoreMains(device);
    await world.advance(180);
    world.time.advanceMs(24 * hour * 1000);
    refuse('CONFLICT');
  });

  test('without a messenger', async () => {
    await failAlert();
    const without = { ...world.monitor, channels: channelsInUse([]) };
    expect(() => retryNotification(without, 1, testActor, world.time.clock())).toThrow(
      expect.objectContaining({ code: 'CONFLICT' }),
    );
    expect(retryNotifications(without, testActor, world.time.clock())).toBe(0);
    expect(row().status).toBe('failed');
  });
});

describe('a retried message is superseded', () => {
  const expectSuperseded = async (reason: RegExp) => {
    await retry();
    expect(world.channel.sent).toEqual([]);
    expect(row()).toMatchObject({
      status: 'superseded',
      lastError: expect.stringMatching(reason),
    });
  };

  test('once the outage is acknowledged', async () => {
    await failAlert();
    const [outage] = world.monitor.store.db.select().from(outages).all();
    const customerId = device.config.customerId ?? 0;
    const outageIds = [outage?.id ?? 0];
    acknowledgeOutages(
      world.monitor,
      { customerId, outageIds, actor: testActor },
      world.time.clock(),
    );
    await expectSuperseded(/acknowledged/);
  });

  test('once the device has no valid key', async () => {
    await failAlert();
    world.monitor.store.db.update(activationKeys).set({ isActive: false }).run();
    await expectSuperseded(/key/);
  });

  test('once the chat is another customer’s', async () => {
    await failAlert();
    connect('4711', makeCustomer(world.monitor));
    await expectSuperseded(/another customer/);
  });

  test('once the chat is gone, and the customer has no other', async () => {
    await failAlert();
    disconnect('4711');
    await expectSuperseded(/another customer/);
  });

  test('a reminder, once power is back', async () => {
    await world.loseMains(device);
    await world.advance(61);
    block();
    await world.advance(300);
    unblock();
    expect(row(2)).toMatchObject({ kind: 'reminder', status: 'failed' });
    await world.restoreMains(device);
    await retry(2);
    expect(row(2)).toMatchObject({ status: 'superseded', lastError: 'power is back' });
    expect(world.channel.sent).toHaveLength(1);
  });
});

test('the retried alert of an outage that has ended says so', async () => {
  await failAlert();
  await world.restoreMains(device);
  await world.advance(300);
  await retry();
  expect(row().status).toBe('sent');
  expect(world.channel.sent).toHaveLength(1);
  expect(world.channel.sent[0]?.buttons).toEqual([]);
});

describe('when the customer has another chat by now', () => {
  test('the message goes to that chat, in its language', async () => {
    await failAlert();
    disconnect('4711');
    connect('4712');
    await retry();
    expect(world.channel.sent.map(({ address }) => address)).toEqual(['4712']);
    expect(row()).toMatchObject({ status: 'sent', recipient: '4712', language: 'th' });
    const entries = world.monitor.store.db.select().from(auditLog).all();
    expect(entries.at(-1)).toMatchObject({ after: { status: 'pending', recipient: '4712' } });
  });

  test('the message does not go to a chat that was told the same', async () => {
    connect('4712');
    world.channel.answer = (address) => {
      if (address === '4712') return { externalId: '1' };
      throw new SendError('403 blocked', { permanent: true, isRecipientGone: true });
    };
    await world.loseMains(device);
    await world.advance(61);
    unblock();
    const failed = world.rows().find(({ status }) => status === 'failed');
    disconnect('4711');
    const before = world.channel.sent.length;
    await retry(failed?.id);
    expect(world.channel.sent).toHaveLength(before);
    expect(row(failed?.id).status).toBe('superseded');
  });

  test('messages for two chats that are gone go there once', async () => {
    connect('4710');
    await failAlert();
    disconnect('4710');
    disconnect('4711');
    connect('4712');
    expect(retryNotifications(world.monitor, testActor, world.time.clock())).toBe(2);
    await world.settle();
    expect(world.channel.sent.map(({ address }) => address)).toEqual(['4712']);
    expect(
      world
        .rows()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['pending', 'sent', 'superseded']);
  });

  test('messages for a chat that the customer still has go to that chat', async () => {
    await failAlert();
    connect('4712');
    await retry();
    expect(world.channel.sent.map(({ address }) => address)).toEqual(['4711']);
  });
});

describe('all at once', () => {
  test('sends what failed in the last 24 hours, and leaves the rest', async () => {
    const old = makeDevice(world.monitor);
    await failAlert(old);
    world.time.advanceMs(23 * hour * 1000);
    await failAlert();
    world.time.advanceMs(2 * hour * 1000);
    let woken = 0;
    const wakeOutbox = () => {
      woken += 1;
    };
    const monitor = { ...world.monitor, wakeOutbox };
    expect(retryNotifications(monitor, testActor, world.time.clock())).toBe(1);
    expect(woken).toBe(1);
    await world.settle();
    expect(row(1)).toMatchObject({ status: 'failed' });
    expect(row(2)).toMatchObject({ status: 'sent', recipient: '4711' });
    expect(world.monitor.store.db.select().from(auditLog).all()).toMatchObject([
      { action: 'notification.retry-all', subject: 'notifications', after: { retried: 1 } },
    ]);
  });

  test('does nothing and leaves no entry when nothing has failed', async () => {
    await world.loseMains(device);
    await world.advance(61);
    expect(retryNotifications(world.monitor, testActor, world.time.clock())).toBe(0);
    expect(world.monitor.store.db.select().from(auditLog).all()).toEqual([]);
  });
});
