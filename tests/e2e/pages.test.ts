/** Every page of the executable, once: it loads, the browser has nothing to complain of, nor has axe. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { listClientPaths } from '../../scripts/lib/client-paths.ts';
import { installBinary } from './harness.ts';
import { HttpDevice } from './http-device.ts';
import { adminEntries, customerEntries, looks, openTab } from './web/browser.ts';
import { expectQuiet, expectSound, until } from './web/console-scene.ts';
import { openShop, operator, type Shop } from './web/shop.ts';
import { shareBrowser } from './web/walk.ts';

/** Pages besides those of the application. */
const plainPages = ['/firmware-flash.html'];
/** Pages for those who are not logged in; anybody else is led away from them. */
const strangersPages = ['/', '/admin/login', '/customer', '/privacy', ...plainPages];
/** Paths without a page, and where they redirect to. */
const leadsTo: Readonly<Record<string, string>> = { '/admin': '/admin/dashboard' };

const browser = shareBrowser();
let home: Awaited<ReturnType<typeof installBinary>>;
let shop: Shop;
let entries: Record<string, string>;

beforeAll(async () => {
  home = await installBinary();
  shop = await openShop(home, { name: 'วิภา รัตนพงษ์', sites: ['ร้านกาแฟ บางแสน'], spareKeys: 1 });
  const [board] = shop.boards;
  if (board === undefined) throw new Error('a board expected');
  const device = new HttpDevice(shop.server.url, board);
  await device.beats();
  await device.losesMains();
  entries = {
    ...(await adminEntries(shop.server, operator)),
    ...(await customerEntries(shop.server, shop.credentials)),
  };
});
afterAll(() => home?.[Symbol.asyncDispose]());

test.each(
  [...Object.values(listClientPaths()).flat(), ...plainPages].map((path, index) => ({
    path,
    look: looks[index % looks.length],
  })),
)('$path', async ({ path, look }) => {
  const isStranger = strangersPages.includes(path);
  await using tab = await openTab(browser, shop.server, {
    ...look,
    ...(!isStranger && { stored: entries }),
  });
  const { page } = tab;
  const address = path.replace('$deviceId', shop.boards[0]?.id ?? '').replace('$id', '1');
  await page.addInitScript(
    ([phone = '', key = '']) => {
      // The portal leaves this for the page that configures a board.
      sessionStorage.setItem('customerPhone', phone);
      sessionStorage.setItem('activationKey', key);
    },
    [shop.credentials.phone, shop.keys.at(-1)],
  );
  await tab.visit(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = page.locator('[aria-busy=true], .animate-pulse');
  await until('page without gaps', async () => (await loading.count()) === 0);
  await expectSound(tab, path);
  expectQuiet(tab);
  expect(tab.path.split('?')[0]).toBe(leadsTo[path] ?? address);
});
