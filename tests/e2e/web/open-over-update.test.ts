/** What a page fetches later is gone once the server was updated. A page that needs it comes anew, and is the new one. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { customerEntries, openTab, phone } from './browser.ts';
import { type ConsoleScene, expectQuiet, openConsoleScene, text } from './console-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, async () => ({ name: 'Shop', sites: ['Shop'] }));
});
afterAll(() => scene?.[Symbol.asyncDispose]());

/** From now on until a document is asked for, the scripts that were not fetched yet are not found. */
async function update(page: Page): Promise<void> {
  let isNew = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isNew = true;
  });
  await page.route('**/assets/*.js', (route) =>
    isNew ? route.continue() : route.fulfill({ status: 404, body: '' }),
  );
}

const look = { language: 'en', theme: 'light', viewport: phone } as const;
const words = text(look.language);

test('a portal that is touched after an update', async () => {
  const { shop } = scene;
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { ...look, stored });
  const { page } = tab;
  await tab.visit('/customer/dashboard');
  await page.getByRole('main').getByText('Shop').first().waitFor();
  await page.getByText(words.ui.live.live, { exact: true }).waitFor();
  await update(page);

  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Tab');
  await loaded;
  await page.getByRole('main').getByText('Shop').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await page.getByText(words.error.title).count()).toBe(0);
  expectQuiet(tab, /404|ERR_|dynamically imported/);
});

test('a console whose search is opened after an update', async () => {
  await using tab = await scene.open('/admin/dashboard', look);
  const { page } = tab;
  // The heading is in the picture, too.
  await page.getByText(words.ui.live.live, { exact: true }).first().waitFor({ state: 'attached' });
  await update(page);

  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Control+k');
  await loaded;
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expectQuiet(tab, /404|ERR_|dynamically imported/);
});
