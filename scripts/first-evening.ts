/**
 * Walks docs/first-evening.md with the real executable, clients and pages, takes its pictures, and prints
 * how long each step kept the machine. Telegram is the strict fake; boards are the firmware's own core on
 * this computer, and a client that runs the configuration of docs/esphome.md.
 *
 *   node_modules/.bin/bun scripts/first-evening.ts [--binary FILE] [--only alert,card,esphome,move]
 *
 * Needs npm run build, Chromium, and what firmware/build-simdevice.sh needs. Takes three minutes.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { findLastingPort, type Home, installBinary } from '../tests/e2e/harness.ts';
import { HttpDevice } from '../tests/e2e/http-device.ts';
import { SimDevice } from '../tests/e2e/simdevice/sim-device.ts';
import { waitFor } from '../tests/e2e/wait-for.ts';
import {
  adminEntries,
  customerEntries,
  launchBrowser,
  openTab,
  phone,
  type Tab,
  type TabOptions,
} from '../tests/e2e/web/browser.ts';
import { addOutages, backdate, dayMs } from '../tests/e2e/web/past.ts';
import { openShop, operator } from '../tests/e2e/web/shop.ts';
import { EsphomeBoard } from '../tests/mqtt-clients/esphome-board.ts';
import en from '../web/src/locales/en.json';
import { repositoryDir } from './lib/paths.ts';

const imagesDir = join(repositoryDir, 'docs', 'images');
const desk = { width: 960, height: 720 };
const chatId = 4711;

const walks = {
  alert: walkToFirstAlert,
  card: walkFromKeyCard,
  esphome: walkWithEsphome,
  move: walkToNewMachine,
};

const { values } = parseArgs({
  options: { binary: { type: 'string' }, only: { type: 'string' } },
});
if (values.binary !== undefined) process.env['E2E_BINARY'] = values.binary;
// The console asks whether its time zone is that of the browser.
process.env['TZ'] = 'Asia/Bangkok';
const browser = await launchBrowser();
try {
  for (const [name, walk] of Object.entries(walks)) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
    console.log(`\n${name}`);
    await using home = await installBinary();
    await walk(home);
  }
} finally {
  await browser.close();
}

/** Does a step, and says how long the machine took for it. */
async function step<T>(what: string, act: () => Promise<T>): Promise<T> {
  const beganAt = performance.now();
  const done = await act();
  console.log(`  ${((performance.now() - beganAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return done;
}

async function openPage(server: { readonly url: string }, options: TabOptions = {}): Promise<Tab> {
  return openTab(browser, server, { language: 'en', theme: 'light', viewport: desk, ...options });
}

async function keep(from: Page | Locator, name: string): Promise<void> {
  await from.screenshot({ path: join(imagesDir, `evening-${name}.png`) });
  console.log(`            docs/images/evening-${name}.png`);
}

/** What a message of the bot says, line by line. */
function show(text: string): void {
  console.log(text.replaceAll(/^/gm, '            | '));
}

async function walkToFirstAlert(home: Home): Promise<void> {
  const telegram = await home.startTelegram({ onSent: ({ text }) => show(text) });
  const server = await step('the server starts', () =>
    home.serve({ env: { FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot } }),
  );
  const password = /password\s+(\S+)/.exec(await server.readStderr())?.[1] ?? '';
  await using tab = await openPage(server);
  const { page } = tab;
  await step('log in to the console', async () => {
    await tab.visit('/admin/login');
    await page.getByLabel(en.console.login.username).fill('admin');
    await page.getByLabel(en.console.login.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: en.console.login.action }).click();
    await page.getByRole('button', { name: en.setup.title }).waitFor();
  });
  // The set-up opens by itself.
  await page.getByLabel(en.setup.messenger.token).waitFor();
  await settle(tab);
  await tab.settle();
  await keep(page, 'set-up');
  await step('connect the bot', async () => {
    await page.getByLabel(en.setup.messenger.token).fill(telegram.token);
    await page.getByRole('button', { name: en.setup.messenger.action, exact: true }).click();
    await page.getByText(en.setup.messenger.done).waitFor();
  });
  const { first_alert: words } = en.setup;
  await step('connect one’s own chat', async () => {
    const link = page.getByRole('link', { name: en.messenger.connect.open });
    const start = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start');
    telegram.userSends(chatId, `/start ${start}`, { from: { language_code: 'en' } });
    await page.getByRole('button', { name: words.cut }).waitFor();
  });
  await step('from the simulated cut to the alert', async () => {
    await page.getByRole('button', { name: words.cut }).click();
    await telegram.expectMessage({ chatId, contains: 'SIMULATED' }, 30_000);
    await page.getByText(words.look, { exact: true }).waitFor();
  });
  await step('from the power to the word that it is over', async () => {
    await page.getByRole('button', { name: words.restore }).click();
    await telegram.expectMessage({ chatId, contains: 'restored' }, 30_000);
  });
}

async function walkFromKeyCard(home: Home): Promise<void> {
  const telegram = await home.startTelegram({ onSent: ({ text }) => show(text) });
  const { server, admin } = await openShop(home, { telegram, name: 'Malee', phone: '0899999999' });
  const order = { quantity: 1, purchaseType: 'key_only', deviceType: null };
  const { body } = await admin.post('/api/keys/bulk', order);
  const key = String(body.data[0].key_code);
  {
    const stored = await adminEntries(server, operator);
    await using tab = await openPage(server, { stored });
    const { page } = tab;
    const { activation_keys: words } = en;
    await step('print the card', async () => {
      await tab.visit(`/admin/keys?q=${key}`);
      await page.getByRole('button', { name: words.actions_of.replace('{{code}}', key) }).click();
      await page.getByRole('menuitem', { name: words.cards.open, exact: true }).click();
      await page.evaluate(() => Object.assign(globalThis, { print: () => {} }));
      await page.getByRole('button', { name: words.cards.print }).click();
    });
    await page.emulateMedia({ media: 'print' });
    await keep(page.locator('[data-sheet] article').first(), 'key-card');
  }

  await using device = await SimDevice.start({
    args: ['--wifi', 'Home:correct horse:-40', '--wifi', 'Cafe::-70', '--mains-sense'],
  });
  const { url } = await device.expectEvent({ event: 'portal', state: 'open' }, 30_000);
  {
    await using tab = await openPage({ url: String(url) }, { viewport: phone });
    const { page } = tab;
    await step('fill in the page of the board', async () => {
      await waitFor('networks in the form', async () => {
        await page.goto(`${url}en`);
        return (await page.content()).includes('Cafe');
      });
      await page.locator('[name=network]').selectOption('Home');
      await page.locator('[name=wifi_pass]').fill('correct horse');
      await page.locator('[name=activation_key]').fill(key);
      await page.locator('[name=customer_phone]').fill('0812345678');
      await page.locator('[name=server_url]').fill(server.url);
    });
    // A phone has Thai letters and a padlock; the computer that takes the picture may have neither.
    await page.evaluate(() => {
      for (const option of document.querySelectorAll('option')) {
        option.text = option.text.replace('\u{1f512}', '');
      }
      document.querySelector('form')?.scrollIntoView();
    });
    await keep(page, 'board-page');
    await step('until the board is online', async () => {
      await page.locator('form button').click();
      await device.expectEvent({ event: 'console', line: '* Server: enrolled' }, 60_000);
      await waitFor('device online', () => isOnline(home, device.deviceId));
    });
  }

  await using tab = await openPage(server, { viewport: phone });
  const { page } = tab;
  await step('log in, and see the site', async () => {
    await tab.visit('/customer');
    await page.getByLabel(en.login.phone).fill('0812345678');
    await page.getByLabel(en.login.key).fill(key);
    await page.getByRole('button', { name: en.login.submit, exact: true }).click();
    await page.getByText(en.messenger.connect.title).waitFor();
  });
  await settle(tab);
  await keep(page, 'first-site');
}

async function walkWithEsphome(home: Home): Promise<void> {
  const telegram = await home.startTelegram({ chats: [chatId], onSent: ({ text }) => show(text) });
  const shop = await openShop(home, { telegram, name: 'Somchai', spareKeys: 1 });
  const { server, credentials } = shop;
  const line = `/register ${credentials.phone} ${credentials.activationKey}`;
  telegram.userSends(chatId, line, { from: { language_code: 'en' } });
  await telegram.expectMessage({ chatId, contains: 'Connected' });
  const deviceId = 'fw-a1b2c3d4e5f6';
  const stored = await customerEntries(server, credentials);
  await using tab = await openPage(server, { stored });
  const { page } = tab;
  await tab.visit('/customer/dashboard');
  await settle(tab);
  const heading = page.getByRole('heading', { name: en.configure.own.title });
  const fold = page.locator('details').filter({ has: heading }).last();
  const token = await step('get the credentials', async () => {
    await page.getByRole('button', { name: en.configure.open, exact: true }).first().click();
    await fold.locator('summary').first().click();
    await page.getByLabel(en.configure.own.id).fill('A1:B2:C3:D4:E5:F6');
    await page.getByRole('button', { name: en.configure.own.action }).click();
    return page.getByText(/^fwd_/).innerText();
  });
  await keep(fold, 'own-board');
  const board = await EsphomeBoard.flash(join(home.dir, 'esphome'), deviceId);
  home.defer(() => board.stop());
  await step('from its start to online', async () => {
    await board.connect(server.mqtt ?? 0, token);
    await board.setUptime(5_000);
    await board.beat();
    await waitFor('device online', () => isOnline(home, deviceId));
  });
  await step('from the cut to the alert', async () => {
    await board.sense(false);
    await telegram.expectMessage({ chatId, contains: 'Mains lost' }, 120_000);
  });
  await board.sense(true);
}

async function walkToNewMachine(home: Home): Promise<void> {
  const telegram = await home.startTelegram({ chats: [chatId], onSent: ({ text }) => show(text) });
  const at = ['--port', String(await findLastingPort())];
  const shop = await openShop(home, { telegram, name: 'Somchai', sites: ['Shop'], args: at });
  const { credentials, boards, server: old } = shop;
  const line = `/register ${credentials.phone} ${credentials.activationKey}`;
  telegram.userSends(chatId, line, { from: { language_code: 'en' } });
  await telegram.expectMessage({ chatId, contains: 'Connected' });
  const [board] = boards;
  if (board === undefined) throw new Error('there is no board');
  const device = new HttpDevice(old.url, board);
  await device.beats();
  backdate(home.data, boards, Date.now() - dayMs);
  addOutages(home.data, [{ board, downAt: Date.now() - dayMs / 3, minutes: 42 }]);
  const before = await customerEntries(old, credentials);

  await using other = await installBinary();
  await step('stop the old one, copy its folder', async () => {
    await old.stop();
    await cp(home.data.dir, other.data.dir, { recursive: true });
  });
  const server = await step('start the new one', () => other.serve({ telegram, args: at }));
  await step('the board is heard again, by itself', async () => {
    await device.beats();
    await waitFor('device online', () => isOnline(other, board.id));
  });
  await using tab = await openPage(server, { stored: before });
  await step('a browser that was logged in still is', async () => {
    await tab.visit('/customer/dashboard');
    await tab.page.getByText(en.portal.power_now).first().waitFor();
  });
  await settle(tab);
  await keep(tab.page, 'moved');
  await device.losesMains();
  await step('from a cut to the alert', () =>
    telegram.expectMessage({ chatId, contains: 'Mains lost' }, 120_000),
  );
}

function isOnline({ data }: Home, deviceId: string): boolean {
  const [row] = data.read<{ link: string }>(
    'SELECT link FROM devices WHERE device_id = ?',
    deviceId,
  );
  return row?.link === 'online';
}

/** What is still on its way: answers, fonts, the ribbons. */
async function settle(tab: Tab): Promise<void> {
  await tab.page.waitForTimeout(1_500);
  // A first visit does not wait for its fonts; the second has them.
  await tab.page.reload();
  await tab.page.waitForTimeout(1_500);
  await tab.settle();
}
