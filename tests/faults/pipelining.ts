/**
 * 64 connections write as much as they can without waiting for answers, at one door after the other: pages,
 * calls, heartbeats, WebSocket frames, MQTT packets. Meanwhile two sites at a time lose power.
 */
import { startBurst } from '../../scripts/bench/lib/burst.ts';
import { listBursts } from '../../scripts/bench/lib/bursts.ts';
import { timeHeartbeats } from '../../scripts/bench/lib/flood.ts';
import { runFault } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  drain,
  expectStored,
  expectToldOnce,
  loseMains,
  openSites,
  regainMains,
  seedSites,
  thresholdMs,
} from './lib/fleet.ts';
import { countOpenFiles, readMemory, seconds } from './lib/server-health.ts';

const worstHeartbeatMs = 300;
const worstAlertMs = 3_000;
const sitesEach = 2;
const memoryBoundMb = 200;
const lastsMs = thresholdMs + 2_000;

await runFault('Requests that wait for no answer', async (fault, home) => {
  const kinds = listBursts({ http: 0, mqtt: 0, stolen: { deviceId: '', token: '' } }).length;
  const boards = seedSites(home, 2 + kinds * sitesEach);
  const [victim, stolen] = boards;
  if (victim === undefined || stolen === undefined) throw new Error('there is no board');
  // Its token is in the thief's hands. Whether its owner is told is not asked here.
  home.data.write('UPDATE devices SET alert_enabled = 0 WHERE device_id = ?', stolen.id);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram });
  const sites = await openSites(home, boards.slice(2), server, 2);
  await Bun.sleep(1_000);
  const memoryBefore = readMemory(server);
  const filesBefore = countOpenFiles(server);
  let memoryPeak = memoryBefore;

  const doors = {
    http: server.http,
    mqtt: server.mqtt ?? 0,
    stolen: { deviceId: stolen.id, token: stolen.token },
  };
  for (const [index, { name, burst }] of listBursts(doors).entries()) {
    const dark = sites.slice(index * sitesEach, (index + 1) * sitesEach);
    const running = startBurst(burst);
    await Bun.sleep(500);
    const timing = timeHeartbeats(server.url, victim.token, lastsMs);
    await loseMains(dark);
    const dueAt = Date.now() + thresholdMs;
    const drainedMs = await drain(dark);
    await awaitLosses(telegram, dark);
    const times = await timing;
    memoryPeak = Math.max(memoryPeak, readMemory(server));
    const { opened, ended, writtenBytes } = await running.stop();
    const worst = Math.max(...times);
    fault.expect(
      `another board is heard: ${name}`,
      worst <= worstHeartbeatMs,
      `${times.length} heartbeats, the slowest ${Math.round(worst)} ms; ${opened} connections, ${ended} ended, ${Math.round(writtenBytes / 1e6)} MB written`,
    );
    const chats = new Set(dark.map(({ chatId }) => chatId));
    const told = telegram.sent.filter(({ chatId }) => chats.has(chatId));
    const lateMs = Math.max(...told.map(({ arrivedAt }) => arrivedAt - dueAt));
    fault.expect(
      `losses of power are taken and told: ${name}`,
      told.length === dark.length && drainedMs + lateMs <= worstAlertMs,
      `taken after ${seconds(drainedMs)}, ${told.length} of ${dark.length} told, the last ${seconds(Math.max(0, lateMs))} late`,
    );
  }
  fault.expect(
    'memory is bounded',
    memoryPeak - memoryBefore < memoryBoundMb,
    `${Math.round(memoryBefore)} MB before, ${Math.round(memoryPeak)} MB at most`,
  );
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, sites);
  const filesAfter = countOpenFiles(server);
  fault.expect(
    'connections are freed',
    // The messenger's and the log's own come and go.
    filesAfter <= filesBefore + 32,
    `${filesBefore} files open before, ${filesAfter} after`,
  );
  expectToldOnce(fault, telegram, sites);
  await server.kill();
  expectStored(fault, home, sites);
});
