/** Changing the own password in the console: what is checked, what may be refused, how sessions end. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import { ApiClient } from '../api-client.ts';
import { adminEntries, type Language, languages, type Tab } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectQuiet,
  fill,
  heading,
  openConsoleScene,
  refusal,
  tabTo,
  text,
  until,
} from './console-scene.ts';
import { operator } from './shop.ts';
import { shareBrowser } from './walk.ts';

const changeCall = '**/api/auth/change-password';
const fields = ['current', 'new', 'confirm'] as const;

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({}));
});

afterAll(() => scene?.[Symbol.asyncDispose]());

/** The settings, of a session of their own: a changed password ends all others. */
async function openSettings(language: Language): Promise<Tab> {
  const stored = await adminEntries(scene.shop.server, operator);
  const tab = await scene.open('/admin/settings', { language, stored });
  await button(tab.page, text(language).settings.save).waitFor();
  return tab;
}

async function openForm(language: Language) {
  const { password: said } = text(language).settings;
  const tab = await openSettings(language);
  const form = tab.page.getByRole('group', { name: said.title, exact: true });
  const change = form.getByRole('button', { name: said.action });
  const given = (name: (typeof fields)[number]) => form.getByLabel(said[name], { exact: true });
  const enter = async (current: string, next: string, again = next) => {
    for (const [name, value] of [
      ['current', current],
      ['new', next],
      ['confirm', again],
    ] as const) {
      await given(name).fill(value);
    }
  };
  const send = async (...passwords: Parameters<typeof enter>) => {
    await enter(...passwords);
    await change.click();
  };
  return { tab, page: tab.page, form, change, given, enter, send };
}

describe.each(languages)('the password in %s', (language) => {
  const t = text(language);
  const { password: said } = t.settings;

  test('needs all three fields, at least ten characters, and the same password twice', async () => {
    const { tab, form, change, send } = await openForm(language);
    await using _ = tab;
    await change.click();
    await until(
      'three findings',
      async () => (await form.getByText(t.ui.said.fill_in_all_fields).count()) === 3,
    );
    await send('x', '12345');
    await form.getByText(fill(said.too_short, { min: 6 })).waitFor();
    await send('x', '123456789');
    await form.getByText(fill(said.too_short, { min: 10 })).waitFor();
    await send('x', 'a new phrase', 'another phrase');
    await form.getByText(t.ui.said.passwords_differ).waitFor();
    expectQuiet(tab);
  });

  test('that is refused says why, and keeps what was typed', async () => {
    const { tab, page, form, given, send } = await openForm(language);
    await using _ = tab;
    await send('a wrong one', 'a new password');
    await form.getByText(t.ui.said.wrong_password).waitFor();
    expect(await given('new').inputValue()).toBe('a new password');
    await send(operator.password, 'basketball');
    await form.getByText(said.too_common).waitFor();
    const answers = [
      [401, { ok: false, error: 'x', code: 'INVALID_CREDENTIALS' }, t.ui.said.wrong_password],
      [403, 'no JSON at all', t.ui.said.wrong_password],
      [
        403,
        { ok: false, error: 'x', code: 'FORBIDDEN' },
        fill(t.ui.form.failed, { reason: t.ui.error.forbidden }),
      ],
      [
        500,
        { ok: false, error: 'x', code: 'INTERNAL' },
        fill(t.ui.form.failed, { reason: t.ui.error.server }),
      ],
      [502, '<h1>Bad Gateway</h1>', said.failed],
    ] as const;
    for (const [status, answer, why] of answers) {
      const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
      await page.route(changeCall, (route) => route.fulfill({ status, body }));
      const answered = page.waitForResponse(changeCall);
      await send('anything', `password ${status}`);
      await answered;
      await form.getByText(why).waitFor();
      expect(await given('confirm').inputValue()).toBe(`password ${status}`);
      await page.unroute(changeCall);
    }
    await page.route(changeCall, (route) => route.abort());
    await send('anything', 'another password');
    await form.getByText(fill(t.ui.form.failed, { reason: t.ui.error.network })).waitFor();
    expect(tab.path).toBe('/admin/settings');
    expectQuiet(tab, refusal);
  });

  test('of a session that is over leads to the log-in, which says so', async () => {
    const endings = [401, 403].flatMap((status) =>
      ['TOKEN_EXPIRED', 'INVALID_TOKEN'].map((code) => ({ status, code })),
    );
    for (const { status, code } of endings) {
      const { tab, page, send } = await openForm(language);
      await using _ = tab;
      await page.route(changeCall, (route) =>
        route.fulfill({ status, json: { ok: false, error: 'x', code } }),
      );
      await send(operator.password, 'a new password');
      await expectSessionOver(tab, language);
    }
    const { tab, change, enter } = await openForm(language);
    await using _ = tab;
    await enter(operator.password, 'a new password');
    // In one step, since any other call that the page makes without it leads to the log-in, too.
    await change.evaluate((pressed) => {
      localStorage.removeItem('authToken');
      (pressed as HTMLElement).click();
    });
    await expectSessionOver(tab, language);
  });

  test('is changed: the fields are empty again, and every other session ends', async () => {
    const next = `changed in ${language}`;
    const before = await openSettings(language);
    await using _other = before;
    const { tab, page, given, send } = await openForm(language);
    await using _ = tab;
    const { authToken: old } = await tab.readStored();
    await send(operator.password, next);
    await page.getByText(said.done, { exact: true }).waitFor();
    for (const name of fields) expect(await given(name).inputValue()).toBe('');
    const { authToken: renewed } = await tab.readStored();
    expect(renewed).not.toBe(old ?? '');
    await expectSessionOver(before, language);

    // This session goes on, and the new password is good.
    await tab.visit('/admin/keys');
    await heading(page, t.activation_keys.title).waitFor();
    await page.getByText(t.ui.live.live, { exact: true }).first().waitFor();
    const owner = await ApiClient.logIn(scene.shop.server, { ...operator, password: next });
    await owner.post('/api/auth/change-password', {
      currentPassword: next,
      newPassword: operator.password,
    });
    expectQuiet(tab, refusal);
  });
});

/** The token and the user are gone, and the log-in says why. */
async function expectSessionOver(tab: Tab, language: Language): Promise<void> {
  await tab.page.getByText(text(language).console.login.expired).waitFor();
  expect(tab.path).toBe('/admin/login');
  const left = await tab.readStored();
  expect(left).not.toHaveProperty('authToken');
  expect(left).not.toHaveProperty('user');
  expectQuiet(tab, refusal);
}

test('the English texts are worded as agreed', () => {
  const { settings, ui } = en;
  expect(ui.said.fill_in_all_fields).toContain('fill in all fields');
  expect(ui.said.passwords_differ).toBe('New passwords do not match');
  expect(ui.said.wrong_password).toBe('Current password incorrect');
  expect(settings.password.failed).toBe('Password change failed');
  expect(settings.password.done).toBe('Password changed');
  expect(en.console.login.expired).toContain('session has expired');
  expect(en.console.login.expired).toContain('log in again');
});

test('a change is sent once another field is corrected, by keyboard alone', async () => {
  const { tab, page, form } = await openForm('en');
  await using _ = tab;
  const { password: said } = en.settings;
  const { keyboard } = page;
  await tabTo(page, said.current);
  await keyboard.type('a wrong one');
  await tabTo(page, said.new);
  await keyboard.type('a new phrase');
  await tabTo(page, said.confirm);
  await keyboard.type('another one');
  await keyboard.press('Enter');
  await form.getByText(en.ui.said.passwords_differ).waitFor();
  // The last one was right; the one before it was mistyped.
  await form.getByLabel(said.new, { exact: true }).focus();
  await keyboard.press('Control+A');
  await keyboard.type('another one');
  await keyboard.press('Enter');
  await form.getByText(en.ui.said.wrong_password).waitFor();
  await until('focus on what is wrong', async () =>
    form
      .getByLabel(said.current, { exact: true })
      .evaluate((input) => input === document.activeElement),
  );
  // Nothing keeps anybody from trying the same again.
  const asked = page.waitForRequest(changeCall);
  await keyboard.press('Enter');
  await asked;
  expectQuiet(tab, refusal);
});
