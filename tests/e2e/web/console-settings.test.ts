/** The console's settings: what is saved on the server, and in force at once. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import { ApiClient } from '../api-client.ts';
import { type Language, languages } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectQuiet,
  fill,
  followWithin,
  heading,
  openConsoleScene,
  refusal,
  tabTo,
  text,
  until,
  untilLive,
} from './console-scene.ts';
import { shareBrowser } from './walk.ts';

const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0';

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, async (home) => {
    const telegram = await home.startTelegram({ token });
    return { telegram, env: { FAIWATCH_TELEGRAM_ADMIN_CHAT: '987654321' } };
  });
});

afterAll(() => scene?.[Symbol.asyncDispose]());

async function openSettings(language: Language) {
  const tab = await scene.open('/admin/settings', { language });
  await button(tab.page, text(language).settings.save).waitFor();
  return tab;
}

const card = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true });

describe.each(languages)('settings in %s', (language) => {
  const t = text(language);
  const words = t.settings;
  /** For each field: what is typed, its minimum, and its name on the server. */
  const fields = [
    [words.notifications.title, words.notifications.heartbeat_timeout, 30, 'heartbeatTimeout'],
    [words.notifications.title, words.notifications.recovery_delay, 1, 'recoveryDelay'],
    [words.pricing.title, words.pricing.s2_mini, 0, 'priceS2Mini'],
    [words.pricing.title, words.pricing.t_display, 0, 'priceTDisplay'],
    [words.pricing.title, words.pricing.key_only, 0, 'priceKeyOnly'],
    [words.pricing.title, words.pricing.renewal, 0, 'priceRenewal'],
    [words.keys.title, words.keys.validity, 1, 'keyValidityYears'],
  ] as const;
  const field = (page: Page, [title, label]: (typeof fields)[number]) =>
    card(page, title).getByLabel(label, { exact: true });

  test('show what is set on the server, the token masked and not to be changed', async () => {
    const tab = await openSettings(language);
    await using _ = tab;
    const { page } = tab;
    await heading(page, words.title).waitFor();
    await page.getByText(words.text).waitFor();
    const { body } = await scene.shop.admin.get('/api/settings');
    for (const entry of fields) {
      const shown = (await field(page, entry).inputValue()).replaceAll(',', '');
      expect([entry[3], Number(shown)]).toEqual([entry[3], body.data[entry[3]]]);
    }
    const general = card(page, words.general.title);
    const secret = general.getByLabel(words.general.bot_token);
    const admin = general.getByLabel(words.general.admin_id);
    expect(await secret.inputValue()).toBe('110201543:••••••••saw0');
    expect(await admin.inputValue()).toBe('987654321');
    for (const shown of [secret, admin]) {
      expect(await shown.getAttribute('readonly')).not.toBeNull();
    }
    expect(await page.content()).not.toContain(token);
    expectQuiet(tab);
  });

  test('each have a minimum, told beside the field until it is corrected', async () => {
    const tab = await openSettings(language);
    await using _ = tab;
    const { page } = tab;
    const save = button(page, words.save);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') asked.push(request.url());
    });
    // Whole numbers, and nothing counts as 0.
    for (const entry of fields.filter(([, , min]) => min > 0)) {
      const [, , min] = entry;
      const before = await field(page, entry).inputValue();
      for (const wrong of [String(min - 1), '']) {
        await field(page, entry).fill(wrong);
        await save.click();
        const said = page.getByText(fill(words.at_least, { min }), { exact: true });
        await said.waitFor();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        expect(await said.count()).toBe(1);
        await field(page, entry).fill(before);
        await said.waitFor({ state: 'detached' });
      }
    }
    const price = field(page, fields[2]);
    await price.fill('2000000');
    await save.click();
    await page.getByText(fill(words.at_most, { max: '1,000,000' }), { exact: true }).waitFor();
    await price.fill('-5');
    await price.press('Tab');
    expect(Number(await price.inputValue())).toBeGreaterThanOrEqual(0);
    expect(asked).toEqual([]);
    expectQuiet(tab);
  });

  test('are saved on the server, in force at once, and shown to whoever else looks at them', async () => {
    const { admin, server } = scene.shop;
    const price = language === 'th' ? 321 : 322;
    await using other = await openSettings(language);
    await untilLive(other.page, language);
    const tab = await openSettings(language);
    await using _ = tab;
    const { page } = tab;
    const keyOnly = field(page, fields[4]);
    await keyOnly.fill(String(price));
    await page.getByText(words.unsaved).waitFor();
    await page.route('**/api/settings', (route) => route.abort());
    await button(page, words.save).click();
    await page.getByText(fill(words.failed, { reason: t.ui.error.network })).waitFor();
    expect(await keyOnly.inputValue()).toBe(String(price));
    await page.unroute('**/api/settings');
    tab.takeComplaints(refusal);

    const held = Promise.withResolvers<void>();
    await page.route('**/api/settings', async (route) => {
      await held.promise;
      await route.continue();
    });
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/settings'),
    );
    await keyOnly.press('Enter');
    await button(page, words.saving).waitFor();
    expect(await keyOnly.isDisabled()).toBe(true);
    held.resolve();
    expect((await sent).postDataJSON()).toEqual({ priceKeyOnly: price });
    await page.getByText(words.saved, { exact: true }).waitFor();
    await button(page, words.save).waitFor();
    expect(await page.getByText(words.unsaved).count()).toBe(0);

    expect((await admin.get('/api/settings')).body.data.priceKeyOnly).toBe(price);
    const made = await admin.post('/api/keys', { purchaseType: 'key_only', deviceType: null });
    expect(made.body.data.price).toBe(price);
    expect(JSON.stringify((await new ApiClient(server).get('/api/public/info')).body)).toContain(
      String(price),
    );
    await followWithin(
      'price in the other tab',
      async () => (await field(other.page, fields[4]).inputValue()) === String(price),
    );
    await page.reload();
    await until('price', async () => (await keyOnly.inputValue()) === String(price));
    expectQuiet(tab);
    expectQuiet(other);
  });
});

test('the English texts are worded as agreed', () => {
  expect(en.settings.saved).toBe('Settings saved successfully');
  expect(en.settings.failed).toStartWith('Failed to save settings');
});

test('settings are stepped, typed and saved by keyboard alone', async () => {
  const tab = await openSettings('en');
  await using _ = tab;
  const { page } = tab;
  const { settings: words } = en;
  const delay = card(page, words.notifications.title).getByLabel(
    words.notifications.recovery_delay,
    { exact: true },
  );
  const before = Number(await delay.inputValue());
  await tabTo(page, words.notifications.recovery_delay);
  await page.keyboard.press('ArrowUp');
  await until('one more', async () => Number(await delay.inputValue()) === before + 1);
  await page.keyboard.press('Enter');
  await page.getByText(words.saved, { exact: true }).waitFor();
  await until('focus back', async () =>
    delay.evaluate((input) => input === document.activeElement),
  );
  const { body } = await scene.shop.admin.get('/api/settings');
  expect(body.data.recoveryDelay).toBe(before + 1);
  expectQuiet(tab);
});
