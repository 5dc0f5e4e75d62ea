/** The built page in a real browser, under the headers it is served with. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../scripts/build-web.ts';
import type { PublicInfo } from '../src/contract/public-info.ts';
import { spa } from '../src/http/spa.ts';

const info: PublicInfo = {
  ok: true,
  version: '9.8.7',
  bot: { handle: '@faiwatch_bot', link: 'https://t.me/faiwatch_bot' },
  prices: { s2Mini: 1300, tDisplay: 650, keyOnly: 200, renewal: 210 },
  keyValidityYears: 3,
  firmwareAvailable: true,
};

const words = {
  th: { title: 'ไฟดับเมื่อไร รู้ทันที', up: 'เซิร์ฟเวอร์ตอบปกติ', missing: 'ไม่พบหน้านี้' },
  en: {
    title: 'Know the moment the power fails',
    up: 'The server is answering',
    missing: 'This page does not exist',
  },
};

let folder: string;
let origin: string;
let browser: Browser;
let stopServer: () => Promise<unknown>;
/** What GET /api/public/info answers now; a test may make it fail or wait. */
let answerInfo: () => Response | Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faiwatch-shell-'));
  await buildWeb(join(folder, 'dist'), true);
  const app = new Elysia()
    .get('/api/public/info', () => answerInfo())
    .use(spa({ distDir: join(folder, 'dist') }))
    .listen({ port: 0, hostname: '127.0.0.1' });
  origin = `http://127.0.0.1:${app.server?.port}`;
  stopServer = () => app.stop(true);
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await stopServer?.();
  await rm(folder, { recursive: true });
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

const answersWell = () => Response.json(info);

describe.each(['th', 'en'] as const)('in %s', (language) => {
  describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
    test.each([320, 1280])('the page is whole at %d px', async (width) => {
      answerInfo = answersWell;
      const { page, complaints, hosts } = await visit(
        '/',
        { language, theme },
        { viewport: { width, height: 740 } },
      );
      await page.getByText(words[language].up).waitFor();
      expect(await page.locator('h1').textContent()).toBe(words[language].title);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      expect(await page.locator('#service').textContent()).toContain('฿1,300');
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
  await page.route(/\/assets\/main-.*\.js$/, (route) => route.abort());
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
  await page.getByText(words.th.up).waitFor();
  const reached: string[] = [];
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.tagName ?? ''));
  }
  expect(reached).toEqual(['A', 'A', 'BUTTON', 'BUTTON', 'BUTTON', 'A', 'A', 'A']);

  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'EN', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: words.en.title }).waitFor();
  await page.getByRole('button', { name: 'Switch to the light theme' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Switch to the dark theme' }).waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual({
    language: 'en',
    theme: 'light',
  });

  await page.reload();
  await page.getByText(words.en.up).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  expect(await page.title()).toContain(words.en.title);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('the service section says that it is asking, that it failed, and recovers on request', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answerInfo = () => promise;
  const { page } = await visit('/', { language: 'en' });
  const service = page.locator('#service');
  await service.getByText('Asking the server…').waitFor();
  expect(await service.getByText('Renewal').isVisible()).toBe(true);

  answerInfo = () => new Response('no', { status: 500 });
  resolve(answerInfo());
  await service.getByText('The server cannot be reached').waitFor();
  expect(await service.textContent()).not.toContain('฿');

  answerInfo = answersWell;
  await service.getByRole('button', { name: 'Try again' }).click();
  await service.getByText(words.en.up).waitFor();
  expect(await service.textContent()).toContain('v9.8.7');
  await page.context().close();
});

test.each(['th', 'en'] as const)(
  'an unknown address is a page with a way home: %s',
  async (language) => {
    answerInfo = answersWell;
    const { page, complaints } = await visit('/nowhere/at/all', { language });
    await page.getByRole('heading', { name: words[language].missing }).waitFor();
    // The browser itself notes the status of the document; nothing else complains.
    expect(complaints).toEqual([expect.stringContaining('404')]);
    await page.getByRole('main').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: words[language].title }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().close();
  },
);
