/**
 * Keys, events, settings, undelivered alerts, audit log and system in every look: each page and each open
 * dialog is whole for axe and no wider than its window.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import en from '../../../web/src/modules/reliability/en.json';
import th from '../../../web/src/modules/reliability/th.json';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { HttpDevice } from '../http-device.ts';
import { languages, looks } from './browser.ts';
import {
  button,
  type ConsoleScene,
  dayMs,
  expectQuiet,
  expectSound,
  fill,
  openConsoleScene,
  row,
  text,
  until,
} from './console-scene.ts';
import { addOutages, backdate } from './past.ts';
import { shareBrowser } from './walk.ts';

const longName = 'ร้านวัสดุก่อสร้างและเครื่องใช้ไฟฟ้า สมชาย แอนด์ ซันส์ จำกัด';

const browser = shareBrowser();
let scene: ConsoleScene;
let telegram: FakeTelegram;
let freeKey: string;

beforeAll(async () => {
  scene = await openConsoleScene(browser, async (home) => {
    telegram = await home.startTelegram({ chats: [7_001_001] });
    return { name: longName, sites: ['โกดังสินค้า ถนนสุขุมวิท ซอย 101'], spareKeys: 1, telegram };
  });
  const { home, shop } = scene;
  const [board] = shop.boards;
  if (board === undefined) throw new Error('a board is missing');
  backdate(home.data, shop.boards, Date.now() - 300 * dayMs);
  addOutages(home.data, [{ board, downAt: Date.now() - 3 * dayMs, minutes: 102 }]);
  home.data.write('UPDATE devices SET downtime_threshold_seconds = 5');
  for (const chat of [7_001_001, 7_009_999]) {
    home.data.write(
      `INSERT INTO recipients (customer_id, channel, address, language, created_at)
       VALUES (1, 'telegram', ?, 'th', 0)`,
      String(chat),
    );
  }
  const notes = 'ลูกค้าจ่ายเงินสดหน้าร้าน รอส่งใบเสร็จ และขอให้โทรกลับวันจันทร์';
  const order = { purchaseType: 'device_bundle', deviceType: 't-display' };
  await shop.admin.post('/api/keys/bulk', { ...order, quantity: 30 });
  const { body } = await shop.admin.post('/api/keys', { ...order, notes });
  freeKey = body.data.key_code;
  await shop.admin.post('/api/system/backups');
  const device = new HttpDevice(shop.server.url, board);
  await device.beats();
  await device.losesMains();
  await until('undelivered alert', async () => {
    const failed = await shop.admin.get('/api/notifications?filter=failed');
    return failed.body.total > 0;
  });
});

afterAll(() => scene?.[Symbol.asyncDispose]());

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = text(look.language);

  test('every page is whole', async () => {
    await using tab = await scene.open('/admin/keys', look);
    const { page } = tab;
    const [used = ''] = scene.shop.keys;
    const { reliability } = look.language === 'th' ? th : en;
    const pages = [
      ['/admin/keys', freeKey],
      [`/admin/keys?q=${used}`, longName],
      ['/admin/keys?q=nothing', t.ui.empty_search.title],
      ['/admin/events', t.admin_events.show_deliveries],
      ['/admin/reliability?period=year', reliability.all],
      ['/admin/extras', t.extras.text],
      ['/admin/deliveries', '7009999'],
      ['/admin/deliveries?filter=sent', '7001001'],
      ['/admin/settings', t.settings.keys.title],
      ['/admin/channels', t.channels.change],
      ['/admin/audit', t.audit.action.backup_create],
      ['/admin/system', t.system.problem.alerts_failed],
    ] as const;
    for (const [path, shown] of pages) {
      await tab.visit(path);
      await page.getByRole('main').getByText(shown).first().waitFor();
      await expectSound(tab, path);
    }
    await button(page, t.system.backup.make).waitFor();
    await tab.visit('/admin/settings');
    await page.getByLabel(t.settings.notifications.heartbeat_timeout, { exact: true }).fill('');
    await button(page, t.settings.save).click();
    await page.getByText(fill(t.settings.at_least, { min: 30 }), { exact: true }).waitFor();
    await button(page, t.settings.password.action).click();
    await page.getByText(t.ui.said.fill_in_all_fields).first().waitFor();
    await expectSound(tab, 'settings, wrong');
    expectQuiet(tab);
  });

  test('every dialog of keys and events is whole', async () => {
    await using tab = await scene.open('/admin/keys', look);
    const { page } = tab;
    const { activation_keys: words } = t;
    const dialog = page.getByRole('dialog');
    const asking = page.getByRole('alertdialog');
    const close = async (open = dialog) => {
      await page.keyboard.press('Escape');
      await open.waitFor({ state: 'hidden' });
    };
    await row(page, freeKey).waitFor();
    await button(page, words.create.open).click();
    await dialog.waitFor();
    await expectSound(tab, 'create');
    await close();

    await button(page, words.bulk.open).click();
    await dialog.getByLabel(words.column.type, { exact: true }).selectOption('device_bundle');
    await dialog.getByLabel(words.bulk.quantity).fill('101');
    await page.keyboard.press('Enter');
    await dialog.getByText(words.create.choose_board).waitFor();
    await expectSound(tab, 'bulk, wrong');
    await close();

    await page
      .getByRole('checkbox', { name: t.ui.table.select_all })
      .filter({ visible: true })
      .click();
    await button(page, words.delete.open_many).click();
    await asking.waitFor();
    await expectSound(tab, 'delete many');
    await close(asking);
    await button(page, words.cards.open).click();
    await dialog.getByRole('listitem').first().waitFor();
    await expectSound(tab, 'cards');
    await close();

    const [used = ''] = scene.shop.keys;
    for (const code of [freeKey, used]) {
      await tab.visit(`/admin/keys?q=${code}`);
      await button(page, fill(words.edit.open_of, { code })).click();
      await dialog.getByText(words.renew.title, { exact: true }).waitFor();
      await expectSound(tab, `edit ${code}`);
      await close();
      await button(page, fill(words.actions_of, { code })).click();
      await page.getByRole('menu').waitFor();
      await expectSound(tab, 'menu');
      await page.getByRole('menuitem', { name: words.transfer.open }).click();
      await dialog.getByRole('radio').first().waitFor();
      await dialog.getByRole('button', { name: words.transfer.action }).click();
      await dialog.getByText(t.ui.said.select_customer).waitFor();
      await expectSound(tab, `transfer ${code}`);
      await close();
      await button(page, fill(words.actions_of, { code })).click();
      await page.getByRole('menuitem', { name: words.revoke.open }).click();
      await asking.waitFor();
      await expectSound(tab, `revoke ${code}`);
      await close(asking);
    }

    await tab.visit('/admin/events');
    await page
      .getByRole('button')
      .filter({ hasText: t.admin_events.show_deliveries })
      .first()
      .click();
    await dialog.getByRole('listitem').first().waitFor();
    await expectSound(tab, 'deliveries of an event');
    expectQuiet(tab);
  });
});

test('nothing overflows a window of 320 px', async () => {
  await using tab = await scene.open('/admin/keys', { viewport: { width: 320, height: 640 } });
  for (const name of ['keys', 'events', 'deliveries', 'settings', 'audit', 'system']) {
    await tab.visit(`/admin/${name}`);
    await tab.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await tab.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect([name, await tab.overflowPx()]).toEqual([name, 0]);
  }
});

test.each(languages)(
  'no window is too narrow for the last column of a list: %s',
  async (language) => {
    const t = text(language);
    await using tab = await scene.open('/admin/keys', { language });
    const { page } = tab;
    const lists = [
      ['/admin/keys', freeKey],
      ['/admin/events', t.admin_events.show_deliveries],
      ['/admin/customers', longName],
      ['/admin/devices', longName],
      ['/admin/deliveries?filter=sent', '7001001'],
    ] as const;
    for (const [path, shown] of lists) {
      await tab.visit(path);
      await page.getByRole('main').getByText(shown).first().waitFor();
      for (const width of [740, 800, 900, 960, 1024, 1100, 1200, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        // What is drawn: until then Chromium may count what stuck out of the cards of a narrower window.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
        const cutOff = await page.evaluate(() =>
          [...document.querySelectorAll('table')].map(
            (table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
          ),
        );
        expect({ path, width, cutOff }).toEqual({ path, width, cutOff: [0] });
      }
    }
  },
);
