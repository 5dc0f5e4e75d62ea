/** The administrator's console of the executable, in a browser: log-in, dashboard, customers, devices. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { ApiClient } from '../api-client.ts';
import { enrolBoard, type Home, installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import {
  adminEntries,
  type Language,
  languages,
  looks,
  openTab,
  phone,
  type TabOptions,
} from './browser.ts';
import { addOutages, backdate } from './past.ts';
import { openShop, operator, type Shop } from './shop.ts';
import { liveMs, shareBrowser, unfold } from './walk.ts';

const locales = { th, en };
const dayMs = 86_400_000;
/** The browser notes every answer that is an error. */
const refusal = /Failed to load resource/;

const siteNames = ['ร้านกาแฟ บางแสน', 'บ้านสวน', 'โกดังสินค้า ถนนสุขุมวิท ซอย 101'];

let home: Home;
let shop: Shop;
const browser = shareBrowser();
let devices: readonly HttpDevice[];
/** What localStorage holds of an operator who is logged in. */
let entries: Record<string, string>;

beforeAll(async () => {
  home = await installBinary();
  shop = await openShop(home, { name: 'วิภา รัตนพงษ์', sites: siteNames, spareKeys: 1 });
  // No board falls silent, however long the tests take.
  await shop.admin.put('/api/settings', { heartbeatTimeout: 86_400 });
  devices = shop.boards.map((board) => new HttpDevice(shop.server.url, board));
  for (const device of devices.slice(0, 2)) await device.beats({ rssi: -61, ssid: 'ShopWiFi' });
  backdate(home.data, shop.boards, Date.now() - 300 * dayMs);
  addOutages(
    home.data,
    shop.boards.slice(0, 1).flatMap((board) =>
      [3, 20, 45].map((days, index) => ({
        board,
        downAt: Date.now() - days * dayMs,
        minutes: 42 + index * 60,
        ...(index === 0 && { acknowledgedBy: 'สมชาย' }),
      })),
    ),
  );
  entries = await adminEntries(shop.server, operator);
});

afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
});

/** A tab of an operator who is logged in. */
async function openConsole(path: string, options: TabOptions = {}) {
  const tab = await openTab(browser, shop.server, { stored: entries, ...options });
  await tab.visit(path);
  return tab;
}

function text(language: Language) {
  return locales[language];
}

/** `ลบ {{name}}?` with what belongs in it. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** How long until something is true, in ms. @throws Error when it takes longer than live things may */
async function followWithin(what: string, probe: () => Promise<boolean>): Promise<void> {
  await waitFor(what, probe, liveMs);
}

async function addCustomer(name: string, number: string, more: object = {}): Promise<number> {
  const { body } = await shop.admin.post('/api/customers', { name, phone: number, ...more });
  return body.data.id;
}

/** A device of a customer of its own, heard once. */
async function addDevice(deviceId: string, number: string) {
  const order = { phone: number, purchaseType: 'key_only', deviceType: null };
  const { body } = await shop.admin.post('/api/keys', order);
  const key: string = body.data.key_code;
  const board = await enrolBoard(shop.server, { deviceId, key, phone: number });
  const device = new HttpDevice(shop.server.url, board);
  await device.beats();
  return { device, key };
}

describe('who may see the console', () => {
  test.each(['/admin', '/admin/dashboard', '/admin/customers', '/admin/devices/fw-0000000000a1'])(
    'nobody: %s leads to the log-in',
    async (path) => {
      await using tab = await openTab(browser, shop.server);
      await tab.visit(path);
      await heading(tab.page, th.console.login.title).waitFor();
      expect(tab.path).toBe('/admin/login');
      expect(tab.takeComplaints()).toEqual([]);
    },
  );

  test('somebody who is no administrator is sent to the front page', async () => {
    const user = JSON.stringify({ username: 'viewer', role: 'viewer' });
    const stored = { ...entries, user };
    await using tab = await openTab(browser, shop.server, { stored });
    await tab.visit('/admin/devices');
    await waitFor('front page', () => tab.path === '/');
    expect((await tab.readStored())['authToken']).toBe(entries['authToken'] ?? '');
  });

  test('a stored user that cannot be read is cleared with the token', async () => {
    const stored = { ...entries, user: '{"username":' };
    await using tab = await openTab(browser, shop.server, { stored });
    await tab.visit('/admin/dashboard');
    await heading(tab.page, th.console.login.title).waitFor();
    expect(tab.path).toBe('/admin/login');
    const left = await tab.readStored();
    expect(left).not.toHaveProperty('authToken');
    expect(left).not.toHaveProperty('user');
  });

  test('whoever is logged in is not asked again, and /admin is the dashboard', async () => {
    await using tab = await openConsole('/admin/login');
    await heading(tab.page, th.console.nav.dashboard).waitFor();
    expect(tab.path).toBe('/admin/dashboard');
    await tab.visit('/admin');
    await heading(tab.page, th.console.nav.dashboard).waitFor();
    expect(tab.path).toBe('/admin/dashboard');
  });

  test.each(languages)(
    'a session the server does not take any more ends with a sentence: %s',
    async (language) => {
      const stored = { ...entries, authToken: 'not.a.token' };
      await using tab = await openConsole('/admin/customers', { language, stored });
      await tab.page.getByText(text(language).console.login.expired).waitFor();
      expect(tab.path).toBe('/admin/login');
      expect(await tab.readStored()).not.toHaveProperty('authToken');
      expect(await tab.readStored()).not.toHaveProperty('user');
      expect(tab.takeComplaints(refusal)).toEqual([]);
    },
  );

  test('an unknown page of the console is said to be one, within the console', async () => {
    await using tab = await openConsole('/admin/nowhere');
    await heading(tab.page, th.console.not_found.title).waitFor();
    await tab.page.getByRole('link', { name: th.console.not_found.action }).click();
    await heading(tab.page, th.console.nav.dashboard).waitFor();
    expect(tab.takeComplaints(refusal)).toEqual([]);
  });
});

describe.each(languages)('the log-in in %s', (language) => {
  const t = text(language);

  test('asks for both fields, tells what is wrong, and logs in by Enter', async () => {
    await using tab = await openTab(browser, shop.server, { language });
    const { page } = tab;
    await tab.visit('/admin/login');
    const [name, password] = [
      page.getByLabel(t.console.login.username),
      page.getByLabel(t.console.login.password, { exact: true }),
    ];
    await button(page, t.console.login.action).click();
    await page.getByText(t.ui.said.fill_in_all_fields).first().waitFor();
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);

    // Filling waits until the form takes input again.
    const send = async (given: string) => {
      await password.fill(given);
      await password.press('Enter');
    };
    await name.fill(operator.username);
    await send('a guess');
    await page.getByText(t.ui.error.credentials).waitFor();
    expect(await name.inputValue()).toBe(operator.username);
    expect(tab.takeComplaints(refusal)).toEqual([]);

    await page.route('**/api/auth/login', (route) => route.abort());
    await send(operator.password);
    await page.getByText(t.ui.error.network).waitFor();
    await page.unroute('**/api/auth/login');
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'no' }));
    await send(operator.password);
    await page.getByText(t.console.login.failed).waitFor();
    await page.unroute('**/api/auth/login');
    tab.takeComplaints();

    await send(operator.password);
    await heading(page, t.console.nav.dashboard).waitFor();
    expect(tab.path).toBe('/admin/dashboard');
    const { authToken, user } = await tab.readStored();
    expect(authToken?.split('.')).toHaveLength(3);
    expect(JSON.parse(user ?? '')).toMatchObject({ username: 'admin', role: 'admin' });
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });

  test('leads to the page that was asked for', async () => {
    await using tab = await openTab(browser, shop.server, { language });
    const { page } = tab;
    await tab.visit('/admin/events?filter=down');
    await page.waitForURL('**/admin/login');
    // A reload of the log-in does not forget it.
    await page.reload();
    await page.getByLabel(t.console.login.username).fill(operator.username);
    await page.getByLabel(t.console.login.password, { exact: true }).fill(operator.password);
    await button(page, t.console.login.action).click();
    await page.waitForURL('**/admin/events?filter=down');
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('has a way back home', async () => {
    await using tab = await openTab(browser, shop.server, { language });
    await tab.visit('/admin/login');
    await tab.page.getByRole('link', { name: t.console.login.home }).click();
    await waitFor('front page', () => tab.path === '/');
  });
});

test('the English texts are worded as agreed', () => {
  expect(en.ui.said.fill_in_all_fields).toBe('Please fill in all fields');
  expect(en.console.login.failed).toBe('Login failed');
  expect(en.ui.error.network).toBe('Cannot connect to server');
  expect(en.customers.add.done).toBe('Customer added successfully');
  expect(en.ui.form.failed).toBe('An error occurred: {{reason}}');
  expect(en.console.account.log_out_question).toBe(`${en.console.account.log_out}?`);
  expect(th.console.account.log_out_question).toBe(`${th.console.account.log_out}?`);
});

describe.each(languages)('the layout in %s', (language) => {
  const t = text(language);

  test('names the user and the version, switches language and theme, and asks before it logs out', async () => {
    // This test uses a session of its own, since logging out ends it.
    const stored = await adminEntries(shop.server, operator);
    await using tab = await openConsole('/admin/dashboard', { language, stored });
    const { page } = tab;
    const sidebar = page.getByRole('complementary');
    await sidebar.getByText('FaiWatch').waitFor();
    await sidebar.getByText('admin', { exact: true }).waitFor();
    await sidebar.getByText('v1.0.0').waitFor();
    await sidebar.getByText(t.ui.live.live, { exact: true }).waitFor();
    const links = await sidebar.getByRole('navigation').getByRole('link').allTextContents();
    const { dashboard, customers, devices: all } = t.console.nav;
    // What the modules add comes after the seven sections, of which some say how much waits in them.
    const others = [t.activation_keys, t.admin_events, t.settings, t.system].map(
      ({ title }) => title,
    );
    for (const [at, section] of [dashboard, customers, all, ...others].entries()) {
      expect(links[at]).toStartWith(section);
    }
    const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
    expect(await tabs.first().textContent()).toStartWith(dashboard);
    expect(await tabs.last().textContent()).toStartWith(t.outages_now.title);
    for (const [name, path] of [
      [customers, '/admin/customers'],
      [t.console.nav.devices, '/admin/devices'],
      [dashboard, '/admin/dashboard'],
    ] as const) {
      await sidebar.getByRole('link', { name }).click();
      await heading(page, name).waitFor();
      expect(tab.path).toBe(path);
      expect(await sidebar.locator('[aria-current=page]').textContent()).toBe(name);
      expect(await page.title()).toContain(name);
    }
    await sidebar.getByRole('button', { name: t.theme.to_light }).click();
    expect((await tab.readStored())['theme']).toBe('light');
    const other = language === 'th' ? 'en' : 'th';
    await sidebar.getByRole('button', { name: other === 'th' ? 'ไทย' : 'EN', exact: true }).click();
    await heading(page, text(other).console.nav.dashboard).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(other);
    await sidebar.getByRole('button', { name: other === 'th' ? 'EN' : 'ไทย', exact: true }).click();
    await heading(page, dashboard).waitFor();

    await button(page, t.console.account.log_out).click();
    const question = page.getByRole('alertdialog', { name: t.console.account.log_out_question });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await tab.readStored()).toHaveProperty('authToken');
    await button(page, t.console.account.log_out).click();
    await question.getByRole('button', { name: t.console.account.log_out }).click();
    await heading(page, t.console.login.title).waitFor();
    expect(tab.path).toBe('/admin/login');
    expect(await tab.readStored()).not.toHaveProperty('authToken');
    expect(await tab.readStored()).not.toHaveProperty('user');
    expect(await page.getByText(t.console.login.expired).count()).toBe(0);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('calls a user without a name by the fallback', async () => {
    const stored = { ...entries, user: JSON.stringify({ username: '', role: 'admin' }) };
    await using tab = await openConsole('/admin/dashboard', { language, stored });
    const sidebar = tab.page.getByRole('complementary');
    await sidebar.getByText(t.console.account.fallback, { exact: true }).waitFor();
  });

  test('is a drawer on a phone', async () => {
    await using tab = await openConsole('/admin/dashboard', { language, viewport: phone });
    const { page } = tab;
    const menu = button(page, t.console.nav.open);
    await menu.click();
    const drawer = page.getByRole('dialog', { name: t.console.nav.label });
    await drawer.getByText('v1.0.0').waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    await menu.click();
    await drawer.getByRole('link', { name: t.console.nav.devices }).click();
    await heading(page, t.console.nav.devices).waitFor();
    await drawer.waitFor({ state: 'hidden' });
    expect(tab.path).toBe('/admin/devices');
    expect(tab.takeComplaints()).toEqual([]);
  });
});

describe('the dashboard', () => {
  test('shows four numbers and what is new, and follows by itself', async () => {
    const { device } = await addDevice('fw-0000000000d1', '0899000001');
    await using tab = await openConsole('/admin/dashboard', { language: 'en' });
    const { page } = tab;
    const card = (label: string) =>
      page.locator('dl > div').filter({ hasText: label }).locator('dd').first();
    const numberOf = async (label: string) =>
      (await card(label).textContent())?.replaceAll(' ', '') ?? '';
    const { body: stats } = await shop.admin.get('/api/dashboard/stats');
    await page.getByText(en.ui.live.live, { exact: true }).first().waitFor();
    const { customers, devices: all, keys, events } = stats;
    await waitFor(
      'numbers',
      async () => (await numberOf(en.dashboard.customers)) === String(customers.total),
    );
    expect(await numberOf(en.dashboard.devices)).toBe(`${all.online}/${all.total}`);
    expect(await numberOf(en.dashboard.keys)).toBe(String(keys.unused));
    expect(await numberOf(en.dashboard.events)).toBe(String(events.today));

    const recentDevices = page.getByRole('region', { name: en.dashboard.recent_devices });
    const recentEvents = page.getByRole('region', { name: en.dashboard.recent_events });
    const line = recentDevices.getByRole('listitem').first();
    expect(await line.textContent()).toContain(en.state.up.word);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    await device.losesMains();
    await followWithin(
      'badge of the loss',
      async () => (await line.textContent())?.includes(en.state.mains_lost.word) ?? false,
    );
    await followWithin('event of the loss', async () => {
      const first = (await recentEvents.getByRole('listitem').first().textContent()) ?? '';
      return first.includes(en.events.type.down) && first.includes('0000D1');
    });
    await followWithin(
      'number of events',
      async () => Number(await numberOf(en.dashboard.events)) > events.today,
    );

    await addCustomer('Somebody new', '0899000002');
    await followWithin(
      'number of customers',
      async () => (await numberOf(en.dashboard.customers)) === String(customers.total + 1),
    );
    await shop.admin.post('/api/keys', { purchaseType: 'key_only', deviceType: null });
    await followWithin(
      'number of keys',
      async () => (await numberOf(en.dashboard.keys)) === String(keys.unused + 1),
    );
    await addDevice('fw-0000000000d2', '0899000002');
    await followWithin(
      'number of devices',
      async () => (await numberOf(en.dashboard.devices)) === `${all.online + 1}/${all.total + 1}`,
    );
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });
});

describe('customers', () => {
  test.each(languages)(
    'are added, found, changed, deactivated and deleted: %s',
    async (language) => {
      const t = text(language);
      const number = language === 'th' ? '0888000001' : '0888000002';
      const [name, newName] = [`สมหญิง ${language}`, `Somying ${language}`];
      await using tab = await openConsole('/admin/customers', { language });
      const { page } = tab;
      await button(page, t.customers.add.open).click();
      const adding = page.getByRole('dialog', { name: t.customers.add.title });
      await adding.getByRole('button', { name: t.customers.add.action }).click();
      await adding.getByText(t.ui.said.enter_name).waitFor();
      await adding.getByText(t.ui.said.enter_phone).waitFor();
      await adding.getByLabel(t.customers.column.name, { exact: true }).fill(name);
      const phoneField = adding.getByLabel(t.customers.column.phone);
      await phoneField.fill('12');
      await phoneField.press('Enter');
      await adding.getByText(t.ui.said.invalid_phone).waitFor();
      await phoneField.fill('081 234 5678');
      await phoneField.press('Enter');
      await adding.getByText(t.customers.form.phone_taken).waitFor();
      await page.route('**/api/customers', (route) => route.abort());
      await phoneField.fill(number);
      await phoneField.press('Enter');
      await adding.getByText(fill(t.ui.form.failed, { reason: t.ui.error.network })).waitFor();
      await page.unroute('**/api/customers');
      expect(await adding.getByLabel(t.customers.column.name, { exact: true }).inputValue()).toBe(
        name,
      );
      await phoneField.fill(number);
      await adding.getByLabel(t.customers.column.bot).fill(`@som_${language}`);
      tab.takeComplaints();
      await phoneField.fill(number);
      await phoneField.press('Enter');
      await page.getByText(t.customers.add.done).waitFor();
      await adding.waitFor({ state: 'hidden' });

      const search = page.getByLabel(t.customers.search);
      const shownNumber = `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`;
      for (const words of [name, shownNumber, `som_${language}`]) {
        await search.fill(words);
        await waitFor('words in the address', () =>
          decodeURIComponent(tab.path.replaceAll('+', ' ')).includes(words),
        );
        await waitFor('one row', async () => (await page.getByRole('row').count()) === 2);
        expect(await row(page, name).textContent()).toContain(shownNumber);
        expect(await row(page, name).textContent()).toContain(`@som_${language}`);
        expect(await row(page, name).textContent()).toContain(t.customers.active);
      }
      await page.reload();
      await row(page, name).waitFor();
      expect(await search.inputValue()).toBe(`som_${language}`);

      const menu = button(page, fill(t.customers.actions_of, { name }));
      await menu.click();
      await page.getByRole('menuitem', { name: t.customers.edit.open }).click();
      const editing = page.getByRole('dialog', { name: t.customers.edit.title });
      await editing.getByLabel(t.customers.column.name, { exact: true }).fill(' ');
      await editing.getByLabel(t.customers.column.name, { exact: true }).press('Enter');
      await editing.getByText(t.ui.said.enter_name).waitFor();
      await editing.getByLabel(t.customers.column.name, { exact: true }).fill(newName);
      await editing.getByLabel(t.customers.fact.email).fill('nonsense');
      await button(page, t.console.save).click();
      await editing.getByText(t.ui.said.invalid_email).waitFor();
      tab.takeComplaints();
      await editing.getByLabel(t.customers.fact.email).fill('som@example.com');
      await button(page, t.console.save).click();
      await page.getByText(t.customers.edit.done).waitFor();
      await row(page, newName).waitFor();

      const newMenu = button(page, fill(t.customers.actions_of, { name: newName }));
      await newMenu.click();
      await page.getByRole('menuitem', { name: t.customers.deactivate.open }).click();
      const asking = page.getByRole('alertdialog');
      await asking.getByText(t.customers.deactivate.sessions).waitFor();
      await asking.getByRole('button', { name: t.customers.deactivate.open }).click();
      await page.getByText(t.customers.deactivate.done).waitFor();
      await row(page, newName).getByText(t.customers.inactive, { exact: true }).waitFor();
      await page
        .getByRole('navigation', { name: t.customers.tab.label })
        .getByRole('link', { name: t.customers.tab.inactive })
        .click();
      await row(page, newName).waitFor();
      expect(tab.path).toContain('filter=inactive');
      await newMenu.click();
      await page.getByRole('menuitem', { name: t.customers.activate.open }).click();
      await asking.getByRole('button', { name: t.customers.activate.open }).click();
      await page.getByText(t.ui.empty_search.title).waitFor();
      await button(page, t.ui.empty_search.clear).click();
      await waitFor('bare address', () => tab.path === '/admin/customers');

      await search.fill(newName);
      await waitFor('one row', async () => (await page.getByRole('row').count()) === 2);
      await newMenu.click();
      await page.getByRole('menuitem', { name: t.customers.delete.open }).click();
      await asking.getByText(t.customers.delete.facts).waitFor();
      await asking.getByRole('button', { name: t.customers.delete.action }).click();
      await page.getByText(t.customers.delete.done).waitFor();
      await page.getByText(t.ui.empty_search.title).waitFor();
      expect(tab.takeComplaints()).toEqual([]);
      expect([...tab.foreignOrigins]).toEqual([]);
    },
  );

  test('who still has devices or keys is not deleted, and it says what comes first', async () => {
    await using tab = await openConsole('/admin/customers', { language: 'en' });
    const { page } = tab;
    await page.getByLabel(en.customers.search).fill(shop.name);
    await button(page, `Actions for ${shop.name}`).click();
    await page.getByRole('menuitem', { name: en.customers.delete.open }).click();
    const dialog = page.getByRole('dialog', { name: `${shop.name} cannot be deleted yet` });
    await dialog.getByText('3 devices: release or delete them first').waitFor();
    await dialog.getByText('4 activation keys: transfer or delete them first').waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
  });

  test('are paged by the server, with the page in the address, and exported as they are filtered', async () => {
    for (let index = 10; index < 40; index += 1) {
      await addCustomer(`Paged ${index}`, `08770000${index}`);
    }
    await using tab = await openConsole('/admin/customers?q=Paged', { language: 'en' });
    const { page } = tab;
    await page.getByText('30 customers').waitFor();
    await page.getByText('1–25 of 30').waitFor();
    await row(page, 'Paged 39').waitFor();
    await button(page, 'Page 2').click();
    await row(page, 'Paged 10').waitFor();
    expect(tab.path).toContain('page=2');
    expect(await page.getByRole('row').count()).toBe(6);
    await page.goBack();
    await row(page, 'Paged 39').waitFor();
    await tab.visit('/admin/customers?q=Paged&page=77');
    await row(page, 'Paged 10').waitFor();
    expect(tab.path).toContain('page=2');

    const coming = page.waitForEvent('download');
    await button(page, en.console.export.action).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
    const bytes = Buffer.from(await Bun.file(await download.path()).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString().trim().split('\r\n')).toHaveLength(31);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test.each(languages)('have a page each, with all that is theirs: %s', async (language) => {
    const t = text(language);
    await using tab = await openConsole('/admin/customers', { language });
    const { page } = tab;
    await page.getByLabel(t.customers.search).fill(shop.name);
    await page.getByRole('link', { name: shop.name }).click();
    await heading(page, shop.name).waitFor();
    await page.getByText('081-234-5678').waitFor();
    // It opens on the devices.
    await row(page, siteNames[0] ?? '').waitFor();
    expect(tab.path).not.toContain('tab=');
    await page.getByRole('tab', { name: t.customers.page.keys }).click();
    await row(page, shop.keys[0] ?? '').waitFor();
    await row(page, shop.keys[3] ?? '')
      .getByText(t.activation_keys.not_counting)
      .waitFor();
    expect(tab.path).toContain('tab=keys');
    await page.getByRole('tab', { name: t.customers.page.outages }).click();
    await row(page, t.state.mains_lost.word).first().waitFor();
    await page.getByRole('tab', { name: t.customers.page.events }).click();
    await row(page, t.events.type.down).first().waitFor();
    await page.getByRole('tab', { name: t.customers.page.notifications }).click();
    await page.getByText(t.console.notification.none.title).waitFor();
    await page.goBack();
    await row(page, t.events.type.down).first().waitFor();
    await page.getByRole('link', { name: t.console.nav.customers }).last().click();
    await heading(page, t.console.nav.customers).waitFor();
    await tab.visit('/admin/customers/999999');
    await page.getByText(t.ui.said.customer_not_found).waitFor();
    expect(tab.takeComplaints(refusal)).toEqual([]);
  });
});

describe('devices', () => {
  test.each(languages)(
    'are found, filtered with counts, renamed, released and deleted: %s',
    async (language) => {
      const t = text(language);
      const [id, number] =
        language === 'th' ? ['fw-0000000000e1', '0866000001'] : ['fw-0000000000e2', '0866000002'];
      const { key } = await addDevice(id, number);
      await using tab = await openConsole('/admin/devices', { language });
      const { page } = tab;
      const { body } = await shop.admin.get('/api/devices');
      const tabOf = (name: string) =>
        page
          .getByRole('navigation', { name: t.admin_devices.tab.label })
          .getByRole('link')
          .filter({ hasText: name });
      await tabOf(t.admin_devices.tab.online).getByText(String(body.counts.online)).waitFor();
      expect(await tabOf(t.admin_devices.tab.all).textContent()).toContain(String(body.counts.all));
      expect(await tabOf(t.admin_devices.tab.offline).textContent()).toContain(
        String(body.counts.offline),
      );
      await tabOf(t.admin_devices.tab.offline).click();
      await row(page, siteNames[2] ?? '').waitFor();
      expect(tab.path).toContain('filter=offline');
      await row(page, siteNames[0] ?? '').waitFor({ state: 'detached' });
      await tabOf(t.admin_devices.tab.all).click();

      const search = page.getByLabel(t.admin_devices.search);
      for (const words of [siteNames[0] ?? '', shop.boards[0]?.id ?? '']) {
        await search.fill(words);
        await waitFor('one row', async () => (await page.getByRole('row').count()) === 2);
        const shown = (await row(page, siteNames[0] ?? '').textContent()) ?? '';
        for (const part of ['fw-0000000000a1', shop.name, '081-234-5678', 'S2 Mini']) {
          expect(shown).toContain(part);
        }
        expect(shown).toContain(t.state.up.word);
        expect(shown).toContain(t.console.status.online);
      }
      await search.fill(shop.name);
      await waitFor('three rows', async () => (await page.getByRole('row').count()) === 4);
      const coming = page.waitForEvent('download');
      await button(page, t.console.export.action).click();
      const download = await coming;
      expect(download.suggestedFilename()).toMatch(/^devices-\d{4}-\d\d-\d\d\.csv$/);
      const csv = await Bun.file(await download.path()).text();
      expect(csv.trim().split('\r\n')).toHaveLength(4);

      await search.fill(id);
      await waitFor('one row', async () => (await page.getByRole('row').count()) === 2);
      const name = `FaiWatch-${id.slice(-6).toUpperCase()}`;
      await button(page, fill(t.admin_devices.actions_of, { name })).click();
      await page.getByRole('menuitem', { name: t.admin_devices.edit.open }).click();
      const editing = page.getByRole('dialog', { name: t.admin_devices.edit.title });
      const nameField = editing.getByLabel(t.admin_devices.column.site, { exact: true });
      await nameField.fill('  ');
      await nameField.press('Enter');
      await editing.getByText(t.ui.said.enter_device_name).waitFor();
      await nameField.fill('ครัวหลังบ้าน');
      await nameField.press('Enter');
      await page.getByText(t.admin_devices.edit.done).waitFor();
      await row(page, 'ครัวหลังบ้าน').waitFor();

      const menu = button(page, fill(t.admin_devices.actions_of, { name: 'ครัวหลังบ้าน' }));
      await menu.click();
      await page.getByRole('menuitem', { name: t.admin_devices.release.open }).click();
      const asking = page.getByRole('alertdialog');
      await asking.getByText(fill(t.admin_devices.release.key, { key })).waitFor();
      await asking.getByText(t.admin_devices.release.settings).waitFor();
      expect(await tab.findAxeViolations()).toEqual([]);
      await asking.getByRole('button', { name: t.admin_devices.release.action }).click();
      await page.getByText(t.admin_devices.release.done).waitFor();
      await row(page, name).getByText(t.admin_devices.no_customer).waitFor();

      await button(page, fill(t.admin_devices.actions_of, { name })).click();
      const release = page.getByRole('menuitem', { name: t.admin_devices.release.open });
      expect(await release.getAttribute('aria-disabled')).toBe('true');
      await page.getByRole('menuitem', { name: t.admin_devices.delete.open }).click();
      const { body: events } = await shop.admin.get(`/api/events?device_id=${id}&limit=1`);
      const count = { number: String(events.total), count: String(events.total) };
      const counted =
        language === 'th'
          ? th.admin_devices.delete.events_other
          : en.admin_devices.delete.events_other;
      await asking.getByText(fill(counted, count)).waitFor();
      await asking.getByRole('button', { name: t.admin_devices.delete.action }).click();
      await page.getByText(t.admin_devices.delete.done).waitFor();
      await page.getByText(t.ui.empty_search.title).waitFor();
      expect(tab.takeComplaints()).toEqual([]);
      expect([...tab.foreignOrigins]).toEqual([]);
    },
  );

  test('update by themselves in the list, tabs included', async () => {
    await using tab = await openConsole('/admin/devices', { language: 'en' });
    const { page } = tab;
    const line = row(page, siteNames[1] ?? '');
    const silent = row(page, siteNames[2] ?? '');
    await page.getByText(en.ui.live.live, { exact: true }).first().waitFor();
    await line.getByText(en.state.up.word).waitFor();
    await devices[1]?.losesMains();
    await followWithin('badge', async () =>
      ((await line.textContent()) ?? '').includes(en.state.mains_lost.word),
    );
    await devices[1]?.regainsMains();
    await followWithin('badge', async () =>
      ((await line.textContent()) ?? '').includes(en.state.up.word),
    );
    const online = page.getByRole('link').filter({ hasText: /^Online/ });
    const before = Number((await online.textContent())?.replace('Online', ''));
    await devices[2]?.beats();
    await followWithin('dot', async () =>
      ((await silent.textContent()) ?? '').includes(en.console.status.online),
    );
    await followWithin(
      'count',
      async () => Number((await online.textContent())?.replace('Online', '')) === before + 1,
    );
    expect(tab.takeComplaints()).toEqual([]);
  });

  test.each(languages)(
    'have a page each, with ribbon, report, events and what was delivered: %s',
    async (language) => {
      const t = text(language);
      const [id, number] =
        language === 'th' ? ['fw-0000000000f1', '0855000001'] : ['fw-0000000000f2', '0855000002'];
      const { device, key } = await addDevice(id, number);
      const owner = await ApiClient.logIn(shop.server, { phone: number, activationKey: key });
      await owner.put(`/api/settings/devices/${id}`, {
        alertEnabled: true,
        downtimeThreshold: 5,
        reminderInterval: 30,
        alertOnRecovery: true,
      });
      await using tab = await openConsole(`/admin/devices/${id}`, { language });
      const { page } = tab;
      const status = page.getByRole('main').getByRole('status').first();
      await status.getByText(t.state.up.word).waitFor();
      await page.getByText(t.ui.live.live, { exact: true }).first().waitFor();
      await page.getByText('081-234-5678').waitFor({ state: 'detached' });
      await unfold(page, t.admin_devices.fact.title);
      await page.getByText(key).waitFor();
      await page.getByRole('slider').waitFor();

      const health = { free_heap: 91_000, largest_block: 60_000, starts: 14, reconnects: 2 };
      const said = { ...health, restart_cause: 'no_answer', sleep: 'battery_low' };
      await device.beats({ firmware_version: '1.0.0', update_failed: '1.1.0', ...said });
      await page.reload();
      const own = t.admin_devices.health;
      await page.getByText(fill(own.free, { free: '91 kB' })).waitFor();
      await page.getByText(fill(own.largest, { largest: '60 kB' })).waitFor();
      await page.getByText(fill(own.reconnects_other, { number: '2' })).waitFor();
      await page.getByText(own.restart.no_answer).waitFor();
      await page.getByText(t.events.asleep).waitFor();
      const failure = t.admin_devices.fact.update_failed.replace('{{version}}', '1.1.0');
      await page.getByText(failure).waitFor();
      await page.getByText(t.ui.live.live, { exact: true }).first().waitFor();

      await device.losesMains();
      await followWithin('loss', async () =>
        ((await status.textContent()) ?? '').includes(t.state.mains_lost.word),
      );
      await row(page, t.console.outage.not_recovered).waitFor({ timeout: liveMs });
      for (const range of ['week', 'month', 'year'] as const) {
        const asked = page.waitForRequest(/\/timeline\?from=/);
        await button(page, t.admin_devices.range[range]).click();
        await asked;
        expect(tab.path).toContain(`range=${range}`);
      }
      for (const period of ['day', 'year', 'all'] as const) {
        const asked = page.waitForRequest(new RegExp(`/report\\?period=${period}$`));
        await page
          .getByRole('tabpanel')
          .getByRole('button', { name: t.admin_devices.period[period], exact: true })
          .click();
        await asked;
      }
      await page.getByRole('tab', { name: t.admin_devices.page.events }).click();
      await row(page, t.events.type.down).waitFor();
      await row(page, t.events.type.register).waitFor();
      await page.getByRole('tab', { name: t.admin_devices.page.notifications }).click();
      const alert = row(page, t.console.notification.type.alert);
      // No channel is set up here: it stands in the server's log, and is nobody's message.
      await alert.getByRole('cell').last().getByText(t.console.notification.state.nobody).waitFor();

      await button(page, t.admin_devices.edit.open).click();
      const editing = page.getByRole('dialog', { name: t.admin_devices.edit.title });
      await editing.getByLabel(t.admin_devices.column.site, { exact: true }).fill('หน้าร้าน');
      await button(page, t.console.save).click();
      await heading(page, 'หน้าร้าน').waitFor();
      await button(page, fill(t.admin_devices.actions_of, { name: 'หน้าร้าน' })).click();
      await page.getByRole('menuitem', { name: t.admin_devices.delete.open }).click();
      const asking = page.getByRole('alertdialog');
      await asking.getByRole('button', { name: t.admin_devices.delete.action }).click();
      await heading(page, t.console.nav.devices).waitFor();
      expect(tab.path).toBe('/admin/devices');
      await tab.visit(`/admin/devices/${id}`);
      await page.getByText(t.ui.error.not_found).waitFor();
      expect(tab.takeComplaints(refusal)).toEqual([]);
      expect([...tab.foreignOrigins]).toEqual([]);
    },
  );
});

describe('while the server is slow or gone', () => {
  test('the page of a device that somebody else deletes says so', async () => {
    const id = 'fw-0000000000c1';
    await addDevice(id, '0844000001');
    await using tab = await openConsole(`/admin/devices/${id}`, { language: 'en' });
    const { page } = tab;
    await button(page, en.admin_devices.edit.open).waitFor();
    await page.getByText(en.ui.live.live, { exact: true }).first().waitFor();
    await shop.admin.delete(`/api/devices/${id}`);
    await page.getByText(en.console.stale).waitFor({ timeout: liveMs });
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(tab.takeComplaints(refusal)).toEqual([]);
  });

  test('a list says that it waits, keeps its rows while the next are asked, and can be asked again', async () => {
    await using tab = await openTab(browser, shop.server, { stored: entries, language: 'en' });
    const { page } = tab;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/devices?*', async (route) => {
      await held;
      await route.continue();
    });
    await tab.visit('/admin/devices');
    await page.locator('table[aria-busy=true]').waitFor();
    answer();
    await row(page, siteNames[0] ?? '').waitFor();
    await page.unroute('**/api/devices?*');

    const slow = Promise.withResolvers<void>();
    await page.route('**/api/devices?*', async (route) => {
      await slow.promise;
      await route.continue();
    });
    await page
      .getByRole('link')
      .filter({ hasText: /^Online/ })
      .click();
    await page.locator('table[aria-busy=true]').waitFor();
    expect(await row(page, siteNames[0] ?? '').count()).toBe(1);
    slow.resolve();
    await page.locator('table[aria-busy=false]').waitFor();
    await page.unroute('**/api/devices?*');

    await page.route('**/api/devices?*', (route) => route.abort());
    await tab.visit('/admin/devices?q=another');
    await page.getByText(en.ui.table.error).waitFor();
    await page.getByText(en.ui.error.network).waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    // The list asks now and then by itself, and the button is gone meanwhile.
    const asked = page.waitForRequest('**/api/devices?*q=another*');
    await button(page, en.ui.retry).click();
    await asked;
    await page.unroute('**/api/devices?*');
    await page.getByText(en.ui.empty_search.title).waitFor();
    expect(tab.takeComplaints(refusal)).toEqual([]);
  });
});

test('everything is done by keyboard alone: log-in, a row’s menu, its dialog, and back', async () => {
  await using tab = await openTab(browser, shop.server, { language: 'en' });
  const { page } = tab;
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await keyboard.press('Tab');
      if ((await focused()) === name) return;
    }
    throw new Error(`the Tab key never reaches ${name}`);
  };
  await tab.visit('/admin/login');
  await page.getByLabel(en.console.login.username).waitFor();
  await keyboard.press('Tab');
  expect(await focused()).toBe(en.page.skip);
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.type(operator.username);
  await keyboard.press('Tab');
  await keyboard.type(operator.password);
  await keyboard.press('Enter');
  await heading(page, en.console.nav.dashboard).waitFor();
  await tabTo(en.console.nav.devices);
  await keyboard.press('Enter');
  await row(page, siteNames[0] ?? '').waitFor();
  await tabTo(`Actions for ${siteNames[0]}`);
  await keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await waitFor('first entry', async () => (await focused()) === en.admin_devices.edit.open);
  await keyboard.press('Enter');
  const editing = page.getByRole('dialog', { name: en.admin_devices.edit.title });
  await editing.waitFor();
  await waitFor('focus within the dialog', () =>
    editing.evaluate((dialog) => dialog.contains(document.activeElement)),
  );
  await keyboard.press('Escape');
  await editing.waitFor({ state: 'hidden' });
  await waitFor(
    'focus back on the menu',
    async () => (await focused()) === `Actions for ${siteNames[0]}`,
  );
});

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  test('every page is whole, and axe finds nothing', async () => {
    const t = text(look.language);
    {
      await using tab = await openTab(browser, shop.server, look);
      await tab.visit('/admin/login');
      await button(tab.page, t.console.login.action).click();
      await tab.page.getByText(t.ui.said.fill_in_all_fields).first().waitFor();
      expect(await tab.findAxeViolations()).toEqual([]);
      expect(await tab.overflowPx()).toBe(0);
    }
    await using tab = await openTab(browser, shop.server, { ...look, stored: entries });
    const { page } = tab;
    const id = shop.boards[0]?.id ?? '';
    const { body } = await shop.admin.get(`/api/devices/${id}`);
    const customer = `/admin/customers/${body.data.customer_id}`;
    const pages = [
      ['/admin/dashboard', t.dashboard.recent_events],
      ['/admin/customers', shop.name],
      ['/admin/devices', siteNames[0] ?? ''],
      [`/admin/devices/${id}?period=all&range=year`, 'สมชาย'],
      [`/admin/devices/${id}?tab=events`, t.events.type.down],
      [`/admin/devices/${id}?tab=notifications`, t.console.notification.none.title],
      [customer, siteNames[1] ?? ''],
      [`${customer}?tab=keys`, shop.keys[0] ?? ''],
      [`${customer}?tab=outages`, t.state.mains_lost.word],
    ] as const;
    for (const [path, shown] of pages) {
      await tab.visit(path);
      const search = path === '/admin/customers' ? page.getByLabel(t.customers.search) : null;
      await search?.fill(shop.name);
      await page.getByRole('main').getByText(shown).first().waitFor();
      expect([path, await tab.findAxeViolations()]).toEqual([path, []]);
      expect([path, await tab.overflowPx()]).toEqual([path, 0]);
    }
    if (look.viewport === phone) {
      await tab.visit(`/admin/devices/${id}`);
      const actions = fill(t.admin_devices.actions_of, { name: siteNames[0] ?? '' });
      await button(page, actions).press('Enter');
      await page.getByRole('menuitem', { name: t.admin_devices.delete.open }).press('Enter');
      await page.getByRole('alertdialog').waitFor();
      expect(await tab.findAxeViolations()).toEqual([]);
    }
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });
});

test('nothing overflows a window of 320 px', async () => {
  const viewport = { width: 320, height: 640 };
  await using tab = await openConsole('/admin/dashboard', { viewport });
  const id = shop.boards[0]?.id ?? '';
  for (const path of [
    '/admin/dashboard',
    '/admin/customers',
    '/admin/devices',
    `/admin/devices/${id}?period=all`,
    '/admin/customers/1',
  ]) {
    await tab.visit(path);
    await tab.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await tab.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect([path, await tab.overflowPx()]).toEqual([path, 0]);
  }
  // The longest word in it, for as long as a server asks for patience; without an answer it is another one soon.
  const patience = { status: 503, headers: { 'Retry-After': '2' } };
  await tab.page.route('**/api/stream', (route) => route.fulfill(patience));
  await tab.visit('/admin/dashboard');
  await tab.page.getByText(th.ui.live.reconnecting).filter({ visible: true }).waitFor();
  expect(await tab.overflowPx()).toBe(0);
});
