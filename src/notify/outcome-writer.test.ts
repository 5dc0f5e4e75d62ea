import { expect, test } from 'bun:test';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeDevice, openTestStore } from '../../tests/support/monitor.ts';
import { type Store, StoreUnavailable } from '../store/engine/open.ts';
import { OutcomeWriter } from './outcome-writer.ts';

test('of a retry that the disk takes in part, each try is counted once', async () => {
  const real = openTestStore();
  const world = makeDeliveryWorld({ store: real });
  await world.loseMains(makeDevice(world.monitor), makeDevice(world.monitor, { chat: '2' }));
  // What goes wrong with the transactions, one after the other; then nothing does.
  const faults: (Error | null)[] = [
    new Error('one of them is at fault'),
    null,
    new StoreUnavailable('disk is full'),
  ];
  const store: Store = {
    ...real,
    transaction<T>(work: () => T): T {
      const fault = faults.shift() ?? null;
      if (fault !== null) throw fault;
      return real.transaction(work);
    },
  };
  const written: number[][] = [];
  const writer = new OutcomeWriter(
    { store, log: world.monitor.log, setTimer: world.time.setTimer },
    (ids) => written.push([...ids]),
  );
  const { wallMs: at } = world.time;
  const ids = world.rows().map(({ id }) => id);
  for (const id of ids) {
    const tried = { ids: [id], at, nextAttemptAt: at, reason: 'no answer', isAmbiguous: false };
    writer.add([{ type: 'retried', ...tried }], [id], () => {});
  }
  writer.flush();
  const [first = 0, second = 0] = ids;
  expect([...writer.held]).toEqual([second]);
  await world.time.runMs(1_000, async () => {});
  expect(written).toEqual([[first], [second]]);
  expect(world.rows().map(({ attempts }) => attempts)).toEqual([1, 1]);
  writer.close();
});
