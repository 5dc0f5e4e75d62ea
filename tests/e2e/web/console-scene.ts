/** What the stories of the console share: a server with an operator logged in, and words to find things by. */
import { expect } from 'bun:test';
import type { Locator, Page, Request } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { type Home, installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import {
  adminEntries,
  type Contexts,
  type Language,
  openTab,
  type Tab,
  type TabOptions,
} from './browser.ts';
import { openShop, operator, type Shop, type ShopOptions } from './shop.ts';
import { liveMs } from './walk.ts';

const locales = { th, en };

export const dayMs = 86_400_000;
/** The browser notes every answer that is an error. */
export const refusal = /Failed to load resource/;

export function text(language: Language): typeof th | typeof en {
  return locales[language];
}

/** `ลบ {{name}}?` with what belongs in it. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
/** Of a list, not its head. */
export const row = (page: Page, name: string) =>
  page.locator('tbody').getByRole('row').filter({ hasText: name });

/** Opens the row of a channel, which says `word` as long as it is closed. */
export async function openRow(card: Locator, word: string): Promise<void> {
  const opener = card.locator('button[aria-expanded]').filter({ hasText: word });
  await opener.focus();
  await opener.press('Enter');
}

/** Rows of the list, without its head. */
export async function countRows(page: Page): Promise<number> {
  return page.locator('tbody').getByRole('row').count();
}

export async function until(what: string, probe: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(what, probe);
}

/** @throws Error when it takes longer than live things may */
export async function followWithin(what: string, probe: () => Promise<boolean>): Promise<void> {
  await waitFor(what, probe, liveMs);
}

/**
 * Waits until the stream is open and the page has loaded its data, so that later changes show at once. The page asks at
 * most once a second, so a change right after a request would have to wait.
 */
export async function untilLive(page: Page, language: Language): Promise<void> {
  let askedAt = performance.now();
  const note = (request: Request) => {
    if (request.url().includes('/api/')) askedAt = performance.now();
  };
  page.on('request', note);
  await page
    .getByText(text(language).ui.live.live, { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor();
  await until('quiet second', () => performance.now() > askedAt + 1_000);
  page.off('request', note);
}

/** What a click lets the browser download. */
export async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await button(page, name).click();
  const arrived = await coming;
  const bytes = Buffer.from(await Bun.file(await arrived.path()).arrayBuffer());
  return { name: arrived.suggestedFilename(), bytes };
}

/** The lines of a CSV export, its head first; it begins with a byte-order mark. */
export function readCsv(bytes: Buffer): string[] {
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return bytes.subarray(3).toString().trim().split('\r\n');
}

/** Nothing wrong for axe, and nothing wider than the window. */
export async function expectSound(tab: Tab, what: string): Promise<void> {
  expect([what, await tab.findAxeViolations()]).toEqual([what, []]);
  expect([what, await tab.overflowPx()]).toEqual([what, 0]);
}

/** No complaint of the browser (CSP among them), no request to another host. */
export function expectQuiet(tab: Tab, ...expected: readonly RegExp[]): void {
  expect(tab.takeComplaints(...expected)).toEqual([]);
  expect([...tab.foreignOrigins]).toEqual([]);
}

/** The name of the focused element. */
export async function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.labels
        : null;
    const name =
      element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent;
    return (name ?? '').trim();
  });
}

/** Presses Tab until what is called so has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    seen.push(focused);
  }
  throw new Error(`The Tab key never reaches ${name}, but ${seen.join(' | ')}`);
}

export interface ConsoleScene extends AsyncDisposable {
  readonly home: Home;
  readonly shop: Shop;
  /** What localStorage holds of an operator who is logged in. */
  readonly entries: Readonly<Record<string, string>>;
  /** A tab of an operator who is logged in. */
  open(path: string, options?: TabOptions): Promise<Tab>;
}

/** @param prepare makes what the server needs before it starts: a messenger, for example */
export async function openConsoleScene(
  browser: Contexts,
  prepare: (home: Home) => ShopOptions | Promise<ShopOptions>,
): Promise<ConsoleScene> {
  const home = await installBinary();
  const shop = await openShop(home, await prepare(home));
  // No board falls silent, however long the tests take.
  await shop.admin.put('/api/settings', { heartbeatTimeout: 86_400 });
  const entries = await adminEntries(shop.server, operator);
  return {
    home,
    shop,
    entries,
    async open(path, options = {}) {
      const tab = await openTab(browser, shop.server, { stored: entries, ...options });
      await tab.visit(path);
      return tab;
    },
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

/** A tab of a list; its name ends with its count. */
export const filterTab = (page: Page, label: string, word: string) =>
  page
    .getByRole('navigation', { name: label })
    .getByRole('link', { name: new RegExp(`^${RegExp.escape(word)}( [\\d,+]+)?$`) });
