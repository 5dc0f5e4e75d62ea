/** What the console does to one activation key: bind, renew, note, transfer, revoke, delete. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import { enrolBoard } from '../harness.ts';
import { type Language, languages, phone as phoneWindow } from './browser.ts';
import {
  button,
  type ConsoleScene,
  dayMs,
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  openConsoleScene,
  refusal,
  row,
  tabTo,
  text,
  until,
} from './console-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
let scene: ConsoleScene;
let lastNumber = 0;

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({
    name: 'วิภา รัตนพงษ์',
    sites: ['ร้านกาแฟ บางแสน'],
  }));
});

afterAll(() => scene?.[Symbol.asyncDispose]());

/** A phone number without a customer. */
function makePhone(): string {
  lastNumber += 1;
  return `08220000${String(lastNumber).padStart(2, '0')}`;
}

const shown = (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;

async function makeCustomer(name: string): Promise<{ id: number; phone: string }> {
  const phone = makePhone();
  const { body } = await scene.shop.admin.post('/api/customers', { name, phone });
  return { id: body.data.id, phone };
}

async function makeKey(phone: string | null = null): Promise<string> {
  const order = { phone, purchaseType: 'key_only', deviceType: null };
  return (await scene.shop.admin.post('/api/keys', order)).body.data.key_code;
}

/** A key that serves a device of a customer of its own. */
async function makeUsedKey(deviceId: string, name: string) {
  const { id, phone } = await makeCustomer(name);
  const key = await makeKey(phone);
  await enrolBoard(scene.shop.server, { deviceId, key, phone });
  return { key, customerId: id, phone };
}

async function readKey(code: string) {
  return (await scene.shop.admin.get(`/api/keys?q=${code}`)).body.data[0];
}

/** A date as the page writes it. */
function day(language: Language, time: string | number): string {
  return new Date(time).toLocaleDateString(language === 'th' ? 'th-TH' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Bangkok',
  });
}

async function openKey(code: string, language: Language) {
  const tab = await scene.open(`/admin/keys?q=${code}`, { language });
  await row(tab.page, code).waitFor();
  const { activation_keys: words } = text(language);
  const { page } = tab;
  return {
    tab,
    page,
    line: row(page, code),
    edit: async () => {
      await button(page, fill(words.edit.open_of, { code })).click();
      const dialog = page.getByRole('dialog', { name: words.edit.title });
      await dialog.waitFor();
      return dialog;
    },
    choose: async (entry: string) => {
      await button(page, fill(words.actions_of, { code })).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    },
  };
}

/** Makes one call fail as if there were no network, while something is tried. */
async function withoutNetwork(page: Page, calls: RegExp, attempt: () => Promise<void>) {
  await page.route(calls, (route) => route.abort());
  await attempt();
  await page.unroute(calls);
}

describe.each(languages)('a key in %s', (language) => {
  const t = text(language);
  const words = t.activation_keys;
  const offline = fill(t.ui.form.failed, { reason: t.ui.error.network });

  test('that nobody has is bound to the customer with a phone, and cannot be renewed', async () => {
    const customer = await makeCustomer(`สมชาย ${language}`);
    const code = await makeKey();
    const { tab, page, line, edit } = await openKey(code, language);
    await using _ = tab;
    // Wherever its row is pressed.
    await line.getByText(words.no_device).click();
    await page.getByRole('dialog', { name: words.edit.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const dialog = await edit();
    await dialog.getByText(code).waitFor();
    await dialog.getByText(t.ui.said.key_not_bound).waitFor();
    expect(await dialog.getByRole('button', { name: words.renew.action }).count()).toBe(0);
    const phone = dialog.getByLabel(words.phone);
    await dialog.getByRole('button', { name: words.bind.action }).click();
    await dialog.getByText(t.ui.said.enter_phone).waitFor();
    expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
    await phone.fill('0899 999 998');
    await phone.press('Enter');
    await dialog.getByText(words.error.no_such_customer).waitFor();
    expect(await phone.inputValue()).toBe('0899 999 998');
    await scene.shop.admin.put(`/api/customers/${customer.id}`, { is_active: false });
    await phone.fill(customer.phone);
    await phone.press('Enter');
    await dialog
      .getByText(fill(t.ui.form.failed, { reason: t.ui.refusal.customer_inactive }))
      .waitFor();
    await scene.shop.admin.put(`/api/customers/${customer.id}`, { is_active: true });
    await withoutNetwork(page, /\/api\/keys\/[0-9A-Z-]+$/, async () => {
      await phone.fill(shown(customer.phone));
      await phone.press('Enter');
      await dialog.getByText(offline).waitFor();
    });
    tab.takeComplaints(refusal);
    const sent = page.waitForRequest(/\/api\/keys\/[0-9A-Z-]+$/);
    await phone.fill(shown(customer.phone));
    await phone.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      phone: shown(customer.phone),
      account: 'ask',
    });
    await page.getByText(words.bind.done).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await line.getByText(`สมชาย ${language}`).waitFor();
    expect(await line.textContent()).toContain(shown(customer.phone));

    const bound = await edit();
    await bound.getByText(words.notes.title).first().waitFor();
    expect(await bound.getByText(words.bind.title).count()).toBe(0);
    expectQuiet(tab);
  });

  test('that serves a device is renewed by months, once that is confirmed', async () => {
    const [deviceId, name] = [
      language === 'th' ? 'fw-0000000000b1' : 'fw-0000000000b2',
      `Renewal ${language}`,
    ];
    const { key: code } = await makeUsedKey(deviceId, name);
    const { expires_at: end } = await readKey(code);
    const { tab, page, line, edit } = await openKey(code, language);
    await using _ = tab;
    const dialog = await edit();
    await dialog.getByText(fill(words.renew.from_end, { date: day(language, end) })).waitFor();
    const months = dialog.getByLabel(words.renew.months);
    expect(await months.inputValue()).toBe('12');
    expect(
      await months
        .locator('option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
    ).toEqual(['1', '3', '6', '12', '24', '36']);
    // The package by its name in the price list.
    const sold = fill(words.renew.as_sold_other, { count: 3, price: '฿200' });
    expect(await months.locator('option').last().textContent()).toBe(sold);
    const renew = dialog.getByRole('button', { name: words.renew.action });
    await renew.click();
    const asking = page.getByRole('alertdialog', {
      name: fill(words.renew.question_other, { count: 12 }),
    });
    await asking.waitFor();
    await expectSound(tab, 'renewal');
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'hidden' });
    await dialog.waitFor();

    await months.selectOption('24');
    await renew.click();
    const asked = page.getByRole('alertdialog', {
      name: fill(words.renew.question_other, { count: 24 }),
    });
    const confirm = asked.getByRole('button', {
      name: fill(words.renew.confirm_other, { count: 24 }),
    });
    await withoutNetwork(page, /\/renew$/, async () => {
      await confirm.click();
      await asked.getByText(offline).waitFor();
    });
    const answered = page.waitForResponse(/\/renew$/);
    await confirm.click();
    expect((await answered).request().postDataJSON()).toEqual({ months: 24 });
    const expected = new Date(end);
    expected.setUTCMonth(expected.getUTCMonth() + 24);
    const { expires_at: newEnd } = await readKey(code);
    expect(Math.abs(Date.parse(newEnd) - expected.getTime())).toBeLessThan(2 * dayMs);
    await page.getByText(fill(words.renew.done, { date: day(language, newEnd) })).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await line.getByText(day(language, newEnd)).waitFor();
    tab.takeComplaints(refusal);

    // An expired key is renewed from now on and works again.
    scene.home.data.write(
      'UPDATE activation_keys SET expires_at = ? WHERE key_code = ?',
      Date.now() - 40 * dayMs,
      code,
    );
    await page.reload();
    // Its column has the same heading, which is shown in cards only.
    await line.getByText(words.status.expired).filter({ visible: true }).waitFor();
    const again = await edit();
    await again.getByText(words.renew.from_now).waitFor();
    await again.getByLabel(words.renew.months).selectOption('1');
    await again.getByRole('button', { name: words.renew.action }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await line.getByText(words.status.active).waitFor();
    expect(Date.parse((await readKey(code)).expires_at)).toBeGreaterThan(Date.now() + 27 * dayMs);

    // Somebody releases the device while the dialog is open.
    const late = await edit();
    await scene.shop.admin.post(`/api/devices/${deviceId}/release`);
    await late.getByRole('button', { name: words.renew.action }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await page
      .getByRole('alertdialog')
      .getByText(fill(t.ui.form.failed, { reason: t.ui.said.key_not_bound }))
      .waitFor();
    expectQuiet(tab, refusal);
  });

  test('has notes, which are kept when saving fails', async () => {
    const code = await makeKey();
    const { tab, page, line, edit } = await openKey(code, language);
    await using _ = tab;
    const dialog = await edit();
    const notes = dialog.getByRole('textbox', { name: words.notes.title });
    await notes.fill('รอส่งใบเสร็จ');
    const save = dialog.getByRole('button', { name: words.notes.action });
    await withoutNetwork(page, /\/api\/keys\/[0-9A-Z-]+$/, async () => {
      await save.click();
      await dialog.getByText(offline).waitFor();
    });
    expect(await notes.inputValue()).toBe('รอส่งใบเสร็จ');
    tab.takeComplaints(refusal);
    await save.click();
    await page.getByText(words.edit.done).waitFor();
    await line.getByText('รอส่งใบเสร็จ').waitFor();
    const again = await edit();
    expect(await again.getByRole('textbox', { name: words.notes.title }).inputValue()).toBe(
      'รอส่งใบเสร็จ',
    );
    await again.getByRole('textbox', { name: words.notes.title }).fill('');
    const saved = page.waitForResponse(/\/api\/keys\/[0-9A-Z-]+$/);
    await again.getByRole('button', { name: words.notes.action }).click();
    await saved;
    await line.getByText('รอส่งใบเสร็จ').waitFor({ state: 'detached' });
    expect((await readKey(code)).notes).toBeNull();
    expectQuiet(tab);
  });

  test('is transferred to a customer who is looked up, and its device goes along', async () => {
    const [deviceId, name] = [
      language === 'th' ? 'fw-0000000000c1' : 'fw-0000000000c2',
      `Former ${language}`,
    ];
    const { key: code } = await makeUsedKey(deviceId, name);
    const next = await makeCustomer(`Next owner ${language}`);
    const { tab, page, choose } = await openKey(code, language);
    await using _ = tab;
    await choose(words.transfer.open);
    const dialog = page.getByRole('dialog', { name: words.transfer.title });
    await dialog
      .getByText(
        fill(words.transfer.device, {
          name: `FaiWatch-${deviceId.slice(-6)}`.toUpperCase().replace('FAIWATCH', 'FaiWatch'),
        }),
      )
      .waitFor();
    const transfer = dialog.getByRole('button', { name: words.transfer.action });
    await dialog.getByRole('radio').first().waitFor();
    await transfer.click();
    await dialog.getByText(t.ui.said.select_customer).waitFor();
    await expectSound(tab, 'transfer');
    const search = dialog.getByLabel(words.transfer.search);
    await search.fill('ไม่มีใครชื่อนี้');
    await dialog.getByText(words.transfer.nobody).waitFor();
    await search.fill(name);
    const former = dialog.getByRole('radio');
    await until('one customer', async () => (await former.count()) === 1);
    expect(await former.isDisabled()).toBe(true);
    await dialog.getByText(words.transfer.owner).waitFor();
    await search.fill(shown(next.phone));
    const heir = dialog.getByRole('radio', { name: `Next owner ${language}` });
    await heir.check();
    await withoutNetwork(page, /\/api\/keys\/[0-9A-Z-]+$/, async () => {
      await transfer.click();
      await dialog.getByText(offline).waitFor();
    });
    expect(await heir.isChecked()).toBe(true);
    tab.takeComplaints(refusal);
    await transfer.click();
    const title = fill(words.transfer.done, { name: `Next owner ${language}` });
    const done = page.getByRole('alertdialog', { name: title });
    await done.getByText(words.transfer.visit).waitFor();
    await expectSound(tab, 'transferred');
    const { body } = await scene.shop.admin.get(`/api/devices/${deviceId}`);
    const { customer_id: owner, key_code: present } = body.data;
    expect([owner, present === code]).toEqual([next.id, false]);
    await done.getByText(present, { exact: true }).waitFor();
    await done.getByRole('button', { name: t.ui.close, exact: true }).last().click();
    await done.waitFor({ state: 'hidden' });

    // The list and the device's page show this.
    await tab.visit(`/admin/devices?q=${deviceId}`);
    await row(page, t.admin_devices.key_due.mark).waitFor();
    await tab.visit(`/admin/devices/${deviceId}`);
    await page.getByText(t.admin_devices.key_due.text).waitFor();
    await expectSound(tab, 'a board that needs its key');
    expectQuiet(tab);
  });

  test('is revoked for good, and deleted, each after it says what is lost', async () => {
    const [deviceId, name] = [
      language === 'th' ? 'fw-0000000000d1' : 'fw-0000000000d2',
      `Lost ${language}`,
    ];
    const { key: code } = await makeUsedKey(deviceId, name);
    const { tab, page, line, edit, choose } = await openKey(code, language);
    await using _ = tab;
    await choose(words.revoke.open);
    const revoking = page.getByRole('alertdialog', { name: fill(words.revoke.title, { code }) });
    await revoking.getByText(words.revoke.text).waitFor();
    await revoking.getByText(fill(words.revoke.customer, { name })).waitFor();
    await expectSound(tab, 'revoke');
    await revoking.getByRole('button', { name: words.revoke.action }).click();
    await page.getByText(words.revoke.done).waitFor();
    await line.getByText(words.status.inactive, { exact: true }).waitFor();

    const dialog = await edit();
    expect(await dialog.getByText(words.renew.title, { exact: true }).count()).toBe(0);
    expect(await dialog.getByText(words.bind.title).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await button(page, fill(words.actions_of, { code })).click();
    for (const entry of [words.transfer.open, words.revoke.open]) {
      const item = page.getByRole('menuitem', { name: entry, exact: true });
      expect(await item.getAttribute('aria-disabled')).toBe('true');
    }
    await page.getByRole('menuitem', { name: words.delete.open, exact: true }).click();
    const deleting = page.getByRole('alertdialog', {
      name: fill(words.delete.question, { code }),
    });
    const one = 'action_one' in words.delete ? words.delete.action_one : null;
    const confirm = deleting.getByRole('button', {
      name: fill(one ?? words.delete.action_other, { number: 1 }),
    });
    await page.route(/\/api\/keys\/[0-9A-Z-]+$/, (route) =>
      route.fulfill({ status: 500, json: { ok: false, error: 'x', code: 'INTERNAL' } }),
    );
    await confirm.click();
    await deleting.getByText(fill(t.ui.form.failed, { reason: t.ui.error.server })).waitFor();
    await page.unroute(/\/api\/keys\/[0-9A-Z-]+$/);
    await confirm.click();
    const done = 'done_one' in words.delete ? words.delete.done_one : words.delete.done_other;
    await page.getByText(fill(done, { number: 1 })).waitFor();
    await page.getByText(t.ui.empty_search.title).waitFor();
    expectQuiet(tab, refusal);
  });
});

test('a change that somebody else made first is told apart from a failure', async () => {
  const code = await makeKey();
  const { tab, page, choose } = await openKey(code, 'en');
  await using _ = tab;
  await choose(en.activation_keys.revoke.open);
  const asking = page.getByRole('alertdialog');
  await asking.waitFor();
  await scene.shop.admin.post(`/api/keys/${code}/revoke`);
  await asking.getByRole('button', { name: en.activation_keys.revoke.action }).click();
  await asking.getByText(fill(en.ui.form.failed, { reason: en.ui.refusal.key_revoked })).waitFor();
  expectQuiet(tab, refusal);
});

test('the menu of a key is whole for axe, and is walked by keyboard alone', async () => {
  const { edit, transfer, cards, revoke, delete: remove } = en.activation_keys;
  const { phone } = await makeCustomer('Two of them');
  for (let made = 0; made < 2; made += 1) await makeKey(phone);
  for (const viewport of [phoneWindow, { width: 1280, height: 800 }]) {
    await using tab = await scene.open('/admin/keys?q=Two', { language: 'en', viewport });
    const { page } = tab;
    const { keyboard } = page;
    const menu = page.getByRole('menu');
    const first = page.locator('tbody code').first();
    const label = fill(en.activation_keys.actions_of, {
      code: (await first.textContent()) ?? '',
    });
    await tabTo(page, label);
    await keyboard.press('Enter');
    await menu.waitFor();
    await expectSound(tab, `menu at ${viewport.width} px`);
    const entries: string[] = [];
    await until('first entry', async () => (await focusedName(page)) === edit.open);
    for (let presses = 0; presses < 5; presses += 1) {
      entries.push(await focusedName(page));
      await keyboard.press('ArrowDown');
    }
    const all = [edit, transfer, cards, revoke, remove];
    expect(entries).toEqual(all.map(({ open }) => open));
    await keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await until('focus back', async () => (await focusedName(page)) === label);

    // Tab leaves it, and goes on behind its button; Shift and Tab go before it.
    await keyboard.press('Enter');
    await until('first entry', async () => (await focusedName(page)) === edit.open);
    await keyboard.press('Tab');
    await menu.waitFor({ state: 'hidden' });
    expect(await focusedName(page)).not.toBe(label);
    await keyboard.press('Shift+Tab');
    expect(await focusedName(page)).toBe(label);

    await keyboard.press('Enter');
    await until('first entry', async () => (await focusedName(page)) === edit.open);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: transfer.title });
    await dialog.getByRole('radio').first().waitFor();
    await tabTo(page, new RegExp(`^${transfer.search}`));
    await keyboard.type('วิภา');
    await until('one customer', async () => (await dialog.getByRole('radio').count()) === 1);
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    expect(await dialog.getByRole('radio').isChecked()).toBe(true);
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await until('focus back', async () => (await focusedName(page)) === label);

    // With a pointer, a click beside the menu closes it, and so does another on its button.
    const place = await button(page, label).boundingBox();
    for (const [x, y] of [[5, 200] as const, [(place?.x ?? 0) + 9, (place?.y ?? 0) + 9] as const]) {
      await button(page, label).click();
      await menu.waitFor();
      expect(await button(page, label).getAttribute('aria-expanded')).toBe('true');
      await page.mouse.click(x, y);
      await menu.waitFor({ state: 'hidden' });
      await until('focus back', async () => (await focusedName(page)) === label);
    }
    expectQuiet(tab);
  }
});
