/** How often and how long power was gone, in every look: the console's figures, a customer's year, the voltage. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  addVoltage,
  packHour,
  type VoltageHours,
} from '../../../src/domain/fleet/mains-voltage.ts';
import en from '../../../web/src/modules/reliability/en.json';
import th from '../../../web/src/modules/reliability/th.json';
import { HttpDevice } from '../http-device.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import {
  button,
  type ConsoleScene,
  dayMs,
  expectQuiet,
  expectSound,
  openConsoleScene,
  row,
  text,
} from './console-scene.ts';
import { addOutages, backdate, minuteMs } from './past.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
const sites = ['Cafe', 'Barn', 'House', 'Stall', 'Shop', 'Mill'];
const areas = ['TH-500101', 'TH-500101', 'TH-500701', 'TH-500701', 'TH-500702', 'TH-100101'];
let scene: ConsoleScene;

/** Two hundred and thirty volts or so for two days, and once far less. */
function measuredHours(now: number): VoltageHours {
  const hours: VoltageHours = new Map();
  for (let step = 0; step < 288; step += 1) {
    const volts = 229 + 4 * Math.sin(step / 9) - (step === 200 ? 40 : 0);
    for (const spread of [-1.5, 0, 1.5]) {
      addVoltage(hours, volts + spread, now - step * 10 * minuteMs);
    }
  }
  return hours;
}

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({ sites }));
  const { home, shop } = scene;
  const now = Date.now();
  for (const board of shop.boards) await new HttpDevice(shop.server.url, board).beats();
  backdate(home.data, shop.boards, now - 700 * dayMs);
  for (const [index, board] of shop.boards.entries()) {
    home.data.write(
      'UPDATE devices SET area = ? WHERE device_id = ?',
      areas[index] ?? '',
      board.id,
    );
    addOutages(home.data, [
      ...Array.from({ length: 40 }, (_, cut) => ({
        board,
        downAt: now - (3 + cut * 17 + index) * dayMs,
        minutes: 4 + ((cut * 7 + index * 13) % 90),
      })),
      { board, downAt: now - 20 * dayMs, minutes: 900 },
    ]);
  }
  // Two neighbours, so that there are three owners.
  for (const [index, phone] of ['+66800000001', '+66800000002'].entries()) {
    home.data.write(
      'INSERT INTO customers (name, phone, created_at) VALUES (?, ?, 0)',
      phone,
      phone,
    );
    home.data.write(
      'UPDATE devices SET customer_id = (SELECT id FROM customers WHERE phone = ?) WHERE device_id = ?',
      phone,
      shop.boards[4 - index]?.id ?? '',
    );
  }
  for (const [hourAt, hour] of measuredHours(now)) {
    home.data.write(
      `INSERT INTO mains_voltages (device_row, hour_at, slots)
       SELECT id, ?2, ?3 FROM devices WHERE device_id = ?1`,
      ...[shop.boards[0]?.id ?? '', hourAt, packHour(hour)],
    );
  }
});

afterAll(() => scene?.[Symbol.asyncDispose]());

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = text(look.language);
  const { reliability } = look.language === 'th' ? th : en;

  test('the console has the figures, of all and of an area', async () => {
    await using tab = await scene.open('/admin/reliability', look);
    const { page } = tab;
    await button(page, t.report.period.year).click();
    await page.getByText(reliability.major.title, { exact: true }).waitFor();
    // Figures of another period are pale until the new ones are there.
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await expectSound(tab, 'figures');
    await row(page, look.language === 'th' ? 'เชียงใหม่' : 'Chiang Mai')
      .getByRole('link')
      .click();
    await page.getByRole('link', { name: reliability.everywhere }).waitFor();
    expect(tab.path).toContain('area=TH-50');
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await expectSound(tab, 'an area');
    expectQuiet(tab);
  });

  test('the console and the portal draw the voltage where it is measured, and only there', async () => {
    await using tab = await scene.open(`/admin/devices/${scene.shop.boards[0]?.id}`, look);
    const { page } = tab;
    await page.getByText(t.voltage.title).waitFor();
    await page.locator('.uplot canvas').waitFor();
    await expectSound(tab, 'voltage');
    await tab.visit(`/admin/devices/${scene.shop.boards[1]?.id}`);
    await page.getByText('Barn').first().waitFor();
    expect(await page.getByText(t.voltage.title).count()).toBe(0);
    expectQuiet(tab);
  });

  test('the report has one figure on top, this year beside the area, and the voltage', async () => {
    const stored = await customerEntries(scene.shop.server, scene.shop.credentials);
    await using tab = await openTab(browser, scene.shop.server, { ...look, stored });
    const { page } = tab;
    await tab.visit(`/customer/report?period=year&device=${scene.shop.boards[0]?.id}`);
    await page.getByText(t.report.without_power.one, { exact: true }).first().waitFor();
    await page.getByText(reliability.year.title, { exact: true }).waitFor();
    await page.getByText(reliability.year.around.replace('{{value}}', '').trim()).first().waitFor();
    await page.locator('.uplot canvas').waitFor();
    await expectSound(tab, 'report');
    await button(page, t.report.period.week).click();
    await page.waitForURL('**from=*');
    expect(await button(page, t.report.period.week).getAttribute('aria-pressed')).toBe('true');
    expectQuiet(tab);
  });
});
