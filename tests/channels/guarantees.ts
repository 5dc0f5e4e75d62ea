/** What the outbox promises, on one channel, with a strict far end of its own behind it. */
import { afterEach, describe, expect, test } from 'bun:test';
import { basename, join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { LiveDevice } from '../../src/actions/fleet/live-device.ts';
import { notifyExpiry } from '../../src/actions/keys/notify-expiry.ts';
import type { Monitor } from '../../src/actions/monitor.ts';
import { kindsByUrgency } from '../../src/domain/alerts/delivery.ts';
import { lastMonthOf } from '../../src/domain/alerts/digest.ts';
import type { Channel } from '../../src/notify/channel.ts';
import { recipients } from '../../src/store/alerts/tables.ts';
import { devices } from '../../src/store/devices/tables.ts';
import { type Store, StoreUnavailable } from '../../src/store/engine/open.ts';
import { statusAreas } from '../../src/store/fleet/tables.ts';
import { activationKeys } from '../../src/store/keys/tables.ts';
import { queueNews } from '../../src/store/outbox/account-news.ts';
import { queueDigests } from '../../src/store/outbox/digests.ts';
import { queueOperatorNews } from '../../src/store/outbox/operator-news.ts';
import { queueStatusQuestion } from '../../src/store/outbox/status-news.ts';
import { queueTestAlerts } from '../../src/store/outbox/test-alerts.ts';
import { type DeliveryWorld, makeDeliveryWorld, makeTestLog } from '../support/delivery-world.ts';
import { makeCustomer, makeDevice, openTestStore } from '../support/monitor.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type ChannelBench, type Failure, type FarEnd, waitSeconds } from './bench.ts';

/** One message as the channel was given it. */
interface Try {
  readonly address: string;
  readonly kind: string;
  readonly retryKey: string;
}

interface World<At> extends DeliveryWorld {
  readonly far: FarEnd<At>;
  readonly tries: readonly Try[];
  /** The channel, made anew. */
  connect(): Channel;
  /** The database can take writes, or not. */
  readonly disk: { isFull: boolean };
  /** A customer with these of the far end's recipients. */
  makeOwner(...of: readonly number[]): number;
  /** What came, by recipient. */
  came(): Readonly<Record<string, number>>;
}

interface Options {
  /** Instead of the channel's own limits. */
  readonly limits?: Channel['limits'];
  /** Holds a message back before it is sent. */
  readonly hold?: () => Promise<void>;
  readonly database?: string;
}

/**
 * Runs the suite for one channel.
 * @param benchFile where `bench` is exported, for the process that is killed
 */
export function describeGuarantees<At>(bench: ChannelBench<At>, benchFile: string): void {
  const closers: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function makeWorld(options: Options = {}): Promise<World<At>> {
    let now = () => 0;
    const far = await bench.open(() => now());
    closers.push(() => far.close());
    const disk = { isFull: false };
    const tries: Try[] = [];
    const connect = (): Channel => {
      const channel = bench.connect(far.at, makeTestLog().log);
      const limits = options.limits ?? channel.limits;
      return {
        name: channel.name,
        ...(channel.keepsKeys && { keepsKeys: true }),
        ...(limits !== undefined && { limits }),
        async send(address, message, sendOptions) {
          tries.push({ address, kind: message.kind, retryKey: sendOptions.retryKey });
          await options.hold?.();
          return channel.send(address, message, sendOptions);
        },
      };
    };
    const world = makeDeliveryWorld({
      store: makeFillable(openTestStore(options.database), disk),
      channels: [bench.name],
      makeChannel: connect,
    });
    now = () => world.time.wallMs;
    closers.push(() => void world.delivery.stop(0));
    return Object.assign(world, {
      ...{ far, tries, disk, connect },
      makeOwner(...of: readonly number[]) {
        const { store } = world.monitor;
        const customerId = makeCustomer(world.monitor);
        store.db.delete(recipients).where(eq(recipients.customerId, customerId)).run();
        for (const index of bench.name === 'log' ? [] : of) {
          const address = far.addresses[index] ?? '';
          const recipient = { customerId, channel: bench.name, address, createdAt: 0 };
          store.db
            .insert(recipients)
            .values({ ...recipient, language: 'en' })
            .run();
        }
        return customerId;
      },
      came() {
        const counts: Record<string, number> = {};
        for (const { address } of far.arrived()) counts[address] = (counts[address] ?? 0) + 1;
        return counts;
      },
    } satisfies Partial<World<At>>);
  }

  /** A skipped one says why. */
  const unless = (reason: string | undefined) => (title: string, body: () => Promise<void>) =>
    reason === undefined ? test(title, body) : test.skip(`${title}: ${reason}`, body);
  const unlessNever = (failure: Failure) => unless(bench.neverFails?.[failure]);

  /** An alert that arrived, as the outbox has it. */
  const delivered =
    bench.goesOnWith === undefined
      ? { status: 'sent' }
      : { status: 'pending', lastError: bench.goesOnWith };

  /** As the far end names the recipient of a customer's. */
  const addressOf = (world: World<At>, customerId: number, index: number) =>
    bench.name === 'log' ? `customer:${customerId}` : (world.far.addresses[index] ?? '');

  const alertOf = ({ rows }: World<At>) => rows().find(({ kind }) => kind === 'alert');

  const name = basename(benchFile, '.ts');
  describe.skipIf(bench.isMissing === true)(`${name} keeps the promises of the outbox`, () => {
    test('an alert goes out when it is due, once, and is marked', async () => {
      const world = await makeWorld();
      const owner = world.makeOwner(0);
      await world.loseMains(makeDevice(world.monitor, { customerId: owner, siteName: 'Shop' }));
      await world.advance(59);
      expect(world.far.arrived()).toEqual([]);
      await world.advance(60);
      expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: 1 });
      expect(world.far.arrived()[0]?.text).toContain(bench.says ?? 'Shop');
      expect(alertOf(world)).toMatchObject({ ...delivered, attempts: 1, ambiguousAttempts: 0 });
    });

    test('what is on its way is nobody else’s, and its recipient gets nothing else meanwhile', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const world = await makeWorld({ hold: () => promise });
      const owner = world.makeOwner(0);
      const other = world.makeOwner(1);
      await world.loseMains(
        makeDevice(world.monitor, { customerId: owner }),
        makeDevice(world.monitor, { customerId: other, thresholdSeconds: 70 }),
      );
      await world.time.runMs(65_000, turn);
      queueTest(world.monitor, owner);
      for (let i = 0; i < 20; i += 1) {
        world.delivery.wake();
        await world.time.runMs(5_000, turn);
      }
      expect(world.tries.map(({ address }) => address)).toEqual([
        addressOf(world, owner, 0),
        addressOf(world, other, 1),
      ]);
      expect(alertOf(world)?.status).toBe('sending');
      resolve();
      await world.advance(10);
      expect(world.rows().filter(({ status }) => status === 'sending')).toEqual([]);
      // A phone on which nobody pressed a key is left alone for a while.
      const times = bench.goesOnWith === undefined ? 2 : 1;
      expect(world.came()[addressOf(world, owner, 0)]).toBe(times);
    });

    unlessNever('wait')(
      'a far end that asks to wait is waited for, and it costs no message',
      async () => {
        const world = await makeWorld();
        const owner = world.makeOwner(0);
        world.far.failNext('wait');
        await world.loseMains(makeDevice(world.monitor, { customerId: owner }));
        await world.advance(60 + waitSeconds - 1);
        expect(world.tries).toHaveLength(1);
        expect(alertOf(world)).toMatchObject({ status: 'pending', ambiguousAttempts: 0 });
        await world.advance(3);
        expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: 1 });
        expect(alertOf(world)).toMatchObject(delivered);
      },
    );

    unlessNever('refused')('a message that is refused for good fails alone', async () => {
      const world = await makeWorld();
      const owner = world.makeOwner(0);
      const device = makeDevice(world.monitor, { customerId: owner });
      world.far.failNext('refused');
      await world.loseMains(device);
      await world.advance(70);
      expect(alertOf(world)).toMatchObject({ status: 'failed' });
      expect(alertOf(world)?.lastError).not.toBeEmpty();
      queueTest(world.monitor, owner);
      await world.advance(5);
      expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: 1 });
    });

    unlessNever('gone')('a recipient who is gone is flagged, and the others are told', async () => {
      const world = await makeWorld({ limits: oneASecond });
      const owner = world.makeOwner(0, 1);
      world.far.failNext('gone');
      await world.loseMains(makeDevice(world.monitor, { customerId: owner }));
      await world.advance(70);
      const [first, second] = world.far.addresses;
      const flags = world.monitor.store.db.select().from(recipients).all();
      expect(flags.map((row) => [row.address, row.unreachableAt !== null])).toEqual([
        [first ?? '', true],
        [second ?? '', false],
      ]);
      expect(world.came()).toEqual({ [second ?? '']: 1 });
      expect(world.rows().find(({ recipient }) => recipient === first)?.status).toBe('failed');
    });

    unlessNever('answer lost')(
      'a lost answer: the same message again, with the same key',
      async () => {
        const world = await makeWorld();
        const owner = world.makeOwner(0);
        world.far.failNext('answer lost');
        await world.loseMains(makeDevice(world.monitor, { customerId: owner }));
        await world.advance(70);
        expect(alertOf(world)).toMatchObject({ ...delivered, ambiguousAttempts: 1 });
        expect(world.tries).toHaveLength(2);
        expect(new Set(world.tries.map(({ retryKey }) => retryKey)).size).toBe(1);
        const times = world.connect().keepsKeys === true ? 1 : 2;
        expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: times });
        expect(world.delivery.counters.possibleDuplicates).toBe(times - 1);
      },
    );

    unlessNever('unreachable')('a far end that is away delays, and loses nothing', async () => {
      const world = await makeWorld();
      const owner = world.makeOwner(0);
      world.far.failNext('unreachable');
      await world.loseMains(makeDevice(world.monitor, { customerId: owner }));
      await world.advance(75);
      expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: 1 });
      expect(alertOf(world)).toMatchObject({ ...delivered, attempts: 2 });
    });

    test('kill -9 between the sending and its mark: told again as it was, and never not', async () => {
      const database = join(tempDir('guarantees'), 'faiwatch.db');
      const world = await makeWorld({ database });
      const owner = world.makeOwner(0);
      await world.delivery.stop(0);
      await world.loseMains(makeDevice(world.monitor, { customerId: owner }));
      // Nobody delivers, so that the process is the first to try.
      await world.time.runMs(61_000, turn);
      await killOnceTaken(benchFile, database, world.far.at, world.time.wallMs);
      expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: 1 });
      expect(alertOf(world)?.status).toBe('sending');
      world.restart(world.connect());
      await world.advance(5);
      expect(alertOf(world)).toMatchObject({ ...delivered, ambiguousAttempts: 1 });
      const times = world.connect().keepsKeys === true ? 1 : 2;
      expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: times });
      expect(world.delivery.counters.possibleDuplicates).toBe(times - 1);
    }, 30_000);

    test('a full disk: told all the same, once, and marked when there is room', async () => {
      const world = await makeWorld();
      const owner = world.makeOwner(0);
      await world.loseMains(makeDevice(world.monitor, { customerId: owner }));
      world.disk.isFull = true;
      await world.time.runMs(200_000, world.delivery.settled);
      expect(world.came()).toEqual({ [addressOf(world, owner, 0)]: 1 });
      expect(alertOf(world)).toMatchObject({ status: 'pending', attempts: 0 });
      world.disk.isFull = false;
      await world.time.runMs(2_000, world.delivery.settled);
      expect(alertOf(world)).toMatchObject(delivered);
      expect(world.tries.filter(({ kind }) => kind === 'alert')).toHaveLength(1);
    });

    unless(bench.name === 'log' ? 'the log has one recipient for each customer' : undefined)(
      'nobody waits for the many recipients of another',
      async () => {
        const world = await makeWorld({ limits: oneASecond });
        const crowd = makeDevice(world.monitor, { customerId: world.makeOwner(0, 1, 2, 3) });
        const family = makeDevice(world.monitor, { customerId: world.makeOwner(4) });
        await world.loseMains(crowd, family);
        await world.advance(75);
        const firstTwo = [world.far.addresses[0] ?? '', world.far.addresses[4] ?? ''];
        expect(world.tries.slice(0, 2).map(({ address }) => address)).toEqual(firstTwo);
        expect(Object.keys(world.came())).toHaveLength(5);
      },
    );

    const goesOn = bench.goesOnWith && 'alerts that arrived come again, between the others';
    unless(goesOn)('when not all can go, they go in the order of their kinds', async () => {
      const world = await makeWorld({ limits: oneASecond });
      const { monitor } = world;
      const [back, still] = [0, 1].map((index) =>
        makeDevice(monitor, { customerId: world.makeOwner(index) }),
      ) as [LiveDevice, LiveDevice];
      // A phone rings for the end of a loss by wish only.
      monitor.store.db.update(devices).set({ callsOnRecovery: true }).run();
      const asked = world.makeOwner(3);
      const news = world.makeOwner(4);
      await world.loseMains(back, still);
      await world.advance(70);
      // A phone that is played by a program of its own may be lost on a busy machine, and is called again.
      for (let more = 0; more < 5 && Object.keys(world.came()).length < 2; more += 1) {
        await world.advance(60);
      }
      const told = world.tries.length;
      world.delivery.leave(bench.name);
      const lost = makeDevice(monitor, { customerId: world.makeOwner(2) });
      const ending = makeDevice(monitor, { customerId: world.makeOwner(5) });
      await world.restoreMains(back);
      await world.advance(240);
      await world.loseMains(lost);
      const expiresAt = monitor.clock().wallMs + 3_600_000;
      monitor.store.db
        .update(activationKeys)
        .set({ expiresAt })
        .where(eq(activationKeys.deviceRow, ending.row))
        .run();
      await notifyExpiry(monitor, 'Asia/Bangkok', monitor.clock());
      monitor.store.db
        .update(recipients)
        .set({ digestSince: 0 })
        .where(eq(recipients.customerId, news))
        .run();
      const nowMs = monitor.clock().wallMs;
      const batch = { dueAt: nowMs, nowMs, limit: 10 };
      monitor.store.transaction(() =>
        queueDigests(monitor.store, lastMonthOf(nowMs, 'Asia/Bangkok'), monitor.channels, batch),
      );
      await world.advance(70);
      queueTest(monitor, asked);
      monitor.store.transaction(() =>
        queueNews(monitor.store, news, { type: 'more-asked' }, monitor.clock().wallMs),
      );
      const operator = { channel: bench.name, address: world.far.addresses[6] ?? '' };
      const trouble = { problem: 'disk_low', isOver: false } as const;
      const { wallMs } = monitor.clock();
      queueOperatorNews(monitor.store, { ...operator, language: 'en' }, trouble, wallMs);
      const followed = { area: 'TH-5001', since: 0 };
      monitor.store.db.insert(statusAreas).values(followed).run();
      const follower = { channel: bench.name, address: world.far.addresses[7] ?? '' };
      queueStatusQuestion(
        monitor.store,
        { ...follower, area: followed.area, language: 'en' },
        wallMs,
      );
      world.delivery.use(world.connect());
      await world.advance(30);
      const kinds = world.tries.slice(told).map(({ kind }) => kind);
      // The log has no accounts that hear news, and wants no reports.
      const isTold = (kind: string) => kind !== 'account' && kind !== 'digest';
      const expected = kindsByUrgency.filter((kind) => bench.name !== 'log' || isTold(kind));
      expect(kinds).toEqual([...expected]);
    });
  });
}

/** Lets what was begun go on without waiting for its end. */
async function turn(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
}

/** A test for all addresses of a customer, the log among them, to which nobody could have one sent. */
function queueTest({ store, channels, clock, wakeOutbox }: Monitor, customerId: number): void {
  store.transaction(() => queueTestAlerts(store, customerId, channels, clock().wallMs));
  wakeOutbox();
}

/** The store as it is while its disk can be full. */
function makeFillable(store: Store, disk: { readonly isFull: boolean }): Store {
  return {
    ...store,
    transaction<T>(work: () => T): T {
      if (disk.isFull) throw new StoreUnavailable('disk is full');
      return store.transaction(work);
    },
  };
}

/** A process of its own delivers, and is killed once the far end has taken the first message. */
async function killOnceTaken(
  benchFile: string,
  database: string,
  at: unknown,
  now: number,
): Promise<void> {
  const script = join(import.meta.dir, 'deliverer.ts');
  const process = Bun.spawn(
    [Bun.argv[0] ?? 'bun', script, benchFile, database, JSON.stringify(at), String(now)],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const { value } = await process.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe('taken\n');
  process.kill('SIGKILL');
  await process.exited;
}

const oneASecond = { overall: { perSecond: 1, burst: 1 }, perRecipient: () => [] };
