/** Where a site is: said in the portal and the console, shown on the map, the wall and the public page. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { PushNotice } from '../../../src/domain/alerts/push-notice.ts';
import { localDayOf } from '../../../src/domain/local-days.ts';
import { statusTexts } from '../../../src/modules/status/pages/status-texts.ts';
import mapEn from '../../../web/src/modules/map/en.json';
import mapTh from '../../../web/src/modules/map/th.json';
import { startFakePushService } from '../../fakes/push-service/fake-push-service.ts';
import { type FakeSmtp, mailSettings, startFakeSmtp } from '../../fakes/smtp/fake-smtp.ts';
import { HttpDevice } from '../http-device.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  openConsoleScene,
  tabTo,
  text,
  until,
} from './console-scene.ts';
import { openPlace, savePlace } from './place-dialog.ts';
import { subscribeAs, watchWorker } from './push-scene.ts';
import { shareBrowser } from './walk.ts';

const mapWords = { th: mapTh, en: mapEn };
const browser = shareBrowser('/usr/bin/chromium');
let scene: ConsoleScene;
let smtp: FakeSmtp;
const som = 'som@example.com';
const publicUrl = 'https://power.example';
const chiangMai = { th: 'เมืองเชียงใหม่ เชียงใหม่', en: 'Mueang Chiang Mai, Chiang Mai' };
const sites = ['ร้านกาแฟ ริมน้ำ', 'โกดัง ถนนสุขุมวิท ซอย 101', 'บ้านสวน'];

beforeAll(async () => {
  smtp = await startFakeSmtp([som]);
  scene = await openConsoleScene(browser, async () => ({
    sites,
    env: {
      FAIWATCH_PUBLIC_STATUS: 'true',
      FAIWATCH_PUBLIC_URL: publicUrl,
      ...mailSettings(smtp),
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
      FAIWATCH_WEBPUSH_CONTACT: 'operator@power.example',
    },
  }));
  const { home, shop } = scene;
  const [dark, ...others] = shop.boards.map((board) => new HttpDevice(shop.server.url, board));
  for (const board of [dark, ...others]) await board?.beats();
  await dark?.losesMains();
  for (const [index, { id }] of shop.boards.entries()) {
    const location = { latitude: 18.788 - index * 2, longitude: 98.985 + index };
    await shop.admin.put(`/api/devices/${id}`, { location, cell: `F${index}` });
  }
  const day = 86_400_000;
  const now = Date.now();
  // Who counts is chosen for today: the server leaves these areas as they are.
  const today = localDayOf(now, 'Asia/Bangkok').date;
  home.data.write("INSERT OR REPLACE INTO meta (key, value) VALUES ('status_day', ?)", today);
  for (const [area, since] of [
    ['TH-5001', now - 40 * day],
    ['TH-1046', now - 100 * day],
  ] as const) {
    home.data.write('INSERT INTO status_areas (area, since) VALUES (?, ?)', area, since);
  }
  const outages = [
    ['TH-5001', 'out', now - 60 * 60_000, null],
    ['TH-5001', 'silent', now - 12 * day, now - 12 * day + 3_600_000],
    ['TH-1046', 'out', now - 50 * day, now - 50 * day + 7_800_000],
  ] as const;
  for (const outage of outages) {
    home.data.write(
      'INSERT INTO status_outages (area, kind, began_at, ended_at) VALUES (?, ?, ?, ?)',
      ...outage,
    );
  }
});

afterAll(async () => {
  await scene?.[Symbol.asyncDispose]();
  await smtp?.close();
});

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = text(look.language);
  const picture = (name: string) => `${name}-${look.language}-${look.theme}`;

  test('a customer says where a site is, by keyboard', async () => {
    const { server, credentials, owner } = scene.shop;
    const stored = await customerEntries(server, credentials);
    await using tab = await openTab(browser, server, { ...look, stored });
    const { page } = tab;
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 13.7563309, longitude: 100.5017651 });
    await tab.visit('/customer/devices');
    const [, , name = ''] = sites;
    await button(page, fill(t.devices.action.more, { name })).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: fill(t.devices.action.place, { name }) }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t.place.province).selectOption('10');
    await dialog.getByLabel(t.place.district).selectOption('1046');
    const cell = dialog.getByLabel(t.place.cell);
    expect(await cell.getAttribute('readonly')).toBe('');
    await tabTo(page, t.place.location.ask);
    await page.keyboard.press('Enter');
    await dialog.getByText('13.756').waitFor();
    await expectSound(tab, 'the place of a site');
    await tab.takePicture(picture('place-dialog'));
    await tabTo(page, t.place.save);
    await page.keyboard.press('Enter');
    await page.getByText(t.place.done).first().waitFor();
    await until('focus back', async () => (await focusedName(page)).includes(name));
    const { body } = await owner.get('/api/customer/stats');
    const site = body.devices.find((one: { site_name: string }) => one.site_name === name);
    expect(site).toMatchObject({
      area: 'TH-1046',
      location: { latitude: 13.756, longitude: 100.502 },
      on_status_page: false,
    });
    expectQuiet(tab);
  });

  test('a customer points at a site on a map, by keys and by a tap', async () => {
    const { owner, admin, boards } = scene.shop;
    const [, board] = boards;
    const [, name = ''] = sites;
    const before = { latitude: 16.788, longitude: 99.985 };
    await admin.put(`/api/devices/${board?.id}`, { location: before });
    await using tab = await openPlace(browser, scene.shop, look, name);
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    await tabTo(page, t.place.location.map);
    await page.keyboard.press('Enter');
    const buttons = dialog.getByRole('group', { name: t.place.location.map_label });
    await buttons.waitFor();
    await tabTo(page, t.place.location.north);
    await page.keyboard.press('Enter');
    await dialog.getByText('16.796').waitFor();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('99.986').waitFor();
    await expectSound(tab, 'the map of a place');
    const map = dialog.locator('svg.cursor-crosshair');
    await map.scrollIntoViewIfNeeded();
    await tab.takePicture(picture('place-map'));
    const status = dialog.getByRole('status').filter({ hasText: '99.986' });
    await map.click({ position: { x: 60, y: 60 } });
    await status.waitFor({ state: 'detached' });
    const sent = await savePlace(page, t, owner, name);
    expect(sent.latitude).toBeGreaterThan(16.796);
    expect(sent.longitude).toBeLessThan(99.986);
    expectQuiet(tab);
  });

  test('the map and the wall say what is lost, live', async () => {
    const w = mapWords[look.language];
    await using tab = await scene.open('/admin/map', look);
    const { page } = tab;
    await page
      .getByRole('group', { name: fill(w.map.summary, { all: 3, mains: 1, contact: 0 }) })
      .waitFor();
    await expectSound(tab, 'the map');
    await tab.takePicture(picture('map'));
    await page.getByRole('link', { name: w.wall.open }).click();
    await page.getByRole('heading', { name: w.wall.title }).waitFor();
    await page
      .getByText(sites[0] ?? '')
      .first()
      .waitFor();
    await expectSound(tab, 'the wall');
    await tab.takePicture(picture('wall'));
    expectQuiet(tab);
  });

  test('the public page is whole, and needs no script', async () => {
    await using tab = await openTab(browser, scene.shop.server, look);
    const { page } = tab;
    await page.goto(`${scene.shop.server.url}/status?lang=${look.language}`);
    await page.getByRole('heading', { name: chiangMai[look.language] }).waitFor();
    await page.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await expectSound(tab, 'the public page');
    await tab.takePicture(picture('status'));
    expectQuiet(tab);
    const plain = await fetch(`${scene.shop.server.url}/status?lang=${look.language}`);
    expect(await plain.text()).toContain(chiangMai[look.language]);
  });

  test('an area is followed, and left, by keyboard', async () => {
    const { server } = scene.shop;
    const texts = statusTexts[look.language].follow;
    scene.home.data.write('DELETE FROM attempt_limits');
    const before = smtp.mails.length;
    await using tab = await openTab(browser, server, look);
    const { page } = tab;
    await page.goto(`${server.url}/status?lang=${look.language}`);
    const area = page.getByRole('combobox', { name: texts.area });
    await area.press('ArrowDown');
    expect(await area.inputValue()).toStartWith('TH-');
    await page.getByLabel(texts.email).waitFor();
    await expectSound(tab, 'the form to follow an area');
    await tab.takePicture(picture('status-follow'));
    await page.getByLabel(texts.email).fill(som);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: texts.said.asked.title }).waitFor();
    await expectSound(tab, 'what is said after asking');
    await tab.takePicture(picture('status-asked'));
    await until('the question', () => smtp.mails.length > before);
    const link = smtp.mails.at(-1)?.text.match(/https:\S+message-link\S+/)?.[0] ?? '';
    await page.goto(link.replace(publicUrl, server.url));
    await expectSound(tab, 'the question behind the link');
    await tab.takePicture(picture('status-link'));
    await page.getByRole('button', { name: texts.yes }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: texts.said.follow.title }).waitFor();
    const followed = scene.home.data.read('SELECT address, language FROM status_subscriptions');
    expect(followed).toEqual([{ address: som, language: look.language }]);
    scene.home.data.write('DELETE FROM status_subscriptions');
    expectQuiet(tab);
  });

  test('a browser follows an area, and leaves', async () => {
    const { server } = scene.shop;
    const texts = statusTexts[look.language].follow;
    scene.home.data.write('DELETE FROM attempt_limits');
    const info = await (await fetch(`${server.url}/api/public/info`)).json();
    const service = await startFakePushService((info as { push: string }).push);
    await using stack = new AsyncDisposableStack();
    stack.defer(() => service.close());
    await using tab = await openTab(browser, server, look);
    const { page } = tab;
    await subscribeAs(page, service.subscribe());
    const worker = await watchWorker(page, server.url);
    await page.goto(`${server.url}/status?lang=${look.language}`);
    const area = page.getByRole('combobox', { name: texts.area });
    await area.press('ArrowDown');
    expect(await area.inputValue()).toStartWith('TH-');
    const follow = page.getByRole('button', { name: texts.browser });
    await follow.focus();
    await page.keyboard.press('Enter');
    await page.getByText(texts.browserAsked).waitFor();
    await expectSound(tab, 'what is said beside the button');
    await tab.takePicture(picture('status-browser'));
    await until('the question', () => service.taken.length > 0);
    const notice = service.taken[0]?.notice as PushNotice;
    await worker.show(notice);
    const rows = () => scene.home.data.read('SELECT area FROM status_subscriptions').length;
    await until('the answer of the worker', () => rows() === 1);
    expect((await worker.shown())[0]?.title).toBe(notice.title);
    await page.getByRole('button', { name: texts.endBrowser }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(texts.browserEnded).waitFor();
    expect(rows()).toBe(0);
    expectQuiet(tab);
  });
});
