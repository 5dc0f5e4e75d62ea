/** Connecting chats from the portal, and sending them a test alert. */
import { describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { lineUser, startFakeLine } from '../../fakes/line/fake-line.ts';
import { installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, openTab, phone } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const chatId = 7_001_234;

const browser = shareBrowser();

describe.each(['th', 'en'] as const)('in %s', (language) => {
  const t = words[language];

  test('a chat is connected by the code, tested, lost and disconnected, and the page follows', async () => {
    await using home = await installBinary();
    const telegram = await home.startTelegram({ chats: 'any' });
    const shop = await openShop(home, { sites: ['Shop'], telegram });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored, viewport: phone });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await page.getByText(t.ui.live.live, { exact: true }).waitFor();

    const code = page.getByRole('img', { name: `@${telegram.bot.username}` });
    await code.waitFor();
    const open = page.getByRole('link', { name: t.messenger.connect.open });
    const link = new URL((await open.getAttribute('href')) ?? '');
    expect(link.origin + link.pathname).toBe(`https://t.me/${telegram.bot.username}`);
    const group = page.getByRole('link', { name: t.messenger.connect.group });
    expect(await group.getAttribute('href')).toContain('startgroup=link_');
    expect(await page.getByText(t.portal.silent.no_messenger).count()).toBe(1);

    telegram.userSends(chatId, `/start ${link.searchParams.get('start')}`);
    await page.getByText(t.messenger.connected).first().waitFor();
    await code.waitFor({ state: 'detached' });
    await page.getByText(t.portal.silent.no_messenger).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: t.portal.nav.alerts, exact: true }).click();
    const title = page.getByRole('heading', { name: t.messenger.chats.title });
    await title.waitFor();
    const chat = page.getByRole('listitem').filter({ hasText: '••••' }).last();
    expect(await chat.textContent()).toContain(t.messenger.chats.reached);

    const send = page.getByRole('button', { name: t.messenger.test.action });
    await send.click();
    await telegram.expectMessage({ chatId, contains: '' });
    await page.getByRole('status').getByText(deliveredTo(1, t)).waitFor();

    await page.getByRole('button', { name: t.messenger.chats.add }).click();
    const adding = page.getByRole('dialog', { name: t.messenger.connect.title, exact: true });
    await adding.getByRole('img').waitFor();
    // A used link is not shown again.
    expect(await adding.getByRole('link').first().getAttribute('href')).not.toBe(link.href);
    await page.keyboard.press('Escape');
    await adding.waitFor({ state: 'detached' });

    telegram.blockUser(chatId);
    const messenger = async () => (await shop.owner.get('/api/customer/stats')).body.messenger;
    await waitFor('lost chat', async () => (await messenger()).unreachable === 1);
    await page.reload();
    await page.getByText(t.messenger.chats.unreachable_hint).waitFor();
    await code.waitFor();
    telegram.unblockUser(chatId);
    telegram.userSends(chatId, '/status');
    await telegram.expectMessage({ chatId, contains: 'Shop' }, 10_000);
    await page.reload();
    await title.waitFor();

    const disconnect = chat.getByRole('button', {
      name: t.messenger.disconnect.action_name.split('{{')[0] ?? '',
    });
    await disconnect.click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText(t.messenger.disconnect.last).waitFor();
    await confirm.getByRole('button', { name: t.ui.cancel }).click();
    await confirm.waitFor({ state: 'detached' });
    await disconnect.click();
    await confirm.getByRole('button', { name: t.messenger.disconnect.action }).click();
    await page.getByText(t.messenger.disconnect.done).waitFor();
    await code.waitFor();
    expect((await messenger()).recipients).toEqual([]);
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });

  test('a link that has run out is renewed on demand, and a failure can be tried again', async () => {
    await using home = await installBinary();
    const telegram = await home.startTelegram({ chats: 'any' });
    const shop = await openShop(home, { telegram });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    const calls = '**/api/customer/telegram-link?*';
    await page.route(calls, (route) => route.fulfill({ status: 409, json: { ok: false } }));
    await tab.visit('/customer/dashboard');
    await page.getByText(t.messenger.connect.failed).waitFor();
    expect(tab.takeComplaints(/409/)).toEqual([]);

    await page.unroute(calls);
    await page.route(calls, async (route) => {
      const response = await route.fetch();
      const expired = new Date(Date.now() - 1_000).toISOString();
      await route.fulfill({ response, json: { ...(await response.json()), expires_at: expired } });
    });
    await page.getByRole('button', { name: t.ui.retry }).click();
    await page.getByText(t.messenger.connect.expired).waitFor();
    await page.unroute(calls);
    await page.getByRole('button', { name: t.messenger.connect.renew }).click();
    await page.getByRole('link', { name: t.messenger.connect.open }).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  });
});

test('a test alert says to how many it came, and when no more may be sent', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: [chatId] });
  const shop = await openShop(home, { telegram });
  for (const address of [chatId, chatId + 1]) {
    home.data.write(
      `INSERT INTO recipients (customer_id, channel, address, language, created_at)
       VALUES (1, 'telegram', ?, 'en', ?)`,
      String(address),
      Date.now(),
    );
  }
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await tab.visit('/customer/alerts');
  await page.getByText(en.ui.live.live, { exact: true }).waitFor();
  const send = page.getByRole('button', { name: en.messenger.test.action });
  await send.click();
  await page.getByText('Delivered to 1 of 2 recipients').waitFor();
  await page.getByText(en.messenger.chats.unreachable, { exact: true }).waitFor();

  await send.click();
  await page.getByText(deliveredTo(1, en)).waitFor();
  await send.click();
  await page.getByText(en.messenger.test.sending).waitFor();
  await page.getByText(deliveredTo(1, en)).waitFor();
  await send.click();
  await page
    .getByRole('status')
    .getByText(en.messenger.test.wait.split('{{')[0] ?? '')
    .waitFor();
  expect(tab.takeComplaints(/429/)).toEqual([]);
});

test('with LINE beside Telegram, a customer chooses, and sends LINE the code', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const line = await startFakeLine();
  const som = lineUser(7);
  line.meet(som, 'Som');
  const env = {
    FAIWATCH_LINE_ACCESS_TOKEN: line.token,
    FAIWATCH_LINE_CHANNEL_SECRET: line.secret,
    FAIWATCH_LINE_API_ROOT: line.apiRoot,
  };
  const shop = await openShop(home, { sites: ['Shop'], telegram, env });
  const stored = await customerEntries(shop.server, shop.credentials);
  await waitFor('LINE', async () => (await shop.owner.get('/api/public/info')).body.line !== null);
  await using tab = await openTab(browser, shop.server, {
    ...{ language: 'en', stored, viewport: phone },
  });
  const { page } = tab;
  await tab.visit('/customer/alerts');
  const open = page.getByRole('link', { name: en.messenger.line.open });
  expect(await open.getAttribute('href')).toStartWith(
    'https://line.me/R/oaMessage/%40faiwatch/?FW-',
  );
  expect(await tab.overflowPx()).toBe(0);
  expect(await tab.findAxeViolations()).toEqual([]);
  await tab.takePicture('portal-line');
  await page.getByRole('button', { name: en.messenger.name.telegram }).click();
  await page.getByRole('link', { name: en.messenger.connect.open }).waitFor();
  await page.getByRole('button', { name: en.messenger.name.line }).click();
  const code = (await page.getByText(/^FW-/).textContent()) ?? '';
  await line.tellBot(`${shop.server.url}/api/line/webhook`, [line.text(som, code)]);
  await page.getByText(en.messenger.connected).first().waitFor();
  await page.getByText('Som', { exact: true }).waitFor();
  await line.close();
});

/** What finding and pressing one thing may take a person. */
const pressMs = 8_000;

test.each([
  ['telegram', 'th'],
  ['line', 'en'],
] as const)(
  'a new customer has %s connected within a minute of the log-in',
  async (messenger, language) => {
    const t = words[language];
    await using home = await installBinary();
    const line = await startFakeLine();
    const som = lineUser(7);
    line.meet(som, 'Som');
    const telegram =
      messenger === 'telegram' ? await home.startTelegram({ chats: 'any' }) : undefined;
    const env = {
      FAIWATCH_LINE_ACCESS_TOKEN: line.token,
      FAIWATCH_LINE_CHANNEL_SECRET: line.secret,
      FAIWATCH_LINE_API_ROOT: line.apiRoot,
    };
    const shop = await openShop(home, {
      sites: ['Shop'],
      ...(telegram === undefined ? { env } : { telegram }),
    });
    if (telegram === undefined) {
      const isThere = async () => (await shop.owner.get('/api/public/info')).body.line !== null;
      await waitFor('LINE', isThere);
    }
    await using tab = await openTab(browser, shop.server, { language, viewport: phone });
    const { page } = tab;
    await tab.visit('/customer');
    await page.getByLabel(t.login.phone).fill(shop.credentials.phone);
    await page.getByLabel(t.login.key).fill(shop.credentials.activationKey);
    const begin = performance.now();
    await page.getByRole('button', { name: t.login.submit }).click();
    const name = telegram === undefined ? t.messenger.line.open : t.messenger.connect.open;
    const open = page.getByRole('link', { name });
    await open.waitFor();
    const link = new URL((await open.getAttribute('href')) ?? '');
    // The link opens the messenger, where a button is pressed: Start, or Send below the code.
    const presses = ['log in', 'open the messenger', 'start or send'].length;
    if (telegram === undefined) {
      const code = decodeURIComponent(link.search.slice(1));
      await line.tellBot(`${shop.server.url}/api/line/webhook`, [line.text(som, code)]);
    } else {
      telegram.userSends(chatId, `/start ${link.searchParams.get('start')}`);
    }
    await page.getByText(t.messenger.connected).first().waitFor();
    expect(performance.now() - begin + presses * pressMs).toBeLessThan(60_000);
    await page.getByText(t.portal.silent.no_messenger).waitFor({ state: 'detached' });
    expect(tab.takeComplaints()).toEqual([]);
    await line.close();
  },
);

/** The text for so many chats. */
function deliveredTo(count: number, t: typeof th | typeof en): string {
  const { test: texts } = t.messenger;
  const one = 'sent_one' in texts && count === 1 ? texts.sent_one : texts.sent_other;
  return one.replace('{{count}}', String(count));
}
