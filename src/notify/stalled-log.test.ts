/** The log of a cluster does not answer for a while: no board is acknowledged, and none can say more. */
import { expect, test } from 'bun:test';
import { report } from '../../tests/support/beats.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeDevice } from '../../tests/support/monitor.ts';
import { recordEvents } from '../actions/fleet/record-events.ts';

/** A world with a log that the test stops, and how long boards have afterwards, in ms. */
function makeStallingWorld() {
  let stalled: PromiseWithResolvers<void> | null = null;
  let stalledMs = 0;
  let backMs = Number.NEGATIVE_INFINITY;
  const catchUpMs = () => {
    const { monoMs } = world.time;
    // It shows only after a while that it is away.
    if (stalled !== null) return monoMs - stalledMs > 2_000 ? 3_000 : 0;
    return Math.max(0, backMs + 3_000 - monoMs);
  };
  const world: DeliveryWorld = makeDeliveryWorld({
    settled: () => stalled?.promise,
    catchUpMs,
  });
  return {
    world,
    stall: () => {
      stalled = Promise.withResolvers();
      stalledMs = world.time.monoMs;
    },
    goOn: () => {
      stalled?.resolve();
      stalled = null;
      backMs = world.time.monoMs;
    },
    run: (seconds: number) => world.time.runMs(seconds * 1_000, () => Promise.resolve()),
  };
}

test.each([
  ['came due while it was away', 50],
  ['was claimed just before', 59.999],
])('a loss that %s is told of once boards had time to say that it is over', async (_, seconds) => {
  const { world, stall, goOn, run } = makeStallingWorld();
  const [back, out] = [
    makeDevice(world.monitor, { chat: '1' }),
    makeDevice(world.monitor, { chat: '2' }),
  ];
  await world.loseMains(back, out);
  await run(seconds);
  stall();
  await run(15);
  expect(world.channel.sent).toEqual([]);
  goOn();
  await run(1);
  await world.restoreMains(back);
  await world.time.runMs(10_000, world.delivery.settled);
  expect(world.channel.sent.map(({ address }) => address)).toEqual(['2']);
});

test('a loss whose end below the threshold comes in while its alert waits for the log is told to nobody', async () => {
  const { world, stall, goOn, run } = makeStallingWorld();
  const { monitor } = world;
  const short = makeDevice(monitor, { chat: '1' });
  await world.loseMains(short);
  await run(59.999);
  stall();
  await run(3);
  expect(world.rows()).toMatchObject([{ status: 'sending' }]);
  const over = report('POWER_RECOVER', { age_ms: 10_000 });
  await recordEvents(monitor, short, [over], 'mqtt', monitor.clock());
  goOn();
  await world.time.runMs(10_000, world.delivery.settled);
  expect(world.channel.sent).toEqual([]);
  expect(world.rows()).toMatchObject([
    { status: 'superseded', lastError: 'it lasted less than its threshold' },
  ]);
});

test('what comes due while the log is away is not claimed, so that nothing that waits counts as sent', async () => {
  const { world, stall, goOn, run } = makeStallingWorld();
  const out = makeDevice(world.monitor, { chat: '1' });
  await world.loseMains(out);
  await run(55);
  stall();
  await run(10);
  const [alert] = world.rows();
  expect(alert).toMatchObject({ kind: 'alert', status: 'pending', attempts: 0 });
  goOn();
  await world.time.runMs(10_000, world.delivery.settled);
  expect(world.rows()[0]).toMatchObject({ kind: 'alert', status: 'sent', attempts: 1 });
});
