/** The console over 200 sites: every page is whole in every look, and one action reaches many. */
import { describe, expect, test } from 'bun:test';
import { looks } from './browser.ts';
import {
  button,
  countRows,
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  heading,
  row,
  text,
  until,
} from './console-scene.ts';
import { chatOf, deviceIdOf, keyOf, openFleetScene, siteNameOf } from './fleet-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
const t = text('en');
const open = () =>
  openFleetScene(browser, {
    sites: 200,
    mains: 12,
    contact: 6,
    acknowledged: 3,
    serve: { env: { FAIWATCH_LOG_LEVEL: 'error' } },
  });

test.each(looks)('every page is whole in $language, $theme, $viewport.width px', async (look) => {
  await using scene = await open();
  const words = text(look.language);
  await using tab = await scene.open('/admin/dashboard', look);
  const { page } = tab;
  const name = `${look.language}-${look.theme}-${look.viewport?.width}`;
  for (const [path, shown] of [
    ['/admin/dashboard', fill(words.attention.sites_other, { number: 15 })],
    ['/admin/outages', chatOf(8)],
    ['/admin/customers', 'Customer 100'],
    ['/admin/customers/3', 'Customer 3'],
    ['/admin/devices', siteNameOf(200)],
    [`/admin/devices/${deviceIdOf(9)}`, siteNameOf(9)],
    ['/admin/joins', words.joins.title],
    ['/admin/keys', keyOf(200)],
    ['/admin/events', words.admin_events.empty.title],
    ['/admin/settings', words.settings.keys.title],
    ['/admin/operators', words.operators.title],
    ['/admin/account', words.account.title],
    ['/admin/deliveries', words.deliveries.title],
    ['/admin/audit', words.audit.title],
    ['/admin/system', words.system.title],
  ] as const) {
    await tab.visit(path);
    await page.getByRole('main').getByText(shown).first().waitFor();
    await tab.takePicture(`${name}${path.replaceAll('/', '-')}`);
    await expectSound(tab, path);
  }
  expectQuiet(tab);
});

describe('the search', () => {
  test('acts on what it finds, by keyboard alone', async () => {
    await using scene = await open();
    await using tab = await scene.open('/admin/events', { language: 'en' });
    const { page } = tab;
    await heading(page, t.admin_events.title).waitFor();
    const dialog = page.getByRole('dialog');
    const option = dialog.getByRole('option');
    const find = async (typed: string, shown: string) => {
      await page.keyboard.press('Control+k');
      await dialog.waitFor();
      await page.keyboard.insertText(typed);
      await option.filter({ hasText: shown }).first().waitFor();
    };
    const act = async (what: string) => {
      await page.keyboard.press('Tab');
      await option.filter({ hasText: what }).waitFor();
      await page.keyboard.insertText(what);
      await until('one action', async () => (await option.count()) === 1);
      await page.keyboard.press('Enter');
    };

    // The fifth is without mains, and nobody has acknowledged that.
    await find(deviceIdOf(5), siteNameOf(5));
    await act(t.admin_devices.acknowledge.open);
    const name = siteNameOf(5);
    await page.getByText(fill(t.admin_devices.acknowledge.done, { name })).waitFor();
    await find(deviceIdOf(5), name);
    await act(t.admin_devices.mute.open);
    await page.getByText(fill(t.admin_devices.mute.done, { name })).waitFor();

    // Back to what was found, with what was typed gone; an arrow leads in again.
    await find(deviceIdOf(77), siteNameOf(77));
    await page.keyboard.press('ArrowRight');
    await option.filter({ hasText: t.admin_devices.mute.open }).waitFor();
    await expectSound(tab, 'actions');
    await page.keyboard.press('Backspace');
    expect(await focusedName(page)).toBe(t.palette.search);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    // What destroys asks first, in its own dialog.
    await find(keyOf(150), keyOf(150));
    await act(t.activation_keys.revoke.open);
    const asking = page.getByRole('alertdialog');
    await asking.getByText(fill(t.activation_keys.revoke.title, { code: keyOf(150) })).waitFor();
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'hidden' });

    await find('Customer 42', 'Customer 42');
    await act(t.customers.edit.open);
    await dialog.getByRole('heading', { name: t.customers.edit.title }).waitFor();
    expectQuiet(tab);
  });
});

test('all keys that match are selected and deleted, whatever page they are on', async () => {
  await using scene = await open();
  await using tab = await scene.open(`/admin/keys?q=${keyOf(1).slice(0, 5)}`, { language: 'en' });
  const { page } = tab;
  await row(page, keyOf(200)).waitFor();
  await page
    .getByRole('checkbox', { name: t.ui.table.select_all })
    .filter({ visible: true })
    .click();
  await page.getByText(fill(t.ui.table.selected_other, { number: 25 }), { exact: true }).waitFor();
  await button(page, fill(t.ui.table.select_matching_other, { number: 200 })).click();
  await page.getByText(fill(t.ui.table.matching_selected_other, { number: 200 })).waitFor();
  await expectSound(tab, 'all that match');
  await tab.takePicture('selected');
  await button(page, t.activation_keys.delete.open_many).click();
  const asking = page.getByRole('alertdialog');
  await asking.getByText(fill(t.activation_keys.delete.devices_other, { number: 200 })).waitFor();
  await asking
    .getByRole('button', { name: fill(t.activation_keys.delete.action_other, { number: 200 }) })
    .click();
  await page.getByText(fill(t.activation_keys.delete.done_other, { number: 200 })).waitFor();
  await page.getByText(t.ui.empty_search.title).waitFor();
  expectQuiet(tab);
});

test('the list of outages says whom it has told, by name', async () => {
  await using scene = await open();
  await using tab = await scene.open('/admin/outages', { language: 'en' });
  const { page } = tab;
  await row(page, siteNameOf(9)).getByText(chatOf(5)).waitFor();
  expect(await countRows(page)).toBe(18);
});

test('a device whose key was revoked is called that', async () => {
  await using scene = await open();
  await using tab = await scene.open(`/admin/devices?q=${deviceIdOf(60)}`, { language: 'en' });
  const { page } = tab;
  await row(page, siteNameOf(60)).waitFor();
  await page.evaluate(
    async ([path]) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}` };
      await fetch(path ?? '', { method: 'POST', headers });
    },
    [`/api/keys/${keyOf(60)}/revoke`],
  );
  await row(page, siteNameOf(60)).getByText(t.console.status.revoked).first().waitFor();
  expect(await row(page, siteNameOf(60)).getByText(t.state.unknown.word).count()).toBe(0);
});
