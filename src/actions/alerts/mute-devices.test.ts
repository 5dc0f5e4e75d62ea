import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { devices } from '../../store/devices/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import { longestMuteMs, muteDevices } from './mute-devices.ts';

const hour = 3_600_000;

test('a muted device is silent, then speaks again by itself', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  const device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
  const until = world.time.wallMs + hour;
  expect(
    muteDevices(
      world.monitor,
      { customerId, until, by: 'Nok', actor: testActor },
      world.monitor.clock(),
    ),
  ).toEqual([{ row: device.row, deviceId: device.deviceId, siteName: 'Shop', mutedBefore: null }]);
  await world.loseMains(device);
  await world.advance(3599);
  expect(world.channel.sent).toEqual([]);
  await world.advance(1);
  expect(world.channel.sent).toHaveLength(1);
  expect(
    world.monitor.store.db.select().from(events).where(eq(events.eventType, 'CONFIG_CHANGE')).get(),
  ).toMatchObject({
    deviceRow: device.row,
    details: { muted_until: new Date(until).toISOString(), by: 'Nok' },
  });
});

test('messages that waited for the end of a mute go when it is taken back', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  const device = makeDevice(world.monitor, { customerId });
  const by = 'Nok';
  muteDevices(
    world.monitor,
    { customerId, until: world.time.wallMs + hour, by, actor: testActor },
    world.monitor.clock(),
  );
  await world.loseMains(device);
  await world.advance(120);
  expect(world.channel.sent).toEqual([]);
  muteDevices(
    world.monitor,
    { customerId, until: null, by, actor: testActor },
    world.monitor.clock(),
  );
  await world.settle();
  expect(world.channel.sent).toHaveLength(1);
});

test('an outage that ended during the mute causes no message', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  const device = makeDevice(world.monitor, { customerId });
  const until = world.time.wallMs + hour;
  muteDevices(
    world.monitor,
    { customerId, until, by: 'Nok', actor: testActor },
    world.monitor.clock(),
  );
  await world.loseMains(device);
  await world.advance(600);
  await world.restoreMains(device);
  await world.advance(3600);
  expect(world.channel.sent).toEqual([]);
});

test("one device can be muted alone, but not somebody else's", () => {
  const { monitor, time } = makeDeliveryWorld();
  const customerId = makeCustomer(monitor);
  const own = makeDevice(monitor, { customerId });
  const other = makeDevice(monitor, { customerId });
  const foreign = makeDevice(monitor);
  const until = time.wallMs + hour;
  const muted = muteDevices(
    monitor,
    { customerId, deviceRows: [own.row, foreign.row], until, by: 'Nok', actor: testActor },
    monitor.clock(),
  );
  expect(muted.map(({ row }) => row)).toEqual([own.row]);
  const untilOf = (row: number) =>
    monitor.store.db.select().from(devices).where(eq(devices.id, row)).get()?.mutedUntil;
  expect([own, other, foreign].map(({ row }) => untilOf(row))).toEqual([until, null, null]);
});

test('a mute is at most seven days long and never over already', () => {
  const { monitor, time } = makeDeliveryWorld();
  const customerId = makeCustomer(monitor);
  for (const until of [time.wallMs, time.wallMs + longestMuteMs + 1]) {
    expect(() =>
      muteDevices(monitor, { customerId, until, by: 'Nok', actor: testActor }, monitor.clock()),
    ).toThrow('at most seven days');
  }
});

test('each mute and its end are in the audit log', () => {
  const { monitor, time } = makeDeliveryWorld();
  const customerId = makeCustomer(monitor);
  const { deviceId, row } = makeDevice(monitor, { customerId });
  makeDevice(monitor, { customerId });
  const until = time.wallMs + hour;
  const actor = { name: 'bot:7', address: null };
  const mute = { customerId, by: 'Nok', actor };
  muteDevices(monitor, { ...mute, deviceRows: [row], until }, monitor.clock());
  // The other one could speak all the time.
  muteDevices(monitor, { ...mute, until: null }, monitor.clock());
  const what = { actor: 'bot:7', action: 'device.mute', subject: deviceId };
  expect(monitor.store.db.select().from(auditLog).all()).toMatchObject([
    { ...what, before: { mutedUntil: null }, after: { mutedUntil: until } },
    { ...what, before: { mutedUntil: until }, after: { mutedUntil: null } },
  ]);
});
