/** The console's list of activation keys: found, counted, chosen, exported, made, printed. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { languages } from './browser.ts';
import {
  button,
  type ConsoleScene,
  countRows,
  dayMs,
  download,
  expectQuiet,
  expectSound,
  fill,
  filterTab,
  focusedName,
  followWithin,
  heading,
  openConsoleScene,
  readCsv,
  refusal,
  row,
  tabTo,
  text,
  until,
  untilLive,
} from './console-scene.ts';
import { shareBrowser } from './walk.ts';

const keyPattern = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/;
const tabNames = ['all', 'unused', 'used', 'expired'] as const;

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({
    name: 'วิภา รัตนพงษ์',
    sites: ['ร้านกาแฟ บางแสน', 'บ้านสวน'],
    spareKeys: 1,
  }));
  const { home, shop } = scene;
  home.data.write(
    'UPDATE activation_keys SET expires_at = ? WHERE key_code = ?',
    Date.now() - dayMs,
    shop.keys[1] ?? '',
  );
});

afterAll(() => scene?.[Symbol.asyncDispose]());

async function readStats(): Promise<Record<string, number>> {
  return (await scene.shop.admin.get('/api/keys/stats')).body.data;
}

/** Makes keys for a customer of their own, found by the customer's name. */
async function makeKeys(phone: string, name: string, quantity: number): Promise<string[]> {
  const { admin } = scene.shop;
  await admin.post('/api/customers', { phone, name });
  const order = { phone, quantity, purchaseType: 'key_only', deviceType: null };
  const { body } = await admin.post('/api/keys/bulk', order);
  return body.data.map(({ key_code: code }: { key_code: string }) => code);
}

/** The numbers of the stats bar, as they are shown. */
const figure = (page: Page, word: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(word, { exact: true }) })
    .locator('dd');

describe.each(languages)('the list in %s', (language) => {
  const t = text(language);
  const words = t.activation_keys;

  test('counts what there is in its bar and its tabs, and follows', async () => {
    await using tab = await scene.open('/admin/keys', { language });
    const { page } = tab;
    await heading(page, words.title).waitFor();
    await untilLive(page, language);
    const before = await readStats();
    const { label: _, inactive, ...figures } = words.stats;
    for (const [name, word] of Object.entries(figures)) {
      const count = String(before[name === 'all' ? 'total' : name]);
      await until(`${count} ${name}`, async () =>
        ((await figure(page, word).textContent()) ?? '').includes(count),
      );
    }
    // Used and unused add up to the total, with those that are named beside it.
    const { total = 0, unused: spare = 0, used = 0 } = before;
    const never = total - spare - used;
    const sentence = page.getByText(inactive.replace('{{number}}', String(never)), { exact: true });
    expect(await sentence.count()).toBe(never > 0 ? 1 : 0);
    for (const name of tabNames) {
      const link = filterTab(page, words.tab.label, words.tab[name]);
      expect(await link.textContent()).toBe(
        `${words.tab[name]}${before[name === 'all' ? 'total' : name]}`,
      );
      await link.click();
      await until('address', () => {
        const filter = new URLSearchParams(tab.path.split('?')[1]).get('filter');
        return filter === (name === 'all' ? null : name);
      });
    }
    await row(page, scene.shop.keys[1] ?? '').waitFor();
    await until('one row', async () => (await countRows(page)) === 1);
    expect(await row(page, scene.shop.keys[1] ?? '').textContent()).toContain(words.status.expired);
    await filterTab(page, words.tab.label, words.tab.used).click();
    await row(page, scene.shop.keys[0] ?? '').waitFor();
    await until('two rows', async () => (await countRows(page)) === 2);
    await page.goBack();
    await until('one row', async () => (await countRows(page)) === 1);

    await filterTab(page, words.tab.label, words.tab.unused).click();
    await row(page, scene.shop.keys[2] ?? '').waitFor();
    const { body } = await scene.shop.admin.post('/api/keys', {
      purchaseType: 'device_bundle',
      deviceType: 't-display',
      notes: 'จ่ายเงินสด',
    });
    const line = row(page, body.data.key_code);
    await followWithin('new key', async () => (await line.count()) === 1);
    await followWithin('count in the bar', async () =>
      ((await figure(page, words.stats.unused).textContent()) ?? '').includes(
        String((before['unused'] ?? 0) + 1),
      ),
    );
    const unused = filterTab(page, words.tab.label, words.tab.unused);
    await followWithin('count in the tab', async () =>
      ((await unused.textContent()) ?? '').endsWith(String((before['unused'] ?? 0) + 1)),
    );
    const shown = (await line.textContent()) ?? '';
    for (const part of [
      words.type.device_bundle,
      'T-Display',
      '฿650',
      'จ่ายเงินสด',
      words.status.unused,
      words.no_customer,
      words.no_device,
      words.not_counting,
    ]) {
      expect(shown).toContain(part);
    }
    await scene.shop.admin.delete(`/api/keys/${body.data.key_code}`);
    await followWithin('key gone', async () => (await line.count()) === 0);
    expectQuiet(tab);
  });

  test('finds by key, phone and name, and asks for a word, not for each of its letters', async () => {
    const [code = ''] = scene.shop.keys;
    await using tab = await scene.open('/admin/keys', { language });
    const { page } = tab;
    await row(page, code).waitFor();
    const search = page.getByLabel(words.search);
    const found = async (count: number) =>
      until(`${count} rows`, async () => (await countRows(page)) === count);
    await search.fill('วิภา');
    await found(3);
    await search.fill('081-234');
    await found(3);
    await search.fill(code.replaceAll('-', '').toLowerCase());
    await found(1);
    expect(await row(page, code).textContent()).toContain('081-234-5678');

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/keys?')) asked.push(request.url());
    });
    await search.fill('');
    await found(3 + (await readStats().then(({ total = 0 }) => Math.min(25, total) - 3)));
    asked.length = 0;
    await search.pressSequentially(code);
    await found(1);
    expect(await search.inputValue()).toBe(code);
    // The row may have been found by the first half of the word.
    await until('whole word', async () => decodeURIComponent(tab.path).includes(code));
    expect(asked.length).toBeLessThan(code.length);
    await page.reload();
    await found(1);
    expect(await search.inputValue()).toBe(code);

    await search.fill('ไม่มีแน่นอน');
    await page.getByText(t.ui.empty_search.title).waitFor();
    await button(page, t.ui.empty_search.clear).click();
    await row(page, code).waitFor();
    expect(tab.path).toBe('/admin/keys');
    expect(await search.inputValue()).toBe('');
    await page.goBack();
    await page.getByText(t.ui.empty_search.title).waitFor();
    expect(await search.inputValue()).toBe('ไม่มีแน่นอน');
    expectQuiet(tab);
  });

  test('deletes those that were ticked, on any page, after it said how many', async () => {
    const name = `Batch ${language}`;
    const phone = language === 'th' ? '0833000001' : '0833000002';
    const codes = await makeKeys(phone, name, 28);
    await using tab = await scene.open(`/admin/keys?q=${name}`, { language });
    const { page } = tab;
    await page.getByText(fill(t.ui.pager.range, { from: 1, to: 25, total: 28 })).waitFor();
    const openDelete = button(page, words.delete.open_many);
    // It looks as if it could not be pressed, and says why.
    await openDelete.press('Enter');
    await page.getByText(t.ui.said.select_keys).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);

    const shown = await page.locator('tbody code').allTextContents();
    const box = (code: string) => page.getByRole('checkbox', { name: code });
    await box(shown[0] ?? '').click();
    await box(shown[1] ?? '').click();
    await button(page, fill(t.ui.pager.page, { page: 2 })).click();
    await page.getByText(fill(t.ui.pager.range, { from: 26, to: 28, total: 28 })).waitFor();
    // The pager is ahead of the rows, which are those of the page before until the answer is there.
    const listed = page.locator('tbody code');
    await until('the second page', async () => (await listed.count()) === 3);
    const [last = ''] = await listed.allTextContents();
    await box(last).click();
    await button(page, fill(words.selection.clear_other, { number: 3 })).waitFor();
    await openDelete.click();
    const asking = page.getByRole('alertdialog', {
      name: fill(words.delete.question_many_other, { number: 3 }),
    });
    await asking.getByText(words.delete.text).waitFor();
    const losses = 'customers_one' in words.delete ? words.delete.customers_one : null;
    await asking.getByText(fill(losses ?? words.delete.customers_other, { number: 1 })).waitFor();
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'hidden' });
    await until('focus back', async () => (await focusedName(page)) === words.delete.open_many);

    await openDelete.click();
    const confirm = asking.getByRole('button', {
      name: fill(words.delete.action_other, { number: 3 }),
    });
    await page.route('**/api/keys/bulk-delete', (route) => route.abort());
    await confirm.click();
    await asking.getByText(fill(t.ui.form.failed, { reason: t.ui.error.network })).waitFor();
    await page.unroute('**/api/keys/bulk-delete');
    tab.takeComplaints(refusal);
    await confirm.click();
    await page.getByText(fill(words.delete.done_other, { number: 3 })).waitFor();
    await asking.waitFor({ state: 'hidden' });
    // The shown page no longer exists, since its rows are deleted.
    await page.getByText(fill(t.ui.pager.range, { from: 1, to: 25, total: 25 })).waitFor();
    const left = await page.locator('tbody code').allTextContents();
    expect(left.some((code) => [shown[0], shown[1], last].includes(code))).toBe(false);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);

    await page.getByRole('checkbox', { name: t.ui.table.select_all }).first().click();
    await button(page, fill(words.selection.clear_other, { number: 25 })).click();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('checkbox', { name: t.ui.table.select_all }).first().click();
    await openDelete.click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: fill(words.delete.action_other, { number: 25 }) })
      .click();
    await page.getByText(fill(words.delete.done_other, { number: 25 })).waitFor();
    await page.getByText(t.ui.empty_search.title).waitFor();
    const { body } = await scene.shop.admin.get(`/api/keys?q=${codes[5]}`);
    expect(body.total).toBe(0);
    expectQuiet(tab);
  });

  test('is exported as it is filtered', async () => {
    await using tab = await scene.open('/admin/keys?filter=used', { language });
    const { page } = tab;
    await row(page, scene.shop.keys[0] ?? '').waitFor();
    const file = await download(page, t.console.export.action);
    expect(file.name).toMatch(/^keys-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readCsv(file.bytes);
    expect(lines).toHaveLength(3);
    expect(lines.slice(1).join()).toContain(scene.shop.keys[0] ?? '');
    await page.route('**/api/keys/export.csv*', (route) => route.abort());
    await button(page, t.console.export.action).click();
    await page.getByText(fill(t.console.export.failed, { reason: t.ui.error.network })).waitFor();
    expectQuiet(tab, refusal);
  });

  test('makes one, with what belongs to it, to copy and to print', async () => {
    const number = language === 'th' ? '0834000001' : '0834000002';
    await using tab = await scene.open('/admin/keys', { language });
    const { page } = tab;
    await button(page, words.create.open).click();
    const making = page.getByRole('dialog', { name: words.create.title, exact: true });
    const type = making.getByLabel(words.column.type, { exact: true });
    expect(await type.locator('option').allTextContents()).toEqual(Object.values(words.type));
    await type.selectOption('device_bundle');
    const make = making.getByRole('button', { name: words.create.action });
    await make.click();
    await making.getByText(words.create.choose_board).waitFor();
    // The error stays when the field is left.
    await page.keyboard.press('Tab');
    await making.getByText(words.create.choose_board).waitFor();
    await making.getByLabel(words.create.board).selectOption('s2-mini');
    const phone = making.getByLabel(words.phone);
    await phone.fill('12');
    await phone.press('Enter');
    await making.getByText(t.ui.said.invalid_phone).waitFor();
    expect(await phone.inputValue()).toBe('12');
    tab.takeComplaints(refusal);
    await phone.fill(number);
    await making.getByLabel(words.notes.title).fill('ขายหน้าร้าน');
    const sent = page.waitForRequest(/\/api\/keys$/);
    await phone.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      purchaseType: 'device_bundle',
      deviceType: 's2-mini',
      phone: number,
      notes: 'ขายหน้าร้าน',
      account: 'ask',
    });

    const said = 'made_one' in words.create ? words.create.made_one : words.create.made_other;
    const made = page.getByRole('dialog', { name: fill(said, { number: 1 }) });
    const code = (await made.getByText(keyPattern).textContent()) ?? '';
    await button(page, fill(t.ui.copy.action, { what: fill(words.what, { code }) })).click();
    await made.getByRole('button', { name: t.ui.copy.action.split(' {{')[0] ?? '' }).first();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await expectSound(tab, 'made');
    await page.keyboard.press('Escape');
    await made.waitFor({ state: 'hidden' });
    const shown = (await row(page, code).textContent()) ?? '';
    expect(shown).toContain('ขายหน้าร้าน');
    expect(shown).toContain(number.slice(-4));
    expectQuiet(tab);
  });

  test('makes many at once, from 1 to 100, and prints a card with a code for each', async () => {
    await using tab = await scene.open('/admin/keys', { language });
    const { page } = tab;
    await button(page, words.bulk.open).click();
    const making = page.getByRole('dialog', { name: words.bulk.title });
    const quantity = making.getByLabel(words.bulk.quantity);
    expect(await quantity.inputValue()).toBe('10');
    const outOfRange = making.getByText(fill(words.bulk.out_of_range, { min: 1, max: 100 }));
    for (const wrong of ['0', '101', '']) {
      await quantity.fill('5');
      await outOfRange.waitFor({ state: 'detached' });
      await quantity.fill(wrong);
      await quantity.press('Enter');
      await outOfRange.waitFor();
      await page.keyboard.press('Tab');
      await outOfRange.waitFor();
    }
    const type = making.getByLabel(words.column.type, { exact: true });
    await type.selectOption('device_bundle');
    await quantity.fill('3');
    await quantity.press('Enter');
    await making.getByText(words.create.choose_board).waitFor();
    // A field that is no longer shown cannot be missing.
    await type.selectOption('key_only');
    await making
      .getByRole('button', { name: fill(words.bulk.action_other, { count: 3 }) })
      .waitFor();
    const sent = page.waitForRequest(/\/api\/keys\/bulk$/);
    await quantity.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      quantity: 3,
      purchaseType: 'key_only',
      deviceType: null,
    });

    const made = page.getByRole('dialog', {
      name: fill(words.create.made_other, { number: 3 }),
    });
    await made.waitFor();
    const codes = await made.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(3);
    const copy = fill(words.cards.copy_other, { count: 3 });
    await made.getByRole('button', { name: copy }).click();
    await made.getByText(t.ui.copy.done).first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await made.getByRole('button', { name: words.cards.print }).click();
    expect(await page.locator('body').getAttribute('data-printed')).toBe('yes');
    await page.emulateMedia({ media: 'print' });
    const cards = page.locator('[data-sheet] article');
    expect(await cards.count()).toBe(3);
    for (const [index, code] of codes.entries()) {
      const card = cards.nth(index);
      expect(await card.isVisible()).toBe(true);
      expect(await card.textContent()).toContain(code.slice(0, 11));
      expect(await card.textContent()).toContain(words.cards.step_wifi);
      const address = scene.shop.server.url;
      expect(await card.textContent()).toContain(fill(words.cards.step_fill, { address }));
      const drawn = await card.locator('svg[role=img] path').getAttribute('d');
      expect(drawn).toBe(drawCode(code));
    }
    expect(await made.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
    await made.waitFor({ state: 'hidden' });
    expect(await cards.count()).toBe(0);
    expectQuiet(tab);
  });
});

/** The dark squares of a code that holds this text, as a path. */
function drawCode(value: string): string {
  const { data } = encode(value, { border: 4, ecc: 'M' });
  return data
    .flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
}

test('the English texts are worded as agreed', () => {
  expect(en.ui.said.select_keys).toBe('Please select keys to delete');
  expect(en.activation_keys.create.made_one).toBe('Key created');
  expect(en.activation_keys.delete.done_other).toBe('{{number}} keys deleted');
  expect(en.activation_keys.edit.done).toContain('Key edited');
  expect(en.activation_keys.bind.done).toContain('Phone bound');
  expect(en.activation_keys.transfer.done).toContain('Key transferred');
  expect(en.ui.said.enter_phone).toBe('Please enter phone number');
  expect(en.ui.said.select_customer).toBe('Please select customer');
  expect(en.ui.said.key_not_bound).toBe('Cannot renew, this key is not bound to any device');
  expect(en.activation_keys.not_counting).toBe('Not started counting');
  for (const { activation_keys: words } of [en, th]) {
    expect(words.delete.question_many_other).toContain('{{number}}');
    expect(words.error.no_such_customer).toContain('/start');
    expect(words.error.no_such_customer).toContain('/register');
  }
});

test('keys are ticked, deleted and made by keyboard alone', async () => {
  const [code = ''] = await makeKeys('0835000001', 'Keyboard', 1);
  await using tab = await scene.open('/admin/keys?q=Keyboard', { language: 'en' });
  const { page } = tab;
  const { keyboard } = page;
  const words = en.activation_keys;
  await row(page, code).waitFor();
  await tabTo(page, `Select ${fill(words.what, { code })}`);
  await keyboard.press('Space');
  await button(page, 'Clear selection (1)').waitFor();
  await keyboard.press('Shift+Tab');
  await page.evaluate(() => document.querySelector<HTMLElement>('main')?.focus());
  await tabTo(page, words.delete.open_many);
  await keyboard.press('Enter');
  const asking = page.getByRole('alertdialog');
  await asking.waitFor();
  await tabTo(page, 'Delete 1 key');
  await keyboard.press('Enter');
  await page.getByText('1 key deleted').waitFor();
  await page.getByText(en.ui.empty_search.title).waitFor();

  await page.evaluate(() => document.querySelector<HTMLElement>('main')?.focus());
  await tabTo(page, words.create.open);
  await keyboard.press('Enter');
  const making = page.getByRole('dialog', { name: words.create.title, exact: true });
  await making.waitFor();
  await tabTo(page, new RegExp(`^${words.phone}`));
  await keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: words.create.made_one });
  await made.waitFor();
  await keyboard.press('Escape');
  await made.waitFor({ state: 'hidden' });
  await until('focus back', async () => (await focusedName(page)) === words.create.open);
});
