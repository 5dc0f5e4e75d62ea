/** Who runs the service: second factors, passkeys, sessions, roles, and what each role is offered. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import { ApiClient } from '../api-client.ts';
import { adminEntries, type Language, languages, looks, openTab, type Tab } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  heading,
  openConsoleScene,
  refusal,
  row,
  tabTo,
  text,
  until,
} from './console-scene.ts';
import { operator } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

type Role = 'viewer' | 'support' | 'owner';
interface Person {
  readonly username: string;
  readonly password: string;
}

const stepMs = 30_000;

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({ sites: ['Corner shop'], spareKeys: 1 }));
});

afterAll(() => scene?.[Symbol.asyncDispose]());

let made = 0;

/** Somebody who may sign in to the console. */
async function addOperator(role: Role): Promise<Person> {
  const username = `${role}-${++made}`;
  const order = { username, operator_role: role };
  // Of a fresh log-in, which proves who asks.
  const owner = await ApiClient.logIn(scene.shop.server, operator);
  const { status, body } = await owner.post('/api/operators', order);
  if (status !== 200) throw new Error(`Answered ${JSON.stringify(body)}`);
  return { username, password: body.password };
}

/** A tab of somebody who is logged in. */
async function openAs(person: Person, path: string, language: Language = 'en'): Promise<Tab> {
  const stored = await adminEntries(scene.shop.server, person);
  return scene.open(path, { language, stored });
}

/** A tab that calls the server by a name, as passkeys want it. */
async function openByName(language: Language): Promise<Tab> {
  const url = scene.shop.server.url.replace('127.0.0.1', 'localhost');
  const tab = await openTab(browser, { url }, { language });
  const session = await tab.page.context().newCDPSession(tab.page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return tab;
}

async function sendPassword(page: Page, language: Language, { username, password }: Person) {
  const { login } = text(language).console;
  await page.getByLabel(login.username, { exact: true }).fill(username);
  await page.getByLabel(login.password, { exact: true }).fill(password);
  await button(page, login.action).click();
}

async function logOut(page: Page, language: Language) {
  const { account } = text(language).console;
  await button(page, account.log_out).click();
  await page.getByRole('alertdialog').getByRole('button', { name: account.log_out }).click();
  await heading(page, text(language).console.login.title).waitFor();
}

/** Sets up an app in the account page. @returns how to read it, and the recovery codes */
async function setUpApp(tab: Tab, language: Language) {
  const { page } = tab;
  const t = text(language);
  const { totp, recovery } = t.account;
  await button(page, totp.begin).click();
  const scanning = page.getByRole('dialog', { name: totp.scan_title });
  await scanning.getByRole('img').waitFor();
  await expectSound(tab, 'what the app has to scan');
  const secret = ((await scanning.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const app = new TOTP({ secret });
  await scanning.getByLabel(totp.code, { exact: true }).fill('12345');
  await page.keyboard.press('Enter');
  await scanning.getByText(totp.six_digits).waitFor();
  // Pasted from an app that shows the code in two groups.
  const code = app.generate();
  await scanning
    .getByLabel(totp.code, { exact: true })
    .fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');

  const codes = page.getByRole('alertdialog', { name: recovery.title });
  await codes.getByRole('listitem').first().waitFor();
  await expectSound(tab, 'recovery codes');
  const recoveryCodes = await codes.locator('li code').allTextContents();
  await codes.getByRole('button', { name: recovery.copy }).click();
  await until('copied', async () =>
    page.evaluate(
      async (all) => (await navigator.clipboard.readText()) === all,
      recoveryCodes.join('\n'),
    ),
  );
  await codes.getByRole('button', { name: recovery.kept }).click();
  await codes.waitFor({ state: 'hidden' });
  // Each time step works once, and the present one is used up.
  const next = () => app.generate({ timestamp: Date.now() + stepMs });
  return { next, recoveryCodes };
}

describe.each(languages)('a second factor in %s', (language) => {
  const t = text(language);
  const { login } = t.console;

  test('is set up, asked for at the next log-in, and replaced by a recovery code', async () => {
    const person = await addOperator('owner');
    await using tab = await openByName(language);
    const { page } = tab;
    await tab.visit('/admin/login');
    await sendPassword(page, language, person);
    await page.getByRole('link', { name: person.username }).click();
    await heading(page, t.account.title).waitFor();
    const { next, recoveryCodes } = await setUpApp(tab, language);
    expect(new Set(recoveryCodes).size).toBe(10);
    await page.getByText(t.account.on, { exact: true }).waitFor();

    await logOut(page, language);
    await sendPassword(page, language, person);
    const code = page.getByLabel(login.code, { exact: true });
    await code.waitFor();
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    await until('focus on the code', async () => (await focusedName(page)) === login.code);
    await expectSound(tab, 'the second step');
    await page.keyboard.press('Escape');
    await sendPassword(page, language, person);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText(login.wrong_code).waitFor();
    await code.fill(next());
    await page.keyboard.press('Enter');
    await heading(page, t.console.nav.dashboard).waitFor();

    await logOut(page, language);
    await sendPassword(page, language, person);
    await code.fill(` ${(recoveryCodes[3] ?? '').toLowerCase()} `);
    await page.keyboard.press('Enter');
    await heading(page, t.console.nav.dashboard).waitFor();
    await tab.visit('/admin/account');
    await page.getByText(/\b9\b/).first().waitFor();

    // Without the second factor, a password is enough again.
    await button(page, t.account.totp.remove).click();
    const removing = page.getByRole('alertdialog', { name: t.account.totp.remove_title });
    await removing.getByRole('button', { name: t.account.totp.remove }).click();
    await page.getByText(t.account.off, { exact: true }).waitFor();
    expectQuiet(tab, refusal);
  });

  test('may be a passkey, which opens the console by itself, too', async () => {
    const person = await addOperator('support');
    await using tab = await openByName(language);
    const { page } = tab;
    const { passkeys } = t.account;
    await tab.visit('/admin/login');
    await sendPassword(page, language, person);
    await heading(page, t.console.nav.dashboard).waitFor();
    await tab.visit('/admin/account');
    await button(page, passkeys.add).click();
    const adding = page.getByRole('dialog', { name: passkeys.add });
    await adding.getByLabel(passkeys.name, { exact: true }).fill('Desk');
    await page.keyboard.press('Enter');
    await page.getByText(passkeys.added, { exact: true }).waitFor();
    await page.getByRole('listitem').getByText('Desk', { exact: true }).waitFor();
    await expectSound(tab, 'an account with a passkey');

    await logOut(page, language);
    await button(page, login.passkey).click();
    await heading(page, t.console.nav.dashboard).waitFor();

    await logOut(page, language);
    await sendPassword(page, language, person);
    await heading(page, login.second_title).waitFor();
    await button(page, login.passkey).click();
    await heading(page, t.console.nav.dashboard).waitFor();

    await tab.visit('/admin/account');
    await button(page, fill(passkeys.remove_of, { name: 'Desk' })).click();
    const removing = page.getByRole('alertdialog', {
      name: fill(passkeys.remove_title, { name: 'Desk' }),
    });
    await removing.getByRole('button', { name: passkeys.remove, exact: true }).click();
    await page.getByText(passkeys.removed, { exact: true }).waitFor();
    await logOut(page, language);
    await button(page, login.passkey).click();
    await page.getByRole('alert').waitFor();
    expectQuiet(tab, refusal);
  });
});

describe('operators', () => {
  const t = en;
  const { operators: words } = en;

  test('are added with a password that is shown once, given another role, reset and deleted', async () => {
    const boss = await addOperator('owner');
    await using tab = await openAs(boss, '/admin/operators');
    const { page } = tab;
    const choose = async (name: string, entry: string) => {
      await button(page, fill(words.actions_of, { name })).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    const readPassword = async (name: string) => {
      const shown = page.getByRole('alertdialog', {
        name: fill(words.password.title, { name }),
      });
      const password = (await shown.locator('dd code').last().textContent()) ?? '';
      await shown.getByRole('button', { name: words.password.kept }).click();
      await shown.waitFor({ state: 'hidden' });
      return password;
    };
    await button(page, words.add.open).click();
    const adding = page.getByRole('dialog', { name: words.add.open });
    await adding.getByLabel(t.console.login.username, { exact: true }).fill('not a name');
    await page.keyboard.press('Enter');
    await adding.getByText(words.add.bad_name).waitFor();
    await adding.getByLabel(t.console.login.username, { exact: true }).fill(operator.username);
    await page.keyboard.press('Enter');
    await adding.getByText(words.add.taken).waitFor();
    await expectSound(tab, 'adding an operator');
    await adding.getByLabel(t.console.login.username, { exact: true }).fill('nok');
    await adding.getByRole('radio', { name: new RegExp(`^${words.role.viewer}`) }).check();
    await page.keyboard.press('Enter');
    const first = { username: 'nok', password: await readPassword('nok') };
    await ApiClient.logIn(scene.shop.server, first);
    await row(page, 'nok').getByText(words.factor.none).waitFor();

    await choose('nok', words.change_role.open);
    const role = page.getByRole('dialog', {
      name: fill(words.change_role.title, { name: 'nok' }),
    });
    await role.getByRole('radio', { name: new RegExp(`^${words.role.support}`) }).check();
    await role.getByRole('button', { name: t.console.save }).click();
    await row(page, 'nok').getByText(words.role.support, { exact: true }).waitFor();

    await choose('nok', words.reset.open);
    await page.getByRole('alertdialog').getByText(words.reset.factor).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: words.reset.open }).click();
    const second = { username: 'nok', password: await readPassword('nok') };
    await ApiClient.logIn(scene.shop.server, second);
    expect(ApiClient.logIn(scene.shop.server, first)).rejects.toThrow();

    await choose('nok', words.delete.open);
    await page.getByRole('alertdialog').getByRole('button', { name: words.delete.open }).click();
    await row(page, 'nok').waitFor({ state: 'detached' });
    expectQuiet(tab, refusal);
  });

  test('may be asked for a second factor all at once: nothing else is open to who has none', async () => {
    const boss = await addOperator('owner');
    await using tab = await openAs(boss, '/admin/operators');
    const { page } = tab;
    await page.getByRole('switch').click();
    const asking = page.getByRole('alertdialog', { name: words.security.on_title });
    await asking.getByText(fill(words.security.has_none, { username: boss.username })).waitFor();
    await expectSound(tab, 'demanding a second factor');
    await asking.getByRole('button', { name: words.security.on_action }).click();
    try {
      await page.getByText(t.account.must_set.title).waitFor();
      expect(tab.path).toBe('/admin/account');
      await expectSound(tab, 'an account that needs a second factor');
      await tab.visit('/admin/keys');
      await page.getByText(t.account.must_set.title).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      await setUpApp(tab, 'en');
      await page.getByText(t.account.must_set.title).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: t.settings.title, exact: true }).click();
      await page.getByRole('link', { name: words.title }).click();
      await page.getByRole('switch', { checked: true }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words.security.off_action })
        .click();
      await page.getByRole('switch', { checked: false }).waitFor();
    } finally {
      await tab.page.evaluate(async () => {
        await fetch('/api/settings/security', {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${localStorage.getItem('authToken')}`,
            'content-type': 'application/json',
          },
          body: '{"require_second_factor":false}',
        });
      });
    }
    expectQuiet(tab, refusal);
  });

  test('give a program a token of its own, which opens the API until it is revoked', async () => {
    await using tab = await openAs(await addOperator('owner'), '/admin/operators');
    const { page } = tab;
    const { tokens } = t.operators;
    const card = page.getByRole('group', { name: tokens.title });
    await card.getByText(tokens.none).waitFor();
    await card.getByRole('button', { name: tokens.create }).click();
    const asking = page.getByRole('dialog', { name: tokens.create });
    await asking.getByRole('textbox', { name: tokens.name }).focus();
    await page.keyboard.press('Enter');
    await asking.getByText(tokens.bad_name).first().waitFor();
    await page.keyboard.type('Grafana');
    await expectSound(tab, 'making a token');
    await page.keyboard.press('Enter');

    const shown = page.getByRole('alertdialog', {
      name: tokens.made.replace('{{name}}', 'Grafana'),
    });
    const token = (await shown.locator('code').textContent()) ?? '';
    await expectSound(tab, 'the token');
    const { origin } = new URL(page.url());
    const call = () =>
      fetch(`${origin}/api/devices`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await call()).status).toBe(200);
    await shown.getByRole('button', { name: tokens.kept }).click();

    const revoke = tokens.revoke_one.replace('{{name}}', 'Grafana');
    await card.getByRole('button', { name: revoke }).click();
    await expectSound(tab, 'revoking');
    await page.getByRole('alertdialog').getByRole('button', { name: tokens.revoke }).click();
    await card.getByText(tokens.none).waitFor();
    expect((await call()).status).toBe(401);
    expectQuiet(tab);
  });

  test('see their sessions, and end those they do not know', async () => {
    const person = await addOperator('viewer');
    await using other = await openAs(person, '/admin/account');
    await heading(other.page, t.account.title).waitFor();
    await using tab = await openAs(person, '/admin/account');
    const { page } = tab;
    await page.getByText(t.sessions.current, { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click();
    await page.getByText(t.sessions.ended, { exact: true }).waitFor();
    // Its live stream ends with the session.
    await other.page.getByText(t.console.login.expired).waitFor();
    expectQuiet(tab);
  });
});

describe('what a role may not do is not offered', () => {
  /** Every button of the pages' main part that changes something. */
  const offers = [
    ['/admin/customers', en.customers.add.open],
    ['/admin/customers/1', en.customers.edit.open],
    ['/admin/customers/1', en.customers.data.download],
    ['/admin/devices/fw-0000000000a1', en.admin_devices.edit.open],
    ['/admin/devices/fw-0000000000a1', en.admin_devices.place.open],
    ['/admin/keys', en.activation_keys.create.open],
    ['/admin/keys', en.activation_keys.bulk.open],
    ['/admin/keys', en.activation_keys.delete.open_many],
    ['/admin/deliveries', en.deliveries.retry_all.action],
  ] as const;
  const ownerOffers = [
    ['/admin/customers/1', en.customers.data.erase],
    ['/admin/system', en.system.backup.make],
  ] as const;

  beforeAll(() => {
    // Only a message that was given up can be sent again.
    scene.home.data.write(
      `INSERT INTO notifications (customer_id, kind, channel, recipient, language, status, due_at,
         next_attempt_at, attempts, last_error, created_at)
       VALUES (1, 'test', 'telegram', '7004001', 'en', 'failed', ?1, ?1, 1, 'chat not found', ?1)`,
      Date.now(),
    );
  });

  async function listOffered(role: Role): Promise<string[]> {
    await using tab = await openAs(await addOperator(role), '/admin/customers');
    const { page } = tab;
    const offered: string[] = [];
    let shown = '';
    for (const [path, name] of [...offers, ...ownerOffers]) {
      if (path !== shown) await tab.visit(path);
      shown = path;
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await page.getByText(en.ui.loading).first().waitFor({ state: 'hidden' });
      const data = page.locator('summary', { hasText: en.customers.data.title });
      if ((await data.count()) > 0) await unfold(page, en.customers.data.title);
      if ((await button(page, name).count()) > 0) offered.push(name);
    }
    if (role === 'viewer') {
      await tab.visit('/admin/keys');
      await page
        .getByText(/^\*{5}-\*{5}-\*{5}-/)
        .first()
        .waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(0);
    }
    const { nav } = en.console;
    const links: string[] = [];
    for (const [path, navigation] of [
      ['/admin/customers', nav.label],
      ['/admin/customers', fill(nav.section, { name: nav.customers })],
      ['/admin/settings', fill(nav.section, { name: en.settings.title })],
    ] as const) {
      await tab.visit(path);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      const shown = page.getByRole('navigation', { name: navigation }).getByRole('link');
      links.push(...(await shown.allTextContents()));
    }
    for (const [title, needed] of [
      [en.joins.title, ['support', 'owner']],
      [en.settings.title, ['owner']],
      [en.operators.title, ['owner']],
    ] as const) {
      expect([title, links.includes(title)]).toEqual([title, needed.some((one) => one === role)]);
    }
    if (role !== 'owner') {
      await tab.visit('/admin/settings');
      await heading(page, nav.dashboard).waitFor();
    }
    expectQuiet(tab);
    return offered;
  }

  const everyday = offers.map(([, name]) => name);
  test.each([
    ['viewer', []],
    ['support', everyday],
    ['owner', [...everyday, ...ownerOffers.map(([, name]) => name)]],
  ] as const)('to the %s', async (role, expected) => {
    expect(await listOffered(role)).toEqual([...expected]);
  });
});

test.each(looks)(
  'account, operators and log-in are sound ($language, $theme, $viewport.width px)',
  async (look) => {
    for (const path of ['/admin/account', '/admin/operators']) {
      await using tab = await scene.open(path, look);
      await tab.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await tab.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await expectSound(tab, path);
      expectQuiet(tab);
    }
    await using tab = await scene.open('/admin/login', { ...look, stored: {} });
    await heading(tab.page, text(look.language).console.login.title).waitFor();
    await expectSound(tab, 'log-in');
    expectQuiet(tab);
  },
);

test('the second step is reached and left by keyboard alone', async () => {
  const person = await addOperator('owner');
  await using tab = await openAs(person, '/admin/account');
  const { page } = tab;
  const { next } = await setUpApp(tab, 'en');
  await logOut(page, 'en');
  await tabTo(page, en.console.login.username);
  await page.keyboard.type(person.username);
  await tabTo(page, en.console.login.password);
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await until('focus on the code', async () => (await focusedName(page)) === en.console.login.code);
  await page.keyboard.type(next());
  await page.keyboard.press('Enter');
  await heading(page, en.console.nav.dashboard).waitFor();
  expectQuiet(tab, refusal);
});
