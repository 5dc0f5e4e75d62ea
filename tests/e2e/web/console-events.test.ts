/** The console's events, who was told of them, and what did not arrive. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { enrolBoard } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { type Language, languages } from './browser.ts';
import {
  button,
  type ConsoleScene,
  countRows,
  dayMs,
  download,
  expectQuiet,
  expectSound,
  fill,
  filterTab,
  focusedName,
  followWithin,
  heading,
  openConsoleScene,
  readCsv,
  refusal,
  row,
  tabTo,
  text,
  until,
  untilLive,
} from './console-scene.ts';
import { addOutages, backdate } from './past.ts';
import { shareBrowser } from './walk.ts';

const siteNames = ['ร้านกาแฟ บางแสน', 'บ้านสวน'];
/** One chat exists; the messenger does not know the others. */
const knownChat = 7_001_001;

const browser = shareBrowser();
let scene: ConsoleScene;
let telegram: FakeTelegram;
let lastDevice = 0;

beforeAll(async () => {
  scene = await openConsoleScene(browser, async (home) => {
    telegram = await home.startTelegram({ chats: [knownChat] });
    return { name: 'วิภา รัตนพงษ์', sites: siteNames, telegram };
  });
  const { home, shop } = scene;
  backdate(home.data, shop.boards, Date.now() - 300 * dayMs);
  addOutages(
    home.data,
    shop.boards.slice(0, 1).flatMap((board) =>
      [3, 20, 45].map((days, index) => ({
        board,
        downAt: Date.now() - days * dayMs,
        minutes: 42 + index * 60,
      })),
    ),
  );
  home.data.write(
    `UPDATE events SET outage_id = (SELECT o.id FROM outages o WHERE o.device_row = events.device_row
       AND events.occurred_at IN (o.down_at, o.recover_at))
     WHERE event_type IN ('POWER_DOWN', 'POWER_RECOVER')`,
  );
});

afterAll(() => scene?.[Symbol.asyncDispose]());

/** A device whose owner is told at once, in these chats. */
async function addWatchedDevice(owner: string, chats: readonly number[]) {
  lastDevice += 1;
  const { admin, server } = scene.shop;
  const deviceId = `fw-0000000000e${lastDevice}`;
  const phone = `084400000${lastDevice}`;
  await admin.post('/api/customers', { name: owner, phone });
  const order = { phone, purchaseType: 'key_only', deviceType: null };
  const key: string = (await admin.post('/api/keys', order)).body.data.key_code;
  const board = await enrolBoard(server, { deviceId, key, phone });
  scene.home.data.write(
    'UPDATE devices SET downtime_threshold_seconds = 5 WHERE device_id = ?',
    deviceId,
  );
  for (const chat of chats) {
    scene.home.data.write(
      `INSERT INTO recipients (customer_id, channel, address, language, created_at)
       SELECT id, 'telegram', ?1, 'en', 0 FROM customers WHERE phone = ?2`,
      String(chat),
      `+66${phone.slice(1)}`,
    );
  }
  const device = new HttpDevice(server.url, board);
  await device.beats();
  return { device, deviceId, site: `FaiWatch-${deviceId.slice(-6).toUpperCase()}` };
}

/** Finds a badge by its exact word, since other words contain it. */
const eventRow = (page: Page, kind: string) =>
  page.locator('tbody tr').filter({ has: page.getByText(kind, { exact: true }) });

describe.each(languages)('events in %s', (language) => {
  const t = text(language);
  const words = t.admin_events;

  test('are found, filtered, paged and exported', async () => {
    await using tab = await scene.open('/admin/events', { language });
    const { page } = tab;
    await heading(page, words.title).waitFor();
    await row(page, siteNames[0] ?? '')
      .first()
      .waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(Object.values(words.column));

    await filterTab(page, words.tab.label, words.tab.power_down).click();
    await eventRow(page, t.events.type.register).first().waitFor({ state: 'detached' });
    expect(tab.path).toContain('filter=power_down');
    const search = page.getByLabel(words.search);
    for (const found of ['fw-0000000000a1', siteNames[0] ?? '']) {
      await search.fill(found);
      await until('three rows', async () => (await countRows(page)) === 3);
    }
    const durations = language === 'th' ? ['42 นาที', '1 ชม. 42 นาที'] : ['42 min', '1 h 42 min'];
    for (const duration of durations) await row(page, duration).first().waitFor();
    const line = row(page, 'fw-0000000000a1').first();
    for (const part of [t.events.type.down, siteNames[0] ?? '', words.nobody]) {
      expect(await line.textContent()).toContain(part);
    }
    const file = await download(page, t.console.export.action);
    expect(file.name).toMatch(/^events-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readCsv(file.bytes);
    expect(lines).toHaveLength(4);
    expect(lines.slice(1).every((entry) => entry.includes('POWER_DOWN'))).toBe(true);

    await filterTab(page, words.tab.label, words.tab.power_restored).click();
    await until('restored', async () =>
      ((await line.textContent()) ?? '').includes(t.events.type.recover),
    );
    await until('three rows', async () => (await countRows(page)) === 3);
    await page.goBack();
    await until('lost', async () =>
      ((await line.textContent()) ?? '').includes(t.events.type.down),
    );
    await search.fill('ไม่มีแน่นอน');
    await page.getByText(t.ui.empty_search.title).waitFor();
    await button(page, t.ui.empty_search.clear).click();
    await eventRow(page, t.events.type.register).first().waitFor();
    expect(tab.path).toBe('/admin/events');
    expectQuiet(tab);
  });

  test('appear by themselves, and so does who was told, with what outcome', async () => {
    const silentChat = language === 'th' ? 7_002_001 : 7_002_002;
    const { device, deviceId, site } = await addWatchedDevice(`Told ${language}`, [
      knownChat + (language === 'th' ? 1 : 2),
      silentChat,
    ]);
    telegram.addChat(knownChat + (language === 'th' ? 1 : 2));
    await using tab = await scene.open(`/admin/events?q=${deviceId}`, { language });
    const { page } = tab;
    await eventRow(page, t.events.type.register).waitFor();
    await untilLive(page, language);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await device.losesMains();
    const loss = eventRow(page, t.events.type.down);
    await followWithin('event of the loss', async () => (await loss.count()) === 1);
    expect(await loss.textContent()).toContain(site);
    expect(await loss.textContent()).toContain(words.ongoing);

    const sent = 'sent_one' in t.console.delivery ? t.console.delivery.sent_one : null;
    const failed = 'failed_one' in t.console.delivery ? t.console.delivery.failed_one : null;
    const counts = [
      fill(sent ?? t.console.delivery.sent_other, { number: 1 }),
      fill(failed ?? t.console.delivery.failed_other, { number: 1 }),
    ];
    await until('deliveries', async () => {
      const told = (await loss.textContent()) ?? '';
      return counts.every((count) => told.includes(count));
    });
    const opener = loss.getByRole('button');
    await opener.click();
    const detail = page.getByRole('dialog', { name: words.deliveries });
    const { state, type } = t.console.notification;
    // A reminder may be waiting as well.
    const arrived = detail.getByRole('listitem').filter({ hasText: state.sent });
    expect(await arrived.textContent()).toContain(`Told ${language}`);
    expect(await arrived.textContent()).toContain(type.alert);
    const lost = detail.getByRole('listitem').filter({ hasText: state.failed });
    expect(await lost.textContent()).toContain(String(silentChat));
    expect(await lost.textContent()).toContain('chat not found');
    await expectSound(tab, 'deliveries of an event');
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);

    await device.regainsMains();
    await followWithin(
      'event of the return',
      async () => (await eventRow(page, t.events.type.recover).count()) === 1,
    );
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expectQuiet(tab);
  });

  test('that could not be told are sent again, one by one or all at once', async () => {
    const { deliveries } = t;
    const chats = language === 'th' ? [7_003_001, 7_003_002] : [7_003_003, 7_003_004];
    const owner = `Unreached ${language}`;
    const { device } = await addWatchedDevice(owner, chats);
    await using tab = await scene.open('/admin/deliveries', { language });
    const { page } = tab;
    await heading(page, deliveries.title).waitFor();
    await untilLive(page, language);
    await device.losesMains();
    const failed = (chat: number | undefined) => row(page, String(chat));
    for (const chat of chats) {
      const line = failed(chat);
      await until('failed message', async () => (await line.count()) === 1);
      const told = (await line.textContent()) ?? '';
      for (const part of [
        owner,
        t.console.notification.type.alert,
        t.console.notification.state.failed,
        deliveries.reason.no_chat.replace('{{channel}}', 'Telegram'),
        'chat not found',
      ]) {
        expect(told).toContain(part);
      }
    }

    // The customer starts the bot while the alert still matters.
    telegram.addChat(chats[0] ?? 0);
    const again = failed(chats[0]).getByRole('button');
    expect(await again.getAttribute('aria-label')).toBe(
      fill(deliveries.retry.action_of, { name: owner }),
    );
    await again.click();
    await page.getByText(deliveries.retry.done).waitFor();
    await telegram.expectMessage({ chatId: chats[0] ?? 0, contains: '' }, 15_000);
    await failed(chats[0]).waitFor({ state: 'detached' });

    await sayWhyNot(page, language, failed(chats[1]).getByRole('button'));
    tab.takeComplaints(refusal);
    telegram.addChat(chats[1] ?? 0);
    await button(page, deliveries.retry_all.action).click();
    await telegram.expectMessage({ chatId: chats[1] ?? 0, contains: '' }, 15_000);
    await failed(chats[1]).waitFor({ state: 'detached' });

    await filterTab(page, deliveries.tab.label, deliveries.tab.sent).click();
    await failed(chats[1]).first().waitFor();
    await filterTab(page, deliveries.tab.label, deliveries.tab.all).click();
    await failed(chats[0]).first().waitFor();
    await page.goBack();
    expect(tab.path).toContain('filter=sent');
    expectQuiet(tab);
    await device.regainsMains();
  });
});

/** What the server may answer to one more try, in words. */
async function sayWhyNot(page: Page, language: Language, again: ReturnType<typeof button>) {
  const { deliveries, ui } = text(language);
  const refusals = [
    ['messageNotFailed', deliveries.error.not_failed],
    ['noMessenger', deliveries.error.no_messenger],
    ['messageTooOld', deliveries.error.too_old],
  ] as const;
  for (const [code, said] of refusals) {
    await page.route('**/retry', (route) =>
      route.fulfill({
        status: 409,
        json: { ok: false, error: 'x', code: 'CONFLICT', findings: { body: { code } } },
      }),
    );
    await again.click();
    await page.getByText(said).waitFor();
    await page.unroute('**/retry');
  }
  await page.route('**/retry', (route) => route.abort());
  await again.click();
  await page.getByText(fill(ui.form.failed, { reason: ui.error.network })).waitFor();
  await page.unroute('**/retry');
  await page.route('**/retry-all', (route) =>
    route.fulfill({ json: { ok: true, message: '', data: { retried: 0 } } }),
  );
  await button(page, deliveries.retry_all.action).click();
  await page.getByText(deliveries.retry_all.nothing).waitFor();
  await page.unroute('**/retry-all');
}

test('who was told is read, and sent again, by keyboard alone', async () => {
  const t = text('en');
  const { device, deviceId } = await addWatchedDevice('Keyboard', [7_004_001]);
  await device.losesMains();
  await using tab = await scene.open(`/admin/events?q=${deviceId}`, { language: 'en' });
  const { page } = tab;
  await row(page, '1 failed').waitFor();
  await tabTo(page, /^1 failed/);
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog', { name: t.admin_events.deliveries });
  await detail.getByRole('listitem').waitFor();
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'hidden' });
  await until('focus back', async () => (await focusedName(page)).startsWith('1 failed'));

  await tab.visit('/admin/deliveries');
  const line = row(page, '7004001');
  await line.waitFor();
  telegram.addChat(7_004_001);
  await tabTo(page, fill(t.deliveries.retry.action_of, { name: 'Keyboard' }));
  await page.keyboard.press('Enter');
  await page.getByText(t.deliveries.retry.done).waitFor();
  await line.waitFor({ state: 'detached' });
  expectQuiet(tab);
});
