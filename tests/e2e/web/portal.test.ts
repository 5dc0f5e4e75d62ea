/** The customer portal of the executable: log-in, dashboard, dialogs. */
import { describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { ApiClient } from '../api-client.ts';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, desk, openTab, phone, type Tab } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const words = { th, en };
const inEach = ['th', 'en'] as const;

const browser = shareBrowser();

/** Fills {{…}} in a text of the locale files. */
function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

function expectNothingForeign(tab: Tab): void {
  expect([...tab.foreignOrigins]).toEqual([]);
}

describe.each(inEach)('the log-in, in %s', (language) => {
  const t = words[language];

  test('says beside the field what is missing, and takes any key the customer holds', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'], spareKeys: 1 });
    const expired = shop.keys[1] ?? '';
    home.data.write(
      'UPDATE activation_keys SET activated_at = 1, expires_at = 2 WHERE key_code = ?',
      expired,
    );
    await using tab = await openTab(browser, shop.server, { language });
    const { page } = tab;
    await tab.visit('/customer');
    await page.getByText(t.login.key_hint).waitFor();
    const phoneField = page.getByLabel(t.login.phone);
    const keyField = page.getByLabel(t.login.key);
    const submit = page.getByRole('button', { name: t.login.submit });

    await submit.click();
    await page.getByText(t.login.enter_phone).waitFor();
    await page.getByText(t.login.enter_key).waitFor();
    expect(await phoneField.getAttribute('aria-invalid')).toBe('true');
    await phoneField.fill('081 234 5678');
    await submit.click();
    await page.getByText(t.login.enter_key).waitFor();
    expect(await page.getByText(t.login.enter_phone).count()).toBe(0);

    // The check character shows that it is mistyped, and the server is not asked.
    await keyField.fill('AAAAA-BBBBB-CCCCC-DDDDD');
    await submit.click();
    await page.getByText(t.login.mistyped_key).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
    await keyField.fill('0W3GE-1R70W-3GE1R-70W3V');
    await submit.click();
    const alert = page.getByRole('alert');
    await alert.getByText(t.login.wrong).waitFor();
    expect(await phoneField.inputValue()).toBe('081 234 5678');
    expect(tab.takeComplaints(/401/)).toEqual([]);

    await page.route('**/api/auth/customer-login', (route) => route.abort());
    await submit.click();
    await alert.getByText(t.login.failed).waitFor();
    await page.unroute('**/api/auth/customer-login');
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);

    await keyField.fill(expired.toLowerCase().replaceAll('-', ' '));
    await keyField.press('Enter');
    await page.waitForURL('**/customer/dashboard');
    await page.getByRole('heading', { level: 1, name: shop.name }).waitFor();
    const { customerToken, customerUser } = await tab.readStored();
    expect(customerToken?.split('.')).toHaveLength(3);
    expect(JSON.parse(customerUser ?? '')).toEqual({ name: shop.name, phone: '+66812345678' });

    await tab.visit('/customer');
    await page.waitForURL('**/customer/dashboard');
    expect(tab.takeComplaints()).toEqual([]);
    expectNothingForeign(tab);
  });

  test('leads back to the page that was asked for', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    await using tab = await openTab(browser, shop.server, { language });
    const { page } = tab;
    await tab.visit('/customer/report?period=year');
    await page.waitForURL('**/customer');
    // A reload of the log-in does not forget it.
    await page.reload();
    await page.getByLabel(t.login.phone).fill(shop.credentials.phone);
    await page.getByLabel(t.login.key).fill(shop.credentials.activationKey);
    await page.getByRole('button', { name: t.login.submit }).click();
    await page.waitForURL('**/customer/report?period=year');
    await page.getByRole('heading', { level: 1, name: t.portal.nav.report }).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('tells who tried too often when to come back', async () => {
    await using home = await installBinary();
    const shop = await openShop(home);
    const wrong = { ...shop.credentials, activationKey: 'AAAAA-BBBBB-CCCCC-DDDDD' };
    const client = new ApiClient(shop.server);
    const tries = Array.from({ length: 20 }, () => client.post('/api/auth/customer-login', wrong));
    await Promise.all(tries);
    await using tab = await openTab(browser, shop.server, { language });
    await tab.visit('/customer');
    await tab.page.getByLabel(t.login.phone).fill(shop.credentials.phone);
    await tab.page.getByLabel(t.login.key).fill(shop.credentials.activationKey);
    await tab.page.getByRole('button', { name: t.login.submit }).click();
    const said = await tab.page.getByRole('alert').textContent();
    const [before = ''] = t.login.wait.split('{{time}}');
    expect(said).toContain(before);
    expect(said).toMatch(/\d\d:\d\d/);
    expect(tab.takeComplaints(/429/)).toEqual([]);
  });

  test('shows a session that ended, and lets nobody in without token and user', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language });
    const { page } = tab;
    const ended = page.getByText(t.login.expired_title);

    await tab.visit('/customer/dashboard');
    await page.waitForURL('**/customer');
    expect(await ended.count()).toBe(0);
    for (const user of ['{', 'null', '"x"', undefined]) {
      await tab.store({
        customerToken: stored['customerToken'] ?? '',
        ...(user !== undefined && { customerUser: user }),
      });
      await tab.visit('/customer/dashboard');
      await page.waitForURL('**/customer');
      const kept = await tab.readStored();
      expect([kept['customerToken'], kept['customerUser']]).toEqual([undefined, undefined]);
    }

    await tab.store({ ...stored, customerToken: 'a.b.c' });
    await tab.visit('/customer/dashboard');
    await page.waitForURL('**/customer');
    await ended.waitFor();
    expect((await tab.readStored())['customerToken']).toBeUndefined();
    expect(tab.takeComplaints(/401/)).toEqual([]);

    // Ended from elsewhere while the dashboard is open: the stream says so.
    await tab.store(stored);
    await tab.visit('/customer/dashboard');
    await page.getByText(t.ui.live.live, { exact: true }).waitFor();
    await shop.owner.post('/api/auth/logout-everywhere');
    await page.waitForURL('**/customer');
    await ended.waitFor();
    expect((await tab.readStored())['customerToken']).toBeUndefined();
    expect(tab.takeComplaints(/401/)).toEqual([]);
    expectNothingForeign(tab);
  });
});

describe.each(inEach)('the dashboard, in %s', (language) => {
  const t = words[language];

  test('shows the state of keys and devices, and why nobody would be told', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop', 'Farm', 'Attic'], spareKeys: 2 });
    const [shopBoard, farmBoard] = shop.boards;
    if (shopBoard === undefined || farmBoard === undefined) throw new Error('two boards expected');
    await new HttpDevice(shop.server.url, shopBoard).beats();
    await new HttpDevice(shop.server.url, farmBoard).beats();
    const [, farmKey = '', , spareKey = '', revokedKey = ''] = shop.keys;
    const past = Date.now() - 86_400_000;
    home.data.write('UPDATE activation_keys SET expires_at = ? WHERE key_code = ?', past, farmKey);
    home.data.write('UPDATE activation_keys SET is_active = 0 WHERE key_code = ?', revokedKey);
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored, viewport: desk });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(page, t.portal.nav.devices);

    const stat = (label: string) =>
      page
        .locator('div', { has: page.locator('dt', { hasText: label }) })
        .last()
        .locator('dd')
        .first();
    await waitFor('figures', async () => (await stat(t.keys.stats.total).textContent()) === '5');
    expect(await stat(t.keys.stats.used).textContent()).toBe('3');
    // Three in use and one to spare; the fifth was revoked, and the total says so.
    expect(await stat(t.keys.stats.available).textContent()).toBe('1');
    await page.getByText(t.keys.stats.inactive.replace('{{number}}', '1')).waitFor();
    expect(await stat(t.keys.stats.expired).textContent()).toBe('1');

    const keyRow = (code: string) =>
      page
        .getByRole('table', { name: t.keys.title })
        .getByRole('row')
        .filter({ hasText: code.slice(-5) });
    const spare = await keyRow(spareKey).textContent();
    expect(spare).toContain(t.keys.status.available);
    expect(spare).toContain(t.keys.not_bound);
    expect(spare).toContain(t.keys.not_started);
    const used = await keyRow(farmKey).textContent();
    expect(used).toContain(t.keys.status.expired);
    expect(used).toContain('Farm');
    expect(await keyRow(revokedKey).textContent()).toContain(t.keys.status.inactive);
    // The code is a secret: only its end is shown, until somebody asks for all of it.
    expect(await page.getByRole('main').textContent()).not.toContain(spareKey);
    await keyRow(spareKey)
      .getByRole('button', { name: fillIn(t.keys.show, { code: spareKey.slice(-5) }) })
      .click();
    await keyRow(spareKey).getByText(spareKey).waitFor();
    await keyRow(spareKey)
      .getByRole('button', { name: fillIn(t.ui.copy.action, { what: '' }).trim() })
      .click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(spareKey);

    const deviceRow = (name: string) =>
      page.getByRole('table', { name: t.devices.title }).getByRole('row').filter({ hasText: name });
    expect(await deviceRow('Shop').textContent()).toContain(t.devices.status.online);
    expect(await deviceRow('Shop').textContent()).toContain(shopBoard.id);
    expect(await deviceRow('Attic').textContent()).toContain(t.devices.status.unknown);
    expect(await deviceRow('Attic').textContent()).toContain(t.ui.time.never);

    const site = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
    expect(await site('Shop').textContent()).toContain(t.state.up.word);
    expect(await site('Shop').textContent()).toContain(t.portal.silent.no_channel);
    const [reports = ''] = t.portal.detects.mains.split('{{');
    expect(await site('Shop').textContent()).toContain(reports);
    expect(await site('Farm').textContent()).toContain(
      t.portal.silent.key_expired.split('{{')[0] ?? '',
    );
    expect(await site('Attic').textContent()).toContain(t.state.unknown.word);
    expect(await site('Attic').textContent()).toContain(
      t.portal.detects.silence.split('{{')[0] ?? '',
    );
    expect(await site('Shop').getByRole('slider').count()).toBe(1);
    await page.getByText(t.messenger.none.title).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
    expectNothingForeign(tab);
  });

  test('mutes and unmutes, and says when it could not', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(page, t.portal.nav.devices);
    const name = 'Shop';
    const mute = page.getByRole('button', { name: fillIn(t.devices.action.mute, { name }) });
    const choose = async (wish: string) => {
      await mute.click();
      await page.getByRole('menuitem', { name: wish }).click();
    };
    const settings = () => shop.owner.get(`/api/settings/devices/${shop.boards[0]?.id}`);
    const mutedUntil = async () =>
      (await shop.owner.get('/api/customer/stats')).body.devices[0].muted_until;

    await choose(t.portal.mute.ever);
    await page.getByText(fillIn(t.devices.toggle.muted, { name })).waitFor();
    await page.getByText(t.portal.silent.off).waitFor();
    expect((await settings()).body.data.alertEnabled).toBe(false);

    const site = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await site
      .getByRole('button', { name: fillIn(t.portal.silent.turn_on_name, { name }) })
      .click();
    await page.getByText(fillIn(t.devices.toggle.unmuted, { name })).waitFor();
    expect((await settings()).body.data.alertEnabled).toBe(true);

    // Muted for an hour, and unmuted again.
    await choose(t.portal.mute.hour);
    const [until = ''] = t.devices.alerts.muted.split('{{');
    const row = page.getByRole('table', { name: t.devices.title });
    await row.getByText(until).waitFor();
    const leftMs = Date.parse(await mutedUntil()) - Date.now();
    expect(Math.abs(leftMs - 3_600_000)).toBeLessThan(120_000);
    await page.getByRole('button', { name: t.portal.mute.undo }).last().click();
    await row.getByText(until).waitFor({ state: 'detached' });
    expect(await mutedUntil()).toBeNull();
    expect((await settings()).body.data.alertEnabled).toBe(true);

    await page.route('**/api/customer/quiet', (route) => route.abort());
    await choose(t.portal.mute.hour);
    const reason = t.ui.error.network;
    await page.getByText(fillIn(t.devices.toggle.failed, { reason })).waitFor();
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);
  });

  test('renames a device', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(page, t.portal.nav.devices);
    const open = page.getByRole('button', {
      name: fillIn(t.devices.action.rename, { name: 'Shop' }),
    });
    const dialog = page.getByRole('dialog', { name: t.devices.rename.title, exact: true });
    const id = dialog.getByLabel(t.devices.rename.id);
    const field = dialog.getByLabel(t.devices.rename.name);
    const save = dialog.getByRole('button', { name: t.devices.rename.save });

    await open.click();
    expect(await id.inputValue()).toBe(shop.boards[0]?.id ?? '');
    expect(await id.getAttribute('readonly')).not.toBeNull();
    await field.fill('   ');
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByText(t.devices.rename.missing).waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });

    await open.click();
    expect(await field.inputValue()).toBe('Shop');
    await dialog.getByRole('button', { name: t.ui.cancel }).click();
    await dialog.waitFor({ state: 'detached' });

    await open.click();
    await field.fill('  Kitchen  ');
    await page.route('**/api/customer/devices/*', (route) => route.abort());
    await save.click();
    const reason = t.ui.error.network;
    await dialog.getByText(fillIn(t.devices.rename.failed, { reason })).waitFor();
    expect(await field.inputValue()).toBe('  Kitchen  ');
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);
    await page.unroute('**/api/customer/devices/*');

    // While it saves, nothing closes it.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/customer/devices/*', async (route) => {
      await answered;
      await route.continue();
    });
    await save.click();
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    expect(await field.isDisabled()).toBe(true);
    answer();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(t.devices.rename.done).waitFor();
    await page.getByRole('heading', { level: 3, name: 'Kitchen' }).waitFor();
    await page
      .getByRole('table', { name: t.keys.title })
      .getByRole('cell', { name: 'Kitchen', exact: true })
      .waitFor();
    expect((await shop.owner.get('/api/customer/stats')).body.devices[0].site_name).toBe('Kitchen');
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('sets when alerts go out', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(page, t.portal.nav.devices);
    const open = page.getByRole('button', {
      name: fillIn(t.devices.action.settings, { name: 'Shop' }),
    });
    const dialog = page.getByRole('dialog', { name: t.alerts.title, exact: true });
    const enabled = dialog.getByRole('switch', { name: t.alerts.enabled });
    const threshold = dialog.getByRole('slider', { name: t.alerts.threshold });
    const reminder = dialog.getByRole('slider', { name: t.alerts.reminder });
    const recovery = dialog.getByRole('checkbox', { name: t.alerts.recovery });
    const save = dialog.getByRole('button', { name: t.alerts.save });
    const secondsOf = async (slider: typeof threshold) => Number(await slider.inputValue());
    const minutes = (count: number) =>
      new RegExp(`^${count} ${language === 'th' ? 'นาที' : 'min'}$`);

    await page.route('**/api/settings/devices/*', (route) => route.abort());
    await open.click();
    const reason = t.ui.error.network;
    await page.getByText(fillIn(t.alerts.load_failed, { reason })).waitFor();
    expect(await dialog.count()).toBe(0);
    await page.unroute('**/api/settings/devices/*');
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);

    await open.click();
    await dialog.waitFor();
    expect(await enabled.getAttribute('aria-checked')).toBe('true');
    expect(await recovery.getAttribute('aria-checked')).toBe('true');
    expect([await secondsOf(threshold), await secondsOf(reminder)]).toEqual([60, 300]);
    expect(await threshold.getAttribute('aria-valuetext')).toMatch(minutes(1));
    expect(await reminder.getAttribute('aria-valuetext')).toMatch(minutes(5));

    await threshold.press('ArrowRight');
    await reminder.press('ArrowLeft');
    expect([await secondsOf(threshold), await secondsOf(reminder)]).toEqual([65, 270]);
    await threshold.press('Home');
    await reminder.press('Home');
    expect([await secondsOf(threshold), await secondsOf(reminder)]).toEqual([5, 30]);
    await threshold.press('End');
    await reminder.press('End');
    expect([await secondsOf(threshold), await secondsOf(reminder)]).toEqual([300, 1800]);
    expect(await reminder.getAttribute('aria-valuetext')).toMatch(minutes(30));

    await recovery.click();
    await enabled.click();
    expect([await threshold.isDisabled(), await reminder.isDisabled()]).toEqual([true, true]);
    expect(await recovery.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: t.alerts.reset }).click();
    expect([await secondsOf(threshold), await secondsOf(reminder)]).toEqual([60, 300]);
    expect(await enabled.getAttribute('aria-checked')).toBe('true');
    expect(await recovery.getAttribute('aria-checked')).toBe('true');

    await threshold.press('Home');
    await recovery.click();
    await page.route('**/api/settings/devices/*', (route) => route.abort());
    await save.click();
    await dialog.getByText(fillIn(t.alerts.save_failed, { reason })).waitFor();
    expect(await secondsOf(threshold)).toBe(5);
    await page.unroute('**/api/settings/devices/*');
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(t.alerts.saved).waitFor();
    const saved = await shop.owner.get(`/api/settings/devices/${shop.boards[0]?.id}`);
    expect(saved.body.data).toMatchObject({
      alertEnabled: true,
      downtimeThreshold: 5,
      reminderInterval: 300,
      alertOnRecovery: false,
    });
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('says what to do while there is nothing, and tries again when loading failed', async () => {
    await using home = await installBinary();
    const shop = await openShop(home);
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored, viewport: phone });
    const { page } = tab;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let fails = true;
    await page.route('**/api/customer/stats', async (route) => {
      await answered;
      if (fails) await route.fulfill({ status: 404, json: { ok: false } });
      else await route.continue();
    });
    await tab.visit('/customer/dashboard');
    await page.getByRole('status').getByText(t.ui.loading).waitFor();
    answer();
    await page.getByText(t.portal.load_failed).waitFor();
    fails = false;
    await page
      .getByRole('alert')
      .filter({ hasText: t.portal.load_failed })
      .getByRole('button', { name: t.ui.retry })
      .click();
    await page.getByText(t.devices.empty.title).waitFor();
    await page.getByText(fillIn(t.devices.empty.step2, { phone: '081-234-5678' })).waitFor();
    expect(tab.takeComplaints(/404/)).toEqual([]);

    // The data stays, with a notice that it may be out of date.
    fails = true;
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await shop.admin.post('/api/keys', {
      phone: shop.credentials.phone,
      purchaseType: 'key_only',
      deviceType: null,
    });
    await page.getByText(t.portal.stale).waitFor();
    await page.getByText(t.devices.empty.title).waitFor();
    expect(tab.takeComplaints(/404/)).toEqual([]);
    expect(await tab.overflowPx()).toBe(0);
  });

  test('greets by name or phone, changes language and theme without a reload, and logs out', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, {
      language,
      stored: { ...stored, customerUser: JSON.stringify({ name: '', phone: '+66812345678' }) },
    });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    const greeting = (of: typeof th | typeof en) =>
      page.getByRole('heading', {
        name: fillIn(of.portal.welcome_phone, { phone: '081-234-5678' }),
      });
    await greeting(t).waitFor();
    // An effect sets the title, after the heading is there.
    await page.waitForFunction((title) => document.title.includes(title), t.portal.title);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const other = language === 'th' ? 'en' : 'th';
    await page.getByRole('button', { name: other === 'en' ? 'EN' : 'ไทย' }).click();
    await greeting(words[other]).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(other);
    await page.getByRole('button', { name: words[other].theme.to_light }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect((await shop.owner.get('/api/customer/stats')).body.user.language).toBe('th');

    await page.getByRole('button', { name: words[other].portal.logout }).click();
    await page.waitForURL('**/customer');
    expect(Object.keys(await tab.readStored()).sort()).toEqual(['language', 'theme']);
    expect(await page.getByText(words[other].login.expired_title).count()).toBe(0);
    await tab.visit('/customer/dashboard');
    await page.waitForURL('**/customer');
    expect(tab.takeComplaints()).toEqual([]);
  });
});

test('a long list can be searched, and the search stands in the address', async () => {
  await using home = await installBinary();
  const shop = await openShop(home, { spareKeys: 9 });
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/customer/dashboard');
  const rows = page.getByRole('table', { name: en.keys.title }).locator('tbody tr');
  await waitFor('keys', async () => (await rows.count()) === 9);
  const code = shop.keys[4] ?? '';
  const search = page.getByRole('textbox', { name: en.keys.search });
  await search.fill(code.slice(-5).toLowerCase());
  await waitFor('one key', async () => (await rows.count()) === 1);
  expect(tab.path).toContain('keys=');
  await page.reload();
  await waitFor('one key', async () => (await rows.count()) === 1);
  await search.fill('no such key');
  await page.getByRole('button', { name: en.ui.empty_search.clear }).click();
  await waitFor('keys', async () => (await rows.count()) === 9);
  expect(tab.takeComplaints()).toEqual([]);
});
