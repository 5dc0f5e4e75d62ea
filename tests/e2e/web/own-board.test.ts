/** A board of one's own: enrolled in the browser, refused for a mistake, and seen so in the console. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { RawDevice } from '../../../src/mqtt/testing/raw-device.ts';
import { beat } from '../../../src/mqtt/testing/test-broker.ts';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { type Home, installBinary } from '../harness.ts';
import { adminEntries, customerEntries, looks, openTab, type Tab } from './browser.ts';
import { openShop, operator, type Shop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const texts = { th, en };
const browser = shareBrowser();
let home: Home;
let shop: Shop;

beforeAll(async () => {
  home = await installBinary();
  shop = await openShop(home, { spareKeys: looks.length });
});
afterAll(() => home?.[Symbol.asyncDispose]());

async function expectSound(tab: Tab, name: string): Promise<void> {
  await tab.takePicture(name);
  expect(await tab.overflowPx()).toBeLessThanOrEqual(0);
  expect(await tab.findAxeViolations()).toEqual([]);
  expect(tab.takeComplaints()).toEqual([]);
}

describe.each(looks.map((look, index) => ({ ...look, index })))(
  'in $language, $theme, at $viewport.width px',
  ({ index, ...look }) => {
    const t = texts[look.language ?? 'th'];
    const digits = `a1b2c3d4e5${String(10 + index)}`;
    const deviceId = `fw-${digits}`;
    const name = `${look.language}-${look.theme}-${look.viewport?.width}`;

    test('its credentials are given once, and its mistakes are told', async () => {
      const { server } = shop;
      const key = shop.keys[index] ?? '';
      const stored = await customerEntries(server, shop.credentials);
      await using tab = await openTab(browser, server, { ...look, stored });
      const { page } = tab;
      await tab.visit('/customer');
      await page.evaluate(
        ([phone = '', activationKey = '']) => {
          sessionStorage.setItem('customerPhone', phone);
          sessionStorage.setItem('activationKey', activationKey);
        },
        ['+66812345678', key],
      );
      await tab.visit('/customer/flash');
      await unfold(page, t.configure.own.title);
      const field = page.getByLabel(t.configure.own.id);
      await field.waitFor();
      expect(await field.inputValue()).toMatch(/^fw-02[0-9a-f]{10}$/);
      // By keyboard alone.
      await field.fill('A1:B2');
      await field.press('Enter');
      await page.getByText(t.configure.own.id_wrong).waitFor();
      await field.fill((digits.toUpperCase().match(/../g) ?? []).join(':'));
      await field.press('Enter');
      await page.getByText(t.configure.own.once, { exact: true }).waitFor();
      const token = await page.getByText(/^fwd_/).innerText();
      expect(await page.getByText(deviceId, { exact: true }).count()).toBe(1);
      expect(await page.getByText(`127.0.0.1:${server.mqtt}`, { exact: true }).count()).toBe(1);
      await expectSound(tab, `own-board-${name}`);

      const port = server.mqtt ?? 0;
      const board = await RawDevice.connect(port, { deviceId, token });
      board.publish(`faiwatch/v1/${deviceId}/heartbeat`, beat(), 1);
      board.publish(`faiwatch/v1/${deviceId}/heartbeat`, { ...beat(), power: 'on' }, 2);
      await board.until(() => board.acked.length === 2);
      board.leave();
      const stranger = await RawDevice.open(port);
      stranger.sendConnect({ deviceId, token: 'fwd_wrong' });
      await stranger.closed();

      const entries = await adminEntries(server, operator);
      await using operatorTab = await openTab(browser, server, { ...look, stored: entries });
      await operatorTab.visit(`/admin/devices/${deviceId}`);
      await operatorTab.page.getByRole('heading', { name: t.refusals.title }).waitFor();
      await operatorTab.page.getByText(t.refusals.code.token).waitFor();
      await operatorTab.page.getByText('"power":"on"').waitFor();
      await expectSound(operatorTab, `refused-${name}`);
      await operatorTab.visit('/admin/system');
      await operatorTab.page.getByRole('group', { name: t.refusals.title, exact: true }).waitFor();
      await expectSound(operatorTab, `refused-system-${name}`);
    }, 60_000);
  },
);
