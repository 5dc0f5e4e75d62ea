/** The list of events in the customer portal of the executable. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { type Home, installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import {
  customerEntries,
  languages,
  looks,
  openTab,
  phone,
  type Tab,
  type TabOptions,
} from './browser.ts';
import { addEvent, dayMs } from './past.ts';
import { openReportShop, type ReportShop, seededBeats } from './report-shop.ts';
import { shareBrowser, unfold } from './walk.ts';

/** Rows of one page of the activity. */
const perPage = 20;

const words = { th, en };

const browser = shareBrowser();
let home: Home;
let shop: ReportShop;
let stored: Record<string, string>;

beforeAll(async () => {
  home = await installBinary();
  shop = await openReportShop(home);
  stored = await customerEntries(shop.server, shop.credentials);
  // Of every kind, older than everything else: one minute apart, in this order.
  const oldest = Date.now() - 700 * dayMs;
  const signal = { rssi: -78, ssid: 'BarnWiFi' };
  const kinds: [type: string, details?: Record<string, unknown>][] = [
    ['REGISTER', { firmware_version: '1.2.3' }],
    ['ONLINE', { ...signal, reset_reason: 'brownout' }],
    ['POWER_DOWN', { ...signal, inferred: true }],
    ['OFFLINE', signal],
    ['POWER_RECOVER', signal],
    ['OUTAGE', signal],
    ['ACKNOWLEDGE', { by: 'Nok' }],
    ['ACK_RECOVER', {}],
    ['CONFIG_CHANGE', { alert_enabled: false, reminder_interval_seconds: 90, by: 'Nok' }],
    ['HEARTBEAT', { ...signal, count: 360 }],
  ];
  for (const [index, [type, details = {}]] of kinds.entries()) {
    addEvent(home.data, { board: shop.stall, type, at: oldest + index * 60_000, details });
  }
});
afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
});

const openOwnTab = (options: TabOptions = {}) =>
  openTab(browser, shop.server, { ...options, stored });

const section = ({ page }: Tab): Locator =>
  page.getByRole('region', { name: /^(ความเคลื่อนไหว|Activity)$/ });

/** Date, device, event and details of each row. */
async function readRows(tab: Tab): Promise<string[][]> {
  const rows = section(tab).locator('tbody tr');
  await rows.first().locator('time').first().waitFor({ state: 'attached' });
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.innerText.replaceAll(/\s+/g, ' ').trim()),
    ),
  );
}

function expectClean(tab: Tab): void {
  expect(tab.takeComplaints()).toEqual([]);
  expect([...tab.foreignOrigins]).toEqual([]);
}

describe.each(languages)('the events, in %s', (language) => {
  const t = words[language];

  test('show the details of each kind', async () => {
    await using tab = await openOwnTab({ language });
    await tab.visit(`/customer/dashboard?device=${shop.stall.id}`);
    const isThai = language === 'th';
    const signal = isThai
      ? 'สัญญาณพอใช้ (-78 dBm) · Wi-Fi “BarnWiFi”'
      : 'Fair signal (-78 dBm) · Wi-Fi “BarnWiFi”';
    const by = (name: string) => (isThai ? `โดย ${name}` : `by ${name}`);
    const seen = (await readRows(tab)).slice(-10, -1);
    expect(seen.map(([, device]) => device)).toEqual(seen.map(() => `Stall ${shop.stall.id}`));
    const { type } = t.events;
    expect(seen.map(([, , word, details]) => [word, details])).toEqual([
      [
        type.config_change,
        isThai
          ? 'ปิดการแจ้งเตือน · เตือนซ้ำทุก 1 นาที 30 วิ · โดย Nok'
          : 'Alerts switched off · Reminders every 1 min 30 s · by Nok',
      ],
      [type.ack_recover, by(isThai ? 'ลูกค้า' : 'customer')],
      [type.acknowledge, by('Nok')],
      [type.outage, isThai ? `ก่อนหายไป: ${signal}` : `Before the loss: ${signal}`],
      [type.recover, signal],
      [type.offline, `${t.events.within_outage} · ${signal}`],
      [type.down, `${t.events.inferred} · ${signal}`],
      [type.online, `${t.events.reset.brownout} · ${signal}`],
      [type.register, isThai ? 'เฟิร์มแวร์ 1.2.3' : 'Firmware 1.2.3'],
    ]);
    const [date = ''] = seen[0] ?? [];
    expect(date).toMatch(isThai ? /^\d+ \S+ 256\d \d\d:\d\d$/ : /^\d+ \w+ 20\d\d \d\d:\d\d$/);

    await section(tab).getByRole('link', { name: t.events.filter.heartbeat }).click();
    await waitFor('heartbeats only', async () => (await readRows(tab)).length === 1);
    expect((await readRows(tab))[0]?.slice(2)).toEqual([
      type.heartbeat,
      isThai ? `ได้รับ 360 ครั้ง · ${signal}` : `360 received · ${signal}`,
    ]);
    expectClean(tab);
  });

  test('are those of the server, by kind and by device, page by page', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(tab.page, t.activity.title);
    const list = async (query: string) => {
      const { body } = await shop.owner.get(`/api/customer/events?limit=${perPage}&${query}`);
      return body;
    };
    const namesOf = (rows: readonly { device_name: string; device_id: string }[]) =>
      rows.map(({ device_name: name, device_id: id }) => `${name} ${id}`);
    const first = await list('');
    expect(first.total).toBeGreaterThan(perPage);
    const rows = await readRows(tab);
    expect(rows).toHaveLength(perPage);
    expect(rows.map(([, device]) => device)).toEqual(namesOf(first.data));

    await section(tab).getByRole('button', { name: t.ui.pager.next }).click();
    const second = await list('page=2');
    await waitFor(
      'the second page',
      async () => (await readRows(tab)).length === second.data.length,
    );
    expect((await readRows(tab)).map(([, device]) => device)).toEqual(namesOf(second.data));
    expect(tab.path).toBe('/customer/dashboard?page=2');
    await page.goBack();
    await waitFor('the first page', async () => (await readRows(tab)).length === perPage);

    await section(tab).getByRole('combobox').click();
    await page.getByRole('option', { name: 'Barn' }).click();
    const power = section(tab).getByRole('link', { name: t.events.filter.power });
    await power.click();
    const narrowed = await list(`filter=power&device_id=${shop.barn.id}`);
    await waitFor('fewer', async () => (await readRows(tab)).length === narrowed.data.length);
    expect(new URL(page.url()).search).toBe(`?device=${shop.barn.id}&filter=power`);
    expect(new Set((await readRows(tab)).map(([, , word]) => word))).toEqual(
      new Set([t.events.type.down, t.events.type.recover]),
    );
    for (const filter of ['contact', 'acknowledgement', 'settings'] as const) {
      await tab.visit(`/customer/dashboard?filter=${filter}`);
      const { data } = await list(`filter=${filter}`);
      expect(await readRows(tab)).toHaveLength(data.length);
    }
    await tab.visit('/customer/dashboard?filter=heartbeat');
    expect(await readRows(tab)).toHaveLength(Math.min(seededBeats + 1, perPage));
    expectClean(tab);
  });

  test('say why there are none, and lead on', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await tab.visit('/customer/dashboard?page=400');
    await page.getByText(t.events.past_end.title).waitFor();
    await page.getByRole('button', { name: t.events.past_end.first_page }).click();
    expect(await readRows(tab)).toHaveLength(perPage);

    await tab.visit(`/customer/dashboard?filter=acknowledgement&device=${shop.house.id}`);
    await page.getByText(t.events.empty_filter.title).waitFor();
    await page.getByRole('button', { name: t.events.empty_filter.show_all }).click();
    expect(await readRows(tab)).toHaveLength(perPage);
    expect(tab.path).toBe('/customer/dashboard');

    await tab.visit('/customer/dashboard?device=fw-ffffffffffff');
    await page.getByText(t.activity.no_device.title).waitFor();
    await page.getByRole('button', { name: t.activity.no_device.show_all }).click();
    expect(await readRows(tab)).toHaveLength(perPage);
    expect(tab.takeComplaints(/404/)).toEqual([]);
    expectClean(tab);
  });

  test('say why they could not be loaded, and come when asked again', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/customer/events*', async (route) => {
      await gate.promise;
      await route.abort();
    });
    await tab.visit('/customer/dashboard');
    await unfold(tab.page, t.activity.title);
    const table = page.getByRole('table', { name: t.events.label });
    await table.waitFor();
    expect(await table.getAttribute('aria-busy')).toBe('true');
    gate.resolve();
    const alert = section(tab).getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain(t.ui.error.network);
    await page.unroute('**/api/customer/events*');
    await alert.getByRole('button', { name: t.ui.retry }).click();
    expect(await readRows(tab)).toHaveLength(perPage);
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);
    expectClean(tab);
  });

  test('are cards on a phone', async () => {
    await using tab = await openOwnTab({ language, viewport: phone });
    await tab.visit('/customer/dashboard');
    await unfold(tab.page, t.activity.title);
    const card = section(tab).locator('tbody tr').first();
    await card.getByText('Stall', { exact: true }).waitFor();
    const { body } = await shop.owner.get('/api/customer/events');
    const [newest] = body.data;
    const text = await card.innerText();
    expect(text).toContain(newest.device_name);
    expect(text).toContain(t.events.type.online);
    expect(text).toContain('ShopWiFi');
    const box = await card.boundingBox();
    expect(box?.height).toBeLessThan(160);
    expect(await section(tab).getByRole('columnheader').count()).toBe(0);
    expectClean(tab);
  });
});

test.each(looks)('axe finds nothing: %j', async (look) => {
  await using tab = await openOwnTab(look);
  const { language, theme, viewport } = look;
  await tab.visit('/customer/dashboard');
  await unfold(tab.page, words[language].activity.title);
  await readRows(tab);
  expect(await tab.findAxeViolations()).toEqual([]);
  expect(await tab.overflowPx()).toBe(0);
  await tab.takePicture(`events-${language}-${theme}-${viewport.width}`);
  await tab.visit('/customer/dashboard?page=400');
  await tab.page.getByText(words[language].events.past_end.title).waitFor();
  expect(await tab.findAxeViolations()).toEqual([]);
  expectClean(tab);
});
