/** Signing in to the console through an OpenID provider, in a browser: who is let in, and who is told why not. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type MutableRedirectUri, OAuth2Server } from 'oauth2-mock-server';
import en from '../../../web/src/modules/oidc/en.json';
import th from '../../../web/src/modules/oidc/th.json';
import { findLastingPort } from '../harness.ts';
import { type Language, languages, openTab, type Tab } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectSound,
  fill,
  heading,
  openConsoleScene,
  row,
  text,
} from './console-scene.ts';
import { operator } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th: th.oidc, en: en.oidc };
const label = 'The office';
const known = { sub: 'subject-1', email: 'bo@example.com', email_verified: true };

const browser = shareBrowser();
const provider = new OAuth2Server();
/** The person at the browser, as the provider knows them; null: they return without signing in. */
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
      FAIWATCH_PUBLIC_URL: `http://127.0.0.1:${port}`,
      FAIWATCH_OIDC_ISSUER: provider.issuer.url ?? '',
      FAIWATCH_OIDC_CLIENT_ID: 'faiwatch',
      FAIWATCH_OIDC_CLIENT_SECRET: 'between the two',
      FAIWATCH_OIDC_LABEL: label,
    },
  }));
  const order = { username: 'bo', operator_role: 'support', oidc_username: known.email };
  const { status } = await scene.shop.admin.post('/api/operators', order);
  expect(status).toBe(200);
});

afterAll(async () => {
  await scene?.[Symbol.asyncDispose]();
  await provider.stop();
});

const link = (tab: Tab, language: Language) =>
  tab.page.getByRole('link', {
    name: fill(words[language].log_in, { label }),
    exact: true,
  });

/** Goes to the provider and comes back as `who`. */
async function signIn(language: Language, who: typeof person): Promise<Tab> {
  person = who;
  const tab = await openTab(browser, scene.shop.server, { language });
  await tab.visit('/admin/login');
  await link(tab, language).click();
  return tab;
}

describe.each(languages)('the organisation’s own account, in %s', (language) => {
  const t = text(language);
  const { login } = t.console;
  const oidc = words[language];

  test('lets in whom the owner named, in their role', async () => {
    const tab = await signIn(language, known);
    await using _ = tab;
    const { page } = tab;
    await button(page, t.console.account.log_out).waitFor();
    // The address holds no trace of it, and there is no password to change.
    expect(page.url()).not.toContain('#');
    await tab.visit('/admin/keys');
    await heading(page, t.activation_keys.title).waitFor();
    await tab.visit('/admin/account');
    await row(page, t.sessions.method.oidc).first().waitFor();
    expect([...tab.foreignOrigins]).toEqual([new URL(provider.issuer.url ?? '').origin]);
    expect(tab.takeComplaints()).toEqual([]);
    // After the log-out the browser's stored state lets nobody in.
    await button(page, t.console.account.log_out).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t.console.account.log_out })
      .click();
    await heading(page, login.title).waitFor();
    await page.reload();
    await heading(page, login.title).waitFor();
  });

  test('tells a person without an account here that they have none', async () => {
    for (const who of [
      { sub: 'subject-2', email: 'nobody@example.com', email_verified: true },
      // The name is taken: it belonged to subject-1 before.
      { sub: 'subject-3', email: known.email, email_verified: true },
    ]) {
      const tab = await signIn(language, who);
      await using _ = tab;
      await tab.page.getByText(oidc.unknown).waitFor();
      expect(tab.path).toBe('/admin/login');
      expect(await tab.readStored()).not.toHaveProperty('authToken');
      await expectSound(tab, 'the log-in of somebody unknown');
    }
  });

  test('lets whoever cancelled at the provider try again, or use a password', async () => {
    const tab = await signIn(language, null);
    await using _ = tab;
    const { page } = tab;
    await page.getByText(oidc.failed).waitFor();
    await page.getByLabel(login.username, { exact: true }).fill(operator.username);
    await page.getByLabel(login.password, { exact: true }).fill(operator.password);
    await button(page, login.action).click();
    await button(page, t.console.account.log_out).waitFor();

    const again = await signIn(language, null);
    await using __ = again;
    await again.page.getByText(oidc.failed).waitFor();
    person = known;
    await link(again, language).click();
    await button(again.page, t.console.account.log_out).waitFor();
  });
});

test('refuses the return from a log-in that this browser did not begin', async () => {
  person = known;
  const url = `${scene.shop.server.url}/api/auth/oidc/start`;
  const away = await fetch(url, { redirect: 'manual' });
  const back = await fetch(away.headers.get('location') ?? '', { redirect: 'manual' });
  const tab = await openTab(browser, scene.shop.server, { language: 'en' });
  await using _ = tab;
  await tab.page.goto(back.headers.get('location') ?? '');
  await tab.page.getByText(words.en.failed).waitFor();
  expect(await tab.readStored()).not.toHaveProperty('authToken');
});
