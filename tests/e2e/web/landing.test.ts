/** The front page of the executable. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { encode } from 'uqr';
import { version } from '../../../package.json';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { trustTestKey, writeRelease } from '../../support/firmware.ts';
import { findLastingPort, type Home, installBinary, type Server } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { desk, languages, openTab, phone, type Tab, type TabOptions } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };

const browser = shareBrowser();
let home: Home;
/** With a bot that has answered, no firmware, and the prices of a new installation. */
let server: Server;
let botUsername: string;

beforeAll(async () => {
  home = await installBinary();
  const telegram = await home.startTelegram();
  botUsername = telegram.bot.username ?? '';
  server = await home.serve({ telegram });
  await waitFor('answer of the bot', async () => {
    const info = await (await fetch(`${server.url}/api/public/info`)).json();
    return info.bot !== null;
  });
});
afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
});

async function openFront(options: TabOptions = {}, where: { url: string } = server): Promise<Tab> {
  const tab = await openTab(browser, where, options);
  await tab.visit('/');
  // English replaces the Thai of the document.
  const { title } = words[options.language ?? 'th'].hero;
  await tab.page.getByRole('heading', { level: 1, name: title }).waitFor();
  return tab;
}

/** The browser's console is empty, and no other host was asked. */
function expectQuiet(tab: Tab, ...expected: readonly RegExp[]): void {
  expect(tab.takeComplaints(...expected)).toEqual([]);
  expect([...tab.foreignOrigins]).toEqual([]);
}

/** Fills {{…}} in a text of the locale files. */
function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator, most = 60): Promise<void> {
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < most && !(await isThere()); presses++) {
    await page.keyboard.press('Tab');
  }
  expect(await isThere()).toBe(true);
}

/** The px between the top of the window and an element. */
async function topOf(element: Locator): Promise<number> {
  return element.evaluate((found) => Math.round(found.getBoundingClientRect().top));
}

describe.each(languages)('the front page, in %s', (language) => {
  const t = words[language];

  test('says what it is, with the three figures', async () => {
    await using tab = await openFront({ language });
    const { page } = tab;
    await page.getByRole('heading', { level: 1, name: t.hero.title }).waitFor();
    await page.getByText(t.hero.lead).waitFor();
    const figures = page.getByRole('main').locator('dl').first();
    await figures.getByText(fillIn(t.hero.stats.years_other, { count: 3 })).waitFor();
    for (const text of [
      ...[t.hero.stats.years_what, t.hero.stats.detection, t.hero.stats.detection_what],
      ...[t.hero.stats.watch, t.hero.stats.watch_what],
    ]) {
      expect(await figures.getByText(text, { exact: true }).isVisible(), text).toBe(true);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await page.title()).toBe(t.page.title);
    const description = page.locator('meta[name="description"]');
    expect(await description.getAttribute('content')).toBe(t.page.description);
    // A text that is missing shows its key.
    expect(await page.locator('body').innerText()).not.toMatch(
      /\b[a-z]+(_[a-z]+)*\.[a-z_]+\b(?<!\.\w{2})/,
    );
    expectQuiet(tab);
  });

  test('shows a day as a ribbon that can be read by pointer, by keyboard and by ear', async () => {
    await using tab = await openFront({ language });
    const { page } = tab;
    const ribbon = page.getByRole('slider', { name: t.example.ribbon });
    await tabTo(page, ribbon);
    for (const state of [t.state.internet_lost.word, t.state.unobserved.word]) {
      await waitFor(state, async () => {
        await page.keyboard.press('ArrowLeft');
        return (await ribbon.getAttribute('aria-valuetext'))?.startsWith(state);
      });
    }
    await page.getByText('02:10–02:52').first().waitFor();
    const list = page.getByRole('list', { name: t.ui.ribbon.list });
    expect(await list.getByRole('listitem').count()).toBe(3);
    expectQuiet(tab);
  });

  test('shows a phone with what the bot says, word for word', async () => {
    await using tab = await openFront({ language });
    const figure = tab.page.getByRole('figure', { name: t.example.chat.caption });
    const { site, chat } = t.example;
    const said = (await figure.textContent()) ?? '';
    expect(said).toContain(`${chat.alert}${site}: ${chat.alert_line}`);
    expect(said).toContain(`${chat.recovery}${site}: ${chat.recovery_line}`);
    expect(said).toContain(chat.acknowledge + chat.mute);
  });

  test('has four features and four steps to begin, in order', async () => {
    await using tab = await openFront({ language });
    const { page } = tab;
    const { title: _, lead: _lead, ...features } = t.features;
    const featureTitles = await part(page, t.features.title)
      .getByRole('heading', { level: 3 })
      .allTextContents();
    expect(featureTitles).toEqual(Object.values(features).map(({ title }) => title));

    const steps = part(page, t.how.title).getByRole('list').first().locator('> li');
    expect(await steps.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      ...[t.how.order.title, t.how.flash.title, t.how.configure.title, t.how.connect.title],
    ]);
    const texts = await steps.allTextContents();
    expect(texts[1]).toContain(t.how.flash.skip);
    expect(texts[2]).toContain('FaiWatch-XXXXXX');
    const fields = steps.nth(2).getByRole('list', { name: t.how.configure.fields });
    expect(await fields.getByRole('listitem').allTextContents()).toEqual([
      ...[t.how.configure.field_wifi, t.how.configure.field_key, t.how.configure.field_phone],
    ]);
    expect(texts[3]).toContain('/register');
    expectQuiet(tab);
  });

  test('has three packages and the renewal, at the prices the server has', async () => {
    await using tab = await openFront({ language });
    const { page } = tab;
    const pricing = part(page, t.price.title);
    const offers = pricing.getByRole('list').first().locator('> li');
    await offers.first().getByText('฿200').waitFor();
    const seen = await offers.allTextContents();
    const expected = [
      [t.price.key_only, '฿200', t.price.key_only_has],
      [t.price.s2_mini, '฿300', t.price.s2_mini_has],
      [t.price.t_display, '฿650', t.price.t_display_has],
    ];
    expect(seen).toHaveLength(expected.length);
    const validity = fillIn(t.price.validity_other, { count: 3 });
    const inAll = [t.price.has_alerts, t.price.has_fast, t.price.has_dashboard, validity];
    for (const [index, own] of expected.entries()) {
      for (const text of [...own, ...inAll]) expect(seen[index]).toContain(text);
    }
    const recommended = seen.map((text) => text.includes(t.price.recommended));
    expect(recommended).toEqual([false, true, false]);
    await pricing.getByText(fillIn(t.price.renewal_other, { price: '฿200', count: 3 })).waitFor();
    expectQuiet(tab);
  });

  test('leads to its parts, to the log-in, to the console and to the reference', async () => {
    await using tab = await openFront({ language });
    const { page } = tab;
    const nav = page.getByRole('navigation', { name: t.nav.label });
    for (const [link, title] of [
      [t.nav.pricing, t.price.title],
      [t.nav.features, t.features.title],
      [t.nav.how, t.how.title],
    ] as const) {
      await nav.getByRole('link', { name: link, exact: true }).click();
      await waitFor(`${title} at the top`, async () => (await topOf(part(page, title))) === 64);
    }
    expect(new URL(page.url()).hash).toBe('#how-it-works');

    const footer = page.getByRole('contentinfo');
    await footer.getByText(fillIn(t.footer.version, { version })).waitFor();
    const targets = [
      [t.footer.admin, '/admin/login'],
      [t.footer.api, '/api/docs'],
    ] as const;
    for (const [name, path] of targets) {
      expect(await footer.getByRole('link', { name }).getAttribute('href')).toBe(path);
    }
    await page.getByRole('banner').getByRole('link', { name: t.nav.log_in }).click();
    await page.waitForURL('**/customer');
    await page.getByLabel(t.login.phone).waitFor();
    expectQuiet(tab);
  });

  test('has its links in a menu on a phone, by touch and by keyboard', async () => {
    await using tab = await openFront({ language, viewport: phone });
    const { page } = tab;
    const open = page.getByRole('button', { name: t.nav.menu });
    const menu = page.getByRole('navigation', { name: t.nav.label });
    expect(await menu.count()).toBe(0);
    await open.tap();
    await menu.getByRole('link', { name: t.nav.pricing }).tap();
    await menu.waitFor({ state: 'hidden' });
    await waitFor('prices at the top', async () => (await topOf(part(page, t.price.title))) === 64);

    await page.evaluate(() => scrollTo(0, 0));
    await open.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const first = menu.getByRole('link', { name: t.nav.features });
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);

    await open.tap();
    expect(await menu.getByRole('link', { name: t.nav.log_in }).getAttribute('href')).toBe(
      '/customer',
    );
    expectQuiet(tab);
  });

  test('says by keyboard alone where each package is sold, and with which bot to begin', async () => {
    await using tab = await openFront({ language });
    const { page } = tab;
    await page.getByText('฿300').waitFor();
    for (const [name, price] of [
      [t.price.key_only, '฿200'],
      [t.price.s2_mini, '฿300'],
      [t.price.t_display, '฿650'],
    ] as const) {
      const order = page.getByRole('button', { name: `${t.price.order} ${name}`, exact: true });
      await tabTo(page, order);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: t.order.title });
      await dialog.waitFor();
      for (const text of [name, price, t.order.search, 'Shopee', 'Lazada']) {
        await dialog.getByText(text, { exact: true }).waitFor();
      }
      const bot = dialog.getByRole('link', { name: `@${botUsername}` });
      expect(await bot.getAttribute('href')).toBe(`https://t.me/${botUsername}`);

      const isWithin = () => dialog.evaluate((box) => box.contains(document.activeElement));
      for (let presses = 0; presses < 6; presses++) {
        await waitFor('focus in the dialog', isWithin);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await waitFor('focus where it was', () =>
        order.evaluate((button) => button === document.activeElement),
      );
    }
    expectQuiet(tab);
  });

  test('shows the bot of this server as a QR code and a link', async () => {
    await using tab = await openFront({ language });
    const section = part(tab.page, t.bot.title);
    await section.scrollIntoViewIfNeeded();
    const link = `https://t.me/${botUsername}`;
    const what = fillIn(t.bot.qr, { handle: `@${botUsername}` });
    const picture = section.getByRole('img', { name: fillIn(t.ui.qr.label, { what }) });
    const drawn = (await picture.locator('path').getAttribute('d')) ?? '';
    const { data } = encode(link, { border: 4, ecc: 'M' });
    expect(drawn.match(/M/g)).toHaveLength(data.flat().filter((isDark) => isDark).length);
    const dark = new Set(drawn.match(/\d+ \d+/g));
    expect(data.every((row, y) => row.every((is, x) => is === dark.has(`${x} ${y}`)))).toBe(true);
    const open = section.getByRole('link', { name: t.bot.open });
    expect(await open.getAttribute('href')).toBe(link);
    expectQuiet(tab);
  });

  test('says so where there is no bot, and where there is no firmware for the flash page', async () => {
    await using bare = await installBinary();
    const botless = await bare.serve();
    await using tab = await openFront({ language }, botless);
    const { page } = tab;
    await part(page, t.bot.title).getByText(t.bot.none, { exact: true }).waitFor();
    expect(await part(page, t.bot.title).getByRole('link').count()).toBe(0);
    const cta = part(page, t.cta.title);
    await cta.getByText(t.cta.flash_none).waitFor();
    expect(await cta.getByRole('link').count()).toBe(2);
    await page.getByRole('button', { name: `${t.price.order} ${t.price.key_only}` }).click();
    await page.getByRole('dialog').getByText(t.order.no_bot).waitFor();

    trustTestKey(bare.data.dir);
    await bare.runForJson('firmware', 'add', writeRelease(bare.dir));
    await page.reload();
    const flash = cta.getByRole('link', { name: t.cta.flash });
    await flash.waitFor();
    expect(await flash.getAttribute('href')).toBe('/firmware-flash.html');
    expect(await flash.getAttribute('target')).toBe('_blank');
    expectQuiet(tab);
  });

  test('takes prices and validity from the server, also when it changes them', async () => {
    await using shop = await installBinary();
    const { server: own, admin } = await openShop(shop);
    const saved = await admin.put('/api/settings', {
      ...{ priceS2Mini: 1290, priceTDisplay: 1650, priceKeyOnly: 250, priceRenewal: 190 },
      keyValidityYears: 1,
    });
    expect(saved.status).toBe(200);
    await using tab = await openFront({ language }, own);
    const { page } = tab;
    const pricing = part(page, t.price.title);
    for (const price of ['฿250', '฿1,290', '฿1,650']) await pricing.getByText(price).waitFor();
    const one = language === 'en' ? en.price.renewal_one : th.price.renewal_other;
    await pricing.getByText(fillIn(one, { price: '฿190', count: 1 })).waitFor();
    const years = language === 'en' ? en.hero.stats.years_one : th.hero.stats.years_other;
    await page.getByText(fillIn(years, { count: 1 }), { exact: true }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/฿(200|300|650)\b/);
    expectQuiet(tab);
  });

  test('nothing moves while the answer of the server is awaited and when it comes', async () => {
    for (const viewport of [phone, desk]) {
      await using tab = await openTab(browser, server, { language, viewport });
      const { page } = tab;
      const gate = Promise.withResolvers<void>();
      await page.route('**/api/public/info', async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.addInitScript(() => {
        const seen: unknown[] = [];
        Object.assign(window, { shifts: seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.push(entry.toJSON());
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await tab.visit('/');
      await page.getByRole('heading', { level: 1, name: t.hero.title }).waitFor();
      await part(page, t.price.title).scrollIntoViewIfNeeded();
      await part(page, t.price.title).getByText(t.price.asking).first().waitFor();
      const heightPx = () => page.evaluate(() => document.documentElement.scrollHeight);
      const before = await heightPx();
      gate.resolve();
      await page.getByText('฿300').waitFor();
      expect(await heightPx()).toBe(before);
      const moved = await page.evaluate(() =>
        (window as unknown as { shifts: { value: number }[] }).shifts.reduce(
          (sum, { value }) => sum + value,
          0,
        ),
      );
      expect(moved).toBeLessThan(0.02);
      expectQuiet(tab);
    }
  });
});

test('a first visit is in Thai and dark, whatever the system prefers', async () => {
  const context = await browser.newContext({ colorScheme: 'light', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${server.url}/`);
  await page.getByRole('heading', { level: 1, name: th.hero.title }).waitFor();
  const html = page.locator('html');
  expect(await html.getAttribute('lang')).toBe('th');
  expect(await html.getAttribute('data-theme')).toBe('dark');
  await context.close();
});

test('language and theme change by keyboard without a reload, and are remembered', async () => {
  await using tab = await openTab(browser, server);
  const { page } = tab;
  await tab.visit('/');
  await page.getByText('฿300').waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const themeColor = () => page.locator('meta[name="theme-color"]').getAttribute('content');
  const dark = await themeColor();

  await tabTo(page, page.getByRole('button', { name: 'EN', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: en.hero.title }).waitFor();
  await tabTo(page, page.getByRole('button', { name: en.theme.to_light }));
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: en.theme.to_dark }).waitFor();
  expect(await themeColor()).not.toBe(dark);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await tab.readStored()).toEqual({ language: 'en', theme: 'light' });
  expect(await page.title()).toBe(en.page.title);
  for (const title of [en.features.title, en.how.title, en.price.title, en.cta.title]) {
    await part(page, title).waitFor();
  }

  await page.reload();
  await page.getByRole('heading', { level: 1, name: en.hero.title }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  expectQuiet(tab);
});

test.each(languages)(
  'before any application script the page is there as it was left: %s',
  async (language) => {
    await using tab = await openTab(browser, server, { language, theme: 'light' });
    const { page } = tab;
    await page.route(/\/assets\/(landing|chunk)-.*\.js$/, (route) => route.abort());
    await tab.visit('/');
    const t = words[language];
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(t.hero.title);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    expect(await page.title()).toBe(t.page.title);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    // A screen reader must not read half of it twice.
    expect(await page.locator('h1').count()).toBe(1);
  },
);

test('without any script it can be read, and says why there are no prices', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
  const page = await context.newPage();
  await page.goto(`${server.url}/`);
  expect(await page.getByRole('heading', { level: 1, name: th.hero.title }).isVisible()).toBe(true);
  const instead = page.locator('noscript p');
  expect(await instead.textContent()).toBe(th.price.no_script);
  expect(await instead.isVisible()).toBe(true);
  await page
    .getByRole('button', { name: th.nav.menu })
    .tap()
    .catch(() => page.getByRole('button', { name: th.nav.menu }).click());
  await page
    .getByRole('navigation', { name: th.nav.label })
    .getByRole('link', { name: th.nav.how })
    .click();
  expect(new URL(page.url()).hash).toBe('#how-it-works');
  await context.close();
});

test('asks the server about itself once, with nothing before it but the document', async () => {
  await using tab = await openTab(browser, server);
  const asked: string[] = [];
  tab.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tab.visit('/');
  await tab.page.getByText('฿300').waitFor();
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/public/info']);
  expectQuiet(tab);
});

test('says that the server cannot be reached, and recovers on request', async () => {
  await using tab = await openTab(browser, server, { language: 'en' });
  const { page } = tab;
  await page.route('**/api/public/info', (route) => route.abort());
  await tab.visit('/');
  await page.getByRole('alert').getByText(en.price.failed, { exact: true }).waitFor();
  await part(page, en.bot.title).getByText(en.bot.failed, { exact: true }).waitFor();
  await part(page, en.cta.title).getByRole('link', { name: en.cta.flash }).waitFor();
  await page.getByRole('contentinfo').getByText(en.footer.down).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('฿');
  await page.unroute('**/api/public/info');
  await page.getByRole('alert').getByRole('button', { name: en.ui.retry }).click();
  await page.getByText('฿300').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expectQuiet(tab, /ERR_FAILED/, /preload/);
});

test('says on the page what the order dialog would say, where that cannot be loaded', async () => {
  await using tab = await openTab(browser, server, { language: 'en' });
  const { page } = tab;
  await page.route(/\/assets\/order-dialog-.*\.js$/, (route) => route.abort());
  await tab.visit('/');
  await page.getByText('฿300').waitFor();
  const order = page.getByRole('button', { name: `${en.price.order} ${en.price.key_only}` });
  await order.click();
  const alert = page.getByRole('alert');
  for (const text of [en.order.search, 'Shopee', 'Lazada']) await alert.getByText(text).waitFor();
  await alert.getByRole('link', { name: `@${botUsername}` }).waitFor();
  expectQuiet(tab, /ERR_FAILED/);
});

test('is found by machines: robots, manifest, icons, and its address where the operator named it', async () => {
  await using named = await installBinary();
  const { url } = await named.serve({ env: { FAIWATCH_PUBLIC_URL: 'https://fai.example' } });
  const html = await (await fetch(`${url}/`)).text();
  expect(html).toContain('<link rel="canonical" href="https://fai.example/" />');
  expect(html).toContain('<meta property="og:url" content="https://fai.example/" />');
  expect(html).toContain('<meta property="og:image" content="https://fai.example/og.png" />');
  expect(html).toContain(`<meta property="og:title" content="${th.page.title}" />`);

  const robots = await fetch(`${server.url}/robots.txt`);
  expect(robots.headers.get('content-type')).toStartWith('text/plain');
  expect(await robots.text()).toContain('Disallow: /admin');
  const manifest = await fetch(`${server.url}/manifest.webmanifest`);
  expect(manifest.headers.get('content-type')).toStartWith('application/manifest+json');
  const { icons, start_url } = await manifest.json();
  for (const path of [...icons.map(({ src }: { src: string }) => src), '/apple-touch-icon.png']) {
    const icon = await fetch(server.url + path);
    expect(icon.status, path).toBe(200);
    expect(icon.headers.get('content-type'), path).toStartWith('image/');
  }
  expect((await fetch(server.url + start_url)).status).toBe(200);
  const anonymous = await (await fetch(`${server.url}/`)).text();
  expect(anonymous).not.toContain('rel="canonical"');
  expect(await (await fetch(`${server.url}/customer`)).text()).toContain('content="noindex"');
});

test.each(languages)(
  'without a server it says that it is offline, and comes back: %s',
  async (language) => {
    const t = words[language];
    await using own = await installBinary();
    const port = String(await findLastingPort());
    const first = await own.serve({ args: ['--port', port] });
    await using tab = await openTab(browser, first, { language, theme: 'light' });
    const { page } = tab;
    await tab.visit('/');
    await page.getByText('฿300').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    expectQuiet(tab);
    await first.kill();

    for (const path of ['/', '/customer']) {
      await tab.visit(path);
      await page.getByRole('heading', { level: 1, name: t.offline.title }).waitFor();
      await page.getByText(t.offline.text).waitFor();
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      // The page keeps its styles although the server does not answer.
      const ground = await page.evaluate(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(ground).toBe('rgb(250, 248, 244)');
    }
    expect(await tab.findAxeViolations()).toEqual([]);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map((request) => new URL(request.url).pathname);
    });
    expect(kept).toContain('/offline.html');
    expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);

    const again = await own.serve({ args: ['--port', port] });
    expect(again.http).toBe(Number(port));
    await page.getByRole('button', { name: t.offline.retry }).click();
    await page.getByLabel(t.login.phone).waitFor();
    expect(new URL(page.url()).pathname).toBe('/customer');
    expect([...tab.foreignOrigins]).toEqual([]);
  },
);
