/** The portal with few sites and with many: what comes first, how fast, how long the page is. */
import { describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, desk, looks, openTab, phone, type Tab } from './browser.ts';
import { openShop, type Shop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();

/** A name that no line breaks. */
const longName = 'ร้าน'.repeat(25);

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? longName : `Site ${index + 1}`));

/** Boards send heartbeats, and this many of them report that mains is lost. */
async function loseMains(shop: Shop, count: number): Promise<void> {
  for (const [index, board] of shop.boards.entries()) {
    const device = new HttpDevice(shop.server.url, board);
    await device.beats();
    if (index < count) await device.losesMains();
  }
}

/** Cumulative layout shift, as browsers measure it. */
async function watchShift(tab: Tab): Promise<() => Promise<number>> {
  await tab.page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += Reflect.get(entry, 'value');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => tab.page.evaluate(() => Reflect.get(Reflect.get(window, 'seen'), 'shift'));
}

/** How many files and answers had been asked for, the page among them, when a word stood in it for the first time. */
async function watchFirstWord(tab: Tab, word: string): Promise<() => Promise<number>> {
  await tab.page.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector('main')?.textContent?.includes(wanted)) {
        Object.assign(window, { wordAt: performance.now() });
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, word);
  return () =>
    tab.page.evaluate(() => {
      const at = Number(Reflect.get(window, 'wordAt'));
      const entries = performance.getEntriesByType('resource');
      return entries.filter(({ startTime }) => startTime <= at).length + 1;
    });
}

/** What Lighthouse calls slow 4G. */
async function slowDown({ page }: Tab): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 180_000,
    uploadThroughput: 180_000,
  });
}

/** The letters that were late are there with the next page. */
async function expectFontsLater({ page }: Tab): Promise<void> {
  const wait = () => document.documentElement.dataset['fonts'];
  expect(await page.evaluate(wait)).toBe('later');
  await page.waitForFunction(() => document.fonts.check('600 1em "IBM Plex Sans Thai"', 'aก'));
  expect(await page.evaluate(wait)).toBe('later');
  // The page that goes is not laid out with them.
  const changed = page.evaluate(
    () =>
      new Promise((seen) => {
        const look = () => seen(document.querySelector('main h1')?.textContent);
        const root = document.documentElement;
        new MutationObserver(look).observe(root, { attributeFilter: ['data-fonts'] });
      }),
  );
  await page.getByRole('link', { name: th.portal.nav.alerts }).first().click();
  expect(await changed).toBe(th.portal.nav.alerts);
  expect(await page.evaluate(wait)).toBeUndefined();
}

const screens = [
  { screen: 'a phone', viewport: phone },
  { screen: 'a desk', viewport: desk },
];

describe.each(screens)('on $screen', ({ viewport }) => {
  test.each([1, 4, 25])(
    '%i sites are told of within five requests, and nothing jumps',
    async (count) => {
      await using home = await installBinary();
      const shop = await openShop(home, { sites: names(count) });
      await loseMains(shop, 1);
      const stored = await customerEntries(shop.server, shop.credentials);
      for (const network of ['quick', 'slow']) {
        await using tab = await openTab(browser, shop.server, { stored, viewport });
        const { page } = tab;
        const readShift = await watchShift(tab);
        const countAsked = await watchFirstWord(tab, th.state.mains_lost.word);
        if (network === 'slow') await slowDown(tab);
        await tab.visit('/customer/dashboard');
        const main = page.getByRole('main');
        await main.getByText(th.state.mains_lost.word).first().waitFor();
        await page.getByRole('heading', { name: th.activity.title }).waitFor();
        await page.getByText(th.ui.live.live, { exact: true }).waitFor();
        await tab.settle();
        if (network === 'slow') expect(await countAsked()).toBeLessThanOrEqual(5);
        expect(await readShift(), network).toBeLessThanOrEqual(0.05);
        expect(await tab.overflowPx()).toBe(0);
        expect(await page.title()).toContain(th.state.mains_lost.word);
        expect(await page.locator('link[rel="icon"]').getAttribute('href')).toContain('alert');
        expect(tab.takeComplaints()).toEqual([]);
        await tab.takePicture(`portal-${count}-${viewport.width}-${network}`);
        if (network === 'slow') await expectFontsLater(tab);
      }
    },
  );
});

test('a system that would show boxes for Thai letters waits for the page’s own', async () => {
  await using home = await installBinary();
  const shop = await openShop(home, { sites: names(1) });
  await loseMains(shop, 1);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { stored, viewport: phone });
  const { page } = tab;
  await page.addInitScript(() => {
    // Boxes are all of one width.
    const measure = CanvasRenderingContext2D.prototype.measureText;
    CanvasRenderingContext2D.prototype.measureText = function () {
      return measure.call(this, '\u{10ffff}');
    };
  });
  await slowDown(tab);
  await tab.visit('/customer/dashboard');
  await page.getByRole('heading', { name: th.activity.title }).waitFor();
  const fonts = await page.evaluate(() => ({
    later: document.documentElement.dataset['fonts'],
    isThere: document.fonts.check('400 1em "IBM Plex Sans Thai"', 'ก'),
  }));
  expect(fonts).toEqual({ later: undefined, isThere: true });
});

test('the page of 25 sites is four screens long, is searched and filtered, and acts on many', async () => {
  const t = en;
  await using home = await installBinary();
  const shop = await openShop(home, { sites: names(25) });
  await loseMains(shop, 13);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/customer/sites');
  const rows = page
    .getByRole('main')
    .locator('li', { has: page.getByRole('heading', { level: 3 }) });
  await waitFor('rows', async () => (await rows.count()) === 25);
  await page.getByText('13 of 25 sites need attention').waitFor();
  // One notice instead of one at each site.
  expect(await page.getByText(/Nobody is told of an outage at 25 sites/).count()).toBe(1);
  const all = page.getByRole('button', { name: 'Mute 25 sites' });
  await all.waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(4 * desk.height);

  await page.getByRole('link', { name: /^Mains lost/ }).click();
  await waitFor('the dark ones', async () => (await rows.count()) === 13);
  expect(tab.path).toBe('/customer/sites?filter=mains');
  await page.getByRole('textbox', { name: t.devices.search }).fill('site 1');
  await waitFor('found', async () => (await rows.count()) === 4);
  await page.reload();
  await waitFor('found', async () => (await rows.count()) === 4);

  await page.getByRole('button', { name: 'Acknowledge 4 outages' }).click();
  await page.getByText(t.portal.outage.done).waitFor();
  const open = async () =>
    (await shop.owner.get('/api/customer/stats')).body.devices.filter(
      ({ outage }: { outage: { acknowledged_at: string | null } | null }) =>
        outage !== null && outage.acknowledged_at === null,
    ).length;
  expect(await open()).toBe(9);
  // The other way round stands in the same place, and both take themselves back.
  const remind = page.getByRole('button', { name: 'Remind of 4 outages again' });
  await page.getByText('13 without power, 4 acknowledged').waitFor();
  await page.getByRole('button', { name: t.ui.undo }).last().click();
  await waitFor('undone', async () => (await open()) === 13);
  await page.getByText('13 of 25 sites need attention').waitFor();
  const acknowledge = page.getByRole('button', { name: 'Acknowledge 4 outages' });
  const place = await acknowledge.boundingBox();
  await acknowledge.dblclick();
  await remind.waitFor();
  expect(await remind.boundingBox()).toEqual(place);
  expect(await open()).toBe(9);
  expect(await remind.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.getByRole('button', { name: 'Mute 4 sites' }).press('Enter');
  await page.getByRole('menuitem', { name: t.portal.mute.morning }).press('Enter');
  const muted = async () =>
    (await shop.owner.get('/api/customer/stats')).body.devices.filter(
      ({ muted_until: until }: { muted_until: string | null }) => until !== null,
    ).length;
  await waitFor('muted', async () => (await muted()) === 4);
  await page.getByText(/^Alerts of 4 sites are muted until /).waitFor();
  // Of several messages the newest stands first; that of the acknowledgement has the same button.
  await page.getByRole('button', { name: t.portal.mute.undo }).first().click();
  await waitFor('not muted', async () => (await muted()) === 0);

  await page.getByRole('button', { name: 'Alert settings of 4 sites' }).click();
  const dialog = page.getByRole('dialog', { name: t.alerts.title });
  await dialog.getByRole('slider').first().press('Home');
  await dialog.getByRole('button', { name: t.alerts.save }).click();
  await page.getByText(t.alerts.saved).waitFor();
  const { body } = await shop.owner.get('/api/customer/stats');
  const fast = body.devices.filter(
    ({ downtime_threshold_seconds: seconds }: { downtime_threshold_seconds: number }) =>
      seconds === 5,
  );
  expect(fast).toHaveLength(4);
  expect(tab.takeComplaints()).toEqual([]);
});

test('on a phone the first of 25 sites in trouble is on the first screen, and the rest is a press away', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const shop = await openShop(home, { sites: names(25), telegram });
  await loseMains(shop, 3);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, {
    language: 'en',
    viewport: phone,
    stored,
  });
  const { page } = tab;
  // Somebody is told: a notice would stand above the list.
  home.data.write(
    `INSERT INTO recipients (customer_id, channel, address, name, language, created_at)
     VALUES (1, 'telegram', '7001234', 'Somchai', 'th', 0)`,
  );
  await tab.visit('/customer/dashboard');
  const rows = page
    .getByRole('main')
    .locator('li', { has: page.getByRole('heading', { level: 3 }) });
  // Those in trouble, and a few more.
  await waitFor('rows', async () => (await rows.count()) === 10);
  await page.getByRole('button', { name: 'Acknowledge 3 outages' }).waitFor();
  const first = await rows.first().boundingBox();
  const bar = await page.locator('[data-bottom-bar]').boundingBox();
  expect(first?.y ?? Infinity).toBeLessThan((bar?.y ?? 0) - 44);
  await page.getByRole('button', { name: 'More for 25 sites' }).press('Enter');
  expect(await tab.findAxeViolations()).toEqual([]);
  await page.getByRole('menuitem', { name: 'Alert settings of 25 sites' }).press('Enter');
  await page.getByRole('dialog', { name: en.alerts.title }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Show all 25 sites' }).click();
  await waitFor('all rows', async () => (await rows.count()) === 25);
  expect(tab.takeComplaints()).toEqual([]);
});

test('200 sites are scrolled and searched without waiting', async () => {
  await using home = await installBinary();
  const shop = await openShop(home, { sites: ['Shop'] });
  // Written directly, since enrolling one by one would take minutes.
  home.data.write(
    `INSERT INTO devices (device_id, customer_id, site_name, device_type, token_hash, owned_since, created_at)
     WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
     SELECT printf('fw-%012x', 4096 + i), customer_id, 'Site ' || i, device_type, printf('none%d', i), owned_since, created_at
     FROM devices, n WHERE site_name = 'Shop'`,
  );
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/customer/sites');
  const rows = page
    .getByRole('main')
    .locator('li', { has: page.getByRole('heading', { level: 3 }) });
  await waitFor('rows', async () => (await rows.count()) === 200);
  await page.getByRole('textbox', { name: en.devices.search }).fill('Site 199');
  await waitFor('one', async () => (await rows.count()) === 1);

  // The devices are paged, in the order that was asked for.
  await tab.visit('/customer/devices');
  const listed = page.getByRole('table', { name: en.devices.title }).locator('tbody tr');
  await waitFor('a page', async () => (await listed.count()) === 25);
  await page.getByText('1–25 of 200').waitFor();
  await page.getByRole('button', { name: en.ui.pager.next }).click();
  await page.getByText('26–50 of 200').waitFor();
  expect(await listed.count()).toBe(25);
  expect(tab.takeComplaints()).toEqual([]);
});

describe.each(looks.map((look) => ({ ...look, width: look.viewport.width })))(
  '$language, $theme, $width px',
  ({ language, theme, viewport }) => {
    test('every page of the portal is sound with 25 sites', async () => {
      const t = words[language];
      await using home = await installBinary();
      const shop = await openShop(home, { sites: names(25) });
      await loseMains(shop, 3);
      const stored = await customerEntries(shop.server, shop.credentials);
      await using tab = await openTab(browser, shop.server, { language, theme, viewport, stored });
      const { page } = tab;
      const pages = {
        dashboard: t.portal.nav.devices,
        sites: t.portal.power_now,
        report: t.portal.nav.report,
        devices: t.keys.title,
        alerts: t.portal.nav.alerts,
        account: t.sessions.title,
      };
      for (const [name, heading] of Object.entries(pages)) {
        await tab.visit(`/customer/${name}`);
        await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
        await page.getByText(t.ui.live.live, { exact: true }).waitFor();
        expect(await tab.findAxeViolations(), name).toEqual([]);
        expect(await tab.overflowPx(), name).toBe(0);
        await tab.takePicture(`portal-25-${name}-${language}-${theme}-${viewport.width}`);
      }
      expect(tab.takeComplaints()).toEqual([]);
    });
  },
);
