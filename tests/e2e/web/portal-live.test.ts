/** The open dashboard follows what happens, without a reload and across a restart of the server. */
import { describe, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { ApiClient } from '../api-client.ts';
import { findLastingPort, installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { MqttDevice } from '../mqtt-device.ts';
import { customerEntries, openTab, type Tab } from './browser.ts';
import { openShop } from './shop.ts';
import { liveMs, shareBrowser, unfold } from './walk.ts';

const words = { th, en };

const browser = shareBrowser();

function siteOf({ page }: Tab, name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
}

/** A mark on the page that a reload would remove. */
async function markPage({ page }: Tab): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  return () => page.evaluate(() => 'isSamePage' in window);
}

describe.each(['th', 'en'] as const)('in %s', (language) => {
  const t = words[language];

  test('a loss of mains over MQTT and over HTTP is shown by itself, and so is its end', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop', 'Farm'] });
    const [shopBoard, farmBoard] = shop.boards;
    if (shopBoard === undefined || farmBoard === undefined) throw new Error('two boards expected');
    const overMqtt = new MqttDevice(shopBoard, { port: shop.server.mqtt ?? 0 });
    await overMqtt.connects();
    home.defer(() => overMqtt.leaves());
    await overMqtt.beats();
    const overHttp = new HttpDevice(shop.server.url, farmBoard);
    await overHttp.beats();
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    await tab.visit('/customer/dashboard');
    await tab.page.getByText(t.ui.live.live, { exact: true }).waitFor();
    const isSamePage = await markPage(tab);

    for (const [name, device] of [
      ['Shop', overMqtt],
      ['Farm', overHttp],
    ] as const) {
      const site = siteOf(tab, name);
      await site.getByText(t.state.up.word, { exact: true }).first().waitFor();
      await device.losesMains();
      await site
        .getByText(t.state.mains_lost.word, { exact: true })
        .first()
        .waitFor({ timeout: liveMs });

      const acknowledge = site.getByRole('button', { name: t.portal.outage.acknowledge });
      await acknowledge.click();
      await site.getByText(shop.name).waitFor();
      // Of several messages the newest stands first.
      const undo = tab.page.getByRole('button', { name: t.ui.undo }).first();
      await undo.waitFor();
      // Its place is taken by its opposite, which has the focus.
      const remind = site.getByRole('button', { name: t.portal.outage.remind });
      expect(await remind.evaluate((button) => button === document.activeElement)).toBe(true);
      await undo.click();
      await acknowledge.waitFor();
      await tab.page.getByText(t.portal.outage.reminding).first().waitFor();
      await acknowledge.dblclick();
      await remind.waitFor();
      await tab.page.getByText(t.portal.outage.done).first().waitFor();

      await device.regainsMains();
      await site.getByText(t.portal.confirming.power).waitFor({ timeout: liveMs });
      await site.getByText(t.state.up.word, { exact: true }).first().waitFor();
    }
    expect(await isSamePage()).toBe(true);
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });

  test('silence is shown as lost contact, never as lost power', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    const [board] = shop.boards;
    if (board === undefined) throw new Error('a board expected');
    const device = new MqttDevice(board, { port: shop.server.mqtt ?? 0 });
    await device.connects();
    await device.beats();
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    await tab.visit('/customer/dashboard');
    const site = siteOf(tab, 'Shop');
    await site.getByText(t.state.up.word, { exact: true }).first().waitFor();
    device.vanishes();
    await site.getByText(t.portal.meaning.contact_lost).waitFor();
    expect(await site.getByText(t.state.mains_lost.word, { exact: true }).count()).toBe(0);
    await unfold(tab.page, t.portal.nav.devices);
    const row = tab.page.getByRole('table', { name: t.devices.title }).locator('tbody tr');
    expect(await row.textContent()).toContain(t.devices.status.offline);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a server that is killed and comes back is followed again, and what was missed is shown', async () => {
    await using home = await installBinary();
    const port = await findLastingPort();
    const args = ['--port', String(port)];
    const shop = await openShop(home, { sites: ['Shop'], args });
    const [board] = shop.boards;
    if (board === undefined) throw new Error('a board expected');
    await new HttpDevice(shop.server.url, board).beats();
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    const mark = (text: string) => page.getByRole('status').getByText(text, { exact: true });
    await mark(t.ui.live.live).waitFor();
    const isSamePage = await markPage(tab);

    await shop.server.kill();
    await page
      .getByText(new RegExp(`^(${t.ui.live.reconnecting}|${t.ui.live.offline})$`))
      .waitFor();
    await siteOf(tab, 'Shop').getByText(t.state.up.word, { exact: true }).first().waitFor();
    // Nobody knows of a server that does not answer whether it watches.
    await page.getByText(t.ui.unreachable.title).waitFor();
    expect(await page.getByText(t.ui.offline.text).count()).toBe(0);

    const again = await home.serve({ args });
    // This happens before the page reconnects, and it must still learn of it.
    const owner = new ApiClient(again, shop.owner.token);
    await owner.put(`/api/customer/devices/${board.id}`, { siteName: 'Kitchen' });
    const device = new HttpDevice(again.url, board);
    await device.losesMains();
    await mark(t.ui.live.live).waitFor();
    const site = siteOf(tab, 'Kitchen');
    await site
      .getByText(t.state.mains_lost.word, { exact: true })
      .first()
      .waitFor({ timeout: liveMs });

    await device.regainsMains();
    await site.getByText(t.portal.confirming.power).waitFor({ timeout: liveMs });
    expect(await isSamePage()).toBe(true);
    expect(tab.takeComplaints(/ERR_|Failed to load resource/)).toEqual([]);
  });
});

test('changes made elsewhere and a new device are shown; times keep moving', async () => {
  await using home = await installBinary();
  const shop = await openShop(home, { sites: ['Shop'], spareKeys: 1 });
  const [board] = shop.boards;
  if (board === undefined) throw new Error('a board expected');
  const device = new HttpDevice(shop.server.url, board);
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { language: 'en', stored });
  const { page } = tab;
  await page.clock.install();
  await tab.visit('/customer/dashboard');
  await page.getByText(en.ui.live.live, { exact: true }).waitFor();
  await unfold(page, en.portal.nav.devices);
  const row = (name: string) =>
    page.getByRole('table', { name: en.devices.title }).locator('tbody tr', { hasText: name });
  await row('Shop').getByText(en.ui.time.never).waitFor();

  await device.beats();
  await row('Shop').getByText(en.devices.status.online).waitFor({ timeout: liveMs });
  await row('Shop').getByText(en.ui.time.just_now).waitFor();

  await shop.owner.put(`/api/customer/devices/${board.id}`, { siteName: 'Kitchen' });
  await row('Kitchen').waitFor({ timeout: liveMs });

  const response = await fetch(`${shop.server.url}/api/device/v1/enrol`, {
    method: 'POST',
    body: JSON.stringify({
      device_id: 'fw-0000000000b1',
      activation_key: shop.keys[1],
      phone: shop.credentials.phone,
      device_type: 's2-mini',
      firmware_version: '1.0.0',
    }),
  });
  expect(response.status).toBe(200);
  await row('fw-0000000000b1').waitFor({ timeout: liveMs });

  await page.clock.fastForward('03:10');
  await row('Kitchen').getByText('3 minutes ago').waitFor();
  expect(tab.takeComplaints()).toEqual([]);
});
