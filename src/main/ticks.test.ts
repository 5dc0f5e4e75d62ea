import { expect, test } from 'bun:test';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  openTestStore,
} from '../../tests/support/monitor.ts';
import type { CommandWatch } from '../actions/engine/follow-commands.ts';
import { standstillBefore } from '../actions/fleet/await-boards.ts';
import type { DeadlineSweep } from '../actions/fleet/sweep-deadlines.ts';
import type { Config } from '../installation/config.ts';
import { Scheduler } from '../server/scheduler.ts';
import { reportShares } from '../store/alerts/tables.ts';
import { StoreUnavailable } from '../store/engine/open.ts';
import { hasFragments, markDeleted } from '../store/engine/sweep-file.ts';
import { activationKeys } from '../store/keys/tables.ts';
import { notifications } from '../store/outbox/tables.ts';
import { notifyExpiryEveryHour, sweepAtNight, ticksOf } from './ticks.ts';
import type { WatchedFleet } from './watch-fleet.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A monitor whose disk can be full, and the tick as the scheduler runs it. */
function makeStory() {
  const real = openTestStore();
  const disk = { isFull: false };
  const monitor = makeTestMonitor({
    store: {
      ...real,
      transaction(work) {
        if (disk.isFull) throw new StoreUnavailable('disk is full');
        return real.transaction(work);
      },
    },
  });
  const tick = notifyExpiryEveryHour(monitor, 'Asia/Bangkok');
  return {
    disk,
    tick,
    monitor,
    customerId: makeCustomer(monitor),
    queued: () => real.db.select().from(notifications).all().length,
    async passMs(ms: number) {
      for (let passed = 0; passed < ms; passed += tick.everyMs) {
        monitor.time.advanceMs(tick.everyMs);
        await tick.run();
      }
    },
  };
}

function makeEndingKey({ monitor, customerId }: ReturnType<typeof makeStory>): void {
  makeDevice(monitor, { customerId });
  const expiresAt = monitor.clock().wallMs + 5 * 24 * hour;
  monitor.store.db.update(activationKeys).set({ expiresAt }).run();
}

test('notices of keys are looked for a minute after the start and then every hour', async () => {
  const story = makeStory();
  makeEndingKey(story);
  expect(story.queued()).toBe(0);
  await story.passMs(minute);
  expect(story.queued()).toBe(1);
  makeEndingKey(story);
  await story.passMs(59 * minute);
  expect(story.queued()).toBe(1);
  await story.passMs(minute);
  // The end of the first key has changed, too.
  expect(story.queued()).toBe(3);
});

test('a failed look is repeated within a minute', async () => {
  const story = makeStory();
  makeEndingKey(story);
  story.disk.isFull = true;
  await expect(story.passMs(minute)).rejects.toBeInstanceOf(StoreUnavailable);
  story.disk.isFull = false;
  await story.passMs(minute);
  expect(story.queued()).toBe(1);
});

test('fragments of whoever was deleted stay until the night', () => {
  const monitor = makeTestMonitor();
  const { store, time } = monitor;
  const tick = sweepAtNight(monitor, 'UTC');
  store.transaction(() => markDeleted(store));
  const hourNow = () => new Date(monitor.clock().wallMs).getUTCHours();
  for (let passed = 0; hourNow() !== 3; passed += 1) {
    void tick.run();
    expect(hasFragments(store)).toBe(true);
    expect(passed).toBeLessThan(24 * 6 + 1);
    time.advanceMs(tick.everyMs);
  }
  void tick.run();
  expect(hasFragments(store)).toBe(false);
});

test('a sweep that waits for what it stores is no standstill, and a process that does nothing is one', async () => {
  const monitor = makeTestMonitor();
  const { time, log } = monitor;
  const sweep = { sweep: () => new Promise<void>(() => {}) } as unknown as DeadlineSweep;
  const fleet = { monitor, streams: {}, followClock: () => {} } as unknown as WatchedFleet;
  const all = ticksOf(fleet, sweep, {} as CommandWatch, { flush_interval: 60 } as Config, false);
  const ticks = all.filter(({ name }) => name === 'awake' || name === 'sweep');
  const scheduler = new Scheduler(time.setTimer, log);
  scheduler.start(ticks);
  await time.runMs(4_000, async () => {});
  expect(standstillBefore(monitor, monitor.clock())).toBeNull();
  time.advanceMs(3_000);
  expect(standstillBefore(monitor, monitor.clock())).not.toBeNull();
  await time.runMs(0, async () => {});
  expect(standstillBefore(monitor, monitor.clock())).not.toBeNull();
});

test('a shared report that has ended is forgotten within the hour, and no other', async () => {
  const monitor = makeTestMonitor();
  const { store, time } = monitor;
  const fleet = { monitor, streams: {}, followClock: () => {} } as unknown as WatchedFleet;
  const sweep = {} as DeadlineSweep;
  const config = { flush_interval: 60 } as Config;
  const all = ticksOf(fleet, sweep, {} as CommandWatch, config, false);
  const rollUp = all.find(({ name }) => name === 'roll-up');
  const customerId = makeCustomer(monitor);
  const now = monitor.clock().wallMs;
  const shared = {
    customerId,
    language: 'en',
    firstDate: '2025-12-01',
    lastDate: '2025-12-31',
  } as const;
  for (const [secretHash, expiresAt] of [
    ['ended', now + hour],
    ['lasting', now + 2 * hour],
  ] as const)
    store.db
      .insert(reportShares)
      .values({ ...shared, secretHash, createdAt: now, expiresAt })
      .run();
  time.advanceMs(hour);
  await rollUp?.run();
  const left = store.db.select({ secretHash: reportShares.secretHash }).from(reportShares).all();
  expect(left).toEqual([{ secretHash: 'lasting' }]);
});
