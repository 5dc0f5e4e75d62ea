/** The front page in every look: WCAG by axe, no sideways scrolling, targets a finger can hit. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { type Home, installBinary, type Server } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { looks, openTab, phone } from './browser.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };

const browser = shareBrowser();
let home: Home;
let server: Server;

beforeAll(async () => {
  home = await installBinary();
  server = await home.serve({ telegram: await home.startTelegram() });
  await waitFor('answer of the bot', async () => {
    const info = await (await fetch(`${server.url}/api/public/info`)).json();
    return info.bot !== null;
  });
});
afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
});

describe.each(looks)('$language, $theme, $viewport.width px', (look) => {
  const { language, theme, viewport } = look;
  const t = words[language];

  test('axe finds nothing on the page, in its menu and in the order dialog', async () => {
    await using tab = await openTab(browser, server, look);
    const { page } = tab;
    await tab.visit('/');
    await page.getByText('฿300').waitFor();
    const bot = page.getByRole('region', { name: t.bot.title });
    await bot.scrollIntoViewIfNeeded();
    await bot.getByRole('img').waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(await tab.overflowPx()).toBe(0);
    await tab.takePicture(`landing-${viewport.width}-${theme}-${language}`);

    if (viewport === phone) {
      await page.getByRole('button', { name: t.nav.menu }).tap();
      await page.getByRole('navigation', { name: t.nav.label }).waitFor();
      expect(await tab.findAxeViolations()).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: `${t.price.order} ${t.price.s2_mini}` }).click();
    await page.getByRole('dialog').waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });
});

describe.each(['th', 'en'] as const)('in %s', (language) => {
  // 640 px: a desk at 200 %.
  test.each([320, 640, 768, 1024])('nothing is cut off at %d px', async (width) => {
    await using tab = await openTab(browser, server, {
      language,
      viewport: { width, height: 700 },
    });
    await tab.visit('/');
    await tab.page.getByText('฿300').waitFor();
    await tab.settle();
    expect(await tab.overflowPx()).toBe(0);
    const cut = await tab.page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, p, a, button, dd, dt, li:not(:has(*))')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .filter((element) => !element.closest('.sr-only') && element.getClientRects().length > 0)
        .map((element) => element.textContent),
    );
    expect(cut).toEqual([]);
  });

  test('a finger can hit everything that can be pressed', async () => {
    await using tab = await openTab(browser, server, { language, viewport: phone });
    const { page } = tab;
    await tab.visit('/');
    await page.getByText('฿300').waitFor();
    await page.getByRole('button', { name: words[language].nav.menu }).tap();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('a, button, [role="slider"]')]
        .filter((element) => element.getClientRects().length > 0 && !element.matches('.sr-only'))
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width < 44 || height < 44;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small).toEqual([]);
  });
});
