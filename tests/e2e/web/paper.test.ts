/** A report is saved and shared from its page, and chats ask for it each month; where that is off, none of it is there. */
import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import coreEn from '../../../web/src/locales/en.json';
import coreTh from '../../../web/src/locales/th.json';
import en from '../../../web/src/modules/paper/en.json';
import labels from '../../../web/src/modules/paper/menu-labels.json';
import th from '../../../web/src/modules/paper/th.json';
import { type Home, installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, type Look, looks, openTab, type Tab } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th: { ...coreTh, ...th }, en: { ...coreEn, ...en } };
const browser = shareBrowser();

/** The owner of a shop whose chat is connected. */
async function open(home: Home, look: Required<Look>, extras: string) {
  const telegram = await home.startTelegram({ chats: 'any' });
  const env = { FAIWATCH_EXTRAS: extras };
  const shop = await openShop(home, { sites: ['Shop'], telegram, env });
  home.data.write(`INSERT INTO recipients (customer_id, channel, address, language, name, created_at)
    SELECT id, 'telegram', '77', 'en', 'Som', 0 FROM customers`);
  const stored = await customerEntries(shop.server, shop.credentials);
  const tab = await openTab(browser, shop.server, { ...look, stored });
  return { shop, tab, t: words[look.language] };
}

async function openMenu({ page }: Tab, t: (typeof words)['th']): Promise<string[]> {
  await page.getByRole('button', { name: t.report.keep }).press('Enter');
  await page.getByRole('menuitem', { name: t.report.print }).waitFor();
  return page.getByRole('menuitem').allInnerTexts();
}

async function openChat({ page }: Tab, t: (typeof words)['th']): Promise<void> {
  const name = t.messenger.rights.change_name.replace('{{label}}', 'Som');
  await page.getByRole('button', { name }).press('Enter');
  await page.getByRole('switch', { name: t.messenger.chats.pinned }).waitFor();
}

test.each(looks)('a report is saved, shared, and asked for each month: %j', async (look) => {
  const { language, theme, viewport } = look;
  await using home = await installBinary();
  const { shop, tab, t } = await open(home, look, 'all');
  await using _ = tab;
  const { page } = tab;
  await tab.visit('/customer/report');
  const pdf = labels.pdf[language];
  const share = labels.share[language];
  const { download, print } = t.report;
  expect(await openMenu(tab, t)).toEqual([pdf, download, print, share]);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: pdf }).press('Enter'),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^power-outages-\d{4}-\d\d-\d\d\.pdf$/);
  expect((await readFile(await saved.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');

  await openMenu(tab, t);
  await page.getByRole('menuitem', { name: share }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t.paper.share.make }).press('Enter');
  const address = await dialog.locator('code').innerText();
  expect(address).toStartWith(`${shop.server.url}/api/reports/`);
  const shared = await fetch(address);
  expect((await shared.text()).slice(0, 5)).toBe('%PDF-');
  expect(await tab.findAxeViolations()).toEqual([]);
  expect(await tab.overflowPx()).toBe(0);
  await tab.takePicture(`paper-share-${language}-${theme}-${viewport.width}`);
  const [before, after = ''] = t.paper.share.end_name.split('{{name}}');
  const end = dialog.getByRole('button', { name: new RegExp(`^${before}.+${after}$`) });
  await end.press('Enter');
  await end.waitFor({ state: 'detached' });
  expect((await fetch(address)).status).toBe(404);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await tab.visit('/customer/alerts');
  await openChat(tab, t);
  await page.getByRole('switch', { name: t.paper.digest }).press('Space');
  const wants = () =>
    home.data.read<{ since: number | null }>('SELECT digest_since AS since FROM recipients')[0];
  await waitFor('the wish', () => (wants()?.since ?? null) !== null);
  expect(await tab.findAxeViolations()).toEqual([]);
  expect(tab.takeComplaints()).toEqual([]);
});

test('where it is off, the report and the chats offer nothing of it', async () => {
  await using home = await installBinary();
  const look = { language: 'en', theme: 'light', viewport: { width: 1280, height: 800 } } as const;
  const { tab, t } = await open(home, look, 'none');
  await using _ = tab;
  await tab.visit('/customer/report');
  expect(await openMenu(tab, t)).toEqual([t.report.download, t.report.print]);
  await tab.page.keyboard.press('Escape');
  await tab.visit('/customer/alerts');
  await openChat(tab, t);
  const { pinned } = t.messenger.chats;
  const names = await tab.page
    .getByRole('switch')
    .evaluateAll((all) =>
      all.map((one) => one.closest('label')?.textContent ?? one.getAttribute('aria-label')),
    );
  expect(names).toContain(pinned);
  expect(names).not.toContain(t.paper.digest);
  expect(tab.takeComplaints()).toEqual([]);
});
