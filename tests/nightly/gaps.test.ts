/** Nobody is alarmed of what the server did not see: the reproduction of it on the real executable. */
import { expect, test } from 'bun:test';
import { findLastingPort, installBinary } from '../e2e/harness.ts';
import { HttpDevice } from '../e2e/http-device.ts';
import { MqttDevice } from '../e2e/mqtt-device.ts';
import { firstChatId, seedBoards } from '../e2e/quick-fleet.ts';

/** A loss, the server killed a second later, and away for 40 s; told 30 s after a loss. */
async function killAfterLoss() {
  const home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const boards = seedBoards(home, 4);
  home.data.write('UPDATE devices SET downtime_threshold_seconds = 30');
  home.data.saveSettings({ recoveryDelay: 1 });
  const ports = { http: await findLastingPort(), mqtt: await findLastingPort() };
  const serve = {
    telegram,
    args: ['--port', String(ports.http), '--mqtt-port', String(ports.mqtt)],
  };
  const server = await home.serve(serve);
  const onMqtt = boards.slice(0, 3).map((board) => new MqttDevice(board, { port: ports.mqtt }));
  const overHttp = boards.slice(3).map((board) => new HttpDevice(server.url, board));
  const devices = [...onMqtt, ...overHttp];
  for (const device of onMqtt) await device.connects();
  for (const device of devices) await device.beats();
  for (const device of devices) await device.losesMains();
  await Bun.sleep(1_000);
  await server.kill();
  for (const device of onMqtt) device.vanishes();
  const killedAt = Date.now();
  const textsTo = (board: number) =>
    telegram.sent.filter(({ chatId }) => chatId === firstChatId + board);
  return { home, serve, onMqtt, overHttp, killedAt, textsTo };
}

test('after a gap of 40 s each board is heard first, and then what is true is told', async () => {
  const { home, serve, onMqtt, overHttp, killedAt, textsTo } = await killAfterLoss();
  await using _ = home;
  const [short, lasting, dead] = onMqtt;
  const [http] = overHttp;
  if (!short || !lasting || !dead || !http) throw new Error('four boards expected');
  // Power is back to it after four seconds, which nobody hears yet.
  await Bun.sleep(3_000);
  const back = [short.board.regainsMains(), http.board.regainsMains()] as const;
  await Bun.sleep(killedAt + 40_000 - Date.now());
  await home.serve(serve);
  const startedAt = Date.now();
  await Bun.sleep(2_000);
  await short.connects();
  await short.tells(back[0]);
  await http.tells(back[1]);
  await lasting.connects();
  await lasting.beats();
  await Bun.sleep(3_000);
  const toldOf = (board: number) => textsTo(board).map(({ text }) => text.split('\n')[0]);
  expect(toldOf(1)).toEqual([expect.stringContaining('Mains lost')]);
  expect([toldOf(0), toldOf(2), toldOf(3)]).toEqual([[], [], []]);
  // The other one may come back for as long as the gap lasted, which is known to ten seconds.
  await Bun.sleep(startedAt + 55_000 - Date.now());
  expect(toldOf(2)).toEqual([expect.stringContaining('Mains lost')]);
  const [told] = textsTo(2);
  expect((told?.arrivedAt ?? 0) - startedAt).toBeWithin(38_000, 52_000);
  expect([toldOf(0), toldOf(3)]).toEqual([[], []]);
  await short.beats();
  await http.beats();
  await Bun.sleep(startedAt + 75_000 - Date.now());
  expect([toldOf(0), toldOf(3)]).toEqual([[], []]);
  short.vanishes();
  lasting.vanishes();
}, 180_000);
