/** Keys and boards that ask to join an account, and numbers that nobody has proven. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ApiClient } from '../api-client.ts';
import { enrolBoard } from '../harness.ts';
import { languages, looks } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectQuiet,
  expectSound,
  fill,
  followWithin,
  heading,
  openConsoleScene,
  refusal,
  row,
  text,
  untilLive,
} from './console-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({ sites: ['Corner shop'] }));
});

afterAll(() => scene?.[Symbol.asyncDispose]());

let made = 0;

/** Enrols a board with a key that nobody owns. */
async function enrol(phone: string): Promise<{ deviceId: string; site: string; key: string }> {
  const { admin, server } = scene.shop;
  const { body } = await admin.post('/api/keys', { purchaseType: 'key_only', deviceType: null });
  const key: string = body.data.key_code;
  const deviceId = `fw-000000000e${String(++made).padStart(2, '0')}`;
  await enrolBoard(server, { deviceId, key, phone });
  return { deviceId, site: `FaiWatch-${deviceId.slice(-6).toUpperCase()}`, key };
}

async function ownerOf(deviceId: string): Promise<number | null> {
  return (await scene.shop.admin.get(`/api/devices/${deviceId}`)).body.data.customer_id;
}

describe.each(languages)('a board that asks to join, in %s', (language) => {
  const t = text(language);

  test('is counted at once, marked, and joins after a yes', async () => {
    await using tab = await scene.open('/admin/joins', { language });
    const { page } = tab;
    await page.getByText(t.joins.empty.title).waitFor();
    await untilLive(page, language);
    const { deviceId, site, key } = await enrol('0812345678');
    await followWithin('request', async () => row(page, site).isVisible());
    await page
      .getByRole('link', { name: new RegExp(`${t.joins.title}.*1`) })
      .first()
      .waitFor();
    await row(page, site)
      .getByText(`*****-*****-*****-${key.slice(-5)}`)
      .waitFor();
    await row(page, site).getByText(t.joins.kind.join).waitFor();

    await tab.visit(`/admin/devices?q=${deviceId}`);
    await row(page, site).getByText(t.admin_devices.awaiting.mark).waitFor();
    await tab.visit(`/admin/devices/${deviceId}`);
    await page.getByText(t.admin_devices.awaiting.text).waitFor();
    await expectSound(tab, 'a board that waits');
    await page.getByRole('link', { name: t.admin_devices.awaiting.action }).click();

    await button(page, fill(t.joins.accept.of, { name: site })).click();
    const asking = page.getByRole('alertdialog');
    await asking.getByText(t.joins.accept.board).waitFor();
    await expectSound(tab, 'the question before a yes');
    await asking.getByRole('button', { name: t.joins.accept.action }).click();
    await page.getByText(fill(t.joins.accept.done, { name: site })).waitFor();
    await page.getByText(t.joins.empty.title).waitFor();
    expect(await ownerOf(deviceId)).toBe(1);
    expectQuiet(tab);
  });

  test('is dropped after a no', async () => {
    const { deviceId, site } = await enrol('0812345678');
    await using tab = await scene.open('/admin/joins', { language });
    const { page } = tab;
    await button(page, fill(t.joins.refuse.of, { name: site })).click();
    const asking = page.getByRole('alertdialog');
    await asking.getByText(t.joins.refuse.board).waitFor();
    await asking.getByRole('button', { name: t.joins.refuse.action }).click();
    await page.getByText(fill(t.joins.refuse.done, { name: site })).waitFor();
    await page.getByText(t.joins.empty.title).waitFor();
    expect(await ownerOf(deviceId)).toBeNull();
    expectQuiet(tab);
  });

  test('whose number nobody has proven, is an account the operator may confirm', async () => {
    const phone = language === 'th' ? '0899990001' : '0899990002';
    const { deviceId } = await enrol(phone);
    const id = await ownerOf(deviceId);
    await using tab = await scene.open(`/admin/customers?q=${phone}`, { language });
    const { page } = tab;
    await page.getByText(t.customers.not_proven).first().waitFor();
    await tab.visit(`/admin/customers/${id}`);
    await page.getByText(t.customers.not_proven).first().waitFor();
    await button(page, t.customers.confirm_phone.open).click();
    const asking = page.getByRole('alertdialog');
    await asking.getByText(t.customers.confirm_phone.joins).waitFor();
    await expectSound(tab, 'confirming a number');
    await asking.getByRole('button', { name: t.customers.confirm_phone.open }).click();
    await page.getByText(t.customers.confirm_phone.done).waitFor();
    await page.getByText(t.customers.not_proven).first().waitFor({ state: 'detached' });
    expectQuiet(tab);
  });

  test('for an account that may be a stranger’s, is let in once it is said whose that is', async () => {
    const phone = language === 'th' ? '0899990003' : '0899990004';
    const trap = await enrol(phone);
    const stranger = { phone, activationKey: trap.key };
    const strangers = await ApiClient.logIn(scene.shop.server, stranger);
    const { deviceId, site } = await enrol(phone);
    await using tab = await scene.open('/admin/joins', { language });
    const { page } = tab;
    const accept = async () => {
      await button(page, fill(t.joins.accept.of, { name: site })).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t.joins.accept.action })
        .click();
      return page.getByRole('alertdialog', { name: t.whose_account.title });
    };
    const asked = await accept();
    await expectSound(tab, 'whose the account is');
    await asked.getByRole('button', { name: t.ui.cancel }).click();
    await asked.waitFor({ state: 'hidden' });
    await page.getByText(t.whose_account.unanswered).waitFor();
    expect(await ownerOf(deviceId)).toBeNull();
    await page.getByRole('button', { name: t.ui.cancel, exact: true }).click();

    await (await accept()).getByRole('button', { name: t.whose_account.question.action }).click();
    await page.getByText(fill(t.joins.accept.done, { name: site })).waitFor();
    expect(await ownerOf(deviceId)).not.toBeNull();
    expect((await strangers.get('/api/customer/stats')).status).toBe(401);
    await expect(ApiClient.logIn(scene.shop.server, stranger)).rejects.toThrow('401');
    // Only the stranger's key is waiting now.
    await button(page, fill(t.joins.refuse.of, { name: trap.site })).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t.joins.refuse.action })
      .click();
    await page.getByText(t.joins.empty.title).waitFor();
    expectQuiet(tab, refusal);
  });
});

let isAsked = false;

test.each(looks)(
  'the list of requests is sound ($language, $theme, $viewport.width px)',
  async (look) => {
    if (!isAsked) await enrol('0812345678');
    isAsked = true;
    await using tab = await scene.open('/admin/joins', look);
    await heading(tab.page, text(look.language).joins.title).waitFor();
    await tab.page.locator('tbody').getByRole('row').first().waitFor();
    await expectSound(tab, 'joins');
    expectQuiet(tab);
  },
);
