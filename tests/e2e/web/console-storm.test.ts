/** A storm as operators work through it: the list, the selection, the wall and the map of 25 sites. */
import { expect, test } from 'bun:test';
import words from '../../../web/src/modules/areas/en.json';
import mapEn from '../../../web/src/modules/map/en.json';
import mapTh from '../../../web/src/modules/map/th.json';
import { desk, languages, looks, phone } from './browser.ts';
import {
  button,
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  row,
  text,
  until,
} from './console-scene.ts';
import { openFleetScene, siteNameOf } from './fleet-scene.ts';
import { shareBrowser } from './walk.ts';

const mapWords = { th: mapTh, en: mapEn };
const browser = shareBrowser();
const quiet = { FAIWATCH_LOG_LEVEL: 'error' };
const sites = 25;

async function openStorm() {
  const scene = await openFleetScene(browser, {
    ...{ sites, mains: 8, contact: 3, acknowledged: 2, serve: { env: quiet } },
  });
  const { data } = scene.home;
  // Of the fifth nobody was told.
  data.write('DELETE FROM notifications WHERE outage_id = 5');
  // Seven lie close to one another, two elsewhere, and the others nowhere.
  for (let site = 1; site <= 9; site += 1) {
    const [latitude, longitude] =
      site <= 7 ? [18.78 + site / 1000, 98.98] : [14 + site / 10, 100.5];
    data.write(
      'UPDATE devices SET latitude = ?, longitude = ? WHERE id = ?',
      latitude,
      longitude,
      site,
    );
  }
  return scene;
}

test.each(languages)(
  'what nobody was told of comes first, and several are acknowledged and called at once: %s',
  async (language) => {
    const t = text(language);
    await using scene = await openStorm();
    await using tab = await scene.open('/admin/outages', { language });
    const { page } = tab;
    const rows = page.locator('tbody').getByRole('row');
    await row(page, siteNameOf(5)).waitFor();
    const order = await rows.allTextContents();
    expect(order[0]).toContain(siteNameOf(5));
    // Then the last lost of those that nobody has acknowledged; what is acknowledged comes last.
    expect(order[1]).toContain(siteNameOf(3));
    expect(order.at(-1)).toContain(siteNameOf(2));

    const tick = (site: number) => row(page, siteNameOf(site)).getByRole('checkbox').click();
    await tick(5);
    await tick(6);
    await button(page, t.outages_now.call.open).click();
    const dialog = page.getByRole('dialog');
    const numbers = await dialog
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(numbers).toEqual(['tel:+66810000003']);
    await expectSound(tab, 'whom to call');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await button(page, fill(t.outages_now.selection.acknowledge_other, { number: 2 })).click();
    const done = fill(t.outages_now.selection.acknowledged_other, { number: 2 });
    await page.getByText(done).first().waitFor();
    const acknowledged = scene.home.data.read(
      'SELECT id FROM outages WHERE acknowledged_at IS NOT NULL ORDER BY id',
    );
    expect(acknowledged).toEqual([{ id: 1 }, { id: 2 }, { id: 5 }, { id: 6 }]);
    // One press takes all of it back.
    await page.getByRole('button', { name: t.ui.undo }).first().click();
    const again = fill(t.outages_now.selection.reminding_other, { number: 2 });
    await page.getByText(again).first().waitFor();
    // One by one: the button keeps its place, and turns into its opposite.
    const one = row(page, siteNameOf(3)).getByRole('button', {
      name: t.admin_devices.acknowledge.open,
    });
    await one.click();
    const remind = { name: t.admin_devices.acknowledge.remind };
    await row(page, siteNameOf(3)).getByRole('button', remind).waitFor();
    await expectSound(tab, 'outages now');
    expectQuiet(tab);
  },
);

test.each([desk, phone])(
  'tiles of the wall add up, and rows say whose they are: $width px',
  async (viewport) => {
    await using scene = await openStorm();
    await using tab = await scene.open('/admin/wall', { language: 'en', viewport });
    const { page } = tab;
    await page.getByText('Customer 2', { exact: false }).first().waitFor();
    const figures = await page.locator('dl').first().locator('dd').allTextContents();
    expect(figures.map(Number)).toEqual([8, 3, 14]);
    expect(figures.map(Number).reduce((sum, one) => sum + one, 0)).toBe(sites);
    await page.getByText(fill(mapEn.map.without, { number: sites - 9 })).waitFor();
    await expectSound(tab, 'the wall');
    await tab.takePicture(`wall-storm-${viewport.width}`);
    expectQuiet(tab);
  },
);

test.each(looks)(
  'marks of the map are counted, open, and name what cannot be shown: $language, $theme, $viewport.width px',
  async (look) => {
    await using scene = await openStorm();
    const w = mapWords[look.language];
    await using tab = await scene.open('/admin/map', look);
    const { page } = tab;
    const cluster = page.getByRole('button', {
      name: fill(w.map.cluster.mains, { number: 7, lost: 7 }),
    });
    await cluster.waitFor();
    const missing = { number: sites - 9, lost: 2 };
    await page.getByText(fill(w.map.without_lost, missing)).waitFor();
    await expectSound(tab, 'the map');
    await tab.takePicture(`map-storm-${look.language}-${look.theme}`);
    await cluster.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: fill(w.map.here, { number: 7 }) }).waitFor();
    expect(await focusedName(page)).toBe(fill(w.map.here, { number: 7 }));
    expect(await page.locator('svg[role=group] circle').count()).toBe(0);
    const listed = page.getByRole('region', { name: fill(w.map.here, { number: 7 }) });
    await listed.getByRole('link', { name: siteNameOf(3) }).waitFor();
    await expectSound(tab, 'a part of the map');
    await tab.takePicture(`map-storm-open-${look.language}-${look.theme}`);
    await button(page, w.map.show_all).click();
    await cluster.waitFor();
    expectQuiet(tab);
  },
);

test('an area outage opens into its sites, in the address, and from the dashboard', async () => {
  await using scene = await openStorm();
  const { data } = scene.home;
  data.write(
    `INSERT INTO area_outages (id, began_from, began_to, declared_at, status, cause, lost, back,
       healthy, owners, cells) VALUES (7, ?1, ?1, ?1, 'suspected', 'mains', 4, 0, 1, 3, '["F12/T3"]')`,
    Date.now() - 60_000,
  );
  data.write(`INSERT INTO area_outage_losses (outage_id, area_outage_id)
    SELECT id, 7 FROM outages WHERE id BETWEEN 3 AND 6`);
  await using tab = await scene.open('/admin/dashboard', { language: 'en' });
  const { page } = tab;
  await page.getByRole('list', { name: words.area_outages.title }).getByRole('link').click();
  await until(
    'its sites',
    async () => (await page.locator('tbody').getByRole('row').count()) === 4,
  );
  expect(tab.path).toBe('/admin/outages?area=7');
  await row(page, siteNameOf(6)).waitFor();
  await expectSound(tab, 'an area outage');
  await page.getByRole('link', { name: words.area_outages.close }).click();
  await until('all', async () => (await page.locator('tbody').getByRole('row').count()) === 11);
  await page
    .getByRole('link', { name: fill(words.area_outages.open_other, { number: 4 }) })
    .click();
  await until(
    'its sites',
    async () => (await page.locator('tbody').getByRole('row').count()) === 4,
  );
  expectQuiet(tab);
});

test('a customer’s page begins with the sites in trouble', async () => {
  await using scene = await openStorm();
  // The younger of this customer's two sites has power.
  await using tab = await scene.open('/admin/customers/6', { language: 'en' });
  const rows = tab.page.locator('tbody').getByRole('row');
  await row(tab.page, siteNameOf(12)).waitFor();
  const order = await rows.allTextContents();
  expect(order[0]).toContain(siteNameOf(11));
  expect(order[1]).toContain(siteNameOf(12));
  expectQuiet(tab);
});

test('where nothing is undelivered, nothing can be sent again', async () => {
  const t = text('en');
  await using scene = await openStorm();
  await using tab = await scene.open('/admin/deliveries', { language: 'en' });
  const again = button(tab.page, t.deliveries.retry_all.action);
  await tab.page.getByText(t.console.notification.state.nobody).first().waitFor();
  expect(await again.count()).toBe(0);
  scene.home.data.write(
    "UPDATE notifications SET status = 'failed', last_error = 'chat not found' WHERE outage_id = 3",
  );
  await tab.page.reload();
  await again.waitFor();
  expectQuiet(tab);
});

test.each([1, 2])(
  '%i outages on a phone: an order, and all at once, of more than one',
  async (mains) => {
    const t = text('en');
    await using scene = await openFleetScene(browser, { sites: 4, mains, serve: { env: quiet } });
    await using tab = await scene.open('/admin/outages', { language: 'en', viewport: phone });
    const { page } = tab;
    await row(page, siteNameOf(1)).first().waitFor();
    const isOffered = mains > 1;
    const all = page
      .getByRole('checkbox', { name: t.ui.table.select_all })
      .filter({ visible: true });
    expect(await all.count()).toBe(Number(isOffered));
    const order = page.getByRole('combobox', { name: t.ui.table.sort });
    expect(await order.count()).toBe(Number(isOffered));
    await row(page, siteNameOf(1)).first().getByRole('checkbox').waitFor();
    await expectSound(tab, 'few outages');
    expectQuiet(tab);
  },
);
