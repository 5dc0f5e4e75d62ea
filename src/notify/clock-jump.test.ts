import { expect, test } from 'bun:test';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeDevice } from '../../tests/support/monitor.ts';
import { ClockWatch } from '../actions/fleet/correct-clock.ts';

test.each([3_600_000, -3_600_000])(
  'a jump of %d ms that the delivery is the first to see neither hurries nor holds up an alert',
  async (jumpMs) => {
    const world = makeDeliveryWorld({
      makeClock: (monitor) => {
        const watch = new ClockWatch(monitor, monitor.clock(), 1);
        return () => {
          const now = monitor.clock();
          watch.check(now);
          return now;
        };
      },
    });
    await world.loseMains(makeDevice(world.monitor));
    await world.time.runMs(30_000, world.delivery.settled);
    world.time.wallMs += jumpMs;
    await world.settle();
    expect(world.channel.sent).toHaveLength(0);
    await world.time.runMs(29_000, world.delivery.settled);
    expect(world.channel.sent).toHaveLength(0);
    await world.time.runMs(2_000, world.delivery.settled);
    expect(world.channel.sent).toHaveLength(1);
  },
);
