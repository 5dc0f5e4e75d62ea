/** Tokens of programs: what each may do, what it left, and what ends with it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import { ApiClient } from '../api-client.ts';
import { looks } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  openConsoleScene,
  refusal,
  tabTo,
  text,
  until,
} from './console-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, () => ({ sites: ['Corner shop'], spareKeys: 1 }));
});

afterAll(() => scene?.[Symbol.asyncDispose]());

/** A program with an owner's token. */
async function addProgram(name: string, scopes: readonly string[]): Promise<ApiClient> {
  const { status, body } = await scene.shop.admin.post('/api/tokens', {
    ...{ name, role: 'owner', scopes },
  });
  if (status !== 200) throw new Error(`Answered ${JSON.stringify(body)}`);
  return new ApiClient(scene.shop.server, body.data.token);
}

/** Uses up what a program may leave. @returns a key that it made for the customer */
async function leaveTraces(program: ApiClient): Promise<string> {
  const { phone } = scene.shop.credentials;
  const { body } = await program.post('/api/keys', { purchaseType: 'key_only', phone });
  const copy = await program.post('/api/system/backups');
  expect(copy.status).toBe(200);
  await program.text(`/api/system/backups/${copy.body.data.name}`);
  await program.put('/api/channels/webhook', { signing_key: 'q'.repeat(32) });
  return body.data.key_code;
}

/** As the update leaves tokens that are there already. */
function ageTokens(): void {
  scene.home.data.write('UPDATE api_tokens SET scopes = NULL');
}

const cardOf = (tab: Awaited<ReturnType<ConsoleScene['open']>>, name: string) =>
  tab.page.getByRole('group', { name });

test.each(looks)(
  'say what they may do, what they lost, and what they left ($language, $theme, $viewport.width px)',
  async (look) => {
    const t = text(look.language);
    const { tokens } = t.operators;
    const name = `Shop ${look.language} ${look.theme}`;
    await addProgram(`Old ${name}`, ['backups', 'recipients', 'sessions', 'keys:whole']);
    ageTokens();
    await leaveTraces(await addProgram(name, ['backups', 'recipients', 'sessions', 'keys:whole']));
    await using tab = await scene.open('/admin/operators', look);
    const { page } = tab;
    await button(page, fill(tokens.give_back_one, { name: `Old ${name}` })).waitFor();
    await expectSound(tab, 'tokens');
    await tab.takePicture(`tokens-${look.language}-${look.theme}-${look.viewport.width}`);

    await button(page, tokens.create).click();
    const making = page.getByRole('dialog', { name: tokens.create });
    await making.getByRole('radio', { name: new RegExp(`^${t.operators.role.owner}`) }).check();
    await making.getByText(tokens.scope_may.keys_whole).scrollIntoViewIfNeeded();
    await expectSound(tab, 'making a token');
    await tab.takePicture(`token-making-${look.language}-${look.theme}-${look.viewport.width}`);
    await page.keyboard.press('Escape');

    await button(page, fill(tokens.revoke_one, { name })).click();
    const asking = page.getByRole('alertdialog');
    await asking.getByText(tokens.stays).waitFor();
    await expectSound(tab, 'revoking a token');
    await tab.takePicture(`token-revoking-${look.language}-${look.theme}-${look.viewport.width}`);
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'hidden' });

    await tab.visit('/admin/system');
    await cardOf(tab, tokens.title).getByText(`Old ${name}`).waitFor();
    await expectSound(tab, 'the system page');
    await tab.takePicture(`token-finding-${look.language}-${look.theme}-${look.viewport.width}`);
    expectQuiet(tab);
  },
);

test('are given scopes by keyboard alone, and what they left ends with them', async () => {
  const t = text('en');
  const { tokens } = t.operators;
  await using tab = await scene.open('/admin/operators', { language: 'en' });
  const { page } = tab;
  await tabTo(page, tokens.create);
  await page.keyboard.press('Enter');
  const making = page.getByRole('dialog', { name: tokens.create });
  await making.getByRole('textbox', { name: tokens.name }).waitFor();
  await page.keyboard.type('Till');
  expect(await making.getByText(tokens.scopes, { exact: true }).count()).toBe(0);
  await tabTo(page, new RegExp(`^${t.operators.role.viewer}`));
  await page.keyboard.press('ArrowDown');
  await making.getByText(tokens.scope.sessions, { exact: true }).waitFor();
  expect(await making.getByText(tokens.scope.backups, { exact: true }).count()).toBe(0);
  for (const scope of [tokens.scope.sessions, tokens.scope.keys_whole]) {
    await tabTo(page, new RegExp(`^${scope}`));
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog', { name: fill(tokens.made, { name: 'Till' }) });
  const program = new ApiClient(
    scene.shop.server,
    (await shown.locator('code').textContent()) ?? undefined,
  );
  await tabTo(page, tokens.kept);
  await page.keyboard.press('Enter');
  await shown.waitFor({ state: 'hidden' });
  const both = `${tokens.scope.sessions}, ${tokens.scope.keys_whole}`;
  await page.getByText(fill(tokens.besides, { scopes: both })).waitFor();

  const { phone } = scene.shop.credentials;
  const order = { purchaseType: 'key_only', phone };
  const keys: string[] = [];
  for (let made = 0; made < 2; made += 1) {
    keys.push((await program.post('/api/keys', order)).body.data.key_code);
  }
  const [kept = '', ended = ''] = keys;
  await tabTo(page, fill(tokens.revoke_one, { name: 'Till' }));
  await page.keyboard.press('Enter');
  const asking = page.getByRole('alertdialog');
  await asking.getByText(kept.slice(-5)).waitFor();
  await until('focus on cancel', async () => (await focusedName(page)) === t.ui.cancel);
  await tabTo(page, new RegExp(`^${tokens.trace.key}.*${kept.slice(-5)}`));
  await page.keyboard.press('Space');
  await asking.getByRole('checkbox', { checked: false }).waitFor();
  await tabTo(page, fill(en.operators.tokens.revoke_with_one, { count: 1 }));
  await page.keyboard.press('Enter');
  await page.getByText(tokens.revoked, { exact: true }).waitFor();
  const isActive = async (key: string) =>
    (await scene.shop.admin.get(`/api/keys/${key}`)).body.data.is_active;
  expect([await isActive(kept), await isActive(ended)]).toEqual([true, false]);
  expect((await program.get('/api/devices')).status).toBe(401);
  expectQuiet(tab);
});

test('from before there were scopes get theirs back with one press, or go on without', async () => {
  const t = text('en');
  const { tokens } = t.operators;
  const given = await addProgram('Archive', []);
  const left = await addProgram('Display', []);
  ageTokens();
  expect((await given.post('/api/system/backups')).status).toBe(403);
  await using tab = await scene.open('/admin/operators', { language: 'en' });
  const { page } = tab;
  await button(page, fill(tokens.give_back_one, { name: 'Archive' })).click();
  await button(page, fill(tokens.give_back_one, { name: 'Archive' })).waitFor({ state: 'hidden' });
  await button(page, fill(tokens.leave_one, { name: 'Display' })).click();
  await button(page, fill(tokens.leave_one, { name: 'Display' })).waitFor({ state: 'hidden' });
  expect((await given.post('/api/system/backups')).status).toBe(200);
  expect((await left.post('/api/system/backups')).status).toBe(403);

  // Taken again, one by one.
  await button(page, fill(tokens.change_one, { name: 'Archive' })).click();
  const changing = page.getByRole('dialog');
  await changing.getByRole('checkbox', { name: new RegExp(`^${tokens.scope.backups}`) }).uncheck();
  await changing.getByRole('button', { name: t.console.save }).click();
  await changing.waitFor({ state: 'hidden' });
  await until('refused', async () => (await given.post('/api/system/backups')).status === 403);
  expectQuiet(tab, refusal);
});
