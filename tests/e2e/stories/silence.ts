/** Devices that fall silent: when it is reported, and in which words. */
import { expect, test } from 'bun:test';
import { type Home, installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { MqttDevice } from '../mqtt-device.ts';
import { keepBeating, serveOneDevice } from '../quick-fleet.ts';

test.concurrent('a frozen MQTT device is noticed in under 30 s; with the same boot id, it was the internet', async () => {
  await using home = await installBinary();
  const { board, chatId, telegram, mqttPort } = await serveOneDevice(home, { recoveryDelay: 1 });
  const device = new MqttDevice(board, { port: mqttPort });
  home.defer(() => device.vanishes());
  await device.connects();
  await device.beats();

  // The router hangs: the socket stays open at both ends, and nothing comes any more.
  device.freezes();
  const frozenAt = Date.now();
  const alert = await telegram.expectMessage({ chatId, contains: 'Contact lost' }, 35_000);
  expect(alert.arrivedAt - frozenAt).toBeLessThan(30_000);
  expect(alert.text).toContain('Power may be out, or only the internet');
  const silent = readOutage(home);
  expect(silent.cause).toBe('silent');
  expect(silent.detected_at - frozenAt).toBeLessThan(30_000);
  expect(Math.abs(silent.down_at - frozenAt)).toBeLessThan(1_000);

  await device.connects();
  await device.beats();
  const backAt = Date.now();
  home.defer(keepBeating(device));
  const word = await telegram.expectMessage({ chatId, contains: 'Internet is back' }, 75_000);
  expect(word.text).toContain('power stayed on, internet was lost');
  expect(word.arrivedAt - backAt).toBeGreaterThan(59_000);
  const over = readOutage(home);
  expect(over.cause).toBe('network');
  expect(Math.abs((over.recover_at ?? 0) - backAt)).toBeLessThan(1_000);
  expect(telegram.sent).toHaveLength(2);
}, 150_000);

test.concurrent('a device that only speaks HTTP is noticed at its time-out', async () => {
  const timeoutMs = 40_000;
  await using home = await installBinary();
  const settings = { heartbeatTimeout: timeoutMs / 1_000 };
  const { board, chatId, telegram, url } = await serveOneDevice(home, settings);
  await new HttpDevice(url, board).beats();
  const lastBeatAt = Date.now();
  const alert = await telegram.expectMessage(
    { chatId, contains: 'Contact lost' },
    timeoutMs + 9_000,
  );
  const afterMs = alert.arrivedAt - lastBeatAt;
  expect(afterMs).toBeGreaterThan(timeoutMs - 500);
  expect(afterMs).toBeLessThan(timeoutMs + 3_000);
  expect(readOutage(home).cause).toBe('silent');
}, 90_000);

test.concurrent('a board without mains sense dies with the mains and tells so when it starts again', async () => {
  await using home = await installBinary();
  const { board, chatId, telegram, mqttPort } = await serveOneDevice(home, { recoveryDelay: 1 });
  const device = new MqttDevice(board, { port: mqttPort });
  home.defer(() => device.vanishes());
  await device.connects();
  await device.beats();
  device.vanishes();
  const diedAt = Date.now();
  const alert = await telegram.expectMessage({ chatId, contains: 'Contact lost' }, 20_000);
  expect(alert.arrivedAt - diedAt).toBeLessThan(15_000);

  // Power has been back for five seconds when the board has found its network.
  const uptimeMs = 5_000;
  await Bun.sleep(uptimeMs + 2_000);
  board.restart('power_on', uptimeMs);
  await device.connects();
  await device.beats();
  const poweredAt = Date.now() - uptimeMs;
  home.defer(keepBeating(device));
  const word = await telegram.expectMessage({ chatId, contains: 'Power is back' }, 75_000);
  expect(word.text).toContain('power was out about');
  const over = readOutage(home);
  expect(over.cause).toBe('mains');
  expect(Math.abs(over.down_at - diedAt)).toBeLessThan(1_000);
  expect(Math.abs((over.recover_at ?? 0) - poweredAt)).toBeLessThan(1_000);
}, 150_000);

interface OutageRow {
  readonly cause: string;
  readonly down_at: number;
  readonly detected_at: number;
  readonly recover_at: number | null;
}

function readOutage(home: Home): OutageRow {
  const [row, ...others] = home.data.read<OutageRow>('SELECT * FROM outages');
  if (row === undefined || others.length > 0) throw new Error('There is not just one outage');
  return row;
}
