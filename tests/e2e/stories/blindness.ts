/** Our own line is dead: silence then says nothing about the devices. */
import { expect, test } from 'bun:test';
import { installBinary } from '../harness.ts';
import { MqttDevice } from '../mqtt-device.ts';
import { firstChatId, keepBeating, seedBoards } from '../quick-fleet.ts';
import { waitFor } from '../wait-for.ts';

const heartbeatTimeoutSeconds = 30;

test.concurrent('half the fleet silent while the messenger is out of reach raises nothing and leaves a gap', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const boards = seedBoards(home, 10);
  home.data.saveSettings({ heartbeatTimeout: heartbeatTimeoutSeconds });
  const server = await home.serve({ telegram });
  const devices = boards.map((board) => new MqttDevice(board, { port: server.mqtt ?? 0 }));
  for (const device of devices) {
    home.defer(() => device.vanishes());
    await device.connects();
    await device.beats();
  }
  const [frozen, well] = [devices.slice(0, 6), devices.slice(6)];
  for (const device of well) home.defer(keepBeating(device));
  const gap = () =>
    home.data.read<{ from_at: number; to_at: number | null }>(
      "SELECT from_at, to_at FROM observation_gaps WHERE kind = 'uplink'",
    )[0];

  await telegram.goDown();
  for (const device of frozen) device.freezes();
  const frozenAt = Date.now();
  await waitFor('gap', gap, 35_000);
  expect(gap()?.to_at).toBeNull();
  expect(Math.abs((gap()?.from_at ?? 0) - frozenAt)).toBeLessThan(2_000);
  expect(await server.metric('faiwatch_blind')).toBe(1);
  await Bun.sleep(10_000);

  await telegram.comeBack();
  await waitFor('end of the gap', () => gap()?.to_at, 12_000);
  expect(await server.metric('faiwatch_blind')).toBe(0);
  const resumedAt = Date.now();
  // All but the first were only out of our sight.
  for (const device of frozen.slice(1)) {
    await device.connects();
    await device.beats();
    home.defer(keepBeating(device));
  }
  await Bun.sleep(resumedAt + heartbeatTimeoutSeconds * 1_000 - 3_000 - Date.now());
  expect(home.data.readNumber('SELECT count(*) FROM outages')).toBe(0);
  expect(home.data.readNumber('SELECT count(*) FROM notifications')).toBe(0);
  expect(telegram.sent).toHaveLength(0);
  expect(home.data.readNumber('SELECT count(*) FROM observation_gaps')).toBe(1);

  // One that stays away is missed in the end, a full time-out after we could see again.
  const alert = await telegram.expectMessage({ contains: 'Contact lost' }, 10_000);
  expect(alert.chatId).toBe(firstChatId);
  await Bun.sleep(3_000);
  expect(telegram.sent).toHaveLength(1);
  expect(home.data.readNumber('SELECT count(*) FROM outages')).toBe(1);
}, 120_000);
