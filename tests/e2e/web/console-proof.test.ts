/** Being asked who one is, before something is done about who may come in: in an old session, in a browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MutableRedirectUri, OAuth2Server } from 'oauth2-mock-server';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { makeSessionTokens } from '../../../src/actions/people/session-tokens.ts';
import en from '../../../web/src/modules/oidc/en.json';
import { ApiClient } from '../api-client.ts';
import { findLastingPort } from '../harness.ts';
import {
  adminEntries,
  type Language,
  looks,
  openTab,
  type Tab,
  type TabOptions,
} from './browser.ts';
import {
  button,
  type ConsoleScene,
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
import { operator } from './shop.ts';
import { shareBrowser } from './walk.ts';

interface Person {
  readonly username: string;
  readonly password: string;
}

const { oidc } = en;
const label = 'The office';
const known = { sub: 'subject-1', email: 'bo@example.com', email_verified: true };

const browser = shareBrowser();
const provider = new OAuth2Server();
/** What the provider says of whoever logs in there. Null: they turn back. */
let person: Record<string, unknown> | null = known;
let scene: ConsoleScene;

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, person));
  provider.service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => {
    if (person !== null) return;
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
  });
  const port = await findLastingPort();
  scene = await openConsoleScene(browser, () => ({
    args: ['--port', String(port)],
    env: {
      FAIWATCH_PUBLIC_URL: `http://localhost:${port}`,
      FAIWATCH_OIDC_ISSUER: provider.issuer.url ?? '',
      FAIWATCH_OIDC_CLIENT_ID: 'faiwatch',
      FAIWATCH_OIDC_CLIENT_SECRET: 'between the two',
      FAIWATCH_OIDC_LABEL: label,
    },
  }));
});

afterAll(async () => {
  await scene?.[Symbol.asyncDispose]();
  await provider.stop();
});

/** The same log-in, in a session whose proof the server does not remember: as after five minutes. */
async function age(entries: Record<string, string>): Promise<Record<string, string>> {
  const { data } = scene.home;
  const secret = (await readFile(join(data.dir, 'jwt-secret'), 'utf8')).trim();
  const tokens = makeSessionTokens(secret);
  const claims = await tokens.verify(entries['authToken'] ?? '', Date.now());
  if (claims.kind === 'machine') throw new Error('nobody is logged in');
  const sessionId = crypto.getRandomValues(new Uint8Array(16)).toHex();
  data.write(
    `INSERT INTO sessions (id, admin_id, method, created_at, last_used_at)
     SELECT ?, admin_id, method, created_at, last_used_at FROM sessions WHERE id = ?`,
    ...[sessionId, claims.sessionId],
  );
  return { ...entries, authToken: await tokens.sign({ ...claims, sessionId }, Date.now()) };
}

const oldEntries = async (who: Person = operator) =>
  age(await adminEntries(scene.shop.server, who));

/** A tab of an old session, called by a name, as passkeys want it. */
async function openOld(path: string, options: TabOptions = {}, who?: Person): Promise<Tab> {
  const url = scene.shop.server.url.replace('127.0.0.1', 'localhost');
  const stored = await oldEntries(who);
  const tab = await openTab(browser, { url }, { stored, ...options });
  await tab.visit(path);
  return tab;
}

const asked = (page: Page, language: Language) =>
  page.getByRole('dialog', { name: text(language).proof.title, exact: true });

let made = 0;
async function addOwner(): Promise<Person> {
  const owner = await ApiClient.logIn(scene.shop.server, operator);
  const username = `owner-${++made}`;
  const { body } = await owner.post('/api/operators', { username, operator_role: 'owner' });
  return { username, password: body.password };
}

test.each(looks)(
  'a password, by keyboard alone, and the call goes on ($language, $theme, $viewport.width px)',
  async (look) => {
    const { language = 'th' } = look;
    const t = text(language);
    const words = t.operators;
    await using tab = await openOld('/admin/operators', look);
    const { page } = tab;
    const { keyboard } = page;
    const name = `new-${++made}`;
    await button(page, words.add.open).waitFor();
    await tabTo(page, words.add.open);
    await keyboard.press('Enter');
    const adding = page.getByRole('dialog', { name: words.add.open });
    await adding.getByLabel(t.console.login.username, { exact: true }).waitFor();
    await keyboard.type(name);
    await keyboard.press('Enter');

    const dialog = asked(page, language);
    const { current } = t.settings.password;
    await dialog.waitFor();
    await until('focus on the password', async () => (await focusedName(page)) === current);
    await expectSound(tab, 'the question');
    await keyboard.press('Enter');
    await dialog.getByText(t.ui.said.fill_in_all_fields).waitFor();
    await keyboard.type('not this one');
    await keyboard.press('Enter');
    await dialog.getByText(t.ui.said.wrong_password).waitFor();
    await until('focus on what is wrong', async () => (await focusedName(page)) === current);
    await expectSound(tab, 'a wrong password');

    // Whoever gives up comes back to the form, which keeps what was typed and says why nothing was done.
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await adding.getByText(t.ui.error.unproven).waitFor();
    await until(
      'focus in the form',
      async () => (await focusedName(page)) === t.console.login.username,
    );
    expect(await adding.getByLabel(t.console.login.username, { exact: true }).inputValue()).toBe(
      name,
    );
    await expectSound(tab, 'a form that was not sent');
    await keyboard.press('Enter');
    await dialog.waitFor();
    await until('focus on the password', async () => (await focusedName(page)) === current);
    await keyboard.type(operator.password);
    await keyboard.press('Enter');
    const shown = page.getByRole('alertdialog', { name: fill(words.password.title, { name }) });
    await shown.getByRole('button', { name: words.password.kept }).click();
    await shown.waitFor({ state: 'hidden' });
    await row(page, name).waitFor();

    // For five minutes nobody is asked again.
    await button(page, fill(words.actions_of, { name })).click();
    await page.getByRole('menuitem', { name: words.delete.open, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: words.delete.open }).click();
    await row(page, name).waitFor({ state: 'detached' });
    expectQuiet(tab, refusal);
  },
);

describe('what proves it besides', () => {
  const t = text('en');

  test('a code of the app, where there is one', async () => {
    const owner = await addOwner();
    const client = await ApiClient.logIn(scene.shop.server, owner);
    const { secret } = (await client.post('/api/account/totp', {})).body.data;
    const app = new TOTP({ secret });
    const stored = await age(await adminEntries(scene.shop.server, owner));
    await client.post('/api/account/totp/confirm', { code: app.generate() });
    await using tab = await scene.open('/admin/account', { language: 'en', stored });
    const { page } = tab;
    await button(page, t.account.recovery.renew).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t.account.recovery.renew })
      .click();
    const dialog = asked(page, 'en');
    await dialog.getByRole('button', { name: t.proof.by_code }).click();
    await until(
      'focus on the code',
      async () => (await focusedName(page)) === t.console.login.code,
    );
    await page.keyboard.type('12345');
    await page.keyboard.press('Enter');
    await dialog.getByText(t.account.totp.six_digits).waitFor();
    await expectSound(tab, 'a code');
    // The present one was used to set the app up.
    const next = app.generate({ timestamp: Date.now() + 30_000 });
    await dialog.getByLabel(t.console.login.code, { exact: true }).fill(next);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: t.account.recovery.title }).waitFor();
    expectQuiet(tab, refusal);
  });

  test('a passkey', async () => {
    const owner = await addOwner();
    const fresh = await adminEntries(scene.shop.server, owner);
    const url = scene.shop.server.url.replace('127.0.0.1', 'localhost');
    await using tab = await openTab(browser, { url }, { language: 'en', stored: fresh });
    const { page } = tab;
    const session = await page.context().newCDPSession(page);
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
    await tab.visit('/admin/account');
    const { passkeys } = t.account;
    await button(page, passkeys.add).click();
    const adding = page.getByRole('dialog', { name: passkeys.add });
    await adding.getByLabel(passkeys.name, { exact: true }).fill('Desk');
    await page.keyboard.press('Enter');
    await page.getByText(passkeys.added, { exact: true }).waitFor();

    await tab.store(await age(fresh));
    await page.reload();
    await button(page, fill(passkeys.remove_of, { name: 'Desk' })).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: passkeys.remove, exact: true })
      .click();
    const dialog = asked(page, 'en');
    await dialog.getByRole('button', { name: t.proof.by_passkey }).waitFor();
    await expectSound(tab, 'a passkey');
    await dialog.getByRole('button', { name: t.proof.by_passkey }).click();
    await page.getByText(passkeys.removed, { exact: true }).waitFor();
    expectQuiet(tab, refusal);
  });

  test('a log-in at the provider, in a window of its own', async () => {
    const owner = await ApiClient.logIn(scene.shop.server, operator);
    const order = { username: 'bo', operator_role: 'owner', oidc_username: known.email };
    expect((await owner.post('/api/operators', order)).status).toBe(200);
    const url = scene.shop.server.url.replace('127.0.0.1', 'localhost');
    await using tab = await openTab(browser, { url }, { language: 'en' });
    const { page } = tab;
    await tab.visit('/admin/login');
    await page.getByRole('link', { name: fill(oidc.log_in, { label }) }).click();
    await button(page, t.console.account.log_out).waitFor();
    await tab.store(await age(await tab.readStored()));
    await tab.visit('/admin/operators');
    const name = 'by-bo';
    await button(page, t.operators.add.open).click();
    const adding = page.getByRole('dialog', { name: t.operators.add.open });
    await adding.getByLabel(t.console.login.username, { exact: true }).fill(name);
    await page.keyboard.press('Enter');

    const dialog = asked(page, 'en');
    const leave = dialog.getByRole('button', { name: fill(oidc.log_in_again, { label }) });
    await leave.waitFor();
    await expectSound(tab, 'a log-in elsewhere');
    const seconds = () => Math.floor(Date.now() / 1000);
    for (const [who, why] of [
      [null, oidc.failed],
      [{ ...known, auth_time: seconds() - 600 }, fill(oidc.unproven, { label })],
      [{ ...known, sub: 'subject-2', auth_time: seconds() }, oidc.somebody_else],
    ] as const) {
      person = who;
      const closing = page.waitForEvent('popup').then((popup) => popup.waitForEvent('close'));
      await leave.click();
      await dialog.getByText(why).waitFor();
      await closing;
    }
    await expectSound(tab, 'a log-in that was not taken');
    person = { ...known, auth_time: seconds() };
    await leave.click();
    const shown = page.getByRole('alertdialog', {
      name: fill(t.operators.password.title, { name }),
    });
    await shown.getByRole('button', { name: t.operators.password.kept }).click();
    await row(page, name).waitFor();
    person = known;
    expect(tab.takeComplaints(refusal)).toEqual([]);
  });
});

test('a backup is handed out after the question, and the settings of the machine wait for it', async () => {
  const t = text('en');
  const owner = await ApiClient.logIn(scene.shop.server, operator);
  const { body } = await owner.post('/api/system/backups');
  await using tab = await openOld('/admin/system', { language: 'en' });
  const { page } = tab;
  await button(page, fill(t.system.backup.download_of, { name: body.data.name })).waitFor();
  const coming = page.waitForEvent('download');
  await button(page, fill(t.system.backup.download_of, { name: body.data.name })).click();
  const dialog = asked(page, 'en');
  await dialog.getByLabel(t.settings.password.current, { exact: true }).fill(operator.password);
  await page.keyboard.press('Enter');
  expect((await coming).suggestedFilename()).toBe(body.data.name);
  expectQuiet(tab, refusal);
});
