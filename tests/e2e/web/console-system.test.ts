/** The console's audit log, and how the service itself stands, with its backups. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { version } from '../../../package.json';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { languages } from './browser.ts';
import {
  button,
  type ConsoleScene,
  countRows,
  dayMs,
  download,
  expectQuiet,
  expectSound,
  fill,
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
import { minuteMs } from './past.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
let scene: ConsoleScene;
let telegram: FakeTelegram;

beforeAll(async () => {
  scene = await openConsoleScene(browser, async (home) => {
    telegram = await home.startTelegram({ chats: 'any' });
    return { name: 'วิภา รัตนพงษ์', sites: ['ร้านกาแฟ'], telegram };
  });
  const { home, shop } = scene;
  const from = Date.now() - 2 * dayMs;
  for (const [kind, ms] of [
    ['server_off', 40_000],
    ['uplink', 65 * minuteMs],
  ] as const) {
    home.data.write(
      'INSERT INTO observation_gaps (kind, from_at, to_at) VALUES (?, ?, ?)',
      kind,
      from,
      from + ms,
    );
  }
  await shop.admin.put(`/api/devices/${shop.boards[0]?.id}`, { site_name: 'ครัว' });
});

afterAll(() => scene?.[Symbol.asyncDispose]());

const card = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true });

describe.each(languages)('the audit log in %s', (language) => {
  const t = text(language);
  const words = t.audit;

  test('says who changed what from what to what, at once, and is found and exported', async () => {
    const { admin } = scene.shop;
    await using tab = await scene.open('/admin/audit', { language });
    const { page } = tab;
    await heading(page, words.title).waitFor();
    const renamed = row(page, words.action.device_edit).first();
    await renamed.waitFor();
    for (const part of ['admin', words.field.site_name, 'ร้านกาแฟ', 'ครัว', '127.0.0.1']) {
      expect(await renamed.textContent()).toContain(part);
    }
    expect(await renamed.locator('del').textContent()).toBe('ร้านกาแฟ');
    expect(await renamed.locator('ins').textContent()).toBe('ครัว');
    await renamed.getByRole('link', { name: 'ครัว' }).waitFor();

    await untilLive(page, language);
    const before = (await admin.get('/api/settings')).body.data.priceRenewal;
    await admin.put('/api/settings', { priceRenewal: before + 1 });
    const saved = words.action.settings_save.toLowerCase();
    const newest = page.locator('tbody').getByRole('row').first();
    await followWithin('change', async () =>
      ((await newest.textContent()) ?? '').toLowerCase().includes(saved),
    );
    expect(await newest.textContent()).toContain(`฿${before + 1}`);

    // A deletion has more fields than fit.
    const name = `Gone ${language}`;
    const phone = language === 'th' ? '0811000001' : '0811000002';
    const made = await admin.post('/api/customers', { name, phone, telegram_username: 'gone' });
    await admin.delete(`/api/customers/${made.body.data.id}`);
    const deleted = row(page, words.action.customer_delete).first();
    await deleted.waitFor();
    const more = deleted.getByRole('button');
    if ((await more.count()) > 0) {
      const lines = deleted.locator('li');
      const few = await lines.count();
      await more.click();
      await until('more lines', async () => (await lines.count()) > few);
      await deleted.getByRole('button', { name: words.show_less }).click();
      await until('fewer lines', async () => (await lines.count()) === few);
    }

    const search = page.getByLabel(words.search);
    const gone = words.action.customer_delete.toLowerCase();
    await search.fill('customer.delete');
    await until('only those', async () => {
      const shown = await page.locator('tbody').getByRole('row').allTextContents();
      return shown.every((line) => line.toLowerCase().includes(gone));
    });
    const count = await countRows(page);
    const file = await download(page, t.console.export.action);
    expect(file.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
    expect(readCsv(file.bytes)).toHaveLength(count + 1);
    await search.fill('ไม่มีแน่นอน');
    await page.getByText(t.ui.empty_search.title).waitFor();
    await button(page, t.ui.empty_search.clear).click();
    await renamed.waitFor();
    expectQuiet(tab);
  });
});

describe.each(languages)('the system page in %s', (language) => {
  const t = text(language);
  const words = t.system;

  test('shows the state of every part, and what needs attention', async () => {
    await using tab = await scene.open('/admin/system', { language });
    const { page } = tab;
    await heading(page, words.title).waitFor();
    const { body } = await scene.shop.admin.get('/api/system');
    const facts = [
      [words.messenger.title, `@${telegram.bot.username}`, words.messenger.state.polling],
      [words.alerts.title, words.alerts.waiting, words.alerts.failed],
      [words.broker.title, words.broker.embedded, words.broker.listening],
      [words.broker.title, String(body.data.broker.port), words.broker.sessions],
      [words.service.title, `v${version}`, words.service.uptime],
      [words.database.title, words.database.size, words.database.wal, words.database.written],
      [words.disk.title, words.disk.free.replace('{{size}}', '').trim(), '%'],
      [words.gap.title, words.gap.server_off, language === 'th' ? '40 วิ' : '40 s'],
      [words.gap.title, words.gap.uplink, language === 'th' ? '1 ชม. 5 นาที' : '1 h 5 min'],
    ] as const;
    for (const [title, ...parts] of facts) {
      const shown = card(page, title);
      await shown.waitFor();
      for (const part of parts) {
        await until(`${part} at ${title}`, async () =>
          ((await shown.textContent()) ?? '').includes(part),
        );
      }
    }

    const problems = {
      bot_conflict: words.messenger.title,
      broker_away: words.broker.title,
      certificate_failed: words.connections.title,
      alerts_late: words.alerts.title,
      blind: words.service.title,
      disk_low: words.disk.title,
      backup_old: words.backup.title,
    } as const;
    await page.route('**/api/system', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const data = { ...answer.data, problems: Object.keys(problems) };
      await route.fulfill({ response, json: { ...answer, data } });
    });
    await page.getByText(fill(words.problems_other, { count: 7 })).waitFor();
    for (const [problem, title] of Object.entries(problems)) {
      const said = words.problem[problem as keyof typeof problems];
      await card(page, title).getByRole('status').getByText(said).waitFor();
    }
    await expectSound(tab, 'everything is wrong');
    await page.unroute('**/api/system');
    await page.getByText(fill(words.problems_other, { count: 7 })).waitFor({ state: 'detached' });

    await page.route('**/api/system', (route) => route.abort());
    await page.getByText(words.stale).waitFor();
    await page.getByText(t.ui.error.network).waitFor();
    await card(page, words.disk.title).waitFor();
    await page.unroute('**/api/system');
    await page.getByText(words.stale).waitFor({ state: 'detached' });
    expectQuiet(tab, refusal);
  });

  test('makes a backup and hands it over', async () => {
    await using tab = await scene.open('/admin/system', { language });
    const { page } = tab;
    const backups = card(page, words.backup.title);
    const make = backups.getByRole('button', { name: words.backup.make });
    await make.waitFor();
    const answers = [
      [409, 'CONFLICT', undefined, words.backup.busy],
      [503, 'UNAVAILABLE', 'noRoomForBackup', words.backup.no_room],
      [500, 'INTERNAL', undefined, fill(words.backup.failed, { reason: t.ui.error.server })],
    ] as const;
    for (const [status, code, finding, said] of answers) {
      await page.route('**/api/system/backups', (route) =>
        route.fulfill({
          status,
          json: {
            ok: false,
            error: 'x',
            code,
            ...(finding && { findings: { body: { code: finding } } }),
          },
        }),
      );
      await make.click();
      await page.getByText(said).waitFor();
      await page.unroute('**/api/system/backups');
    }
    tab.takeComplaints(refusal);

    const { body: before } = await scene.shop.admin.get('/api/system');
    await make.click();
    await page.getByText(words.backup.made, { exact: true }).waitFor();
    await expectSound(tab, 'a backup was made');
    const { body } = await scene.shop.admin.get('/api/system');
    expect(body.data.backups).toHaveLength(before.data.backups.length + 1);
    const [newest] = body.data.backups;
    const line = backups.getByRole('row').filter({ hasText: newest.name });
    await line.getByText(words.backup.reason.manual).waitFor();
    await backups.getByText(t.ui.time.just_now).waitFor();
    const file = await download(page, fill(words.backup.download_of, { name: newest.name }));
    expect(file.name).toBe(newest.name);
    expect(file.bytes.length).toBe(newest.size_bytes);
    await page.route('**/api/system/backups/*', (route) => route.abort());
    await line.getByRole('button').click();
    await page
      .getByText(fill(words.backup.download_failed, { reason: t.ui.error.network }))
      .waitFor();
    expectQuiet(tab, refusal);
  });
});

test('a backup is made and fetched by keyboard alone', async () => {
  const { system: words } = text('en');
  await using tab = await scene.open('/admin/system', { language: 'en' });
  const { page } = tab;
  await button(page, words.backup.make).waitFor();
  await tabTo(page, words.backup.make);
  await page.keyboard.press('Enter');
  await page.getByText(words.backup.made, { exact: true }).waitFor();
  await tabTo(page, /^Download faiwatch-/);
  const coming = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await coming;
  expectQuiet(tab);
});
