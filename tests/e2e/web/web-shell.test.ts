/** The built pages in a real browser, under the headers they are served with. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { Elysia } from 'elysia';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { spa } from '../../../src/http/pages/spa.ts';
import samples from '../../../web/design/samples.json';
import { publicInfo } from '../../../web/src/features/landing/testing/public-info.ts';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { builtPages } from '../../support/built-pages.ts';
import { launchBrowser } from './browser.ts';

const words = { th, en };

let folder: string;
let origin: string;
let browser: Browser;
let stopServer: () => Promise<unknown>;
/** What GET /api/public/info answers now; a test may make it fail or wait. */
let answerInfo: () => Response | Promise<Response>;

setDefaultTimeout(60_000);

beforeAll(async () => {
  folder = await builtPages();
  const app = new Elysia()
    .get('/api/public/info', () => answerInfo())
    .use(spa({ distDir: folder }))
    .listen({ port: 0, hostname: '127.0.0.1' });
  origin = `http://127.0.0.1:${app.server?.port}`;
  stopServer = () => app.stop(true);
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await stopServer?.();
});

interface Visit {
  page: Page;
  /** Errors and warnings of the console, and exceptions nobody caught. */
  complaints: string[];
  hosts: Set<string>;
}

async function visit(
  path: string,
  saved: Record<string, string> = {},
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, saved);
  const page = await context.newPage();
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(origin + path);
  return { page, complaints, hosts };
}

const answersWell = () => Response.json(publicInfo);

/** The prices stand in the page once the server has answered. */
const waitForPrices = (page: Page) => page.getByText('฿1,300').first().waitFor();

describe.each(['th', 'en'] as const)('in %s', (language) => {
  describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
    test.each([320, 1280])('the front page is whole at %d px', async (width) => {
      answerInfo = answersWell;
      const { page, complaints, hosts } = await visit(
        '/',
        { language, theme },
        { viewport: { width, height: 740 } },
      );
      await waitForPrices(page);
      expect(await page.locator('h1').textContent()).toBe(words[language].hero.title);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflowPx).toBe(0);
      expect(complaints).toEqual([]);
      expect([...hosts]).toEqual([origin]);
      await page.context().close();
    });
  });
});

test('a first visit is Thai and dark, and the theme is there before the application', async () => {
  answerInfo = answersWell;
  const context = await browser.newContext({ colorScheme: 'light' });
  const page = await context.newPage();
  await page.route(/\/assets\/landing-.*\.js$/, (route) => route.abort());
  await page.goto(`${origin}/`);
  const shown = await page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dataset['theme'],
    document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
  ]);
  expect(shown).toEqual(['th', 'dark', expect.stringMatching(/^#[0-9a-f]{6}$/)]);
  await context.close();
});

test('language and theme change by keyboard without a reload, and are remembered', async () => {
  answerInfo = answersWell;
  const { page, complaints } = await visit('/');
  await waitForPrices(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'EN', exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: en.hero.title }).waitFor();
  await page.getByRole('button', { name: en.theme.to_light }).first().focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: en.theme.to_dark }).first().waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual({
    language: 'en',
    theme: 'light',
  });

  await page.reload();
  await waitForPrices(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  expect(await page.title()).toContain(en.hero.title);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('without an answer of the server there is no price, and it is asked again on request', async () => {
  answerInfo = () => new Response('no', { status: 500 });
  const { page } = await visit('/', { language: 'en' });
  await page.getByText(en.price.failed).first().waitFor();
  expect(await page.getByText('฿').count()).toBe(0);

  answerInfo = answersWell;
  await page.getByRole('button', { name: en.ui.retry }).first().click();
  await waitForPrices(page);
  await page.context().close();
});

test.each(['th', 'en'] as const)(
  'an unknown address is a page with a way home: %s',
  async (language) => {
    answerInfo = answersWell;
    const { page, complaints } = await visit('/nowhere/at/all', { language });
    await page.getByRole('heading', { name: words[language].not_found.title }).waitFor();
    // The browser itself notes the status of the document; nothing else complains.
    expect(complaints).toEqual([expect.stringContaining('404')]);
    await page.getByRole('main').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: words[language].hero.title }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().close();
  },
);

test('the front page loads at most 115 kB of scripts, gzipped, before anybody touches it', async () => {
  answerInfo = answersWell;
  const context = await browser.newContext();
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) loaded.push(pathname);
  });
  await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
  await waitForPrices(page);
  const bytes = [...new Set(loaded)].map((path) => Bun.file(`${folder}${path}.gz`).size);
  const total = bytes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(115_000);
  await context.close();
});

test('the style page is not in it', async () => {
  expect(await Bun.file(`${folder}/routes.json`).text()).not.toContain('/design');
  const scripts = (await readdir(`${folder}/assets`)).filter((name) => name.endsWith('.js'));
  for (const name of scripts) {
    const script = await Bun.file(`${folder}/assets/${name}`).text();
    expect(script.includes(samples.en.title), name).toBe(false);
  }
});
