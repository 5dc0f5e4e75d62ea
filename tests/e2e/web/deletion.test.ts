/** Whoever is deleted: what the console says of old backups, and the privacy page of what is kept. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { type Home, installBinary } from '../harness.ts';
import { adminEntries, languages, openTab } from './browser.ts';
import { openShop, operator, type Shop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();
let home: Home;
let shop: Shop;

beforeAll(async () => {
  home = await installBinary();
  shop = await openShop(home, { sites: ['Cafe'] });
  await shop.admin.post('/api/system/backups');
});
afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
});

describe.each(languages)('in %s', (language) => {
  const t = words[language];

  test('the privacy page says what is kept, and that backups made by hand stay', async () => {
    await using tab = await openTab(browser, shop.server, { language });
    const { page } = tab;
    await tab.visit('/privacy');
    await page.getByRole('heading', { name: t.privacy.left.title }).waitFor();
    for (const text of [t.privacy.kept.backups_lasting, ...Object.values(t.privacy.left)]) {
      expect(await page.getByText(text).isVisible()).toBe(true);
    }
  });
});

test('after a deletion the console names the backups that still hold the customer', async () => {
  const stored = await adminEntries(shop.server, operator);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/admin/customers/1');
  await unfold(page, en.customers.data.title);
  await page.getByRole('button', { name: en.customers.data.erase, exact: true }).click();
  await page.getByRole('button', { name: en.customers.data.erase_action }).click();
  const left = page.getByRole('dialog', { name: en.customers.data.backups_title });
  await left.waitFor();
  expect(await left.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^faiwatch-.*-manual\.db\.zst stays until you remove it$/),
  ]);
  await left.getByRole('button', { name: en.customers.data.backups_done }).click();
  await page.waitForURL(/\/admin\/customers(\?.*)?$/);
});
