import { expect, test } from 'bun:test';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeDevice } from '../../tests/support/monitor.ts';
import { ClockWatch } from '../actions/fleet/correct-clock.ts';
import { readNextIds } from '../store/fleet/clock-jumps.ts';

// Also where the disk takes the jump only after the alert was due.
test.each([
  [3_600_000, 1_000],
  [-3_600_000, 1_000],
  [3_600_000, 60_000],
  [-3_600_000, 60_000],
])(
  'a jump of %d ms, stored %d ms later, neither hurries nor holds up an alert',
  async (jumpMs, afterMs) => {
    const world = makeDeliveryWorld({
      makeClock: (monitor) => {
        const now = monitor.clock();
        const watch = new ClockWatch(monitor, now, {
          ...readNextIds(monitor.store),
          aliveAt: null,
        });
        monitor.followClock = () => void watch.follow(monitor.time.clock());
        return watch.clock;
      },
    });
    await world.loseMains(makeDevice(world.monitor));
    await world.time.runMs(30_000, world.delivery.settled);
    world.time.wallMs += jumpMs;
    world.time.setTimer(afterMs, () => world.monitor.followClock());
    await world.settle();
    expect(world.channel.sent).toHaveLength(0);
    await world.time.runMs(29_000, world.delivery.settled);
    expect(world.channel.sent).toHaveLength(0);
    await world.time.runMs(2_000, world.delivery.settled);
    expect(world.channel.sent).toHaveLength(1);
  },
);
