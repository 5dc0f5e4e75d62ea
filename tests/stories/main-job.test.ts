/** The main job: an owner is told of a loss, reminded, heard, and told that power is back. */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

interface OutageRow {
  readonly cause: string;
  readonly down_at: number;
  readonly recover_at: number | null;
  readonly acknowledged_at: number | null;
}

const outages = (app: App) => app.data.read<OutageRow>('SELECT * FROM outages ORDER BY id');

test('a device loses mains and its owner is told, reminded, heard, and told of the end', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 1 } });
  const { telegram } = app;
  app.data.write('UPDATE devices SET reminder_interval_seconds = 30');
  const device = await app.connect();
  await app.advance('10 s');

  const down = await device.losesMains();
  await app.advance('4 s');
  expect(telegram.sent).toEqual([]);
  await app.advance('1 s');
  const [alert] = telegram.sent;
  expect(alert).toMatchObject({ chatId: firstChatId, arrivedAt: down.at + 5_000 });
  expect(alert?.text).toBe('🔴 Mains lost\nSite 1: no power since 12:00');

  await app.advance('30 s');
  const reminder = await telegram.expectMessage({ contains: 'Still no power' });
  expect(reminder.arrivedAt).toBe(down.at + 35_000);
  await app.advance('30 s');
  expect(telegram.sent).toHaveLength(3);
  const [acknowledge = ''] = /ack:\d+/.exec(JSON.stringify(reminder.replyMarkup)) ?? [];
  const press = telegram.userPresses(firstChatId, reminder.messageId, acknowledge);
  expect((await telegram.expectAnswer(press)).text).toContain('Acknowledged');
  expect(outages(app)).toMatchObject([{ cause: 'mains', acknowledged_at: app.time.wallMs }]);

  // No other reminder comes after that.
  await app.advance('3 min');
  expect(telegram.sent).toHaveLength(3);

  const up = await device.regainsMains();
  await app.advance('59 s');
  expect(telegram.sent).toHaveLength(3);
  await app.advance('1 s');
  const recovery = telegram.sent[3];
  expect(recovery).toMatchObject({ chatId: firstChatId, arrivedAt: up.at + 60_000 });
  expect(recovery?.text).toContain('Power restored');
  expect(recovery?.text).toContain('(4 min)');
  expect(recovery?.replyMarkup).toBeUndefined();
  expect(outages(app)).toMatchObject([{ down_at: down.at, recover_at: up.at }]);
});

test('power that comes and goes within the delay is one outage, told once at each end', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 2 } });
  const device = await app.connect();
  const down = await device.losesMains();
  await app.advance('30 s');
  for (let flap = 0; flap < 3; flap += 1) {
    await device.regainsMains();
    await app.advance('119 s');
    await device.losesMains();
    await app.advance('20 s');
  }
  const up = await device.regainsMains();
  await app.advance('2 min');
  expect(outages(app)).toMatchObject([{ down_at: down.at, recover_at: up.at, flaps: 3 }]);
  const texts = app.textsTo(firstChatId).filter((text) => !text.includes('Still no power'));
  expect(texts).toEqual([
    expect.stringContaining('Mains lost'),
    expect.stringContaining('Power restored'),
  ]);
});

test('a loss shorter than the threshold disturbs nobody, and is kept', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 1 } });
  const device = await app.connect();
  await device.losesMains();
  await app.advance('4 s');
  await device.regainsMains();
  await app.advance('5 min');
  expect(app.telegram.sent).toEqual([]);
  expect(outages(app)).toMatchObject([{ cause: 'mains' }]);
});
