/**
 * Pictures of every page, from the real executable with a customer whose sites have a past.
 *
 *   npm run screenshots                 builds, then writes dist/screenshots/PAGE-LANGUAGE-THEME-SIZE.png
 *   npm run screenshots -- --keep       puts the ones the README shows into docs/images as well
 *   npm run screenshots -- --binary FILE --only landing,portal-th-dark-phone
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { localDayOf } from '../src/domain/local-days.ts';
import { enrolBoard, type Home, installBinary } from '../tests/e2e/harness.ts';
import { HttpDevice } from '../tests/e2e/http-device.ts';
import {
  adminEntries,
  customerEntries,
  everyLook,
  launchBrowser,
  openTab,
  phone,
} from '../tests/e2e/web/browser.ts';
import { addOutages, backdate, dayMs, minuteMs } from '../tests/e2e/web/past.ts';
import { openShop, operator, type Shop } from '../tests/e2e/web/shop.ts';
import en from '../web/src/locales/en.json';

const root = join(import.meta.dir, '..');
const outDir = join(root, 'dist', 'screenshots');
const imagesDir = join(root, 'docs', 'images');

/** The ones the README shows. */
const kept: Readonly<Record<string, string>> = {
  'landing-en-dark-desk': 'landing-dark',
  'portal-en-light-desk': 'portal-light',
  'portal-th-dark-phone': 'portal-phone-th',
  'alerts-en-light-desk': 'portal-alerts-light',
  'report-en-dark-desk': 'report-dark',
  'admin-dashboard-en-dark-desk': 'console-dark',
  'admin-device-en-dark-desk': 'console-device-dark',
  'admin-keys-en-light-desk': 'console-keys-light',
  'admin-map-en-light-desk': 'console-map-light',
  'admin-wall-en-dark-desk': 'console-wall-dark',
  'status-en-light-desk': 'status-light',
};

type Visitor = 'public' | 'customer' | 'admin';

interface Picture {
  readonly name: string;
  /** With the language of the look for `LANGUAGE`. */
  readonly path: string;
  readonly visitor: Visitor;
  /** An element that appears once the page is complete. */
  readonly wait?: (page: Page) => Promise<unknown>;
  /** What the README shows of it, in English; the top of the page otherwise. */
  readonly shown?: (page: Page) => Locator;
}

const pictures: readonly Picture[] = [
  { name: 'landing', path: '/', visitor: 'public' },
  { name: 'privacy', path: '/privacy', visitor: 'public' },
  { name: 'login', path: '/customer', visitor: 'public' },
  { name: 'portal', path: '/customer/dashboard', visitor: 'customer' },
  { name: 'sites', path: '/customer/sites', visitor: 'customer' },
  { name: 'devices', path: '/customer/devices', visitor: 'customer' },
  {
    name: 'alerts',
    path: '/customer/alerts',
    visitor: 'customer',
    shown: (page) => page.getByRole('region', { name: en.contacts.title }),
  },
  { name: 'account', path: '/customer/account', visitor: 'customer' },
  {
    name: 'report',
    path: '/customer/report',
    visitor: 'customer',
    wait: (page) => page.getByRole('slider').first().waitFor(),
  },
  { name: 'admin-login', path: '/admin/login', visitor: 'public' },
  { name: 'admin-dashboard', path: '/admin/dashboard', visitor: 'admin' },
  { name: 'admin-outages', path: '/admin/outages', visitor: 'admin' },
  { name: 'admin-customers', path: '/admin/customers', visitor: 'admin' },
  { name: 'admin-customer', path: '/admin/customers/1', visitor: 'admin' },
  { name: 'admin-devices', path: '/admin/devices', visitor: 'admin' },
  { name: 'admin-device', path: '/admin/devices/fw-0000000000a1', visitor: 'admin' },
  { name: 'admin-joins', path: '/admin/joins', visitor: 'admin' },
  { name: 'admin-keys', path: '/admin/keys', visitor: 'admin' },
  { name: 'admin-events', path: '/admin/events', visitor: 'admin' },
  { name: 'admin-deliveries', path: '/admin/deliveries', visitor: 'admin' },
  { name: 'admin-settings', path: '/admin/settings', visitor: 'admin' },
  { name: 'admin-operators', path: '/admin/operators', visitor: 'admin' },
  { name: 'admin-account', path: '/admin/account', visitor: 'admin' },
  { name: 'admin-audit', path: '/admin/audit', visitor: 'admin' },
  { name: 'admin-map', path: '/admin/map', visitor: 'admin' },
  { name: 'admin-wall', path: '/admin/wall', visitor: 'admin' },
  { name: 'status', path: '/status?lang=LANGUAGE', visitor: 'public' },
  { name: 'admin-system', path: '/admin/system', visitor: 'admin' },
];

const { values } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    binary: { type: 'string' },
    only: { type: 'string' },
  },
});
/** Pages, or pictures of them: `landing`, `portal-th-dark-phone`. */
const only = values.only?.split(',');
const unknown = only?.find((name) => pictures.every((one) => !name.startsWith(one.name)));
if (unknown !== undefined) throw new Error(`No picture is called ${unknown}`);
if (values.binary === undefined) await build();
else process.env['E2E_BINARY'] = values.binary;
await mkdir(outDir, { recursive: true });
await using home = await installBinary();
const shop = await openScene(home);
const stored = {
  public: {},
  customer: await customerEntries(shop.server, shop.credentials),
  admin: await adminEntries(shop.server, operator),
};
const browser = await launchBrowser();
try {
  for (const picture of pictures) await take(picture);
} finally {
  await browser.close();
}

async function build(): Promise<void> {
  const child = Bun.spawn([process.execPath, join(root, 'scripts', 'build.ts')], {
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) throw new Error('The build failed');
}

/** Two sites with power, one without, a month behind them, and a chat that is told. */
async function openScene(at: Home): Promise<Shop> {
  const telegram = await at.startTelegram({ chats: 'any' });
  const opened = await openShop(at, {
    telegram,
    sites: ['ร้านกาแฟ', 'บ้าน', 'โกดัง'],
    spareKeys: 1,
    env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_PUBLIC_STATUS: 'true' },
  });
  const [shopBoard, homeBoard, storeBoard] = opened.boards;
  if (shopBoard === undefined || homeBoard === undefined || storeBoard === undefined) {
    throw new Error('a board is missing');
  }
  const now = Date.now();
  backdate(at.data, opened.boards, now - 40 * dayMs);
  addOutages(at.data, [
    { board: shopBoard, downAt: now - 26 * dayMs, minutes: 42 },
    { board: shopBoard, downAt: now - 11 * dayMs, minutes: 185, acknowledgedBy: opened.name },
    { board: shopBoard, downAt: now - 9 * 60 * minuteMs, minutes: 95, acknowledgedBy: opened.name },
    { board: homeBoard, downAt: now - 11 * dayMs, minutes: 160 },
    { board: homeBoard, downAt: now - 5 * dayMs, minutes: 12 },
    { board: homeBoard, downAt: now - 14 * 60 * minuteMs, minutes: 50, cause: 'network' },
    { board: storeBoard, downAt: now - 3 * dayMs, minutes: 310 },
  ]);
  const joins = async (chatId: number, firstName: string, contact: string) => {
    const { body } = await opened.owner.post(
      `/api/customer/telegram-link?contact_id=${contact}`,
      {},
    );
    const line = `/start ${new URL(body.link).searchParams.get('start')}`;
    telegram.userSends(chatId, line, { from: { first_name: firstName } });
    await telegram.expectMessage({ chatId, contains: '' });
  };
  await joins(7_001_234, 'มาลี', 'own');
  const { body: brother } = await opened.owner.post('/api/customer/contacts', { name: 'พี่ชาย' });
  await joins(7_001_235, 'สมชาย', brother.data.id);
  await opened.owner.put(`/api/customer/contacts/${brother.data.id}`, {
    after_minutes: 10,
    quiet: { from: '22:00', to: '06:00', wakes: ['alert'] },
  });
  const devices = opened.boards.map((board) => new HttpDevice(opened.server.url, board));
  for (const device of devices) await device.beats({ rssi: -58, ssid: 'ShopWiFi' });
  await devices[2]?.losesMains();
  await addNeighbours(opened);
  await addPlaces(opened, at);
  return opened;
}

/** What an operator's lists are full of: more customers, and keys of each kind. */
async function addNeighbours({ admin, server }: Shop): Promise<void> {
  const names = [
    'ร้านขายยา ท่าเรือ',
    'ฟาร์มกุ้ง บางปะกง',
    'ร้านซักผ้า สุขุมวิท 77',
    'หอพัก ศรีราชา',
    'ห้องเย็น มหาชัย',
  ];
  for (const [index, name] of names.entries()) {
    const phone = `08${index}5550${index}4${index}`;
    await admin.post('/api/customers', { phone, name });
    const order = { phone, purchaseType: 'device_bundle', deviceType: 's2-mini' };
    const { body } = await admin.post('/api/keys', order);
    if (index === names.length - 1) continue;
    const deviceId = `fw-0000000000b${index}`;
    const board = await enrolBoard(server, { deviceId, key: body.data.key_code, phone });
    await admin.put(`/api/devices/${deviceId}`, { site_name: name });
    await new HttpDevice(server.url, board).beats({ rssi: -71, ssid: 'Home' });
  }
  const order = { purchaseType: 'key_only', deviceType: null };
  const { body } = await admin.post('/api/keys/bulk', { quantity: 6, ...order });
  // A key without an owner, enrolled with a customer's number, asks to join the account.
  const asking = { deviceId: 'fw-0000000000c1', key: body.data[0].key_code, phone: '0805550040' };
  await enrolBoard(server, asking);
  await admin.post('/api/operators', { username: 'somchai', operator_role: 'support' });
  await admin.post('/api/operators', { username: 'night-watch', operator_role: 'viewer' });
}

/** Where some sites are, and what the public page has said. */
async function addPlaces({ admin }: Shop, at: Home): Promise<void> {
  const places = [
    ['fw-0000000000a1', 13.281, 100.925],
    ['fw-0000000000a2', 13.173, 100.931],
    ['fw-0000000000a3', 13.61, 100.75],
    ['fw-0000000000b0', 18.788, 98.985],
    ['fw-0000000000b1', 13.56, 100.99],
    ['fw-0000000000b2', 13.71, 100.6],
    ['fw-0000000000b3', 7.009, 100.474],
  ] as const;
  for (const [deviceId, latitude, longitude] of places) {
    await admin.put(`/api/devices/${deviceId}`, { location: { latitude, longitude } });
  }
  const now = Date.now();
  // Who counts is chosen for today: the server leaves these areas as they are.
  const { date } = localDayOf(now, 'Asia/Bangkok');
  at.data.write("INSERT OR REPLACE INTO meta (key, value) VALUES ('status_day', ?)", date);
  const areas = [
    ['TH-2001', [now - 26 * dayMs, 42], [now - 11 * dayMs, 185]],
    ['TH-5001', [now - 60 * dayMs, 75]],
    ['TH-1009'],
  ] as const;
  for (const [area, ...outages] of areas) {
    const since = now - (area === 'TH-1009' ? 30 : 120) * dayMs;
    at.data.write('INSERT INTO status_areas (area, since) VALUES (?, ?)', area, since);
    for (const [beganAt, minutes] of outages) {
      at.data.write(
        "INSERT INTO status_outages (area, kind, began_at, ended_at) VALUES (?, 'out', ?, ?)",
        ...[area, beganAt, beganAt + minutes * minuteMs],
      );
    }
  }
}

async function take({ name, path, visitor, wait, shown }: Picture): Promise<void> {
  for (const look of everyLook) {
    const size = look.viewport.width === phone.width ? 'phone' : 'desk';
    const file = `${name}-${look.language}-${look.theme}-${size}`;
    if (only !== undefined && !only.includes(name) && !only.includes(file)) continue;
    await using tab = await openTab(browser, shop.server, { ...look, stored: stored[visitor] });
    await tab.visit(path.replace('LANGUAGE', look.language));
    await tab.page.waitForLoadState('load');
    await wait?.(tab.page);
    // Waits for answers, fonts and the ribbons.
    await tab.page.waitForTimeout(1_500);
    // In a picture of the whole page, sticky heads of tables would stand where the page was scrolled to.
    if (look.viewport.width !== phone.width) await tab.page.evaluate(() => scrollTo(0, 0));
    await tab.page.screenshot({ path: join(outDir, `${file}.png`), fullPage: size === 'desk' });
    const keptAs = kept[file];
    if (values.keep && keptAs !== undefined) {
      // Shows one window, since the whole page would be too long.
      await tab.page.evaluate(() => scrollTo(0, 0));
      await (shown?.(tab.page) ?? tab.page).screenshot({ path: join(imagesDir, `${keptAs}.png`) });
    }
    console.log(`${file}.png`);
  }
}
