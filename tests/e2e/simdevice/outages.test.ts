/**
 * The stories of a board and its mains, from the optocoupler to the messenger: the firmware's core on
 * one side, the real executable on the other. They are told side by side.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { waitFor } from '../wait-for.ts';
import { ServedSite } from './served-site.ts';
import { whenItHappened } from './true-time.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await ServedSite.start();
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

/** How far a moment may be from the true one: debouncing, and two clocks read one after the other. */
const toleranceMs = 700;

test.concurrent('a board that senses the mains reports its loss and its return', async () => {
  await using device = await site.install(1, '--mains-sense');
  const { t: downAt } = await device.make('mains off');
  const outage = await site.expectOutage(device, ({ cause }) => cause === 'mains', 5_000);
  expect(Math.abs(outage.down_at - downAt)).toBeLessThan(toleranceMs);
  expect(site.readDevice(device)?.power).toBe('DOWN');
  const alert = await site.telegram.expectMessage({ chatId: 1, contains: 'Mains lost' }, 10_000);
  expect(alert.arrivedAt - downAt).toBeGreaterThanOrEqual(5_000);

  const { t: upAt } = await device.make('mains on');
  const over = await site.expectOutage(device, ({ recover_at }) => recover_at !== null, 5_000);
  expect(Math.abs((over.recover_at ?? 0) - upAt)).toBeLessThan(toleranceMs);
  expect(site.reports(device).map(({ event_type }) => event_type)).toEqual([
    'POWER_DOWN',
    'POWER_RECOVER',
  ]);
}, 60_000);

test.concurrent('a bare board dies with the mains; its silence is noticed, and its return explains it', async () => {
  await using device = await site.install(2);
  const { t: downAt } = await device.make('mains off');
  const silent = await site.expectOutage(device, () => true, 32_000);
  expect(silent.cause).toBe('silent');
  const alert = await site.telegram.expectMessage({ chatId: 2, contains: 'Contact lost' }, 10_000);
  // The promise on the landing page.
  expect(alert.arrivedAt - downAt).toBeLessThan(32_000);

  const { t: upAt } = await device.make('mains on');
  await device.expectEvent({ event: 'boot', reset_reason: 'power_on' });
  const over = await site.expectOutage(device, ({ recover_at }) => recover_at !== null, 10_000);
  expect(over.cause).toBe('mains');
  expect(Math.abs((over.recover_at ?? 0) - upAt)).toBeLessThan(toleranceMs);
}, 90_000);

test.concurrent('a network that was away while the power stayed on is told apart from an outage', async () => {
  await using device = await site.install(3, '--mains-sense');
  const bootId = site.readDevice(device)?.boot_id;
  await device.make('wifi off');
  const silent = await site.expectOutage(device, () => true, 32_000);
  expect(silent.cause).toBe('silent');
  // Back to the network without the half minute that a board may wait between two tries.
  await device.make('time-scale 20');
  await device.make('wifi on');
  const over = await site.expectOutage(device, ({ recover_at }) => recover_at !== null, 15_000);
  expect(over.cause).toBe('network');
  expect(site.readDevice(device)?.boot_id).toBe(bootId ?? '');
  expect(site.reports(device)).toEqual([]);
}, 90_000);

test.concurrent('a board that hangs is reset by its watchdog, and nobody takes that for an outage', async () => {
  await using device = await site.install(4, '--watchdog-ms', '31000');
  await device.make('freeze');
  const silent = await site.expectOutage(device, () => true, 32_000);
  expect(silent.cause).toBe('silent');
  await device.expectEvent({ event: 'boot', reset_reason: 'watchdog' }, 20_000);
  const over = await site.expectOutage(device, ({ recover_at }) => recover_at !== null, 10_000);
  expect(over.cause).toBe('device');
}, 90_000);

test.concurrent('after a day without network the queue is replayed in order and with the true times', async () => {
  await using device = await site.install(5, '--mains-sense');
  await device.make('wifi off');
  await device.make('time-scale 10000');
  // Three outages of two hours each, four hours apart, by the board's clock.
  await device.make('flicker 6 14400000');
  await device.expectEvent({ event: 'flickered' }, 40_000);
  await device.make('time-scale 20');
  await device.make('wifi on');
  const reports = await waitFor(
    'whole queue',
    () => {
      const all = site.reports(device);
      return all.length === 6 && all;
    },
    20_000,
  );

  const sensed = device.events({ event: 'sensed' });
  expect(sensed).toHaveLength(6);
  expect(reports.map(({ event_type }) => event_type)).toEqual(
    sensed.map(({ mains }) => (mains === 'off' ? 'POWER_DOWN' : 'POWER_RECOVER')),
  );
  // Rows are in the order in which the server wrote them.
  expect(reports.map(({ id }) => id)).toEqual(
    reports.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  for (const [index, report] of reports.entries()) {
    const happened = sensed[index];
    if (happened === undefined) throw new Error('It said more than happened');
    const trueAt = whenItHappened(device, report, happened);
    expect(Math.abs(report.occurred_at - trueAt)).toBeLessThan(2_000);
  }
  const hours = reports.map(({ occurred_at }) => (Date.now() - occurred_at) / 3_600_000);
  expect(Math.max(...hours)).toBeGreaterThan(19);
  // Each is a separate outage with its own times, and all are over.
  const outages = site.outages(device).filter(({ cause }) => cause === 'mains');
  expect(outages).toHaveLength(3);
  for (const { down_at, recover_at } of outages) {
    expect(Math.round(((recover_at ?? 0) - down_at) / 3_600_000)).toBe(4);
  }
}, 90_000);

test.concurrent('power cut in the middle of an outage, a board still reports when it began', async () => {
  await using device = await site.install(6, '--mains-sense');
  await device.make('wifi off');
  const { t: downAt } = await device.make('mains off');
  await device.expectEvent({ event: 'flash', state: 'written' });
  await Bun.sleep(1_000);
  // The battery is now empty as well.
  await device.make('battery 0');
  await Bun.sleep(2_000);
  await device.make('wifi on');
  const { t: upAt } = await device.make('mains on');
  const over = await site.expectOutage(
    device,
    ({ cause, recover_at }) => cause === 'mains' && recover_at !== null,
    20_000,
  );
  await Bun.sleep(500);
  expect(site.outages(device)).toHaveLength(1);
  expect(Math.abs(over.down_at - downAt)).toBeLessThan(1_500);
  expect(Math.abs((over.recover_at ?? 0) - upAt)).toBeLessThan(1_500);
}, 60_000);

test.concurrent('a planned restart says goodbye, a crash does not, and neither is an outage', async () => {
  await using device = await site.install(7);
  await device.serial.ask('restart');
  await device.expectEvent({ event: 'mqtt', state: 'disconnected', said_goodbye: true });
  await device.expectEvent({ event: 'boot', reset_reason: 'software' });
  await device.expectEvent({ event: 'mqtt', state: 'acknowledged' });
  device.tell('crash');
  await device.expectEvent({ event: 'boot', reset_reason: 'panic' });
  await device.expectEvent({ event: 'mqtt', state: 'acknowledged' });
  // Longer than the server waits for a lost session to come back.
  await Bun.sleep(12_000);
  expect(site.outages(device)).toEqual([]);
  expect(site.readDevice(device)?.link).toBe('online');
}, 60_000);
