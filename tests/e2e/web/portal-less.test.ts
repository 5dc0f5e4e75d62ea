/** The pages of one shop: its question is answered on two screens of a phone, and the rest is a press away. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { type Home, installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, languages, openTab } from './browser.ts';
import { addOutages, backdate, dayMs } from './past.ts';
import { openShop, type Shop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();
const smallPhone = { width: 360, height: 640 };

/** A shop whose board is heard and whose owner's chat is told. */
async function openToldShop(home: Home, sites: readonly string[]): Promise<Shop> {
  const telegram = await home.startTelegram({ chats: 'any' });
  const shop = await openShop(home, { sites, telegram });
  home.data.write(
    `INSERT INTO recipients (customer_id, channel, address, name, language, created_at)
     VALUES (1, 'telegram', '7001234', 'Somchai', 'th', ?)`,
    Date.now(),
  );
  for (const board of shop.boards) await new HttpDevice(shop.server.url, board).beats();
  return shop;
}

/** Everything that can be pressed or typed into and is seen, but for the header. */
function countControls(page: Page): Promise<number> {
  return page.evaluate(() => {
    const wanted =
      'a[href], button, summary, input, select, textarea, [role=slider], [tabindex="0"]';
    return [...document.querySelectorAll(wanted)].filter(
      (element) => element.closest('header') === null && element.checkVisibility(),
    ).length;
  });
}

test.each(languages)(
  'one shop has twelve controls on two screens of a phone, in %s',
  async (language) => {
    const t = words[language];
    await using home = await installBinary();
    const shop = await openToldShop(home, ['Shop']);
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, {
      language,
      stored,
      viewport: smallPhone,
    });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await page.getByRole('main').getByText(t.state.up.word).first().waitFor();
    await page.getByText('Somchai').first().waitFor();
    await page.getByText(t.report.lately.none.replace('{{days}}', '30')).waitFor();
    await page.getByText(t.ui.live.live, { exact: true }).waitFor();
    // The bottom bar is counted, the link for the keyboard is not seen.
    expect(await countControls(page)).toBeLessThanOrEqual(12 + 1);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(2 * smallPhone.height);
    expect(await tab.findAxeViolations()).toEqual([]);
    await tab.takePicture(`less-one-${language}`);

    // All of the dashboard is there, behind one press.
    await unfold(page, t.portal.nav.devices);
    await page.getByRole('table', { name: t.keys.title }).waitFor();
    await page.getByRole('table', { name: t.devices.title }).waitFor();
    await page.getByText(t.keys.stats.total).first().waitFor();
    await unfold(page, t.activity.title);
    await page.getByRole('table', { name: t.events.label }).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  },
);

test('with four sites the dashboard is their list, and names each once', async () => {
  await using home = await installBinary();
  const sites = ['Shop', 'Farm', 'Attic', 'Barn'];
  const shop = await openToldShop(home, sites);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/customer/dashboard');
  const rows = page.getByRole('main').locator('li', { has: page.locator('h3') });
  await waitFor('rows', async () => (await rows.count()) === sites.length);
  await page.getByText(en.keys.stats.total).waitFor();
  const text = await page.getByRole('main').innerText();
  for (const site of sites) expect(text.split(site)).toHaveLength(2);
});

test('the last outages are those of thirty days, also on the first day of a month', async () => {
  await using home = await installBinary();
  const shop = await openToldShop(home, ['Shop']);
  const [board] = shop.boards;
  if (board === undefined) throw new Error('there is no board');
  const now = Date.now();
  backdate(home.data, [board], now - 60 * dayMs);
  addOutages(home.data, [
    { board, downAt: now - 40 * dayMs, minutes: 17 },
    { board, downAt: now - 28.5 * dayMs, minutes: 42 },
  ]);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  await tab.visit('/customer/dashboard');
  const lately = tab.page.getByRole('region', { name: en.report.lately.title });
  await lately.getByText('42 min').waitFor();
  expect(await lately.getByRole('listitem').count()).toBe(1);
  expect(tab.takeComplaints()).toEqual([]);
});

test('the page of alerts says in a sentence who is told, and changes it with one button', async () => {
  await using home = await installBinary();
  const shop = await openToldShop(home, ['Shop']);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/customer/alerts');
  await page
    .getByText(
      'After 1 min without power or contact, an alert goes to Somchai, and again every 5 min until somebody acknowledges. When it is back, a message says so.',
    )
    .waitFor();
  await page.getByRole('button', { name: en.portal.told.change, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: en.alerts.title });
  await dialog.getByRole('slider').first().press('Home');
  await dialog.getByRole('button', { name: en.alerts.save }).click();
  await page.getByText(/^After 5 s without power or contact/).waitFor();
  const main = await page.getByRole('main').innerText();
  expect(main).not.toContain(en.contacts.offer);
  await unfold(page, en.portal.alerts.more);
  await page.getByRole('button', { name: en.contacts.offer }).waitFor();
  expect(tab.takeComplaints()).toEqual([]);
});

test('what opened by itself stays open when what it opened for is gone, and the focus is not lost', async () => {
  await using home = await installBinary();
  const shop = await openToldShop(home, ['Shop']);
  const planned = {
    note: 'Electrician',
    starts_at: '2099-04-12T02:00:00.000Z',
    ends_at: '2099-04-12T05:00:00.000Z',
  };
  expect((await shop.owner.post('/api/customer/planned-times', planned)).status).toBe(200);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/customer/alerts');
  const [takeBack = ''] = en.planned.cancel_name.split('{{');
  await page.getByRole('button', { name: takeBack }).press('Enter');
  const asking = page.getByRole('alertdialog');
  await asking.getByRole('button', { name: en.planned.cancel, exact: true }).press('Enter');
  await page.getByText('Electrician').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: en.planned.add, exact: true }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(tab.takeComplaints()).toEqual([]);
});
