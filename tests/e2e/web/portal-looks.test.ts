/** The portal in every look: WCAG by axe, no sideways scrolling, and a walk by keyboard alone. */
import { describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, looks, openTab, phone, type Tab } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const words = { th, en };

const browser = shareBrowser();

async function expectSound(tab: Tab, what: string): Promise<void> {
  expect(await tab.findAxeViolations(), what).toEqual([]);
  expect(await tab.overflowPx(), what).toBe(0);
}

describe.each(looks.map((look) => ({ ...look, width: look.viewport.width })))(
  '$language, $theme, $width px',
  ({ language, theme, viewport }) => {
    const t = words[language];
    const look = `${language}-${theme}-${viewport.width}`;

    test('every page and dialog is sound', async () => {
      await using home = await installBinary();
      const telegram = await home.startTelegram({ chats: 'any' });
      const shop = await openShop(home, {
        sites: ['ร้านกาแฟ บางแสน', 'บ้านสวน', 'Freezer'],
        spareKeys: 1,
        telegram,
      });
      const [first, second] = shop.boards;
      if (first === undefined || second === undefined) throw new Error('two boards expected');
      const device = new HttpDevice(shop.server.url, first);
      await device.beats();
      await device.losesMains();
      await device.beats({ battery_level: 0, sleep: 'battery_low' });
      await new HttpDevice(shop.server.url, second).beats();
      await using tab = await openTab(browser, shop.server, { language, theme, viewport });
      const { page } = tab;
      await tab.visit('/customer');
      await page.getByRole('button', { name: t.login.submit }).click();
      await page.getByText(t.login.enter_key).waitFor();
      await expectSound(tab, 'log-in');
      await tab.takePicture(`portal-log-in-${look}`);

      await tab.store(await customerEntries(shop.server, shop.credentials));
      await tab.visit('/customer/dashboard');
      await unfold(page, t.portal.nav.devices);
      await page.getByRole('link', { name: t.messenger.connect.open }).waitFor();
      await page.getByText(t.ui.live.live, { exact: true }).waitFor();
      await page.getByText(t.events.asleep, { exact: true }).waitFor();
      await expectSound(tab, 'dashboard');
      await tab.takePicture(`portal-dashboard-${look}`);

      const rename = page.getByRole('dialog', { name: t.devices.rename.title, exact: true });
      await page
        .getByRole('button', { name: t.devices.action.rename.replace('{{name}}', 'Freezer') })
        .click();
      await rename.getByLabel(t.devices.rename.name).fill('');
      await expectSound(tab, 'rename');
      await page.keyboard.press('Escape');
      await rename.waitFor({ state: 'detached' });

      const alerts = page.getByRole('dialog', { name: t.alerts.title, exact: true });
      await page
        .getByRole('button', { name: t.devices.action.settings.replace('{{name}}', 'Freezer') })
        .click();
      await alerts.waitFor();
      await expectSound(tab, 'alert settings');
      await alerts.getByRole('switch').click();
      await expectSound(tab, 'alert settings, off');
      await page.keyboard.press('Escape');
      await alerts.waitFor({ state: 'detached' });

      home.data.write(
        `INSERT INTO recipients (customer_id, channel, address, language, created_at)
         VALUES (1, 'telegram', '7001234', 'th', ?)`,
        Date.now(),
      );
      await tab.visit('/customer/alerts');
      await page.getByRole('button', { name: t.messenger.chats.add }).click();
      const adding = page.getByRole('dialog', { name: t.messenger.connect.title, exact: true });
      await adding.getByRole('img').waitFor();
      await expectSound(tab, 'another chat');
      await page.keyboard.press('Escape');
      await adding.waitFor({ state: 'detached' });
      await page
        .getByRole('button', { name: t.messenger.disconnect.action_name.split('{{')[0] ?? '' })
        .click();
      await page.getByRole('alertdialog').waitFor();
      await expectSound(tab, 'disconnect');
      await page.keyboard.press('Escape');
      expect(tab.takeComplaints()).toEqual([]);
      expect([...tab.foreignOrigins]).toEqual([]);
    });
  },
);

test('on a phone nothing that has the focus is behind the bar at the bottom', async () => {
  await using home = await installBinary();
  const shop = await openShop(home, { sites: ['A', 'B', 'C', 'D', 'E', 'F'] });
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { viewport: phone, stored });
  const { page } = tab;
  for (const path of ['/customer/sites', '/customer/devices', '/customer/account']) {
    await tab.visit(path);
    await page.getByText(th.ui.live.live, { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button').last().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const hidden: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = document.querySelector('[data-bottom-bar]');
        if (focused === null || bar === null || bar.contains(focused)) return null;
        const { bottom } = focused.getBoundingClientRect();
        const isHidden = focused !== document.body && bottom > bar.getBoundingClientRect().top;
        return isHidden ? (focused.getAttribute('aria-label') ?? focused.textContent) : null;
      });
      if (name !== null) hidden.push(name);
    }
    expect({ path, hidden }).toEqual({ path, hidden: [] });
  }
});

describe.each(['th', 'en'] as const)('by keyboard alone, in %s', (language) => {
  const t = words[language];

  test('log-in, rename and alert settings', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    await using tab = await openTab(browser, shop.server, { language });
    const { page } = tab;
    const focusedName = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        const labels = focused instanceof HTMLInputElement ? focused.labels : null;
        const said = focused?.cloneNode(true);
        if (said instanceof Element) {
          for (const silent of said.querySelectorAll('[aria-hidden="true"]')) silent.remove();
        }
        return (
          focused?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? said?.textContent ?? ''
        );
      });
    /** Presses Tab until what has that name has the focus, which must be seen. */
    const tabTo = async (name: string, element = '*') => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab');
        if ((await focusedName()).trim() !== name) continue;
        if ((await page.locator(`${element}:focus`).count()) === 0) continue;
        const isMarked = await page.evaluate(() => {
          // A slider's and a checkbox's input is hidden; its mark is around what stands for it.
          const marked = document.activeElement?.closest('.has-focus-visible\\:outline-2');
          const { outlineStyle } = getComputedStyle(
            marked ?? document.activeElement ?? document.body,
          );
          return outlineStyle !== 'none';
        });
        expect(isMarked, `${name} shows that it has the focus`).toBe(true);
        return;
      }
      throw new Error(`Tab never came to ${name}`);
    };

    await tab.visit('/customer');
    await page.getByLabel(t.login.phone).waitFor();
    await tabTo(t.login.phone);
    await page.keyboard.type(shop.credentials.phone);
    await page.keyboard.press('Enter');
    await page.getByText(t.login.enter_key).waitFor();
    // The focus is on the field with the error.
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('name') === 'activationKey',
    );
    await page.keyboard.type(shop.credentials.activationKey);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/customer/dashboard');

    await page.getByRole('main').locator('summary').first().waitFor();
    // A page of that name is in the menu, too.
    await tabTo(t.portal.nav.devices, 'summary');
    await page.keyboard.press('Enter');
    const rename = t.devices.action.rename.replace('{{name}}', 'Shop');
    await page.getByRole('button', { name: rename }).waitFor();
    await tabTo(rename);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: t.devices.rename.title, exact: true }).waitFor();
    await tabTo(t.devices.rename.name);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Kitchen');
    await page.keyboard.press('Enter');
    await page.getByText(t.devices.rename.done).waitFor();
    const renamed = t.devices.action.rename.replace('{{name}}', 'Kitchen');
    await page.waitForFunction(
      (name) => document.activeElement?.getAttribute('aria-label') === name,
      renamed,
    );

    const settings = t.devices.action.settings.replace('{{name}}', 'Kitchen');
    await page.keyboard.press('Shift+Tab');
    expect(await focusedName()).toBe(settings);
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog', { name: t.alerts.title, exact: true });
    await dialog.waitFor();
    // It begins at its first field, and cannot leave the dialog.
    const first = dialog.getByRole('switch', { name: t.alerts.enabled });
    await waitFor('the first field', () =>
      first.evaluate((element) => element === document.activeElement),
    );
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      // Between the last element and the first, a focus guard has the focus for a moment.
      await waitFor('focus within the dialog', () =>
        dialog.evaluate((element) => element.contains(document.activeElement)),
      );
    }
    await dialog.getByRole('slider', { name: t.alerts.threshold }).focus();
    await page.keyboard.press('ArrowRight');
    await tabTo(t.alerts.save);
    await page.keyboard.press('Enter');
    await page.getByText(t.alerts.saved).waitFor();
    await waitFor('focus back on the button', async () => (await focusedName()) === settings);
    const saved = await shop.owner.get(`/api/settings/devices/${shop.boards[0]?.id}`);
    expect(saved.body.data.downtimeThreshold).toBe(65);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await waitFor('focus back on the button', async () => (await focusedName()) === settings);
    expect(tab.takeComplaints()).toEqual([]);
  });
});
