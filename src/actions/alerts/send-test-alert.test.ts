import { afterEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  type FakeTelegram,
  startFakeTelegram,
} from '../../../tests/fakes/telegram/fake-telegram.ts';
import { beat } from '../../../tests/support/beats.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import {
  makeCustomer,
  makeDevice,
  type TestTime,
  testActor,
} from '../../../tests/support/monitor.ts';
import type { AppError } from '../../domain/errors.ts';
import { SendError } from '../../notify/channel.ts';
import { makeTelegramChannel } from '../../notify/channels/telegram/telegram-channel.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { auditLog, customers } from '../../store/people/tables.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { sendTestAlert } from './send-test-alert.ts';

const customer = { name: 'customer:1', address: '192.0.2.7' };

function send({ monitor }: DeliveryWorld, customerId: number) {
  return sendTestAlert(monitor, customerId, customer, monitor.clock());
}

function addChat({ monitor }: DeliveryWorld, customerId: number, fields: object) {
  monitor.store.db
    .insert(recipients)
    .values({ customerId, channel: 'telegram', address: '', createdAt: 0, ...fields })
    .run();
}

function codeOf(run: () => unknown): Pick<AppError, 'code' | 'message' | 'details'> | null {
  try {
    run();
    return null;
  } catch (error) {
    return error as AppError;
  }
}

const networkFailure = () => new SendError('network failure', { permanent: false });

describe('a test alert', () => {
  test('goes to every chat that can be reached, at once, in its language', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor, '1');
    addChat(world, customerId, { address: '2', language: 'th' });
    addChat(world, customerId, { address: '3', unreachableAt: 5 });
    makeCustomer(world.monitor, '4');
    const device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
    const said = beat({ has_mains_sense: true });
    await recordHeartbeat(world.monitor, device, said, 'mqtt', world.monitor.clock());
    expect(send(world, customerId)).toEqual({ recipients: 2 });
    await world.delivery.settled();
    expect(world.channel.sent.map(({ address, html, at }) => [address, html, at])).toEqual([
      ['1', expect.stringContaining('• <b>Shop</b>: “no power since 12:00”'), world.time.wallMs],
      ['2', expect.stringContaining('• <b>Shop</b>: “ไฟดับตั้งแต่ 12:00 น.”'), world.time.wallMs],
    ]);
    expect(world.rows()).toMatchObject([
      { kind: 'test', status: 'sent', outageId: null, customerId, keyCode: null },
      { kind: 'test', status: 'sent' },
    ]);
    expect(world.delivery.counters.byKind).toMatchObject({ test: 2, alert: 0 });
  });

  test('is followed by no reminder and no recovery, and has no buttons', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    send(world, customerId);
    await world.advance(600);
    expect(world.channel.sent.map(({ buttons }) => buttons)).toEqual([[]]);
    expect(world.rows()).toHaveLength(1);
  });

  test('is refused where no channel is set up, as it would be told to nobody', () => {
    const world = makeDeliveryWorld({ channels: ['log'] });
    const customerId = makeCustomer(world.monitor);
    expect(() => send(world, customerId)).toThrow('Nobody was told: no channel is set up.');
    expect(world.rows()).toEqual([]);
  });

  test('is in the audit log', () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    send(world, customerId);
    expect(world.monitor.store.db.select().from(auditLog).all()).toMatchObject([
      {
        actor: 'customer:1',
        address: '192.0.2.7',
        action: 'alert.test',
        subject: `customer:${customerId}`,
        after: { channel: 'telegram', chats: 1 },
        at: world.time.wallMs,
      },
    ]);
  });
});

describe('refused', () => {
  test('without a chat that can be reached: connect the messenger first', () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    world.monitor.store.db.update(recipients).set({ unreachableAt: 5 }).run();
    for (let i = 0; i < 5; i += 1) {
      expect(codeOf(() => send(world, customerId))).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('connect the messenger first'),
      });
    }
    expect(world.rows()).toEqual([]);
    expect(world.monitor.store.db.select().from(auditLog).all()).toEqual([]);
    // What was refused does not count towards the limit.
    world.monitor.store.db.update(recipients).set({ unreachableAt: null }).run();
    expect(send(world, customerId)).toEqual({ recipients: 1 });
  });

  test('the fourth in a minute, of one customer', () => {
    const world = makeDeliveryWorld();
    const [one, other] = [makeCustomer(world.monitor), makeCustomer(world.monitor)];
    for (let i = 0; i < 3; i += 1) send(world, one);
    world.time.advanceMs(20_000);
    expect(codeOf(() => send(world, one))).toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterSeconds: 40 },
    });
    expect(send(world, other)).toEqual({ recipients: 1 });
    expect(world.rows()).toHaveLength(4);
    world.time.advanceMs(40_000);
    expect(send(world, one)).toEqual({ recipients: 1 });
  });

  test('the thirty-first in a day, of one customer', () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    for (let i = 0; i < 30; i += 1) {
      expect(send(world, customerId)).toEqual({ recipients: 1 });
      world.time.advanceMs(60_000);
    }
    expect(codeOf(() => send(world, customerId))).toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterSeconds: 84_600 },
    });
    world.time.advanceMs(84_600_000);
    expect(send(world, customerId)).toEqual({ recipients: 1 });
  });
});

describe('on its way', () => {
  test('a test waits for alerts and recoveries, and goes before reminders', async () => {
    const world = makeDeliveryWorld();
    const chat = (address: string) => makeDevice(world.monitor, { chat: address });
    const [reminded, recovered] = [chat('1'), chat('2')];
    await world.loseMains(reminded, recovered);
    await world.advance(60 + 180);
    await world.restoreMains(recovered);
    await world.advance(58);
    await world.loseMains(chat('3'));
    world.channel.sent.length = 0;
    await world.delivery.stop();
    // While nothing is delivered, all come due.
    await world.monitor.advance(35);
    const now = world.monitor.clock();
    await recordHeartbeat(world.monitor, recovered, beat({ seq: 99 }), 'mqtt', now);
    await world.monitor.advance(35);
    send(world, makeCustomer(world.monitor, '4'));
    world.restart();
    await world.settle();
    expect(world.channel.sent.map(({ address }) => address)).toEqual(['3', '2', '4', '1']);
  });

  test('a late test says so, and is given up after ten minutes', async () => {
    const world = makeDeliveryWorld();
    world.channel.answer = () => {
      throw networkFailure();
    };
    const [late, never] = ['1', '2'].map((chat) => makeCustomer(world.monitor, chat));
    if (late === undefined || never === undefined) throw new Error('two customers were made');
    send(world, late);
    await world.time.runMs(300_000, world.delivery.settled);
    world.channel.answer = () => ({ externalId: 'x' });
    await world.time.runMs(290_000, world.delivery.settled);
    expect(world.channel.sent.map(({ html }) => html)).toEqual([
      expect.stringContaining('⏰ This message is late; it was due at 12:00.'),
    ]);

    world.channel.answer = () => {
      throw networkFailure();
    };
    send(world, never);
    await world.time.runMs(600_000 - 1, world.delivery.settled);
    expect(world.rows()[1]).toMatchObject({ status: 'pending', lastError: 'network failure' });
    await world.time.runMs(1, world.delivery.settled);
    expect(world.rows()[1]).toMatchObject({ status: 'failed', lastError: 'expired' });
    world.channel.answer = () => ({ externalId: 'x' });
    await world.time.runMs(3_600_000, world.delivery.settled);
    expect(world.channel.sent).toHaveLength(1);
  });

  test('a test that came due while the server was off is given up', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    await world.delivery.stop();
    send(world, customerId);
    world.time.advanceMs(600_000);
    world.restart();
    await world.settle();
    expect(world.channel.tries).toBe(0);
    expect(world.rows()).toMatchObject([{ status: 'failed', lastError: 'expired' }]);
  });

  test('tests that waited together are one message', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    await world.delivery.stop();
    for (let i = 0; i < 3; i += 1) send(world, customerId);
    world.restart();
    await world.settle();
    expect(world.channel.sent).toHaveLength(1);
    expect(world.rows().map((row) => row.status)).toEqual(['sent', 'sent', 'sent']);
  });

  test.each<[string, (world: DeliveryWorld) => void, string]>([
    [
      'the account was closed',
      ({ monitor }) => monitor.store.db.update(customers).set({ isActive: false }).run(),
      'the customer is not active',
    ],
    [
      'the recipient was disconnected',
      ({ monitor }) => monitor.store.db.delete(recipients).run(),
      'the recipient belongs to another customer',
    ],
  ])('%s: the test is dropped', async (_, change, reason) => {
    const world = makeDeliveryWorld();
    send(world, makeCustomer(world.monitor));
    change(world);
    await world.settle();
    expect(world.channel.tries).toBe(0);
    expect(world.rows()).toMatchObject([{ status: 'superseded', lastError: reason }]);
  });

  test('a kill between queueing and sending loses and doubles nothing', async () => {
    const world = makeDeliveryWorld();
    await world.delivery.stop();
    send(world, makeCustomer(world.monitor, '1'));
    world.restart();
    await world.settle();
    world.restart();
    await world.settle();
    expect(world.channel.sent.map(({ address }) => address)).toEqual(['1']);
    expect(world.rows()).toMatchObject([{ status: 'sent', attempts: 1, ambiguousAttempts: 0 }]);
  });

  test('a kill while it is sent repeats it, and counts that', async () => {
    const world = makeDeliveryWorld();
    world.channel.answer = () => new Promise(() => {});
    send(world, makeCustomer(world.monitor, '1'));
    while (world.channel.tries < 1) await new Promise(setImmediate);
    world.channel.answer = () => ({ externalId: 'again' });
    world.restart();
    await world.settle();
    expect(world.rows()).toMatchObject([{ status: 'sent', attempts: 2, ambiguousAttempts: 1 }]);
    expect(world.delivery.counters.possibleDuplicates).toBe(1);
  });
});

describe('the strict messenger', () => {
  let telegram: FakeTelegram;
  afterEach(() => telegram.stop());

  test('takes it with any site name, in both languages', async () => {
    let time: TestTime | undefined;
    telegram = await startFakeTelegram({ chats: 'any', now: () => time?.wallMs ?? 0 });
    const world = makeDeliveryWorld({
      makeChannel: (testTime) => {
        time = testTime;
        const { token, apiRoot } = telegram;
        return makeTelegramChannel({ token, apiRoot, timeoutSeconds: 1 });
      },
    });
    const customerId = makeCustomer(world.monitor, '1');
    addChat(world, customerId, { address: '2', language: 'th' });
    const siteName = '<b>ร้าน</b> _1_ & "co" &lt;';
    makeDevice(world.monitor, { customerId, siteName });
    for (let i = 0; i < 500; i += 1) {
      makeDevice(world.monitor, { customerId, siteName: `Z${i} ${'<ก&>'.repeat(30)}` });
    }
    sendTestAlert(world.monitor, customerId, testActor, world.monitor.clock());
    await world.settle();
    expect(telegram.sent.map(({ chatId }) => chatId)).toEqual([1, 2]);
    expect(telegram.sent[0]?.text).toStartWith('🧪 TEST: this is not a real alert\n');
    expect(telegram.sent[1]?.text).toStartWith('🧪 ทดสอบ: นี่ไม่ใช่การแจ้งเตือนจริง\n');
    for (const { text } of telegram.sent) expect(text).toContain(`• ${siteName}: `);
    const rows = world.monitor.store.db
      .select()
      .from(notifications)
      .where(eq(notifications.kind, 'test'))
      .all();
    expect(rows.map((row) => row.status)).toEqual(['sent', 'sent']);
  });
});
