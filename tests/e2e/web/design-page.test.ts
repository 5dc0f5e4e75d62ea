/** Every part of the design system, in each of its states, in a real browser: the living style page. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import type { Locator } from 'playwright-core';
import { spa } from '../../../src/http/pages/spa.ts';
import samples from '../../../web/design/samples.json';
import en from '../../../web/src/locales/en.json';
import { desk, looks, openTab, phone, type Tab } from './browser.ts';
import { shareBrowser } from './walk.ts';

let folder: string;
let server: { url: string };
const browser = shareBrowser();
let stopServer: () => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faiwatch-design-'));
  const script = join(import.meta.dir, '../../../scripts/build-web.ts');
  const build = Bun.spawn([process.execPath, script, '--development', '--out', folder], {
    env: { ...process.env, NODE_ENV: 'development' },
    stdout: 'ignore',
  });
  expect(await build.exited).toBe(0);
  const app = new Elysia().use(spa({ distDir: folder })).listen({ port: 0, hostname: '127.0.0.1' });
  server = { url: `http://127.0.0.1:${app.server?.port}` };
  stopServer = () => app.stop(true);
});

afterAll(async () => {
  await stopServer?.();
  await rm(folder, { recursive: true });
});

async function openStylePage(tab: Tab, title: string): Promise<void> {
  await tab.visit('/design');
  await tab.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await tab.page.locator('.recharts-bar').first().waitFor();
}

test.each(looks)(
  '$language, $theme, $viewport.width px: nothing for axe to find, open or closed',
  async (look) => {
    await using tab = await openTab(browser, server, look);
    const words = samples[look.language];
    const { page } = tab;
    await openStylePage(tab, words.title);
    expect(await tab.overflowPx()).toBe(0);
    expect(await tab.findAxeViolations()).toEqual([]);

    const open = async (opener: Locator, opened: Locator) => {
      // At the top of the window nothing lies under the head of the table, which stays there.
      await opener.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await opener.click();
      await opened.waitFor();
      expect(await tab.findAxeViolations()).toEqual([]);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'hidden' });
      await expectFocus(opener);
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await open(button(words.open_dialog), page.getByRole('dialog'));
    await open(button(words.open_plain), page.getByRole('dialog'));
    await open(button(words.open_confirm), page.getByRole('alertdialog'));
    await open(button(words.open_drawer), page.getByRole('dialog'));
    await open(button(words.actions_of), page.getByRole('menu'));
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  },
);

async function expectFocus(element: Locator): Promise<void> {
  // The focus returns once what was open has faded.
  await element
    .page()
    .waitForFunction((wanted) => document.activeElement === wanted, await element.elementHandle());
}

test('a form by keyboard: checked, refused with its input kept, then saved', async () => {
  await using tab = await openTab(browser, server, { language: 'en' });
  const words = samples.en;
  const { page } = tab;
  await openStylePage(tab, words.title);
  await page.getByRole('button', { name: words.open_dialog, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel(words.name);
  await name.focus();

  await page.keyboard.press('Enter');
  await dialog.getByText(words.name_empty).waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await expectFocus(name);

  await page.keyboard.type('error');
  await page.keyboard.press('Enter');
  // Nothing closes it while it is being sent.
  await dialog.getByRole('button', { name: words.save }).and(page.locator('[aria-busy]')).waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByText(en.ui.said.invalid_phone).waitFor();
  expect(await name.inputValue()).toBe('error');
  await expectFocus(dialog.getByLabel(words.phone));

  await name.fill('offline');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText(en.ui.error.network).waitFor();

  await name.fill('Bang Saen');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(words.saved).waitFor();
  expect(tab.takeComplaints()).toEqual([]);
});

test('the ribbon: walked by arrow keys, dismissed by Escape, found by a finger beside it', async () => {
  await using tab = await openTab(browser, server, { language: 'en', viewport: phone });
  const { page } = tab;
  await openStylePage(tab, samples.en.title);
  const ribbon = page.getByRole('slider').first();
  const told = () => ribbon.getAttribute('aria-valuetext');
  await ribbon.focus();
  expect(await told()).toStartWith(en.state.up.word);
  await page.keyboard.press('ArrowLeft');
  expect(await told()).toBe('Contact lost, 21 Nov 2026 17:20 to 21 Nov 2026 17:32, lasted 12 min');
  // Within this ribbon, since another sample has the same word.
  const bubble = ribbon.locator('..').getByText(en.ui.ribbon.lasted, { exact: true });
  await bubble.waitFor();
  await page.keyboard.press('Escape');
  await bubble.waitFor({ state: 'hidden' });
  await page.keyboard.press('Home');
  expect(await told()).toStartWith(en.state.up.word);

  const box = await ribbon.boundingBox();
  if (!box) throw new Error('the ribbon is not drawn');
  // The cut from 02:10 to 02:52, hit ten pixels to its left.
  const cutX = box.x + (box.width * (8 + 10 / 60)) / 24;
  await page.touchscreen.tap(cutX - 10, box.y + box.height / 2);
  expect(await told()).toStartWith(en.state.mains_lost.word);
});

test('a table sorts by its heads, selects all, and stays one where its rows are cards', async () => {
  await using tab = await openTab(browser, server, { language: 'en', viewport: desk });
  const words = samples.en;
  const { page } = tab;
  await openStylePage(tab, words.title);
  const table = page.getByRole('table', { name: words.devices });
  const firstSite = () => table.getByRole('row').nth(1).getByRole('cell').nth(1).innerText();
  const head = table.getByRole('columnheader', { name: words.site });
  await head.getByRole('button').click();
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  expect(await firstSite()).toStartWith('Bang Saen');
  await head.getByRole('button').click();
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  expect(await firstSite()).toStartWith('Shrimp');

  await table.getByRole('checkbox', { name: en.ui.table.select_all }).click();
  expect(await table.getByRole('checkbox', { checked: true }).count()).toBe(9);

  await page.setViewportSize(phone);
  expect(await table.getByRole('row').count()).toBe(8);
  await page.getByLabel(en.ui.table.sort, { exact: true }).selectOption('outages desc');
  expect(await table.getByRole('row').first().innerText()).toContain('11');
  expect(tab.takeComplaints()).toEqual([]);
});
