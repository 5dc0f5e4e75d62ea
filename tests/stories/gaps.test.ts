/** Nobody is alarmed of what the server did not see: after a gap boards speak first. */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

const lost = expect.stringContaining('Mains lost');
const told = (app: App) => app.boards.map((_, board) => app.textsTo(firstChatId + board));
/** Boards that come through a tunnel on this machine, as where the pages have a public address. */
const beyond = { FAIWATCH_PUBLIC_URL: 'https://power.example' };

async function startApp(options: {
  readonly thresholdSeconds: number;
  readonly env?: Record<string, string>;
}) {
  const app = await App.start({ devices: 4, settings: { recoveryDelay: 1 }, ...options });
  app.data.write('UPDATE devices SET downtime_threshold_seconds = ?', options.thresholdSeconds);
  const devices = await Promise.all(app.boards.slice(0, 3).map((board) => app.connect(board)));
  const http = app.overHttp(app.board(3));
  await http.beats();
  await app.advance('5 s');
  const [short, lasting, dead] = devices;
  if (!short || !lasting || !dead) throw new Error('three boards expected');
  return { app, short, lasting, dead, http };
}

test('after a restart each board is heard first, and then what is true is told', async () => {
  const { app, short, lasting, dead, http } = await startApp({ thresholdSeconds: 30 });
  await using _ = app;
  for (const device of [short, lasting, dead, http]) await device.losesMains();
  await app.advance('1 s');
  await app.stopServer();
  // Power is back to two of them after four seconds, which nobody hears.
  app.time.advanceMs(3_000);
  const back = [short.board.regainsMains(), http.board.regainsMains()] as const;
  app.time.advanceMs(37_000);
  await app.startServer();

  await app.advance('2 s');
  const again = await app.connect(short.board);
  await again.tells(back[0]);
  await app.overHttp(http.board).tells(back[1]);
  await app.connect(lasting.board);
  await app.advance('1 s');
  expect(told(app)).toEqual([[], [lost], [], []]);
  // The dead one may come back for as long as the gap lasted.
  await app.advance('36 s');
  expect(told(app)).toEqual([[], [lost], [], []]);
  await app.advance('3 s');
  expect(told(app)).toEqual([[], [lost], [lost], []]);
  await app.overHttp(http.board).beats();
  await app.advance('2 min');
  expect(told(app)).toEqual([[], [lost], [lost], []]);
});

test('a process that stood still hears its boards before it tells anybody', async () => {
  const { app, short, lasting, dead, http } = await startApp({ thresholdSeconds: 5 });
  await using _ = app;
  for (const device of [short, lasting, dead, http]) await device.losesMains();
  for (const device of [short, lasting, dead]) device.vanishes();
  app.time.advanceMs(2_000);
  const back = [short.board.regainsMains(), http.board.regainsMains()] as const;
  app.time.advanceMs(28_000);
  await app.advance('2 s');
  expect(told(app)).toEqual([[], [], [], []]);
  const again = await app.connect(short.board);
  await again.tells(back[0]);
  await app.overHttp(http.board).tells(back[1]);
  await app.connect(lasting.board);
  await app.advance('1 s');
  expect(told(app)).toEqual([[], [lost], [], []]);
  await app.advance('30 s');
  expect(told(app)).toEqual([[], [lost], [lost], []]);
});

test('after our line was dead, boards beyond it are heard before anybody is told', async () => {
  const { app, short, lasting, dead, http } = await startApp({ thresholdSeconds: 30, env: beyond });
  await using _ = app;
  await app.advance('20 s');
  for (const device of [short, lasting, dead, http]) await device.losesMains();
  await app.telegram.goDown();
  for (const device of [short, lasting, dead]) device.vanishes();
  app.time.advanceMs(2_000);
  const back = [short.board.regainsMains(), http.board.regainsMains()] as const;
  await app.advance('60 s');
  await app.telegram.comeBack();
  await app.advance('5 s');
  expect(told(app)).toEqual([[], [], [], []]);
  const again = await app.connect(short.board);
  await again.tells(back[0]);
  await app.overHttp(http.board).tells(back[1]);
  await app.connect(lasting.board);
  await app.advance('1 s');
  expect(told(app)).toEqual([[], [lost], [], []]);
  await app.advance('75 s');
  expect(told(app)).toEqual([[], [lost], [lost], []]);
});
