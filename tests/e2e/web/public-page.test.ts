/** The pages that the server writes itself: power by area, for everybody, and the reference of all calls. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { localDayOf } from '../../../src/domain/local-days.ts';
import { statusTexts } from '../../../src/modules/status/pages/status-texts.ts';
import { mailSettings, startFakeSmtp } from '../../fakes/smtp/fake-smtp.ts';
import type { Data } from '../data.ts';
import { waitFor } from '../wait-for.ts';
import { looks, openTab } from './browser.ts';
import { expectQuiet, expectSound } from './console-scene.ts';
import { type FleetScene, openFleetScene } from './fleet-scene.ts';
import { dayMs, minuteMs } from './past.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
const som = 'som@example.com';
let smtp: Awaited<ReturnType<typeof startFakeSmtp>>;
let scene: FleetScene;

beforeAll(async () => {
  smtp = await startFakeSmtp([som]);
  const env = {
    ...mailSettings(smtp),
    FAIWATCH_PUBLIC_STATUS: 'true',
    FAIWATCH_PUBLIC_URL: 'https://power.example',
  };
  scene = await openFleetScene(browser, { sites: 8, mains: 6, serve: { env } });
  settle(scene.home.data);
});

afterAll(async () => {
  await scene?.[Symbol.asyncDispose]();
  await smtp?.close();
});

/** Four areas, in the first of which six sites of three owners lost power together. */
function settle(data: Data): void {
  const now = Date.now();
  const downAt = now - 40 * minuteMs;
  // Who counts is chosen at midnight; today it was.
  data.write(
    "INSERT OR REPLACE INTO meta (key, value) VALUES ('status_day', ?)",
    localDayOf(now, 'Asia/Bangkok').date,
  );
  data.write('UPDATE outages SET down_at = ?', downAt);
  data.write(
    `INSERT INTO status_members (device_row, customer_id, area)
     SELECT id, customer_id, 'TH-5001' FROM devices WHERE id <= 6`,
  );
  for (const [index, area] of ['TH-5001', 'TH-3001', 'TH-5003', 'TH-1039'].entries()) {
    const since = now - (index === 1 ? 20 : 120) * dayMs;
    data.write('INSERT INTO status_areas (area, since) VALUES (?, ?)', area, since);
    if (index === 3) continue;
    for (const days of [3, 11]) {
      data.write(
        'INSERT INTO status_outages (area, kind, began_at, ended_at) VALUES (?, ?, ?, ?)',
        ...[area, days === 3 ? 'out' : 'silent', now - days * dayMs],
        now - days * dayMs + 45 * minuteMs,
      );
    }
  }
  data.write(
    "INSERT INTO status_outages (area, kind, began_at) VALUES ('TH-5001', 'out', ?)",
    downAt,
  );
}

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = statusTexts[look.language];

  test('an area is a line that opens into its outages, and messages are asked for once', async () => {
    await using tab = await openTab(browser, scene.server, look);
    const { page } = tab;
    await tab.visit(`/status?lang=${look.language}`);
    await page.getByText(t.summary.out(1, 4)).waitFor();
    const areas = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator('h3') });
    expect(await areas.count()).toBe(4);
    const first = areas.first();
    await first.locator('summary p').getByText(t.is.out).waitFor();
    await page.getByText(t.today, { exact: true }).waitFor();
    await expectSound(tab, 'folded');
    await tab.takePicture(`public-${look.language}-${look.theme}-${look.viewport.width}`);
    const table = first.getByRole('table');
    expect(await table.isVisible()).toBe(false);
    await first.locator('summary').press('Enter');
    await table.getByText(t.lasts).waitFor();
    await expectSound(tab, 'an area open');
    await tab.takePicture(`public-area-${look.language}-${look.theme}-${look.viewport.width}`);

    expect(await page.getByRole('heading', { name: t.follow.open }).count()).toBe(1);
    const area = page.getByRole('combobox', { name: t.follow.area });
    const email = page.getByRole('textbox', { name: t.follow.email });
    await email.fill(som);
    await page.keyboard.press('Enter');
    // No area is chosen: the browser says so, and nothing is sent.
    expect(await area.evaluate((field: HTMLSelectElement) => field.validity.valueMissing)).toBe(
      true,
    );
    await area.selectOption('TH-3001');
    await email.press('Enter');
    await page.getByRole('heading', { name: t.follow.said.asked.title }).waitFor();
    expectQuiet(tab);
  });
});

/** It speaks English only. */
const ofReference = looks.filter(({ language }) => language === 'en');

describe.each(ofReference)('the reference in $theme, $viewport.width px', (look) => {
  test('folds, is searched by what is typed, and opens what an address names', async () => {
    await using tab = await openTab(browser, scene.server, look);
    const { page } = tab;
    await tab.visit('/api/docs');
    await page.getByRole('heading', { level: 1, name: /^FaiWatch API/ }).waitFor();
    const calls = page.locator('[data-call]').filter({ visible: true });
    await expectSound(tab, 'folded');
    await tab.takePicture(`reference-${look.language}-${look.theme}-${look.viewport.width}`);
    expect(await calls.count()).toBe(0);
    const heightPx = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(heightPx).toBeLessThan(4_000);
    const face = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(face).toContain('IBM Plex Sans Thai');

    await page.keyboard.press('/');
    await page.keyboard.type('put channels');
    await waitFor('calls that are found', async () => (await calls.count()) > 0);
    for (const line of await calls.locator('summary').allTextContents())
      expect(line.toLowerCase()).toContain('put');
    expect(tab.path).toBe('/api/docs?q=put+channels');
    await tab.takePicture(`reference-found-${look.language}-${look.theme}-${look.viewport.width}`);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('no such words');
    await waitFor('none that is found', async () => (await calls.count()) === 0);
    await page.getByRole('status').getByText(/^0 /).waitFor();

    const id = await page.locator('[data-call]').last().getAttribute('id');
    await tab.visit(`/api/docs#${id}`);
    await page.reload();
    await page.locator(`[id="${id}"] > div`).getByRole('heading').first().waitFor();
    await expectSound(tab, 'a call open');
    expectQuiet(tab);
  });
});

test('both pages read without any script', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${scene.server.url}/status?lang=th`);
  await page.getByText(statusTexts.th.summary.out(1, 4)).waitFor();
  await page.goto(`${scene.server.url}/api/docs`);
  await page.locator('[data-chapter] > summary').first().click();
  await page.locator('[data-call] > summary').first().click();
  expect(await page.getByRole('searchbox').count()).toBe(0);
  await context.close();
});
