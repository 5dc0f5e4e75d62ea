/**
 * The console of an operator with none, 29 and 200 sites: what is in trouble comes first, and everything
 * else is found in a moment.
 */
import { describe, expect, test } from 'bun:test';
import mapEn from '../../../web/src/modules/map/en.json';
import { desk, languages, looks, phone } from './browser.ts';
import {
  button,
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  heading,
  refusal,
  row,
  text,
  until,
} from './console-scene.ts';
import { deviceIdOf, keyOf, longName, openFleetScene, siteNameOf } from './fleet-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
const t = text('en');
const quiet = { FAIWATCH_LOG_LEVEL: 'error' };
const one = (template: string, number: number) => fill(template, { number });

describe('with 17 of 29 sites in trouble and a dead bot', () => {
  const open = () =>
    openFleetScene(browser, {
      sites: 29,
      mains: 14,
      contact: 3,
      acknowledged: 2,
      serve: {
        telegram: { token: '123456:dead-bot', apiRoot: 'http://127.0.0.1:9' },
        env: quiet,
      },
    });

  test('the dashboard says so first, and leads to each', async () => {
    await using scene = await open();
    await using tab = await scene.open('/admin/dashboard', { language: 'en' });
    const { page } = tab;
    const main = page.getByRole('main');
    // Two of the 17 are acknowledged.
    await main.getByText(one(t.attention.sites_other, 15)).waitFor();
    await main.getByText(one(t.attention.acknowledged_other, 2)).waitFor();
    await main.getByText(one(t.attention.mains_other, 14)).waitFor();
    const sections = await main.getByRole('heading', { level: 2 }).allTextContents();
    expect(sections[0]).toBe(one(t.attention.sites_other, 15));
    // A problem of the service is told in red, half a minute after the start at the earliest.
    await until('dead bot', async () => {
      await tab.visit('/admin/dashboard');
      const alert = main.getByRole('alert').getByText(t.system.problem.bot_unreachable);
      return alert.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    });
    const menu = page.getByRole('navigation', { name: t.console.nav.label });
    await menu
      .getByRole('link', { name: t.console.nav.dashboard })
      .getByText('17', { exact: true })
      .waitFor();

    // All of the sidebar is in sight, the way out at its foot, too.
    const hidden = await page
      .locator('aside')
      .evaluate((bar) => bar.scrollHeight - bar.clientHeight);
    expect(hidden).toBe(0);

    await main.getByRole('link', { name: t.outages_now.title }).first().click();
    await heading(page, t.outages_now.title).waitFor();
    // What is acknowledged comes last, behind what the dashboard has room for.
    await row(page, siteNameOf(17)).waitFor();
    const lost = await page.locator('tbody').getByRole('row').allTextContents();
    const by = fill(t.admin_devices.headline.acknowledged_by, { name: 'Nok' });
    expect(lost.map((words) => words.includes(by))).toEqual([
      ...Array.from({ length: 15 }, () => false),
      ...[true, true],
    ]);
    await page.getByRole('link', { name: t.state.contact_lost.word }).click();
    await until('three', async () => (await page.locator('tbody').getByRole('row').count()) === 3);
    expect(tab.path).toBe('/admin/outages?filter=contact_lost');
    await page.reload();
    await row(page, siteNameOf(17)).waitFor();
    // A click anywhere in a row opens it.
    await row(page, siteNameOf(16)).getByText(t.outages_now.unacknowledged).click();
    await heading(page, siteNameOf(16)).waitFor();
    tab.takeComplaints(refusal);
  });

  test.each(languages)(
    'the list of outages says in two lines who has acknowledged, and cuts off nothing: %s',
    async (language) => {
      await using scene = await open();
      await using tab = await scene.open('/admin/outages', { language });
      const { page } = tab;
      const words = text(language);
      const by = fill(words.admin_devices.headline.acknowledged_by, { name: 'Nok' });
      const acknowledged = row(page, siteNameOf(2)).getByText(by, { exact: true });
      await acknowledged.waitFor();
      for (const width of [1240, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const lines = await acknowledged.evaluate((element) => {
          const { lineHeight } = getComputedStyle(element);
          return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight));
        });
        expect(lines).toBeLessThanOrEqual(2);
        const cutOff = await page
          .locator('table')
          .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
        expect({ width, cutOff }).toEqual({ width, cutOff: 0 });
      }
    },
  );

  test('on a phone nothing that has the focus is behind the bar at the top', async () => {
    await using scene = await open();
    await using tab = await scene.open('/admin/customers', { viewport: phone });
    const { page } = tab;
    await page.getByRole('main').getByText('Customer 3').waitFor();
    // Back from a field that was scrolled to, to what is above the window.
    await page.locator('select').evaluate((field: HTMLSelectElement) => {
      scrollTo(0, field.getBoundingClientRect().top - 70);
      field.focus({ preventScroll: true });
    });
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      const [bottomOfBar = 0, top = 0] = await page.evaluate(() => [
        document.querySelector('[data-top-bar]')?.getBoundingClientRect().bottom,
        document.activeElement?.getBoundingClientRect().top,
      ]);
      expect(top).toBeGreaterThanOrEqual(bottomOfBar);
    }
  });

  test.each(looks)('every page is whole in $language, $theme, $viewport.width px', async (look) => {
    await using scene = await open();
    const words = text(look.language ?? 'th');
    await using tab = await scene.open('/admin/dashboard', look);
    for (const [path, shown] of [
      ['/admin/dashboard', fill(words.attention.sites_other, { number: 15 })],
      ['/admin/outages', siteNameOf(17)],
      ['/admin/devices?filter=mains_lost&sort=site', siteNameOf(9)],
      ['/admin/keys?filter=ending', keyOf(2)],
      ['/admin/customers?sort=name&direction=desc', 'Customer 3'],
    ] as const) {
      await tab.visit(path);
      await tab.page.getByRole('main').getByText(shown).first().waitFor();
      await expectSound(tab, path);
    }
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('dialog').getByRole('option').first().waitFor();
    await expectSound(tab, 'palette');
    expectQuiet(tab);
  });
});

describe('with 200 sites', () => {
  test('lists are put in order, filtered and counted in the address, and names push nothing away', async () => {
    await using scene = await openFleetScene(browser, { sites: 200, serve: { env: quiet } });
    await using tab = await scene.open('/admin/devices', { language: 'en' });
    const { page } = tab;
    const first = page.locator('tbody').getByRole('row').first();
    await row(page, siteNameOf(200)).waitFor();
    await button(page, t.admin_devices.column.id).click();
    await until('first id', async () =>
      ((await first.textContent()) ?? '').includes(deviceIdOf(1)),
    );
    expect(tab.path).toBe('/admin/devices?sort=device_id');
    // Its name has a hundred letters and no space; its menu is still there.
    expect(await first.textContent()).toContain(longName);
    const box = await first.getByRole('button').boundingBox();
    expect((box?.x ?? 9e9) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
    await page.goBack();
    await row(page, siteNameOf(200)).waitFor();

    await tab.visit('/admin/keys');
    const code = page.getByText(keyOf(200), { exact: true });
    await code.waitFor();
    const lines = await code.evaluate((element) => element.getClientRects().length);
    expect(lines).toBe(1);
    await page.getByRole('link', { name: t.activation_keys.tab.ending }).click();
    await row(page, keyOf(2)).waitFor();
    expect(await page.locator('tbody').getByRole('row').count()).toBe(1);
    expectQuiet(tab);
  });

  test.each([desk, { width: 1920, height: 1080 }, phone])(
    'the wall cuts off no row and no number, and counts what does not fit: $width px',
    async (viewport) => {
      await using scene = await openFleetScene(browser, {
        sites: 200,
        mains: 34,
        contact: 3,
        serve: { env: quiet },
      });
      await using tab = await scene.open('/admin/wall', { language: 'en', viewport });
      const { page } = tab;
      const list = page.getByRole('region', { name: mapEn.map.lost });
      const rows = list.getByRole('listitem').filter({ visible: true });
      await rows.first().waitFor();
      await tab.settle();
      const told = await rows.count();
      // In a storm the rows are smaller, so that more of them are named.
      expect(told).toBeGreaterThan(8);
      const rest = list.getByText(one(mapEn.wall.more, 37 - told), { exact: true });
      await rest.waitFor();
      // A phone scrolls the page; nobody scrolls a screen on the wall.
      const seen = viewport === phone ? [] : [...(await rows.all()), rest];
      for (const element of seen) {
        const box = await element.boundingBox();
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      }
      const lines = await page.locator('dd').evaluateAll((figures) =>
        figures.map((figure) => {
          const { height } = figure.getBoundingClientRect();
          return Math.round(height / Number.parseFloat(getComputedStyle(figure).fontSize));
        }),
      );
      expect(lines).toEqual([1, 1, 1]);
      expect(await tab.overflowPx()).toBe(0);
    },
  );

  test('a phone, a key and a device id lead to their pages, by keyboard alone', async () => {
    await using scene = await openFleetScene(browser, { sites: 200, serve: { env: quiet } });
    await using tab = await scene.open('/admin/events', { language: 'en' });
    const { page } = tab;
    await heading(page, t.admin_events.title).waitFor();
    for (const [typed, path] of [
      ['081-000-0042', '/admin/customers/42'],
      [deviceIdOf(77), `/admin/devices/${deviceIdOf(77)}`],
      [keyOf(150).toLowerCase().replaceAll('-', ''), `/admin/keys?q=${keyOf(150)}`],
    ] as const) {
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      // A busy machine shows the dialog a moment before it puts the focus there.
      await dialog.locator('input:focus').waitFor();
      expect(await focusedName(page)).toBe(t.palette.search);
      await page.keyboard.insertText(typed);
      const option = dialog.getByRole('option').first();
      await until('what was typed', async () => {
        const shown = (await option.textContent()) ?? '';
        return [typed, keyOf(150), '081-000-0042'].some((words) => shown.includes(words));
      });
      await page.keyboard.press('Enter');
      await until(path, () => tab.path === path);
    }
    expectQuiet(tab);
  });
});

describe('with nothing in it', () => {
  test('leads through what is missing, to a bot that works, without a restart', async () => {
    let token = '';
    await using scene = await openFleetScene(browser, {
      sites: 0,
      serve: async (home) => {
        const telegram = await home.startTelegram({ chats: 'any' });
        token = telegram.token;
        return { env: { ...quiet, FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot } };
      },
    });
    await using tab = await scene.open('/admin/dashboard', { language: 'en' });
    const { page } = tab;
    const step = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    // It opens by itself.
    const bot = step(t.setup.messenger.title);
    await bot.waitFor();
    await expectSound(tab, 'set-up');
    await bot.getByLabel(t.setup.messenger.token).fill('hello');
    await page.keyboard.press('Enter');
    await bot.getByText(t.setup.messenger.shape).waitFor();
    await bot.getByLabel(t.setup.messenger.token).fill(`999999:${'x'.repeat(35)}`);
    await page.keyboard.press('Enter');
    await bot.getByText(t.setup.messenger.unknown).waitFor();
    await bot.getByLabel(t.setup.messenger.token).fill(token);
    await page.keyboard.press('Enter');
    await page.getByText(t.setup.messenger.done).waitFor();
    await bot.waitFor({ state: 'hidden' });

    // The step is dismissed, brought back, and dismissed for good.
    const zone = step(t.setup.timezone.title);
    await zone.getByRole('button', { name: t.setup.timezone.right }).click();
    await zone.waitFor({ state: 'hidden' });
    // The bot can still be undone beside it.
    const said = fill(t.setup.put_away.done, { title: t.setup.timezone.title });
    await page
      .getByRole('group')
      .filter({ hasText: said })
      .getByRole('button', { name: t.ui.undo })
      .click();
    await zone.waitFor();
    for (const title of [
      t.setup.first_alert.title,
      t.setup.timezone.title,
      t.setup.public_url.title,
      t.setup.backup_target.title,
      t.setup.dead_mans_switch.title,
      t.setup.second_factor.title,
    ]) {
      await step(title).getByRole('button', { name: title }).last().click();
      await step(title).waitFor({ state: 'hidden' });
    }
    await page.reload();
    await heading(page, t.console.nav.dashboard).waitFor();
    await page.getByText(t.dashboard.no_devices.title).waitFor();
    expect(await page.getByText(t.setup.title).count()).toBe(0);
    tab.takeComplaints(refusal);
  });

  test('leaving settings that were not saved asks first', async () => {
    await using scene = await openFleetScene(browser, { sites: 0, serve: { env: quiet } });
    await using tab = await scene.open('/admin/settings', { language: 'en' });
    const { page } = tab;
    const field = page.getByLabel(t.settings.notifications.recovery_delay, { exact: true });
    await field.fill('7');
    const menu = page.getByRole('navigation', { name: t.console.nav.label });
    await menu.getByRole('link', { name: t.console.nav.customers }).click();
    const asking = page.getByRole('alertdialog');
    await asking.getByText(t.ui.unsaved.text).waitFor();
    expect(await focusedName(page)).toBe(t.ui.unsaved.stay);
    await page.keyboard.press('Enter');
    await asking.waitFor({ state: 'hidden' });
    expect(await field.inputValue()).toBe('7');
    await menu.getByRole('link', { name: t.console.nav.customers }).click();
    await asking.getByRole('button', { name: t.ui.unsaved.leave }).click();
    await heading(page, t.console.nav.customers).waitFor();
    // A dialog opens on its first field, never on what closes it.
    await button(page, t.customers.add.open).first().click();
    await page.getByRole('dialog').waitFor();
    await until('focus', async () => (await focusedName(page)).startsWith(t.customers.column.name));
    expectQuiet(tab);
  });
});
