import { expect, test } from 'bun:test';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, openTestStore } from '../../tests/support/monitor.ts';
import { type Store, StoreUnavailable } from '../store/engine/open.ts';
import { SendError } from './channel.ts';

/** A real store whose disk can be filled. */
function makeFillableStore(): { readonly store: Store; isFull: boolean; writes: number } {
  const real = openTestStore();
  const disk = {
    isFull: false,
    writes: 0,
    store: {
      ...real,
      transaction<T>(work: () => T): T {
        if (disk.isFull) throw new StoreUnavailable('disk is full');
        disk.writes += 1;
        return real.transaction(work);
      },
    },
  };
  return disk;
}

test('a message whose outcome cannot be written is not sent again, and is marked once it can', async () => {
  const disk = makeFillableStore();
  const world = makeDeliveryWorld({ store: disk.store });
  await world.loseMains(makeDevice(world.monitor));
  world.channel.answer = () => {
    disk.isFull = true;
    return { externalId: 'x' };
  };
  await world.time.runMs(600_000, world.delivery.settled);
  expect(world.channel.tries).toBe(1);
  expect(world.rows().map((row) => row.status)).toEqual(['sending']);
  disk.isFull = false;
  world.channel.answer = () => ({ externalId: 'y' });
  await world.time.runMs(2_000, world.delivery.settled);
  expect(world.rows().map((row) => `${row.kind} ${row.status} ${row.externalId}`)).toEqual([
    'alert sent x',
    'reminder sent y',
    'reminder pending null',
  ]);
  expect(world.log.some((line) => line.message.includes('kept in memory'))).toBe(true);
});

test('alerts that come due while the disk is full go out once and are marked later', async () => {
  const disk = makeFillableStore();
  const world = makeDeliveryWorld({ store: disk.store });
  const customerId = makeCustomer(world.monitor, '1');
  await world.loseMains(
    makeDevice(world.monitor, { customerId }),
    makeDevice(world.monitor, { customerId, thresholdSeconds: 120 }),
    makeDevice(world.monitor, { chat: '2', thresholdSeconds: 90 }),
  );
  disk.isFull = true;
  await world.time.runMs(600_000, world.delivery.settled);
  expect(world.channel.sent.map(({ address }) => address)).toEqual(['1', '2', '1']);
  expect(world.rows().map((row) => row.status)).toEqual(['pending', 'pending', 'pending']);
  disk.isFull = false;
  await world.time.runMs(2_000, world.delivery.settled);
  expect(
    world
      .rows()
      .filter((row) => row.kind === 'alert')
      .map((row) => row.status),
  ).toEqual(['sent', 'sent', 'sent']);
  await world.settle();
  expect(world.channel.sent.filter(({ html }) => html.includes('Mains lost'))).toHaveLength(3);
});

test('what another machine may send in a moment is not sent where it cannot be noted', async () => {
  const disk = makeFillableStore();
  let mayBeRelieved = true;
  const world = makeDeliveryWorld({ store: disk.store, mayBeRelieved: () => mayBeRelieved });
  await world.loseMains(
    makeDevice(world.monitor, { chat: '1' }),
    makeDevice(world.monitor, { chat: '2' }),
  );
  await world.time.runMs(50_000, world.delivery.settled);
  disk.isFull = true;
  await world.time.runMs(20_000, world.delivery.settled);
  expect(world.channel.tries).toBe(0);
  mayBeRelieved = false;
  await world.time.runMs(2_000, world.delivery.settled);
  expect(world.channel.sent.map(({ address }) => address)).toEqual(['1', '2']);
});

test('a try that failed while the disk was full is repeated afterwards', async () => {
  const disk = makeFillableStore();
  const world = makeDeliveryWorld({ store: disk.store });
  await world.loseMains(makeDevice(world.monitor));
  disk.isFull = true;
  world.channel.answer = () => {
    throw new SendError('network failure', { permanent: false });
  };
  await world.time.runMs(120_000, world.delivery.settled);
  world.channel.answer = () => ({ externalId: 'x' });
  disk.isFull = false;
  await world.time.runMs(10_000, world.delivery.settled);
  expect(world.rows()[0]).toMatchObject({ status: 'sent' });
});

test('nothing is written while nothing is due', async () => {
  const disk = makeFillableStore();
  const world = makeDeliveryWorld({ store: disk.store });
  await world.loseMains(makeDevice(world.monitor));
  const before = disk.writes;
  await world.time.runMs(59_000, world.delivery.settled);
  for (let i = 0; i < 20; i++) await world.settle();
  expect(disk.writes).toBe(before);
});

test('an outcome that can never be written delays no other, and its message is not sent again', async () => {
  const real = openTestStore();
  const world = makeDeliveryWorld({ store: real });
  await world.loseMains(makeDevice(world.monitor, { chat: '1' }), makeDevice(world.monitor));
  // A trigger stands for whatever a later schema may refuse.
  real.sqlite.run(
    `CREATE TRIGGER refuse BEFORE UPDATE ON notifications
     WHEN new.status = 'sent' AND new.recipient = '1' BEGIN SELECT raise(ABORT, 'refused'); END`,
  );
  await world.advance(120);
  expect(
    world
      .rows()
      .slice(0, 2)
      .map((row) => row.status),
  ).toEqual(['sending', 'sent']);
  expect(world.channel.tries).toBe(2);
  expect(world.log.filter((line) => line.level === 'error')).toHaveLength(1);
});
