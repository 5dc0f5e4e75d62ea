/** The account in the portal: who wants to join it, and where it is logged in. */
import { describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { ApiClient } from '../api-client.ts';
import { enrolBoard, installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, openTab, phone } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const words = { th, en };

const browser = shareBrowser();

const fillIn = (text: string, name: string) => text.replace('{{name}}', name);

describe.each(['th', 'en'] as const)('in %s', (language) => {
  const t = words[language];

  test('a stranger’s board shows and opens nothing until the owner says yes', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const [first = '', second = ''] = await home.createKeys(2);
    const { phone: number } = shop.credentials;
    const mine = await enrolBoard(shop.server, {
      deviceId: 'fw-0000000000b1',
      key: first,
      phone: number,
    });
    await enrolBoard(shop.server, { deviceId: 'fw-0000000000b2', key: second, phone: number });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored, viewport: phone });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(page, t.portal.nav.devices);

    const questions = page.getByRole('region', { name: t.portal.join.title });
    await waitFor(
      'two questions',
      async () => (await questions.getByRole('listitem').count()) === 2,
    );
    expect(await page.getByRole('table', { name: t.devices.title }).textContent()).not.toContain(
      mine.id,
    );
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(await tab.overflowPx()).toBe(0);
    const yes = questions.getByRole('button', {
      name: fillIn(t.portal.join.yes_name, 'FaiWatch-0000B1'),
    });
    await yes.focus();
    await page.keyboard.press('Enter');
    await page.getByText(fillIn(t.portal.join.accepted, 'FaiWatch-0000B1')).first().waitFor();
    await page.getByRole('table', { name: t.devices.title }).getByText(mine.id).waitFor();

    await questions
      .getByRole('button', { name: fillIn(t.portal.join.no_name, 'FaiWatch-0000B2') })
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: t.portal.join.no, exact: true }).click();
    await questions.waitFor({ state: 'detached' });
    const { body } = await shop.owner.get('/api/customer/stats');
    expect(body.devices.map(({ device_id: id }: { device_id: string }) => id).sort()).toEqual([
      'fw-0000000000a1',
      'fw-0000000000b1',
    ]);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a session elsewhere is seen and ended, this one goes on', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const elsewhere = await ApiClient.logIn(shop.server, shop.credentials);
    expect((await elsewhere.get('/api/customer/stats')).status).toBe(200);
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    await tab.visit('/customer/account');
    const table = page.getByRole('table', { name: t.sessions.title });
    await waitFor('sessions', async () => (await table.locator('tbody tr').count()) === 3);
    await table.getByText(t.sessions.current).waitFor();
    const end = table.getByRole('button', {
      name: t.sessions.end_of.replace('{{name}}', '').trim(),
    });
    expect(await end.count()).toBe(2);
    await end.first().click();
    await waitFor('one less', async () => (await table.locator('tbody tr').count()) === 2);
    await end.first().click();
    await waitFor('its own', async () => (await table.locator('tbody tr').count()) === 1);
    expect((await elsewhere.get('/api/customer/stats')).status).toBe(401);
    await page.reload();
    await table.waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  });
});
