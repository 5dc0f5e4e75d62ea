/** The short form of `tests/faults/pipelining.ts`. */
import { expect, test } from 'bun:test';
import { startBurst } from '../../scripts/bench/lib/burst.ts';
import { listBursts } from '../../scripts/bench/lib/bursts.ts';
import { timeHeartbeats } from '../../scripts/bench/lib/flood.ts';
import { startBoards } from './core-fleet.ts';
import { installBinary } from './harness.ts';
import { firstChatId, seedBoards } from './quick-fleet.ts';
import { waitFor } from './wait-for.ts';

/** Four times what the fault allows, as other tests use the machine. It was 14 s. */
const worstMs = 1_200;

test('64 connections that wait for no answer keep no heartbeat and no alert waiting', async () => {
  await using home = await installBinary();
  const boards = seedBoards(home, 3);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram });
  const [, , victim] = boards;
  if (victim === undefined) throw new Error('there is no board');
  // One speaks HTTP, the other MQTT.
  const devices = await startBoards(home, boards.slice(0, 2), server);
  const doors = { http: server.http, mqtt: 0, stolen: { deviceId: victim.id, token: 'none' } };
  const [unknownPages] = listBursts(doors);
  if (unknownPages === undefined) throw new Error('there is no burst');

  const running = startBurst(unknownPages.burst);
  await Bun.sleep(300);
  const timing = timeHeartbeats(server.url, victim.token, 2_000);
  const lostAt = performance.now();
  await Promise.all(devices.map((device) => device.losesMains()));
  const isTaken = () => devices.every(({ waiting }) => waiting === 0);
  await waitFor('the reports taken', isTaken, 10_000);
  expect(performance.now() - lostAt).toBeLessThan(2 * worstMs);
  expect(Math.max(...(await timing))).toBeLessThan(worstMs);
  const chats = devices.map((_, index) => firstChatId + index);
  const isTold = (chat: number) => telegram.sent.some(({ chatId }) => chatId === chat);
  await waitFor('the owners told', () => chats.every(isTold), 15_000);
  const { opened, ended } = await running.stop();
  expect(opened).toBeGreaterThanOrEqual(64);
  expect(ended).toBeGreaterThan(0);
}, 240_000);
