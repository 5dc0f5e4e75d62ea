/** When the silence of a device is told, and in which words. */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

interface OutageRow {
  readonly cause: string;
  readonly down_at: number;
  readonly detected_at: number;
  readonly recover_at: number | null;
}

function readOutage(app: App): OutageRow {
  const [row, ...others] = app.data.read<OutageRow>('SELECT * FROM outages');
  if (row === undefined || others.length > 0) throw new Error('There is not just one outage');
  return row;
}

test('a frozen MQTT device is noticed in under 30 s; with the same boot id, it was the internet', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 1 } });
  const { telegram } = app;
  const device = await app.connect();
  await app.advance('1 min');

  // The router hangs: the socket stays open at both ends, and nothing comes any more.
  device.freezes();
  const lastHeardAt = app.time.wallMs;
  await app.advance('30 s');
  const [alert] = telegram.sent;
  expect(alert?.text).toContain('Contact lost');
  expect(alert?.text).toContain('The power may be out, or only the internet');
  expect(readOutage(app)).toMatchObject({ cause: 'silent', down_at: lastHeardAt });
  expect(readOutage(app).detected_at - lastHeardAt).toBeLessThan(26_000);

  const back = await app.connect();
  const backAt = app.time.wallMs;
  await app.advance('59 s');
  expect(telegram.sent).toHaveLength(1);
  await app.advance('1 s');
  expect(telegram.sent[1]?.text).toContain('Internet restored');
  expect(telegram.sent[1]?.text).toContain('power stayed on, internet was lost');
  expect(readOutage(app)).toMatchObject({ cause: 'network', recover_at: backAt });
  expect(back.isConnected).toBe(true);
});

test('a device that only speaks HTTP is noticed at its time-out, and not before', async () => {
  await using app = await App.start({ settings: { heartbeatTimeout: 40 } });
  await app.overHttp().beats();
  const lastBeatAt = app.time.wallMs;
  await app.advance('39 s');
  expect(app.telegram.sent).toEqual([]);
  await app.advance('2 s');
  expect(app.textsTo(firstChatId)).toEqual([expect.stringContaining('Contact lost')]);
  expect(readOutage(app)).toMatchObject({ cause: 'silent', down_at: lastBeatAt });
});

test('a board without mains sense dies with the mains and tells so when it starts again', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 1 } });
  const board = app.board();
  const device = await app.connect();
  await app.advance('20 s');
  device.vanishes();
  const diedAt = app.time.wallMs;
  await app.advance('15 s');
  expect(app.textsTo(firstChatId)).toEqual([expect.stringContaining('Contact lost')]);

  // Power has been back for five seconds when the board has found its network.
  await app.advance('7 s');
  board.restart();
  const poweredAt = app.time.wallMs - 5_000;
  await app.connect();
  await app.advance('1 min');
  expect(app.textsTo(firstChatId)[1]).toContain('Power restored');
  expect(app.textsTo(firstChatId)[1]).toContain('power was out about');
  expect(readOutage(app)).toMatchObject({
    cause: 'mains',
    down_at: diedAt,
    recover_at: poweredAt,
  });
});

test('one that comes back within ten seconds was never gone', async () => {
  await using app = await App.start();
  const device = await app.connect();
  await app.advance('20 s');
  for (let drop = 0; drop < 5; drop += 1) {
    device.vanishes();
    await app.advance('9 s');
    await device.connects();
    await device.beats();
  }
  await app.advance('1 min');
  expect(app.data.readNumber('SELECT count(*) FROM outages')).toBe(0);
});

test('a board that sleeps to spare its battery is said to, over a restart and until it wakes', async () => {
  await using app = await App.start();
  const device = app.overHttp();
  const { board } = device;
  await device.beats();
  await device.losesMains();
  await device.beats({ battery_level: 0, sleep: 'battery_low' });
  await app.advance('4 min');
  await app.restart('10 s');
  await app.advance('2 min');
  const asleep = 'Battery low: the board sleeps until power is back';
  const [alert, ...reminders] = app.textsTo(firstChatId);
  expect(alert).not.toContain(asleep);
  expect(reminders.at(-1)).toMatch(/Still no power\n.*still down for/);
  expect(reminders.at(-1)).toEndWith(`. ${asleep}`);
  expect(await askStatus(app)).toContain(asleep.toLowerCase());

  board.restart();
  board.power = 'UP';
  await app.overHttp().beats();
  await app.settle();
  expect(await askStatus(app)).not.toContain('sleep');
});

async function askStatus(app: App): Promise<string> {
  const before = app.telegram.sent.length;
  app.telegram.userSends(firstChatId, '/status');
  await app.botHears();
  return app.textsTo(firstChatId).slice(before).join();
}
