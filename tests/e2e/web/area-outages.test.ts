/** Sites of several customers lose mains together: what the console, the wall and the portal of one owner say. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import en from '../../../web/src/modules/areas/en.json';
import th from '../../../web/src/modules/areas/th.json';
import mapEn from '../../../web/src/modules/map/en.json';
import mapTh from '../../../web/src/modules/map/th.json';
import { enrolBoard } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import {
  type ConsoleScene,
  expectQuiet,
  expectSound,
  fill,
  openConsoleScene,
  tabTo,
  text,
  untilLive,
} from './console-scene.ts';
import { liveMs, shareBrowser } from './walk.ts';

const ofModule = { th, en };
const mapWords = { th: mapTh, en: mapEn };
const browser = shareBrowser();
let scene: ConsoleScene;

/** The last one keeps its power. */
const sites = [
  'ร้านกาแฟ ริมน้ำ',
  'บ้านสวน',
  'โกดัง ถนนสุขุมวิท ซอย 101',
  'ฟาร์มไก่ ดอนเมือง',
  'คลินิกหมอสมชาย',
  'โรงน้ำแข็ง บ้านสวนมะม่วงน้ำดอกไม้',
  'วัดป่า',
] as const;

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({}));
  await scene.shop.admin.put('/api/settings', { heartbeatTimeout: 86_400, recoveryDelay: 1 });
});

afterAll(() => scene?.[Symbol.asyncDispose]());

const bangkok = (time: string) =>
  new Date(time).toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok', timeStyle: 'short' });

/** A village of its own: each site belongs to another customer. */
async function settleVillage(number: number, cell: string) {
  const { server, admin } = scene.shop;
  const homes = [];
  for (const [index, siteName] of sites.entries()) {
    const phone = `08${number}000000${index}`;
    const owner = { phone, name: `${siteName} ${number}` };
    expect(await admin.post('/api/customers', owner)).toMatchObject({ status: 200 });
    const order = { phone, purchaseType: 'key_only', deviceType: null };
    const key: string = (await admin.post('/api/keys', order)).body.data.key_code;
    const deviceId = `fw-0000000${number}00a${index}`;
    const board = await enrolBoard(server, { deviceId, key, phone });
    // Nobody is beside another village.
    const location = { latitude: 13 + number, longitude: 100 + index / 1000 };
    const place = { site_name: siteName, cell, location };
    expect(await admin.put(`/api/devices/${board.id}`, place)).toMatchObject({ status: 200 });
    const device = new HttpDevice(server.url, board);
    await device.beats();
    homes.push({ device, credentials: { phone, activationKey: key } });
  }
  return homes;
}

describe.each(looks.map((look, index) => ({ ...look, number: index + 1 })))(
  'in $language, $theme, $viewport.width px',
  ({ number, ...look }) => {
    const words = ofModule[look.language];
    const cell = `F${number}/T3`;
    const picture = (name: string) => `${name}-${look.language}-${look.theme}`;

    test('an area outage comes, returns and goes, live', async () => {
      const { server } = scene.shop;
      const village = await settleVillage(number, cell);
      const dark = village.slice(0, -1);
      const [first] = dark;
      if (first === undefined) throw new Error('The village has no first site');

      await using consoleTab = await scene.open('/admin/outages', look);
      await untilLive(consoleTab.page, look.language);
      const stored = await customerEntries(server, first.credentials);
      await using portal = await openTab(browser, server, { ...look, stored });
      await portal.visit('/customer');
      await untilLive(portal.page, look.language);
      const areas = consoleTab.page.getByRole('region', { name: words.area_outages.title });
      const area = areas.getByRole('listitem').filter({ hasText: cell });
      const nearby = fill(words.site_nearby.mains, { number: dark.length - 1 });
      expect(await area.count()).toBe(0);
      expect(await portal.page.getByText(nearby).count()).toBe(0);

      for (const { device } of dark) await device.losesMains();
      const counted = { lost: dark.length, sites: village.length, time: '' };
      await area
        .filter({ hasText: words.area_outages.mains })
        .filter({ hasText: fill(words.area_outages.lost, counted) })
        .waitFor({ timeout: liveMs });
      await portal.page.getByText(nearby).waitFor({ timeout: liveMs });
      // The area stands above the sites.
      const top = async (of: typeof areas) => (await of.boundingBox())?.y ?? Number.NaN;
      expect(await top(areas)).toBeLessThan(await top(consoleTab.page.getByRole('table').first()));
      await expectSound(consoleTab, 'outages now');
      await expectSound(portal, 'the portal');
      await consoleTab.takePicture(picture('console'));
      await portal.takePicture(picture('portal'));

      for (const { device } of dark.slice(-2)) await device.regainsMains();
      await area
        .getByText(fill(words.area_outages.back, { number: 2 }))
        .waitFor({ timeout: liveMs });
      await portal.page.getByText(words.site_nearby.power_returns).waitFor({ timeout: liveMs });
      await expectSound(portal, 'the portal as power returns');
      await consoleTab.takePicture(picture('console-returning'));
      await portal.takePicture(picture('portal-returning'));

      const w = mapWords[look.language];
      await using wall = await scene.open('/admin/map', look);
      await wall.page.getByRole('link', { name: w.wall.open }).waitFor();
      await tabTo(wall.page, w.wall.open);
      await wall.page.keyboard.press('Enter');
      const lost = wall.page.getByRole('region', { name: w.map.lost }).getByRole('listitem');
      await lost.first().filter({ hasText: cell }).getByText(words.area_outages.mains).waitFor();
      await untilLive(wall.page, look.language);
      // By the clocks of the sites, wherever the screen is.
      const { body } = await scene.shop.admin.get('/api/area-outages');
      const [open] = body.data;
      const began = fill(words.area_outages.lost, { ...counted, time: bangkok(open.began_at.to) });
      expect(await lost.first().textContent()).toContain(began);
      // Its sites are told of with it, not once more.
      const alone = await lost.allTextContents();
      for (const site of open.sites) {
        expect(alone.filter((text) => text.startsWith(site.site_name))).toEqual([]);
      }
      await expectSound(wall, 'the wall');
      await wall.takePicture(picture('wall'));

      for (const { device } of dark.slice(0, -2)) await device.regainsMains();
      await area.waitFor({ state: 'detached', timeout: liveMs });
      await portal.page.getByText(nearby).waitFor({ state: 'detached', timeout: liveMs });
      await lost.filter({ hasText: cell }).waitFor({ state: 'detached', timeout: liveMs });
      for (const tab of [consoleTab, portal, wall]) expectQuiet(tab);
    });
  },
);

const look = { language: 'en', theme: 'dark' } as const;

/** What shows area outages names these texts. */
const isPart = (script: string) => /area_outages\.lost|site_nearby\.mains/.test(script);
const isWords = (script: string) => script.includes(en.area_outages.title);

/** Opens every page that shows area outages, and a portal. @param watch is given each before it asks for anything */
async function openAll(
  [first]: Awaited<ReturnType<typeof settleVillage>>,
  watch: (page: Page) => Promise<void>,
) {
  const { server } = scene.shop;
  if (first === undefined) throw new Error('The village has no first site');
  const stored = await customerEntries(server, first.credentials);
  const open = async (path: string, entries: Readonly<Record<string, string>>) => {
    const tab = await openTab(browser, server, { ...look, stored: entries });
    await watch(tab.page);
    await tab.visit(path);
    await untilLive(tab.page, look.language);
    return tab;
  };
  return {
    list: await open('/admin/outages', scene.entries),
    dashboard: await open('/admin/dashboard', scene.entries),
    wall: await open('/admin/wall', scene.entries),
    portal: await open('/customer', stored),
  };
}

test('pages that stand open over an update show the area outage that begins then', async () => {
  const village = await settleVillage(5, 'F5/T3');
  let isUpdated = false;
  const come: Promise<unknown>[] = [];
  const { list, dashboard, wall, portal } = await openAll(village, async (page) => {
    const words = Promise.withResolvers<void>();
    come.push(words.promise);
    await page.route('**/*.js', async (route) => {
      if (isUpdated) return route.fulfill({ status: 404, body: '' });
      const response = await route.fetch();
      const isLast = isWords(await response.text());
      await route.fulfill({ response });
      if (isLast) words.resolve();
    });
  });
  await Promise.all(come);
  isUpdated = true;

  const dark = village.slice(0, -1);
  for (const { device } of dark) await device.losesMains();
  for (const { page } of [list, dashboard, wall]) {
    await page.getByText(en.area_outages.mains).first().waitFor({ timeout: liveMs });
  }
  const nearby = fill(en.site_nearby.mains, { number: dark.length - 1 });
  await portal.page.getByText(nearby).waitFor({ timeout: liveMs });

  for (const { device } of dark) await device.regainsMains();
  await portal.page.getByText(nearby).waitFor({ state: 'detached', timeout: liveMs });
  for (const tab of [list, dashboard, wall, portal]) expectQuiet(tab);
});

test('where what shows an area outage cannot be loaded, its sites are listed by themselves', async () => {
  const village = await settleVillage(6, 'F6/T3');
  const { list, dashboard, wall, portal } = await openAll(village, async (page) => {
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch();
      if (isPart(await response.text())) await route.fulfill({ status: 404, body: '' });
      else await route.fulfill({ response });
    });
  });
  const dark = village.slice(0, -1);
  for (const { device } of dark) await device.losesMains();
  await waitFor('the area outage', async () => {
    const { body } = await scene.shop.admin.get('/api/area-outages');
    return body.data.some(({ lost }: { lost: number }) => lost === dark.length);
  });
  for (const site of sites.slice(0, -1)) {
    for (const { page } of [list, dashboard, wall]) {
      await page.getByText(site, { exact: true }).first().waitFor({ timeout: liveMs });
    }
  }
  const { mains_lost: lost } = text(look.language).state;
  await portal.page.getByText(lost.word, { exact: true }).first().waitFor({ timeout: liveMs });
  for (const { device } of dark) await device.regainsMains();
  for (const tab of [list, dashboard, wall, portal]) expectQuiet(tab, /404|ERR_/);
});
