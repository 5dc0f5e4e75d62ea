import { afterEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import {
  type FakeTelegram,
  startFakeTelegram,
} from '../../../tests/fakes/telegram/fake-telegram.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import {
  makeCustomer,
  makeDevice,
  type TestTime,
  testActor,
} from '../../../tests/support/monitor.ts';
import { runs } from '../../../tests/support/runs.ts';
import { calendarDays, nearestStep } from '../../domain/keys/expiry-notice.ts';
import { SendError } from '../../notify/channel.ts';
import { makeTelegramChannel } from '../../notify/channels/telegram/telegram-channel.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { type Store, StoreUnavailable } from '../../store/engine/open.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { customers } from '../../store/people/tables.ts';
import { addContact, changeContact } from '../alerts/edit-contacts.ts';
import { notifyExpiry } from './notify-expiry.ts';

const timezone = 'Asia/Bangkok';
const hour = 3_600_000;
const day = 24 * hour;
/** The worlds begin on 15 January at noon. */
const noon = Date.parse('2026-01-15T12:00:00+07:00');
/** Notices wait so long for others that may go with them. */
const gatherMs = 10_000;

interface KeyOptions {
  readonly customerId?: number;
  readonly siteName?: string;
}

/** A key that serves a device and ends so long after now. */
function makeKey({ monitor }: DeliveryWorld, leftMs: number, options: KeyOptions = {}) {
  const device = makeDevice(monitor, options);
  const key = monitor.store.db
    .update(activationKeys)
    .set({ expiresAt: monitor.clock().wallMs + leftMs })
    .where(eq(activationKeys.deviceRow, device.row))
    .returning()
    .get();
  return { device, keyCode: key.keyCode, customerId: key.customerId ?? 0 };
}

function changeKey(
  { monitor }: DeliveryWorld,
  keyCode: string,
  fields: Partial<typeof activationKeys.$inferInsert>,
): void {
  monitor.store.db
    .update(activationKeys)
    .set(fields)
    .where(eq(activationKeys.keyCode, keyCode))
    .run();
}

/** The hourly look, and what follows from it at once. */
async function look(world: DeliveryWorld): Promise<number> {
  const queued = await notifyExpiry(world.monitor, timezone, world.monitor.clock());
  world.time.advanceMs(gatherMs);
  await world.settle();
  return queued;
}

/** A running server: it looks at every full hour. */
async function run(world: DeliveryWorld, hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 1) {
    world.time.advanceMs(hour - ((world.time.wallMs - noon) % hour));
    await look(world);
  }
}

/** What each message says below its heading, and how many full hours after the world began. */
const told = (world: DeliveryWorld) =>
  world.channel.sent.map(({ html, at }) => [
    Math.floor((at - noon) / hour),
    html.split('\n')[1]?.replace(/^.*\): /, ''),
  ]);

describe('a key that ends', () => {
  test('is told of 30, 7 and 1 day before, and when it has ended; each once', async () => {
    const world = makeDeliveryWorld();
    makeKey(world, 31 * day);
    await run(world, 33 * 24);
    expect(told(world)).toEqual([
      [24, 'expires in 30 days, on 15 Feb 12:00'],
      [24 * 24, 'expires in 7 days, on 15 Feb 12:00'],
      [30 * 24, 'expires tomorrow, 15 Feb 12:00'],
      [31 * 24, 'expired 12:00; alerts have stopped'],
    ]);
    expect(world.rows().map((row) => [row.kind, row.sequence, row.status])).toEqual([
      ['key-expiry', 30, 'sent'],
      ['key-expiry', 7, 'sent'],
      ['key-expiry', 1, 'sent'],
      ['key-expiry', 0, 'sent'],
    ]);
    expect(world.rows()[0]).toMatchObject({ outageId: null, keyExpiresAt: noon + 31 * day });
    expect(world.channel.sent.every(({ buttons }) => buttons.length === 0)).toBe(true);
    expect(world.delivery.counters.byKind['key-expiry']).toBe(4);
  });

  test('in the night is told of in the morning, in its last day at once', async () => {
    const world = makeDeliveryWorld();
    makeKey(world, 30 * day + 11 * hour);
    await run(world, 32 * 24);
    // It ends at 23:00; the morning is 21 hours after noon.
    expect(told(world).map(([at]) => at)).toEqual([21, 23 * 24 + 21, 29 * 24 + 11, 30 * 24 + 21]);
  });

  test('is told of in every chat that can be reached, in its language', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor, '1');
    const { db } = world.monitor.store;
    const chat = { customerId, channel: 'telegram', language: 'th', createdAt: 0 } as const;
    db.insert(recipients)
      .values([
        { ...chat, address: '2' },
        { ...chat, address: '3', unreachableAt: 5 },
      ])
      .run();
    const { keyCode } = makeKey(world, 7 * day, { customerId, siteName: 'Shop' });
    const hint = keyCode.slice(-5);
    await look(world);
    expect(world.channel.sent.map(({ address, html }) => [address, html.split('\n')[1]])).toEqual([
      ['1', `<b>Shop</b> (key …${hint}): expires in 7 days, on 22 Jan 12:00`],
      ['2', `<b>Shop</b> (คีย์ …${hint}): จะหมดอายุในอีก 7 วัน (22 ม.ค. 12:00 น.)`],
    ]);
    // One that is connected later learns of it, too, and the others are left alone.
    db.insert(recipients)
      .values({ ...chat, address: '4' })
      .run();
    await run(world, 24);
    expect(world.channel.sent.map(({ address }) => address)).toEqual(['1', '2', '4']);
    expect(world.channel.sent[2]?.html).toContain('ในอีก 7 วัน');
  });

  test('is told of to nobody whose contact is for other sites', async () => {
    const world = makeDeliveryWorld();
    const { monitor } = world;
    const { customerId, device } = makeKey(world, 2 * hour, { siteName: 'Villa' });
    const other = makeKey(world, 2 * hour, { customerId, siteName: 'Shop' });
    const { id } = addContact(monitor, customerId, 'Brother', testActor, monitor.clock());
    const chat = { customerId, channel: 'telegram', language: 'en', createdAt: 0 } as const;
    monitor.store.db
      .insert(recipients)
      .values({ ...chat, address: '17', contactId: id })
      .run();
    const deviceIds = [other.device.deviceId];
    changeContact(monitor, customerId, id, { deviceIds }, testActor, monitor.clock());
    await look(world);
    const told = world.channel.sent.map(({ address, html }) => [
      address,
      [device, other.device].map((one) => html.includes(one === device ? 'Villa' : 'Shop')),
    ]);
    expect(told).toContainEqual(['17', [false, true]]);
    expect(told).toHaveLength(2);
  });

  test('is told of in the log where no messenger is configured', async () => {
    const world = makeDeliveryWorld({ channels: ['log'] });
    const { customerId } = makeKey(world, 7 * day);
    await run(world, 3);
    expect(world.channel.sent.map(({ address }) => address)).toEqual([`customer:${customerId}`]);
  });

  test('shares one message with others of its owner that come due together', async () => {
    const world = makeDeliveryWorld();
    const customerId = makeCustomer(world.monitor, '1');
    makeKey(world, 30 * day, { customerId, siteName: 'A' });
    makeKey(world, 7 * day - 20 * 60_000, { customerId, siteName: 'B' });
    makeKey(world, day, { customerId, siteName: 'C' });
    makeKey(world, 7 * day, { siteName: 'Stranger' });
    await look(world);
    const [own, others, ...more] = world.channel.sent.map(({ html }) => html);
    expect(own?.match(/<b>.<\/b>|expires (?!soon)[^,]*/g)).toEqual([
      '<b>C</b>',
      'expires tomorrow',
      '<b>B</b>',
      'expires in 7 days',
      '<b>A</b>',
      'expires in 30 days',
    ]);
    expect(others).toContain('Stranger');
    expect(more).toEqual([]);
    expect(new Set(world.rows().map((row) => row.groupId)).size).toBe(2);
  });

  test('is not told of while it serves no device, is revoked, or its owner is not active', async () => {
    const world = makeDeliveryWorld();
    const [unused, revoked, closed, released] = [7, 7, 7, 7].map((days) =>
      makeKey(world, days * day),
    );
    if (!unused || !revoked || !closed || !released) throw new Error('four keys were made');
    const { db } = world.monitor.store;
    changeKey(world, unused.keyCode, { deviceRow: null });
    changeKey(world, revoked.keyCode, { isActive: false });
    db.update(customers).set({ isActive: false }).where(eq(customers.id, closed.customerId)).run();
    db.update(devices).set({ customerId: null }).where(eq(devices.id, released.device.row)).run();
    expect(await look(world)).toBe(0);
    expect(world.rows()).toEqual([]);
  });

  test('is not told of while another key keeps its device going', async () => {
    const world = makeDeliveryWorld();
    const old = makeKey(world, 7 * day);
    const next = makeKey(world, 300 * day, { customerId: old.customerId });
    changeKey(world, next.keyCode, { deviceRow: old.device.row });
    expect(await look(world)).toBe(0);
    changeKey(world, next.keyCode, { isActive: false });
    expect(await look(world)).toBe(1);
  });
});

describe('after a time in which the server was off', () => {
  test('only the nearest notice is sent, and it counts the days that are left now', async () => {
    const world = makeDeliveryWorld();
    makeKey(world, 35 * day);
    world.time.advanceMs(30 * day);
    await run(world, 24);
    expect(told(world)).toEqual([[30 * 24 + 1, 'expires in 5 days, on 19 Feb 12:00']]);
  });

  test('a notice that waited for the morning is sent if it is still the nearest', async () => {
    const world = makeDeliveryWorld();
    makeKey(world, 30 * day + 11 * hour);
    await run(world, 12);
    expect(world.rows()).toMatchObject([{ sequence: 30, status: 'pending' }]);
    world.time.advanceMs(4 * day);
    await run(world, 24);
    expect(told(world)).toEqual([[12 + 4 * 24 + 9, 'expires in 25 days, on 14 Feb 23:00']]);
  });

  test('a notice that a nearer one has overtaken is dropped', async () => {
    const world = makeDeliveryWorld();
    makeKey(world, 30 * day + 11 * hour);
    await run(world, 12);
    world.time.advanceMs(29 * day + 12 * hour);
    await run(world, 1);
    expect(told(world)).toEqual([[30 * 24 + 1, 'expires today at 23:00']]);
    expect(world.rows().map((row) => [row.sequence, row.status, row.lastError])).toEqual([
      [30, 'superseded', 'a nearer notice is there'],
      [1, 'sent', null],
    ]);
  });

  test('an end that is long past is not told', async () => {
    const world = makeDeliveryWorld();
    makeKey(world, -30 * day);
    makeKey(world, -29 * day, { siteName: 'Recent' });
    await look(world);
    expect(world.channel.sent.map(({ html }) => html)).toEqual([expect.stringContaining('Recent')]);
  });
});

describe('a notice that waits for the morning', () => {
  /** At 23:00 a notice is queued for nine o'clock. */
  async function queueInTheNight(): Promise<DeliveryWorld & { readonly keyCode: string }> {
    const world = makeDeliveryWorld();
    const { keyCode } = makeKey(world, 30 * day + 11 * hour);
    await run(world, 11);
    expect(world.rows()).toMatchObject([{ status: 'pending', dueAt: noon + 21 * hour }]);
    return Object.assign(world, { keyCode });
  }
  type Waiting = Awaited<ReturnType<typeof queueInTheNight>>;

  test.each<[string, (world: Waiting) => void, string]>([
    [
      'renewal',
      (world) => changeKey(world, world.keyCode, { expiresAt: noon + 400 * day }),
      'the key ends at another time now',
    ],
    [
      'revocation',
      (world) => changeKey(world, world.keyCode, { isActive: false }),
      'the key was revoked',
    ],
    [
      'transfer',
      (world) => changeKey(world, world.keyCode, { customerId: makeCustomer(world.monitor) }),
      'the key serves no device of the customer any more',
    ],
    [
      'release of the device',
      (world) => world.monitor.store.db.update(devices).set({ customerId: null }).run(),
      'the key serves no device of the customer any more',
    ],
    [
      'a chat that moves to another account',
      (world) => {
        const customerId = makeCustomer(world.monitor);
        world.monitor.store.db.update(recipients).set({ customerId }).run();
      },
      'the recipient belongs to another customer',
    ],
    [
      'the closing of the account',
      (world) => world.monitor.store.db.update(customers).set({ isActive: false }).run(),
      'the customer is not active',
    ],
  ])('is dropped after %s', async (_, change, reason) => {
    const world = await queueInTheNight();
    change(world);
    world.time.advanceMs(11 * hour);
    await world.settle();
    expect(world.channel.tries).toBe(0);
    expect(world.rows()).toMatchObject([{ status: 'superseded', lastError: reason }]);
  });

  test('goes with a key that is deleted', async () => {
    const world = await queueInTheNight();
    world.monitor.store.db.delete(activationKeys).run();
    await run(world, 24);
    expect(world.channel.tries).toBe(0);
    expect(world.rows()).toEqual([]);
  });

  test('is sent when the reason against it is undone', async () => {
    const world = await queueInTheNight();
    changeKey(world, world.keyCode, { isActive: false });
    await run(world, 12);
    expect(world.rows()).toMatchObject([{ status: 'superseded' }]);
    changeKey(world, world.keyCode, { isActive: true });
    await run(world, 24);
    expect(told(world)).toEqual([[24, 'expires in 29 days, on 14 Feb 23:00']]);
  });

  test('survives a kill, and is sent once', async () => {
    const world = await queueInTheNight();
    world.restart();
    await world.settle();
    expect(await look(world)).toBe(0);
    world.time.advanceMs(11 * hour);
    world.restart();
    await world.settle();
    await run(world, 24);
    expect(world.channel.sent).toHaveLength(1);
    expect(world.rows()).toMatchObject([{ status: 'sent', attempts: 1, ambiguousAttempts: 0 }]);
  });

  test('does not slip into the next night when the messenger is away all day', async () => {
    const world = await queueInTheNight();
    world.channel.answer = () => {
      throw new SendError('network failure', { permanent: false });
    };
    await world.time.runMs(24 * hour, world.delivery.settled);
    expect(world.rows()).toMatchObject([{ status: 'pending', lastError: 'it waits for the day' }]);
    world.channel.answer = () => ({ externalId: 'x' });
    await world.time.runMs(24 * hour, world.delivery.settled);
    expect(told(world)).toEqual([[45, 'expires in 28 days, on 14 Feb 23:00']]);
  });
});

test('a notice on its way at a kill is sent again and counted as a possible duplicate', async () => {
  const world = makeDeliveryWorld();
  makeKey(world, 7 * day);
  world.channel.answer = () => new Promise(() => {});
  await notifyExpiry(world.monitor, timezone, world.monitor.clock());
  world.time.advanceMs(gatherMs);
  world.delivery.wake();
  while (world.channel.tries < 1) await new Promise(setImmediate);
  world.channel.answer = () => ({ externalId: 'again' });
  world.restart();
  await world.settle();
  await run(world, 24);
  expect(world.rows()).toMatchObject([{ status: 'sent', attempts: 2, ambiguousAttempts: 1 }]);
  expect(world.channel.sent).toHaveLength(1);
});

test('the new end of a renewed key has notices of its own', async () => {
  const world = makeDeliveryWorld();
  const { keyCode } = makeKey(world, 7 * day);
  await look(world);
  changeKey(world, keyCode, { expiresAt: noon + 40 * day });
  await run(world, 24);
  expect(world.channel.sent).toHaveLength(1);
  await run(world, 10 * 24);
  expect(told(world)[1]).toEqual([10 * 24, 'expires in 30 days, on 24 Feb 12:00']);
});

test('after a transfer the new owner is told, and the former one is not', async () => {
  const world = makeDeliveryWorld();
  const former = makeCustomer(world.monitor, '1');
  const next = makeCustomer(world.monitor, '2');
  const { keyCode, device } = makeKey(world, 8 * day, { customerId: former });
  await look(world);
  changeKey(world, keyCode, { customerId: next });
  world.monitor.store.db
    .update(devices)
    .set({ customerId: next })
    .where(eq(devices.id, device.row))
    .run();
  await run(world, 48);
  expect(world.channel.sent.map(({ address }) => address)).toEqual(['1', '2', '2']);
});

test('owners of more keys than fit one transaction get one message each', async () => {
  const world = makeDeliveryWorld();
  const customerIds = Array.from({ length: 5 }, () => makeCustomer(world.monitor));
  world.monitor.store.transaction(() => {
    for (let i = 0; i < 600; i += 1) {
      makeKey(world, 20 * day + i, { customerId: customerIds[i % 5] ?? 0 });
    }
  });
  expect(await look(world)).toBe(600);
  await world.advance(2);
  expect(world.channel.sent).toHaveLength(5);
  expect(world.rows().filter((row) => row.status !== 'sent')).toEqual([]);
  expect(await look(world)).toBe(0);
});

test('notices that a full disk did not take are queued by the next look', async () => {
  let isFull = false;
  const real = makeDeliveryWorld().monitor.store;
  const store: Store = {
    ...real,
    transaction(work) {
      if (isFull) throw new StoreUnavailable('disk is full');
      return real.transaction(work);
    },
  };
  const world = makeDeliveryWorld({ store });
  makeKey(world, 7 * day);
  isFull = true;
  await expect(look(world)).rejects.toBeInstanceOf(StoreUnavailable);
  isFull = false;
  await run(world, 1);
  expect(told(world)).toEqual([[1, 'expires in 7 days, on 22 Jan 12:00']]);
});

describe('the strict messenger', () => {
  let telegram: FakeTelegram;
  afterEach(() => telegram.stop());

  test('takes a notice with any site name, in both languages', async () => {
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
    world.monitor.store.db
      .insert(recipients)
      .values({ customerId, channel: 'telegram', address: '2', language: 'th', createdAt: 0 })
      .run();
    const siteName = '<b>ร้าน</b> _1_ & "co" &lt;';
    makeKey(world, 7 * day, { customerId, siteName });
    for (let i = 0; i < 200; i += 1) {
      makeKey(world, 8 * day, { customerId, siteName: `Z${i} ${'<ก&>'.repeat(30)}` });
    }
    await look(world);
    expect(telegram.sent.map(({ chatId }) => chatId)).toEqual([1, 2]);
    for (const { text } of telegram.sent) expect(text).toContain(`• ${siteName} (`);
    expect(telegram.sent[0]?.text).toMatch(/… and \d+ more sites\n/);
    expect(telegram.sent[1]?.text).toContain('ในอีก 7 วัน');
    expect(world.rows().every((row) => row.status === 'sent')).toBe(true);
  });
});

/** How long a key has left: mostly about as long as a notice tells of. */
const left = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(30, 7, 1, 0), fc.integer({ min: -20, max: 20 })),
  },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: -3, max: 60 }), fc.nat(23)) },
);
type Left = readonly [days: number, hours: number];
const leftMs = ([days, hours]: Left) => days * day + hours * hour;

/** Keys, their owner's chats, and all that can happen to them and to the server. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('run' as const), hours: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('sleep' as const),
      ms: fc.oneof(fc.nat(day), fc.nat(7 * day), fc.nat(60 * day)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('move end' as const), key: fc.nat(2), left }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('revoke' as const, 'allow' as const),
      key: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { do: 'restart' as const },
      { do: 'lose messenger' as const },
      { do: 'regain messenger' as const },
      { do: 'regain messenger' as const },
    ),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Keeps every message with the keys as they were when it was handed over. */
class Walk {
  readonly world = makeDeliveryWorld();
  readonly #customerId = makeCustomer(this.world.monitor, '1');
  readonly #keys: readonly string[];
  readonly #said: {
    readonly address: string;
    readonly html: string;
    readonly now: number;
    readonly keys: readonly (typeof activationKeys.$inferSelect)[];
  }[] = [];
  #isMessengerThere = true;

  constructor(lefts: readonly Left[]) {
    const { world } = this;
    world.monitor.store.db
      .insert(recipients)
      .values({ customerId: this.#customerId, channel: 'telegram', address: '2', createdAt: 0 })
      .run();
    world.monitor.store.db.update(recipients).set({ language: 'en' }).run();
    this.#keys = lefts.map(
      (left) => makeKey(world, leftMs(left), { customerId: this.#customerId }).keyCode,
    );
    world.channel.answer = (address, { html }) => {
      if (!this.#isMessengerThere) throw new SendError('network failure', { permanent: false });
      this.#said.push({ address, html, now: world.time.wallMs, keys: this.#readKeys() });
      return { externalId: 'x' };
    };
  }

  async take(one: Step): Promise<void> {
    const { world } = this;
    const now = world.time.wallMs;
    switch (one.do) {
      case 'run':
        return run(world, one.hours);
      case 'sleep':
        world.time.advanceMs(one.ms);
        return;
      case 'move end':
        return changeKey(world, this.#keys[one.key] ?? '', { expiresAt: now + leftMs(one.left) });
      case 'revoke':
      case 'allow':
        return changeKey(world, this.#keys[one.key] ?? '', { isActive: one.do === 'allow' });
      case 'restart':
        await world.delivery.stop();
        world.restart();
        return world.settle();
      case 'lose messenger':
      case 'regain messenger':
        this.#isMessengerThere = one.do === 'regain messenger';
    }
  }

  #readKeys() {
    return this.world.monitor.store.db.select().from(activationKeys).all();
  }

  /** @returns how many ends were told of */
  expectTruth(): number {
    const told: string[] = [];
    const line = /\(key …(\w+)\): (?:expires (today|tomorrow|in (\d+) days)|expired)/g;
    for (const { address, html, now, keys } of this.#said) {
      const lines = [...html.matchAll(line)];
      expect(lines.length).toBeGreaterThan(0);
      for (const [, hint = '', ends, days] of lines) {
        const key = keys.find(({ keyCode }) => keyCode.endsWith(hint));
        const expiresAt = key?.expiresAt ?? Number.NaN;
        expect(key?.isActive).toBe(true);
        expect(ends === undefined).toBe(expiresAt <= now);
        const said = ends === 'today' ? 0 : ends === 'tomorrow' ? 1 : Number(days);
        if (ends !== undefined) expect(said).toBe(calendarDays(now, expiresAt, timezone));
        const nearest = nearestStep(expiresAt, now);
        expect(nearest).not.toBeNull();
        const clock = new Date(now + 7 * hour).getUTCHours();
        if (nearest !== 1) expect(clock >= 9 && clock < 20).toBe(true);
        told.push(`${address} ${hint} ${expiresAt} ${nearest}`);
      }
    }
    expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
    return told.length;
  }
}

test('in a random walk, each step of an end is told at most once, with the right number of days', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(left, { minLength: 3, maxLength: 3 }),
      fc.array(step, { minLength: 1, maxLength: 30 }),
      async (lefts, steps) => {
        const walk = new Walk(lefts);
        for (const one of steps) await walk.take(one);
        told += walk.expectTruth();
      },
    ),
    { numRuns: runs(40) },
  );
  expect(told).toBeGreaterThan(0);
}, 600_000);
