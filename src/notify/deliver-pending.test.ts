import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat, report } from '../../tests/support/beats.ts';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice } from '../../tests/support/monitor.ts';
import { recordEvents } from '../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../actions/fleet/record-heartbeat.ts';
import { outages, recipients } from '../store/alerts/tables.ts';
import { devices } from '../store/devices/tables.ts';
import { activationKeys } from '../store/keys/tables.ts';
import { customers } from '../store/people/tables.ts';
import { SendError } from './channel.ts';

const networkFailure = () => new SendError('network failure', { permanent: false });

describe('the ordinary course', () => {
  test('an alert goes out at the threshold, not before', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor, { chat: '7', siteName: 'Shop' });
    await world.loseMains(device);
    await world.advance(59);
    expect(world.channel.sent).toEqual([]);
    await world.advance(1);
    const id = world.rows()[0]?.id;
    expect(world.channel.sent).toEqual([
      {
        address: '7',
        html: '<b>🔴 Mains lost</b>\n<b>Shop</b>: no power since 12:00',
        buttons: [`ack:${id}`, `mute:${id}`],
        at: world.time.wallMs,
        retryKey: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      },
    ]);
    expect(world.rows()[0]).toMatchObject({
      status: 'sent',
      externalId: '1',
      groupId: id,
      attempts: 1,
      sentAt: world.time.wallMs,
    });
    expect(world.delivery.counters).toMatchObject({
      messages: 1,
      sent: 1,
      byKind: { alert: 1, reminder: 0, recovery: 0 },
    });
  });

  test('reminders follow at their interval until power is steady, and say how long it has been out', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor, { siteName: 'Shop' });
    await world.loseMains(device);
    await world.advance(60 + 610);
    await world.restoreMains(device);
    await world.advance(120);
    expect(world.channel.sent.map((message) => message.html)).toEqual([
      '<b>🔴 Mains lost</b>\n<b>Shop</b>: no power since 12:00',
      '<b>🔴 Still no power</b>\n<b>Shop</b>: still down for 6 min, since 12:00',
      '<b>🔴 Still no power</b>\n<b>Shop</b>: still down for 11 min, since 12:00',
      '<b>🟢 Power restored</b>\n<b>Shop</b>: power was out 12:00–12:11 (11 min)',
    ]);
    expect(world.rows().map((row) => `${row.kind} ${row.sequence} ${row.status}`)).toEqual([
      'alert 0 sent',
      'reminder 1 sent',
      'reminder 2 sent',
      'reminder 3 superseded',
      'recovery 0 sent',
    ]);
    await world.advance(600);
    expect(world.channel.sent).toHaveLength(4);
  });

  test('an outage that ends before the threshold causes no message', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor);
    await world.loseMains(device);
    await world.advance(30);
    await world.restoreMains(device);
    await world.advance(600);
    expect(world.channel.sent).toEqual([]);
    expect(world.rows().map((row) => row.status)).toEqual(['superseded']);
  });

  test('an alert that comes due during the recovery delay waits, and goes if power is lost again', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor);
    world.channel.answer = () => {
      throw networkFailure();
    };
    await world.loseMains(device);
    await world.advance(60);
    expect(world.channel.tries).toBe(1);
    await world.restoreMains(device);
    world.channel.answer = () => ({ externalId: 'x' });
    await world.advance(20);
    expect(world.channel.sent).toEqual([]);
    await world.loseMains(device);
    await world.advance(30);
    expect(world.channel.sent.map((message) => message.html)).toEqual([
      expect.stringContaining('no power since 12:00'),
    ]);
  });

  test('every chat of a customer is told', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor, '1');
    world.monitor.store.db
      .insert(recipients)
      .values({ customerId, channel: 'telegram', address: '2', language: 'th', createdAt: 0 })
      .run();
    await world.loseMains(makeDevice(world.monitor, { customerId, siteName: 'ร้าน' }));
    await world.advance(60);
    expect(world.channel.sent.map(({ address, html }) => [address, html])).toEqual([
      ['1', '<b>🔴 Mains lost</b>\n<b>ร้าน</b>: no power since 12:00'],
      ['2', '<b>🔴 ไฟดับ</b>\n<b>ร้าน</b>: ไฟดับตั้งแต่ 12:00 น.'],
    ]);
  });

  test('a message is written in the language chosen when it is sent', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(makeDevice(world.monitor));
    world.monitor.store.db.update(recipients).set({ language: 'th' }).run();
    await world.advance(60);
    expect(world.channel.sent[0]?.html).toContain('ไฟดับ');
  });
});

describe('one message for devices that lose power together', () => {
  test('alerts, reminders and recoveries of three devices are one message each', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    const [a, b, c] = ['A', 'B', 'C'].map((siteName) =>
      makeDevice(world.monitor, { customerId, siteName }),
    );
    if (!a || !b || !c) throw new Error('three devices were made');
    await world.loseMains(a);
    await world.advance(4);
    await world.loseMains(b);
    await world.advance(5);
    await world.loseMains(c);
    await world.advance(51 + 300);
    await world.restoreMains(a, b, c);
    await world.advance(120);
    const [alert, reminder, recovery, ...more] = world.channel.sent.map(({ html }) => html);
    expect(alert).toBe(
      [
        '<b>🔴 Mains lost at 3 sites</b>',
        '• <b>A</b>: no power since 12:00',
        '• <b>B</b>: no power since 12:00',
        '• <b>C</b>: no power since 12:00',
      ].join('\n'),
    );
    expect(reminder).toStartWith('<b>🔴 Still no power at 3 sites</b>');
    expect(recovery).toStartWith('<b>🟢 Power restored at 3 sites</b>');
    expect(more).toEqual([]);
    const alerts = world.rows().filter((row) => row.kind === 'alert');
    expect(new Set(alerts.map((row) => row.groupId))).toEqual(new Set([alerts[0]?.id ?? null]));
    expect(new Set(alerts.map((row) => row.externalId)).size).toBe(1);
    expect(world.delivery.counters).toMatchObject({ messages: 3, sent: 9 });
  });

  test('a device that loses power 11 s later has a message of its own', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    const a = makeDevice(world.monitor, { customerId });
    const b = makeDevice(world.monitor, { customerId });
    await world.loseMains(a);
    await world.advance(11);
    await world.loseMains(b);
    await world.advance(60);
    expect(world.channel.sent).toHaveLength(2);
  });

  test('a device with a much longer threshold is not alerted of early', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor);
    const a = makeDevice(world.monitor, { customerId, thresholdSeconds: 5 });
    const b = makeDevice(world.monitor, { customerId, thresholdSeconds: 120, siteName: 'Slow' });
    await world.loseMains(a, b);
    await world.advance(119);
    expect(world.channel.sent).toHaveLength(1);
    await world.advance(1);
    expect(world.channel.sent[1]?.html).toContain('Slow');
  });

  test('a message tells of the sites of one customer', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(
      makeDevice(world.monitor, { chat: '1', siteName: 'Mine' }),
      makeDevice(world.monitor, { chat: '2', siteName: 'Theirs' }),
    );
    await world.advance(60);
    expect(world.channel.sent.map(({ address, html }) => [address, html.includes('Mine')])).toEqual(
      [
        ['1', true],
        ['2', false],
      ],
    );
  });
});

describe('messages that are no longer needed', () => {
  type World = ReturnType<typeof makeDeliveryWorld>;
  const cases: readonly [string, (world: World) => void, string][] = [
    [
      'acknowledged',
      ({ monitor }) => monitor.store.db.update(outages).set({ acknowledgedAt: 1 }).run(),
      'acknowledged',
    ],
    [
      'alerts switched off',
      ({ monitor }) => monitor.store.db.update(devices).set({ alertEnabled: false }).run(),
      'alerts are switched off for the device',
    ],
    [
      'customer deactivated',
      ({ monitor }) => monitor.store.db.update(customers).set({ isActive: false }).run(),
      'the customer is not active',
    ],
    [
      'key revoked',
      ({ monitor }) => monitor.store.db.update(activationKeys).set({ isActive: false }).run(),
      'the device has no valid activation key',
    ],
    [
      'key expired',
      ({ monitor, time }) =>
        monitor.store.db.update(activationKeys).set({ expiresAt: time.wallMs }).run(),
      'the device has no valid activation key',
    ],
    [
      'device released',
      ({ monitor }) => monitor.store.db.update(devices).set({ customerId: null }).run(),
      'the device or the recipient belongs to another customer',
    ],
    [
      'outage merged into another',
      ({ monitor }) => monitor.store.db.delete(outages).run(),
      'it became part of another outage',
    ],
  ];
  test.each(cases)(
    '%s: the alert is dropped, and the reason is stored',
    async (_, change, reason) => {
      const world = makeDeliveryWorld();
      await world.loseMains(makeDevice(world.monitor));
      change(world);
      await world.advance(60);
      expect(world.channel.sent).toEqual([]);
      expect(world.rows()).toMatchObject([{ status: 'superseded', lastError: reason }]);
      expect(world.delivery.counters.superseded).toBe(1);
    },
  );

  test('recovery messages that are switched off are not sent', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor);
    world.monitor.store.db.update(devices).set({ alertOnRecovery: false }).run();
    await world.loseMains(device);
    await world.advance(60);
    await world.restoreMains(device);
    await world.advance(120);
    expect(world.channel.sent).toHaveLength(1);
    expect(world.rows().at(-1)).toMatchObject({ kind: 'recovery', status: 'superseded' });
  });

  test('a muted device is silent until the mute ends', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor);
    const mutedUntil = world.time.wallMs + 600_000;
    world.monitor.store.db.update(devices).set({ mutedUntil }).run();
    await world.loseMains(device);
    await world.advance(599);
    expect(world.channel.sent).toEqual([]);
    await world.advance(1);
    expect(world.channel.sent[0]?.html).toBe(
      [
        '<b>🔴 Mains lost</b>',
        `<b>${device.config.siteName}</b>: no power since 12:00`,
        '⏰ This message is late; it was due at 12:01.',
      ].join('\n'),
    );
  });
});

describe('failures', () => {
  test('a failed try is repeated with growing distance, and the outcome is marked', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(makeDevice(world.monitor));
    const tries: number[] = [];
    const start = world.time.wallMs + 60_000;
    world.channel.answer = () => {
      tries.push((world.time.wallMs - start) / 1000);
      if (tries.length < 6) throw networkFailure();
      return { externalId: 'x' };
    };
    await world.advance(60 + 40);
    // The waits are half of 2, 4, 8, 16 and 32 s.
    expect(tries).toEqual([0, 1, 3, 7, 15, 31]);
    expect(world.rows()[0]).toMatchObject({ status: 'sent', attempts: 6, lastError: null });
    expect(world.delivery.counters).toMatchObject({ retried: 5, possibleDuplicates: 0 });
  });

  test('a try whose answer was lost counts as a possible duplicate', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(makeDevice(world.monitor));
    let isFirst = true;
    world.channel.answer = () => {
      if (!isFirst) return { externalId: 'x' };
      isFirst = false;
      throw new SendError('no answer in time', { permanent: false, isAmbiguous: true });
    };
    await world.advance(62);
    expect(world.rows()[0]).toMatchObject({ status: 'sent', ambiguousAttempts: 1 });
    expect(world.delivery.counters.possibleDuplicates).toBe(1);
  });

  test('an alert is tried for as long as the loss goes on, and one of a loss that is over for 24 hours', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor);
    await world.loseMains(device);
    await world.advance(59);
    world.channel.answer = () => {
      throw networkFailure();
    };
    const pass = (ms: number) => world.time.runMs(ms, world.delivery.settled);
    await pass(23 * 3_600_000);
    await world.restoreMains(device);
    await world.advance(180);
    await pass(50 * 60_000);
    expect(world.rows()[0]).toMatchObject({ status: 'pending', lastError: 'network failure' });
    await pass(20 * 60_000);
    expect(world.rows()).toMatchObject([
      { kind: 'alert', status: 'failed', lastError: 'expired' },
      { kind: 'recovery', status: 'superseded', lastError: 'its loss was not told' },
    ]);
    expect(world.delivery.counters.failed).toBe(1);
    const tries = world.channel.tries;
    await pass(600_000);
    expect(world.channel.tries).toBe(tries);
  });

  test('an alert that could not be sent before power was back tells of both, and is the only one', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor, { siteName: 'Shop' });
    world.channel.answer = () => {
      throw networkFailure();
    };
    await world.loseMains(device);
    await world.advance(300);
    await world.restoreMains(device);
    await world.advance(200);
    expect(world.rows().map((row) => `${row.kind} ${row.status}`)).toEqual([
      'alert pending',
      'recovery pending',
    ]);
    world.channel.answer = () => ({ externalId: 'x' });
    await world.advance(300);
    expect(world.channel.sent.map(({ html, buttons }) => [html, buttons])).toEqual([
      [
        '<b>⚪ Power was out</b>\n<b>Shop</b>: power was out 12:00–12:05 (5 min)\n⏰ This message is late; it was due at 12:01.',
        [],
      ],
    ]);
    expect(world.rows()[1]).toMatchObject({
      status: 'superseded',
      lastError: 'its alert told of the end',
    });
  });

  test('of an alert that was on its way when power came back, the end is told', async () => {
    const world = makeDeliveryWorld();
    const { monitor, time, channel } = world;
    const device = makeDevice(monitor, { siteName: 'Shop' });
    const hanging = Promise.withResolvers<{ externalId: string }>();
    channel.answer = () => hanging.promise;
    await world.loseMains(device);
    time.advanceMs(60_000);
    world.delivery.wake();
    while (channel.tries < 1) await new Promise(setImmediate);
    await recordEvents(monitor, device, [report('POWER_RECOVER')], 'mqtt', monitor.clock());
    for (let seconds = 0; seconds < 150; seconds += 30) {
      time.advanceMs(30_000);
      await recordHeartbeat(monitor, device, beat({ power: 'UP' }), 'mqtt', monitor.clock());
      await monitor.sweep.sweep(monitor.clock());
    }
    channel.answer = () => ({ externalId: 'y' });
    hanging.resolve({ externalId: 'x' });
    await world.advance(20);
    expect(channel.sent.map(({ html }) => html.split('\n')[0])).toEqual([
      '<b>🔴 Mains lost</b>',
      '<b>🟢 Power restored</b>',
    ]);
  });

  test('a recipient that is gone is flagged, and all messages that wait for it fail', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor, '7');
    const a = makeDevice(world.monitor, { customerId });
    const b = makeDevice(world.monitor, { customerId, thresholdSeconds: 300 });
    world.channel.answer = () => {
      throw new SendError('403 blocked', { permanent: true, isRecipientGone: true });
    };
    await world.loseMains(a, b);
    await world.advance(60);
    expect(world.rows().map((row) => [row.status, row.lastError])).toEqual([
      ['failed', '403 blocked'],
      ['failed', '403 blocked'],
    ]);
    expect(world.monitor.store.db.select().from(recipients).all()).toMatchObject([
      { unreachableAt: world.time.wallMs, unreachableReason: '403 blocked' },
    ]);
    await world.advance(300);
    expect(world.channel.tries).toBe(1);
  });

  test('a refused message fails alone and is logged', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor, '7');
    const a = makeDevice(world.monitor, { customerId, siteName: 'Bad' });
    const b = makeDevice(world.monitor, { customerId, thresholdSeconds: 120 });
    world.channel.answer = (_, { html }) => {
      if (html.includes('Bad')) throw new SendError('400 malformed', { permanent: true });
      return { externalId: 'x' };
    };
    await world.loseMains(a, b);
    await world.advance(120);
    expect(
      world
        .rows()
        .slice(0, 2)
        .map((row) => row.status),
    ).toEqual(['failed', 'sent']);
    expect(world.log.filter((line) => line.level === 'error')).toHaveLength(1);
  });

  test('a wait that the messenger asks for delays that chat alone', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor, '1');
    const a = makeDevice(world.monitor, { customerId });
    const b = makeDevice(world.monitor, { customerId, thresholdSeconds: 65, siteName: 'B' });
    const other = makeDevice(world.monitor, { chat: '2', thresholdSeconds: 70 });
    world.channel.answer = (address) => {
      if (address === '1' && world.channel.tries === 1) {
        throw new SendError('429', { permanent: false, retryAfterMs: 30_000 });
      }
      return { externalId: 'x' };
    };
    await world.loseMains(a, other);
    await world.advance(11);
    await world.loseMains(b);
    const start = world.time.wallMs - 11_000;
    await world.advance(100);
    const seen = world.channel.sent.map(({ address, at }) => [address, (at - start) / 1000]);
    expect(seen).toEqual([
      ['2', 70],
      ['1', 90],
      ['1', 90],
    ]);
    expect(world.rows()[0]).toMatchObject({ ambiguousAttempts: 0, attempts: 2 });
  });

  test('a wait that the messenger asks for in two chats at once delays all chats', async () => {
    const world = makeDeliveryWorld();
    const all = ['1', '2', '3'].map((chat, index) =>
      makeDevice(world.monitor, { chat, thresholdSeconds: 60 + index * 5 }),
    );
    world.channel.answer = () => {
      if (world.channel.tries <= 2) {
        throw new SendError('429', { permanent: false, retryAfterMs: 30_000 });
      }
      return { externalId: 'x' };
    };
    await world.loseMains(...all);
    const start = world.time.wallMs;
    await world.advance(120);
    expect(world.channel.sent.map(({ address, at }) => [address, (at - start) / 1000])).toEqual([
      ['3', 95],
      ['1', 95],
      ['2', 95],
    ]);
  });

  test('a chat that moved is written to at its new address from then on', async () => {
    const world = makeDeliveryWorld();
    const device = makeDevice(world.monitor, { chat: '-5' });
    world.channel.answer = (address) =>
      address === '-5' ? { externalId: 'x', movedTo: '-1005' } : { externalId: 'y' };
    await world.loseMains(device);
    await world.advance(60 + 300);
    expect(world.channel.sent.map(({ address }) => address)).toEqual(['-5', '-1005']);
    expect(world.monitor.store.db.select().from(recipients).all()).toMatchObject([
      { address: '-1005' },
    ]);
  });

  test('a channel that fails in an unexpected way is tried again', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(makeDevice(world.monitor));
    world.channel.answer = () => {
      if (world.channel.tries === 1) throw new TypeError('a bug');
      return { externalId: 'x' };
    };
    await world.advance(65);
    expect(world.rows()[0]).toMatchObject({ status: 'sent', ambiguousAttempts: 1 });
    expect(world.log.filter((line) => line.level === 'error')).toHaveLength(1);
  });

  test('a messenger that does not answer is tried with single messages', async () => {
    const world = makeDeliveryWorld();
    const all = Array.from({ length: 200 }, () => makeDevice(world.monitor));
    world.channel.answer = () => {
      throw networkFailure();
    };
    await world.loseMains(...all);
    await world.advance(60 + 600);
    // 64 at first, then one each time a pause of up to 30 s is over.
    expect(world.channel.tries).toBeLessThan(64 + 60);
    world.channel.answer = () => ({ externalId: 'x' });
    await world.advance(60);
    expect(world.rows().filter((row) => row.kind === 'alert' && row.status === 'sent').length).toBe(
      200,
    );
  });
});

describe('limits and order', () => {
  const limits = {
    overall: { perSecond: 30, burst: 10 },
    perRecipient: () => [{ perSecond: 1, burst: 1 }],
  };

  test('500 alerts at once keep 30 a second, and none is lost or doubled', async () => {
    const world = makeDeliveryWorld({ limits });
    const all = Array.from({ length: 500 }, () => makeDevice(world.monitor));
    await world.loseMains(...all);
    await world.advance(60 + 18);
    expect(new Set(world.channel.sent.map(({ address }) => address)).size).toBe(500);
    expect(world.channel.sent).toHaveLength(500);
    const start = world.channel.sent[0]?.at ?? 0;
    for (const [index, { at }] of world.channel.sent.entries()) {
      expect(index).toBeLessThan(10 + ((at - start) / 1000) * 30 + 1e-6);
    }
    expect((world.channel.sent.at(-1)?.at ?? 0) - start).toBeLessThan(17_000);
  });

  test('one busy chat does not delay others, and gets its messages in order a second apart', async () => {
    const world = makeDeliveryWorld({ limits });
    const customerId = makeCustomer(world.monitor, '1');
    const busy = Array.from({ length: 4 }, (_, index) =>
      makeDevice(world.monitor, { customerId, siteName: `S${index}`, thresholdSeconds: 60 }),
    );
    for (const device of busy) {
      await world.loseMains(device);
      await world.advance(11);
    }
    world.channel.answer = () => {
      throw new SendError('429', { permanent: false, retryAfterMs: 40_000 });
    };
    await world.advance(16);
    world.channel.answer = () => ({ externalId: 'x' });
    await world.loseMains(makeDevice(world.monitor, { chat: '2', thresholdSeconds: 5 }));
    await world.advance(45);
    const own = world.channel.sent.filter(({ address }) => address === '1');
    expect(own.map(({ html }) => /S\d/.exec(html)?.[0])).toEqual(['S0', 'S1', 'S2', 'S3']);
    for (const [index, { at }] of own.entries()) {
      expect(at - (own[0]?.at ?? 0)).toBeGreaterThanOrEqual(index * 1000);
    }
    expect(world.channel.sent[0]?.address).toBe('2');
  });

  test('alerts go before recoveries, and those before reminders', async () => {
    const world = makeDeliveryWorld();
    const reminded = makeDevice(world.monitor, { chat: '1' });
    const recovered = makeDevice(world.monitor, { chat: '2' });
    await world.loseMains(reminded, recovered);
    await world.advance(60 + 180);
    await world.restoreMains(recovered);
    await world.advance(58);
    const fallen = makeDevice(world.monitor, { chat: '3', thresholdSeconds: 60 });
    await world.loseMains(fallen);
    world.channel.sent.length = 0;
    await world.delivery.stop();
    // While nothing is delivered, all three come due.
    await world.monitor.advance(35);
    const now = world.monitor.clock();
    await recordHeartbeat(world.monitor, recovered, beat({ seq: 99 }), 'mqtt', now);
    await world.monitor.advance(35);
    world.restart();
    await world.settle();
    expect(world.channel.sent.map(({ address, html }) => [address, html.slice(3, 17)])).toEqual([
      ['3', '🔴 Mains lost<'],
      ['2', '🟢 Power resto'],
      ['1', '🔴 Still no po'],
    ]);
  });
});

describe('stopping and starting', () => {
  test('what was on its way at a crash is sent again and counted', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(makeDevice(world.monitor), makeDevice(world.monitor));
    const hanging = Promise.withResolvers<{ externalId: string }>();
    world.channel.answer = () => hanging.promise;
    world.time.advanceMs(60_000);
    world.delivery.wake();
    while (world.channel.tries < 2) await new Promise(setImmediate);
    expect(world.rows().map((row) => row.status)).toEqual(['sending', 'sending']);

    world.channel.answer = () => ({ externalId: 'again' });
    world.restart();
    await world.settle();
    expect(world.rows().slice(0, 2)).toMatchObject([
      { status: 'sent', attempts: 2, ambiguousAttempts: 1, externalId: 'again' },
      { status: 'sent', attempts: 2, ambiguousAttempts: 1, externalId: 'again' },
    ]);
    expect(world.delivery.counters.possibleDuplicates).toBe(2);
  });

  test('stop waits for what is on its way and marks it', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(makeDevice(world.monitor));
    const hanging = Promise.withResolvers<{ externalId: string }>();
    world.channel.answer = () => hanging.promise;
    world.time.advanceMs(60_000);
    world.delivery.wake();
    while (world.channel.tries < 1) await new Promise(setImmediate);
    const stopped = world.delivery.stop();
    hanging.resolve({ externalId: 'x' });
    await stopped;
    expect(world.rows()[0]?.status).toBe('sent');
    world.delivery.wake();
    await world.time.runMs(3_600_000, async () => {});
    expect(world.channel.sent).toHaveLength(1);
  });

  test('stop does not wait for ever', async () => {
    const world = makeDeliveryWorld();
    await world.loseMains(makeDevice(world.monitor));
    world.channel.answer = () => new Promise(() => {});
    world.time.advanceMs(60_000);
    world.delivery.wake();
    while (world.channel.tries < 1) await new Promise(setImmediate);
    const stopped = world.delivery.stop(3000);
    await world.time.runMs(3000, async () => {});
    await stopped;
    expect(world.rows()[0]?.status).toBe('sending');
  });
});

test('a notification for a channel that is no longer in use waits', async () => {
  const world = makeDeliveryWorld();
  await world.loseMains(makeDevice(world.monitor));
  await world.delivery.stop();
  world.restart({ name: 'log', send: async () => ({ externalId: null }) });
  await world.advance(120);
  expect(world.rows()).toMatchObject([{ status: 'pending', attempts: 0 }]);
});

test('the services of the channels in use are named, and of no others', () => {
  const send = async () => ({ externalId: null });
  const line = { host: 'api.line.me', port: 443 };
  const world = makeDeliveryWorld();
  world.delivery.use({ name: 'webhook', send });
  expect(world.delivery.services()).toEqual([]);
  world.delivery.use({ name: 'line', send, service: line });
  expect(world.delivery.services()).toEqual([line]);
  world.delivery.leave('line');
  expect(world.delivery.services()).toEqual([]);
});

test('messages that others send count towards the same limits', async () => {
  const limits = {
    overall: { perSecond: 30, burst: 10 },
    perRecipient: () => [{ perSecond: 1, burst: 1 }],
  };
  const world = makeDeliveryWorld({ limits });
  await world.loseMains(makeDevice(world.monitor, { chat: '7' }));
  await world.advance(59);
  const due = world.time.wallMs + 1000;
  await world.time.runMs(900, world.delivery.settled);
  world.delivery.countOther('telegram', '7');
  await world.advance(2);
  expect(world.channel.sent.map(({ at }) => at - due)).toEqual([900]);
});

test('a failure of one chat of a customer does not affect the others', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor, '1');
  world.monitor.store.db
    .insert(recipients)
    .values({ customerId, channel: 'telegram', address: '2', createdAt: 0 })
    .run();
  world.channel.answer = (address) => {
    if (address === '1') {
      throw new SendError('403', { permanent: true, isRecipientGone: true });
    }
    return { externalId: 'x' };
  };
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  await world.advance(60);
  const flagged = world.monitor.store.db
    .select()
    .from(recipients)
    .where(eq(recipients.address, '2'))
    .get();
  expect(flagged?.unreachableAt).toBeNull();
  expect(world.channel.sent.map(({ address }) => address)).toEqual(['2']);
});
