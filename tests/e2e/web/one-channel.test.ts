/** Houses with one channel that is not Telegram: no page, message or line of the doctor speaks of that. */
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { listClientPaths } from '../../../scripts/lib/client-paths.ts';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { lineUser, startFakeLine } from '../../fakes/line/fake-line.ts';
import { mailSettings, startFakeSmtp } from '../../fakes/smtp/fake-smtp.ts';
import { type Home, installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { adminEntries, customerEntries, openTab } from './browser.ts';
import { openShop, operator, type Shop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();

/** The page where channels are set up offers all of them. */
const offersAll = ['/admin/channels'];
/** Pages for those who are not logged in. */
const strangersPages = ['/', '/admin/login', '/customer', '/privacy'];
const paths = Object.values(listClientPaths())
  .flat()
  .filter((path) => !offersAll.includes(path) && path !== '/admin/wall');

interface House extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** One more chat or address of the customer's. */
  readonly recipient: readonly [channel: string, address: string];
  /** How the last of its messages failed. */
  readonly failure: string;
  readonly title: 'line' | 'email';
}

async function openLine(): Promise<House> {
  const line = await startFakeLine();
  const som = lineUser(7);
  line.meet(som, 'Som');
  return {
    env: {
      FAIWATCH_LINE_ACCESS_TOKEN: line.token,
      FAIWATCH_LINE_CHANNEL_SECRET: line.secret,
      FAIWATCH_LINE_API_ROOT: line.apiRoot,
    },
    recipient: ['line', som],
    failure: 'LINE: no answer in time',
    title: 'line',
    [Symbol.asyncDispose]: () => line.close(),
  };
}

async function openMail(): Promise<House> {
  const address = 'som@example.com';
  const smtp = await startFakeSmtp([address]);
  return {
    env: { ...mailSettings(smtp), FAIWATCH_PUBLIC_URL: 'http://power.example' },
    recipient: ['email', address],
    failure: 'Email: no answer in time',
    title: 'email',
    [Symbol.asyncDispose]: () => smtp.close(),
  };
}

describe.each([
  ['LINE', 'en', openLine],
  ['email', 'th', openMail],
] as const)('a house with %s only, in %s', (_name, language, open) => {
  test('hears of no other messenger on any page, nor from the doctor', async () => {
    await using house = await open();
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'], spareKeys: 1, env: house.env });
    const isThere = async () => {
      const { body } = await shop.owner.get('/api/public/info');
      return body.line !== null || body.email === true;
    };
    await waitFor('the channel', isThere);
    await expectOffered(shop, house, language);
    await addPast(home, shop, house);
    const stored = {
      ...(await adminEntries(shop.server, operator)),
      ...(await customerEntries(shop.server, shop.credentials)),
    };
    const title = words[language].channels[house.title];
    for (const path of paths) {
      await using tab = await openTab(browser, shop.server, {
        language,
        ...(!strangersPages.includes(path) && { stored }),
      });
      const address = path.replace('$deviceId', shop.boards[0]?.id ?? '').replace('$id', '1');
      await tab.visit(address);
      await tab.page.getByRole('heading', { level: 1 }).first().waitFor();
      const loading = tab.page.locator('[aria-busy=true], .animate-pulse');
      await waitFor('page without gaps', async () => (await loading.count()) === 0);
      const said = await tab.page.locator('html').innerText();
      const description = await tab.page.locator('meta[name=description]').getAttribute('content');
      const sentences = `${said}\n${description}`.split('\n');
      expect({ path, said: sentences.filter((line) => /telegram/i.test(line)) }).toEqual({
        path,
        said: [],
      });
      if (path === '/admin/system') {
        expect(sentences).not.toContain(words[language].system.messenger.title);
      }
      if (house.title === 'email') {
        // An address is no chat.
        const chats = sentences.filter((line) => /\d (chats?\b|แชต)/.test(line));
        expect({ path, chats }).toEqual({ path, chats: [] });
        if (path === '/customer/alerts') expect(said).toContain(`${title.name} ••••.com`);
      }
      if (path === '/' || path === '/admin/settings') {
        await tab.page.locator('main').getByText(title.name).first().waitFor();
      }
      if (path === '/' && house.title === 'email')
        await expectNoBot(tab.page, title.name, language);
      await tab.takePicture(`one-channel-${house.title}-${path.replaceAll('/', '-')}-${language}`);
    }
    const document = await (await fetch(shop.server.url)).text();
    expect(document).not.toMatch(/telegram/i);
    const toml = [
      'host = "127.0.0.1"',
      `port = ${shop.server.http}`,
      `mqtt_port = ${shop.server.mqtt}`,
    ];
    const settings = Object.entries(house.env).map(
      ([name, value]) => `${name.replace('FAIWATCH_', '').toLowerCase()} = ${tomlOf(value)}`,
    );
    writeFileSync(join(home.data.dir, 'faiwatch.toml'), [...toml, ...settings, ''].join('\n'), {
      mode: 0o600,
    });
    const { stdout } = await home.run('doctor');
    expect(stdout.split('\n').filter((line) => /telegram/i.test(line))).toEqual([]);
    expect(stdout).toContain(`${en.channels[house.title].name} is set up`);
  }, 300_000);
});

/** What is sold comes by the channel there is; a page that is seen a moment before the server's answer supposes a bot. */
async function expectNoBot(page: Page, channel: string, language: 'th' | 'en'): Promise<void> {
  const t = words[language];
  const bot = language === 'th' ? 'บอต' : /\bbot\b/i;
  await page.getByText(t.price.has_alerts_by.replace('{{channels}}', channel)).first().waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.getByText(t.faq.group.answer_no_bot).waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(bot);
}

const tomlOf = (value: string) => (/^\d+$/.test(value) ? value : JSON.stringify(value));

/** While nobody is connected: the way to connect is the channel's. */
async function expectOffered(shop: Shop, { title }: House, language: 'th' | 'en'): Promise<void> {
  const t = words[language];
  const stored = await customerEntries(shop.server, shop.credentials);
  for (const path of ['/customer/dashboard', '/customer/alerts']) {
    await using tab = await openTab(browser, shop.server, { language, stored });
    await tab.visit(path);
    await tab.page.getByText(t.channels[title].name).first().waitFor();
    const said = await tab.page.locator('body').innerText();
    expect(said).not.toMatch(/telegram/i);
    expect(said).not.toContain(t.messenger.none.title);
    await tab.takePicture(`one-channel-${title}-offer-${path.replaceAll('/', '-')}`);
  }
}

/** An outage, a message that failed, and what the console lists of it. */
async function addPast(home: Home, shop: Shop, { recipient, failure }: House): Promise<void> {
  home.data.write(
    `INSERT INTO recipients (customer_id, channel, address, name, language, created_at)
     VALUES (1, ?, ?, 'Som', 'en', ?)`,
    ...[...recipient, Date.now()],
  );
  const [board] = shop.boards;
  if (board === undefined) throw new Error('there is no board');
  const device = new HttpDevice(shop.server.url, board);
  await device.beats();
  await device.losesMains();
  await shop.owner.post('/api/customer/test-alert');
  const sent = "SELECT count(*) FROM notifications WHERE kind = 'test' AND status <> 'pending'";
  await waitFor('the test', () => home.data.readNumber(sent) > 0);
  home.data.write("UPDATE notifications SET status = 'failed', last_error = ?", failure);
  home.data.write(
    `INSERT INTO audit_log (at, actor, action, subject) VALUES (?, ?, 'outage.acknowledge', 'outage:1')`,
    ...[Date.now(), `bot:${recipient[1]}`],
  );
}
