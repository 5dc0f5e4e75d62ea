/** What is said of power before any script of the page has come: on a slow line, to somebody who cannot wait. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { adminEntries, customerEntries, looks, openTab, phone, type Tab } from './browser.ts';
import { openShop, operator, type Shop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();
let home: Awaited<ReturnType<typeof installBinary>>;
let one: Shop;

beforeAll(async () => {
  home = await installBinary();
  one = await openShop(home, { sites: ['ร้านกาแฟ บางแสน'] });
  const [board] = one.boards;
  if (board) await new HttpDevice(one.server.url, board).beats();
});
afterAll(() => home?.[Symbol.asyncDispose]());

/** Holds the scripts of a page back. */
async function holdScripts({ page }: Tab): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const visit = (tab: Tab, shop: Shop, path: string) =>
  tab.page.goto(shop.server.url + path, { waitUntil: 'commit' });

describe.each(looks)('$language, $theme, $viewport.width px', (look) => {
  const t = words[look.language];

  test('a site, with the words of the page', async () => {
    const stored = await customerEntries(one.server, one.credentials);
    await using tab = await openTab(browser, one.server, { ...look, stored });
    const { page } = tab;
    const letGo = await holdScripts(tab);
    await visit(tab, one, '/customer/dashboard');
    await page.getByText(t.state.up.word, { exact: true }).waitFor();
    const site = page.locator('main li');
    expect(await site.getByRole('heading').textContent()).toBe('ร้านกาแฟ บางแสน');
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(await tab.overflowPx()).toBe(0);
    const picture = await page.locator('main li').elementHandle();
    const said = await page.locator('main li p').first().textContent();
    letGo();
    await page.waitForFunction((element) => !(element as Node).isConnected, picture);
    expect(await page.locator('main li .text-2xl').textContent()).toBe(said);
    await page.getByText(t.ui.live.live, { exact: true }).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  });
});

test('many sites, those in trouble first, and the page says the same', async () => {
  await using other = await installBinary();
  const shop = await openShop(other, { sites: ['Shop 1', 'Shop 2', 'Shop 3', 'Shop 4', 'Shop 5'] });
  for (const [index, board] of shop.boards.entries()) {
    const device = new HttpDevice(shop.server.url, board);
    await device.beats();
    if (index === 3) await device.losesMains();
  }
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, {
    language: 'en',
    viewport: phone,
    stored,
  });
  const { page } = tab;
  const letGo = await holdScripts(tab);
  await visit(tab, shop, '/customer/sites');
  await page.getByText(en.state.mains_lost.word).first().waitFor();
  await page.getByText('1 of 5 sites needs attention').waitFor();
  const readNames = () => page.locator('main li h3').allTextContents();
  const early = {
    names: await readNames(),
    counts: await page.locator('main ul').first().textContent(),
  };
  expect(early.names[0]).toBe('Shop 4');
  expect(early.names).toHaveLength(5);
  const picture = await page.locator('main li').first().elementHandle();
  letGo();
  await page.waitForFunction((element) => !(element as Node).isConnected, picture);
  expect(await readNames()).toEqual(early.names);
  expect(await page.locator('main ul').first().textContent()).toBe(early.counts);
  await page.getByText('1 of 5 sites needs attention').waitFor();
});

test('the first answers are those of the page: nothing is asked twice', async () => {
  const stored = await customerEntries(one.server, one.credentials);
  await using tab = await openTab(browser, one.server, { stored });
  const { page } = tab;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tab.visit('/customer/dashboard');
  await page.getByText(th.ui.live.live, { exact: true }).waitFor();
  await page.getByRole('heading', { name: th.activity.title }).waitFor();
  const [board] = one.boards;
  for (const path of ['/api/customer/stats', '/api/customer/timelines']) {
    expect(
      asked.filter((other) => other === path),
      path,
    ).toHaveLength(1);
  }
  // And what happens from then on is told all the same.
  await one.owner.put(`/api/customer/devices/${board?.id}`, { siteName: 'ร้านใหม่' });
  await page.getByRole('heading', { name: 'ร้านใหม่' }).waitFor();
  await one.owner.put(`/api/customer/devices/${board?.id}`, { siteName: 'ร้านกาแฟ บางแสน' });
});

test('a refusal, an answer that does not come, and one that is old say nothing of power', async () => {
  const stored = await customerEntries(one.server, one.credentials);
  await using tab = await openTab(browser, one.server, { stored });
  const { page } = tab;
  await page.clock.install();
  await holdScripts(tab);
  const isSaid = async () => (await page.getByRole('main').textContent())?.includes(said);
  const said = th.state.up.word;
  /** Until the answer has come, and what could be written of it is. */
  const open = async (path: string) => {
    const answered = page.waitForResponse('**/api/customer/stats');
    await visit(tab, one, path);
    await answered;
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
    );
  };
  await page.route('**/api/customer/stats', (route) => route.fulfill({ status: 500, json: {} }));
  await open('/customer/dashboard');
  expect(await isSaid()).toBe(false);
  await page.unroute('**/api/customer/stats');

  for (const end of ['late', 'offline']) {
    await open('/customer/dashboard');
    await page.getByText(said, { exact: true }).first().waitFor();
    if (end === 'late') await page.clock.fastForward(21_000);
    else await page.evaluate(() => dispatchEvent(new Event('offline')));
    expect(await isSaid(), end).toBe(false);
  }

  // Not of all sites: the page itself says what is asked for.
  for (const path of ['/customer/dashboard?filter=mains', '/customer/alerts']) {
    await open(path);
    expect(await isSaid(), path).toBe(false);
  }
});

test('who needs attention, in the console', async () => {
  const stored = await adminEntries(one.server, operator);
  for (const language of ['th', 'en'] as const) {
    await using tab = await openTab(browser, one.server, { language, viewport: phone, stored });
    const { page } = tab;
    const letGo = await holdScripts(tab);
    await visit(tab, one, '/admin/dashboard');
    const heading = page.locator('[data-attention] h2');
    await heading.waitFor();
    const said = await heading.textContent();
    expect(await tab.findAxeViolations()).toEqual([]);
    letGo();
    await heading.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: said ?? '', exact: true }).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  }
});
