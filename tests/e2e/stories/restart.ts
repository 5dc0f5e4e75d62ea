/** The server stops and starts while a thousand devices are well. */
import { expect, test } from 'bun:test';
import { findLastingPort, installBinary } from '../harness.ts';
import { MqttDevice } from '../mqtt-device.ts';
import { firstChatId, seedBoards } from '../quick-fleet.ts';
import { waitFor } from '../wait-for.ts';

const devices = 1_000;
const heartbeatTimeoutSeconds = 30;

test.concurrent('a restart in the middle of 1,000 healthy devices raises nothing but what is true', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const boards = seedBoards(home, devices);
  home.data.saveSettings({ heartbeatTimeout: heartbeatTimeoutSeconds });
  const port = await findLastingPort();
  const options = { telegram, args: ['--mqtt-port', String(port)] };
  const first = await home.serve(options);
  const life = new AbortController();
  home.defer(() => life.abort());
  const missing = new AbortController();
  const lives = boards.map((board, index) =>
    staysOnline(
      new MqttDevice(board, { port }),
      index === 0 ? AbortSignal.any([life.signal, missing.signal]) : life.signal,
    ),
  );
  const online = 'faiwatch_devices{link="online"}';
  const isWhole = async (server: typeof first, wanted: number) =>
    (await server.metric('faiwatch_mqtt_sessions')) >= wanted &&
    (await server.metric(online)) === devices;
  await waitFor('thousand devices online', () => isWhole(first, devices), 30_000);

  expect(await first.stop()).toBe(0);
  // One of them truly dies meanwhile: a restart must not hide that either.
  missing.abort();
  await Bun.sleep(3_000);
  const second = await home.serve(options);
  const startedAt = Date.now();
  await waitFor('return of the others', () => isWhole(second, devices - 1), 20_000);

  await Bun.sleep(startedAt + heartbeatTimeoutSeconds * 1_000 - 2_000 - Date.now());
  expect(home.data.readNumber('SELECT count(*) FROM outages')).toBe(0);
  expect(home.data.readNumber('SELECT count(*) FROM notifications')).toBe(0);
  expect(telegram.sent).toHaveLength(0);

  await telegram.expectMessage({ chatId: firstChatId, contains: 'Contact lost' }, 10_000);
  await Bun.sleep(10_000);
  expect(home.data.readNumber('SELECT count(*) FROM outages')).toBe(1);
  expect(telegram.sent).toHaveLength(1);
  const gaps = home.data.read<{ kind: string; ms: number }>(
    'SELECT kind, to_at - from_at AS ms FROM observation_gaps',
  );
  expect(gaps).toHaveLength(1);
  expect(gaps[0]?.kind).toBe('server_off');
  expect(gaps[0]?.ms).toBeGreaterThanOrEqual(3_000);
  life.abort();
  await Promise.all(lives);
}, 150_000);

/** Beats every ten seconds and comes back whenever its connection is lost, as boards do. */
async function staysOnline(device: MqttDevice, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    try {
      if (!device.isConnected) await device.connects();
      await device.beats();
      const nextBeatAt = performance.now() + 10_000;
      while (!end.aborted && device.isConnected && performance.now() < nextBeatAt) {
        await Bun.sleep(500);
      }
    } catch {
      await Bun.sleep(200 + Math.random() * 2_000);
    }
  }
  device.vanishes();
}
