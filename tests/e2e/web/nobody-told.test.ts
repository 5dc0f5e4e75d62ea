/** Where no channel is set up: that nobody is told stands in red on every page that would say who is, with what to do. */
import { expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { adminEntries, customerEntries, desk, looks, openTab, type Tab } from './browser.ts';
import { openShop, operator } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();

/** An error, or a word in the colour of one. */
async function expectRed(tab: Tab, text: string): Promise<void> {
  const found = tab.page.getByText(text).filter({ visible: true }).first();
  await found.waitFor();
  const isRed = await found.evaluate((element) => {
    const marked = element.closest('[role="alert"], .text-mains-lost, .border-mains-lost');
    return marked !== null;
  });
  expect([text, isRed]).toEqual([text, true]);
}

test('portal and console say in red that nobody is told, and what to do', async () => {
  await using home = await installBinary();
  const shop = await openShop(home, { sites: ['Shop'] });
  const [board] = shop.boards;
  if (board === undefined) throw new Error('there is no board');
  const device = new HttpDevice(shop.server.url, board);
  await device.beats();
  await device.losesMains();
  const asCustomer = await customerEntries(shop.server, shop.credentials);
  const asOperator = await adminEntries(shop.server, operator);
  for (const look of looks) {
    const t = words[look.language];
    const name = `${look.language}-${look.theme}-${look.viewport.width}`;
    {
      await using tab = await openTab(browser, shop.server, { ...look, stored: asCustomer });
      await tab.visit('/customer/dashboard');
      await expectRed(tab, t.portal.silent.no_channel);
      // Nothing is offered that there is not.
      expect(await tab.page.getByText(t.portal.silent.connect).count()).toBe(0);
      await tab.page.getByText(t.portal.outage.unseen, { exact: true }).waitFor();
      await tab.takePicture(`portal-${name}`);
      await tab.visit('/customer/alerts');
      await expectRed(tab, t.portal.untold.nobody);
      await tab.page.getByText(t.portal.untold.ask_operator).waitFor();
      // Said once.
      expect(await tab.page.getByText(t.messenger.none.title).count()).toBe(0);
      await tab.takePicture(`alerts-${name}`);
      expect(tab.takeComplaints()).toEqual([]);
    }
    await using tab = await openTab(browser, shop.server, { ...look, stored: asOperator });
    for (const page of ['dashboard', 'events', 'outages', 'deliveries', 'system'] as const) {
      await tab.visit(`/admin/${page}`);
      await expectRed(tab, t.system.problem.no_messenger);
      if (page === 'events') await expectRed(tab, t.admin_events.nobody);
      await tab.takePicture(`${page}-${name}`);
    }
    tab.takeComplaints();
    if (look.viewport !== desk) continue;
    await tab.visit('/admin/customers/1');
    await tab.page
      .getByRole('button', { name: t.customers.test_alert.open })
      .filter({ visible: true })
      .first()
      .click();
    await tab.page.getByText(t.ui.refusal.nobody_told).first().waitFor();
    await tab.takePicture(`test-${name}`);
    tab.takeComplaints(/409/);
  }
});
