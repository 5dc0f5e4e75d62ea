import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { acknowledgeOutages } from '../alerts/acknowledge-outages.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { renewKey } from './renew-key.ts';

const keyCode = '00000-00000-00000-00000';
let world: DeliveryWorld;
let device: LiveDevice;

beforeEach(() => {
  world = makeDeliveryWorld();
  device = makeDevice(world.monitor, { siteName: 'Shop' });
  endsIn(3_600);
});

/** The key of the device, under a code that a person could type, ends in so many seconds. */
function endsIn(seconds: number): void {
  world.monitor.store.db
    .update(activationKeys)
    .set({ keyCode, expiresAt: world.time.wallMs + seconds * 1000 })
    .where(eq(activationKeys.deviceRow, device.row))
    .run();
}

const renew = async () => {
  renewKey(world.monitor, keyCode, 12, testActor, world.monitor.clock());
  await world.settle();
};

const heard = () => world.channel.sent.map(({ html }) => html);

describe('of an outage that goes on while its key has ended', () => {
  test('nobody is told until the key is renewed, and then at once', async () => {
    endsIn(0);
    await world.loseMains(device);
    await world.advance(600);
    expect(heard()).toEqual([]);
    await renew();
    expect(heard()).toEqual([expect.stringContaining('no power since 12:00')]);
  });

  test('reminders go on for those who were told before', async () => {
    endsIn(120);
    await world.loseMains(device);
    await world.advance(600);
    expect(heard()).toHaveLength(1);
    await renew();
    expect(heard()).toEqual([expect.anything(), expect.stringContaining('still down for 10 min')]);
  });

  test('nothing is said where somebody has acknowledged it', async () => {
    endsIn(120);
    await world.loseMains(device);
    await world.advance(60);
    const { customerId } = device.config;
    if (customerId === null) throw new Error('the device has an owner');
    const outageIds = world.rows().flatMap(({ outageId }) => outageId ?? []);
    acknowledgeOutages(
      world.monitor,
      { customerId, outageIds, actor: testActor },
      world.monitor.clock(),
    );
    await world.advance(540);
    await renew();
    expect(heard()).toHaveLength(1);
  });
});

test('renewing a valid key sends no message earlier', async () => {
  await world.loseMains(device);
  await world.advance(100);
  const before = world.rows();
  await renew();
  expect(world.rows()).toEqual(before);
});
