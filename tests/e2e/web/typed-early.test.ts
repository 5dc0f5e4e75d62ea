/** What is typed before the page is there to take it: on a slow line, by somebody who does not wait. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { installBinary } from '../harness.ts';
import { adminEntries, looks, openTab, type Tab } from './browser.ts';
import { openShop, operator, type Shop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
let home: Awaited<ReturnType<typeof installBinary>>;
let shop: Shop;

beforeAll(async () => {
  home = await installBinary();
  shop = await openShop(home, { name: 'วิภา รัตนพงษ์', sites: ['ร้านกาแฟ บางแสน'], spareKeys: 1 });
});
afterAll(() => home?.[Symbol.asyncDispose]());

/** Holds the scripts of a page back, all but what shows its picture. */
async function holdScripts({ page }: Tab): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('an operator logs in with what was typed, and sent, into the picture of the page', async () => {
  await using tab = await openTab(browser, shop.server, { ...looks[0] });
  const { page } = tab;
  const letGo = await holdScripts(tab);
  await page.goto(`${shop.server.url}/admin/login`, { waitUntil: 'commit' });
  await page.locator('input[name=username]').fill(operator.username);
  await page.locator('input[name=password]').pressSequentially(operator.password);
  await page.keyboard.press('Enter');
  // Nothing of it stands in the address.
  expect(new URL(page.url()).search).toBe('');
  letGo();
  await page.waitForURL('**/admin/dashboard');
});

test('a customer goes on typing where the page takes over', async () => {
  await using tab = await openTab(browser, shop.server, { ...looks[0] });
  const { page } = tab;
  const letGo = await holdScripts(tab);
  await page.goto(`${shop.server.url}/customer`, { waitUntil: 'commit' });
  const { phone } = shop.credentials;
  await page.locator('input[name=phone]').pressSequentially(phone.slice(0, 4));
  const picture = await page.locator('input[name=phone]').elementHandle();
  letGo();
  await page.waitForFunction((element) => !(element as Node).isConnected, picture);
  await page.keyboard.type(phone.slice(4));
  expect(await page.locator('input[name=phone]').inputValue()).toBe(phone);
});

test('what is typed while the search is on its way stands in it, and Enter waits for what is found', async () => {
  const stored = await adminEntries(shop.server, operator);
  await using tab = await openTab(browser, shop.server, { ...looks[0], stored });
  const { page } = tab;
  await tab.visit('/admin/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const letGo = await holdScripts(tab);
  const [key = ''] = shop.keys;
  await page.keyboard.press('Control+k');
  await page.keyboard.type(key.slice(0, 8));
  letGo();
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.waitFor();
  expect(await search.inputValue()).toBe(key.slice(0, 8));
  await page.keyboard.type(key.slice(8));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/admin/settings');
});

test.each(['/admin/dashboard', '/admin/settings'])(
  'the search that is asked for before the page is there opens with what was typed: %s',
  async (path) => {
    const stored = await adminEntries(shop.server, operator);
    await using tab = await openTab(browser, shop.server, { ...looks[0], stored });
    const { page } = tab;
    const letGo = await holdScripts(tab);
    await page.goto(shop.server.url + path, { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    const [key = ''] = shop.keys;
    await page.keyboard.press('Control+k');
    await page.keyboard.type(key.slice(0, 8));
    letGo();
    const search = page.getByRole('dialog').getByRole('combobox');
    await search.waitFor();
    expect(await search.inputValue()).toBe(key.slice(0, 8));
  },
);

test('the search that was asked for with a session that is over does not open after the log-in', async () => {
  const stored = { ...(await adminEntries(shop.server, operator)), authToken: 'over.and.gone' };
  await using tab = await openTab(browser, shop.server, { ...looks[0], stored });
  const { page } = tab;
  const letGo = await holdScripts(tab);
  await page.goto(`${shop.server.url}/admin/settings`, { waitUntil: 'commit' });
  await page.locator('#root').waitFor({ state: 'attached' });
  await page.keyboard.press('/');
  letGo();
  await page.locator('input[name=username]').fill(operator.username);
  await page.locator('input[name=password]').fill(operator.password);
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL((url) => url.pathname !== '/admin/login');
  expect(await page.getByRole('dialog').count()).toBe(0);
});
