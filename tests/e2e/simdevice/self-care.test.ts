/** What a board does for itself, and what the real server makes of it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { waitFor } from '../wait-for.ts';
import { ServedSite } from './served-site.ts';

let site: ServedSite;
beforeAll(async () => {
  // How long after a goodbye the board is missed.
  site = await ServedSite.start({ heartbeatTimeout: 30 });
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

test.concurrent('a board whose cell runs empty sleeps through the outage, and that is one outage', async () => {
  await using device = await site.install(1, '--board', 't-display', '--mains-sense');
  // Waits until the server has asked for features, so that the board knows it accepts more fields.
  await device.expectEvent({ event: 'mqtt', state: 'published', payload: /"starts":1/ }, 30_000);
  await device.make('mains off');
  await site.expectOutage(device, ({ cause }) => cause === 'mains', 5_000);
  await device.make('battery 3250');
  const lastWords = /"voltage":3.250.*"sleep":"battery_low"/;
  await device.expectEvent({ event: 'mqtt', state: 'published', payload: lastWords }, 20_000);
  await device.expectEvent({ event: 'mqtt', state: 'disconnected', said_goodbye: true });
  await device.expectEvent({ event: 'board', state: 'asleep' });

  // The board looks, finds no charger and sleeps on. It sends nothing and writes nothing.
  await device.make('time-scale 20');
  const writes = async () => {
    await device.make('status');
    const status = device.events({ event: 'status' }).at(-1);
    return [status?.['flash_changes'], status?.['store_changes']];
  };
  const before = await writes();
  expect(before).toEqual([expect.any(Number), expect.any(Number)]);
  for (let looks = 0; looks < 3; looks++) {
    await device.expectEvent({ event: 'boot', reset_reason: 'deep_sleep' });
    await device.expectEvent({ event: 'board', state: 'asleep' });
  }
  expect(await writes()).toEqual(before);
  await waitFor('silence', () => site.readDevice(device)?.link === 'offline', 40_000);
  const [silence] = site.home.data.read<{ details: string }>(
    `SELECT details FROM events JOIN devices ON devices.id = device_row
     WHERE device_id = ? AND event_type = 'OFFLINE'`,
    device.deviceId,
  );
  expect(JSON.parse(silence?.details ?? '{}')).toMatchObject({ sleep: 'battery_low' });
  expect(site.outages(device)).toHaveLength(1);

  const { t: upAt } = await device.make('mains on');
  const over = await site.expectOutage(device, ({ recover_at }) => recover_at !== null, 20_000);
  expect(over.cause).toBe('mains');
  // A look every minute, which is three seconds here.
  expect((over.recover_at ?? 0) - upAt).toBeGreaterThan(-1_000);
  expect((over.recover_at ?? 0) - upAt).toBeLessThan(5_000);
  expect(site.outages(device)).toHaveLength(1);
}, 150_000);

test.concurrent('a board that restarts after six hours without an answer has not failed', async () => {
  await using device = await site.install(2, '--mains-sense');
  await device.expectEvent({ event: 'mqtt', state: 'published', payload: /"starts":1/ }, 30_000);
  const bootId = site.readDevice(device)?.boot_id;
  await device.make('internet off');
  const silent = await site.expectOutage(device, () => true, 40_000);
  expect(silent.cause).toBe('silent');
  await device.make('time-scale 5000');
  await device.expectEvent({ event: 'boot', reset_reason: 'software' }, 40_000);
  await device.make('time-scale 20');
  await device.make('internet on');
  const goesOn = new RegExp(`"previous_boot_id":"${bootId}","restart_cause":"no_answer"`);
  await device.expectEvent({ event: 'mqtt', state: 'published', payload: goesOn }, 30_000);
  const over = await site.expectOutage(device, ({ recover_at }) => recover_at !== null, 15_000);
  expect(over.cause).toBe('network');
}, 150_000);
