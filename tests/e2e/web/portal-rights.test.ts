/** Who may log in and mute, and what is done about keys that somebody has seen: by keyboard, in both languages. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import ofModule from '../../../web/src/modules/calendars/en.json';
import { type Home, installBinary } from '../harness.ts';
import { customerEntries, looks, openTab, phone, type Tab } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();

interface ChatOfHome {
  readonly address: string;
  readonly name: string;
  readonly role: 'told' | 'login' | 'owner';
  readonly mayMute?: boolean;
  readonly contact?: number;
}

function connect(home: Home, chats: readonly ChatOfHome[]): void {
  for (const { address, name, role, mayMute = false, contact = null } of chats) {
    home.data.write(
      `INSERT INTO recipients (customer_id, channel, address, name, language, role, is_allowed_to_mute,
        contact_id, created_at) VALUES (1, 'telegram', ?, ?, 'en', ?, ?, ?, ?)`,
      ...[address, name, role, mayMute ? 1 : 0, contact, Date.now()],
    );
  }
}

const press = async (place: Pick<Page, 'getByRole'>, page: Page, name: string) => {
  await place.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};

test.each(looks)(
  'an owner says who logs in and mutes, and replaces what was seen: %j',
  async (look) => {
    const t = words[look.language];
    const named = (text: string, name: string) => text.replace(/\{\{\w+\}\}/, name);
    await using home = await installBinary();
    const telegram = await home.startTelegram({ chats: 'any' });
    const shop = await openShop(home, { sites: ['Shop'], telegram });
    await shop.owner.post('/api/customer/contacts', { name: 'Brother' });
    const contact = home.data.read<{ id: number }>('SELECT id FROM contacts WHERE is_own = 0')[0]
      ?.id;
    connect(home, [
      { address: '71', name: 'Me', role: 'owner' },
      { address: '72', name: 'Somchai', role: 'login', contact: contact ?? 0 },
      { address: '-73', name: 'Family', role: 'told', mayMute: true },
    ]);
    home.data.write('UPDATE customers SET is_asked_who_logs_in = 1');
    home.data.write(
      `INSERT INTO seen_keys (customer_id, key_ref, recipient_id, chat, seen_at)
     SELECT 1, k.ref, r.id, r.name, 1 FROM activation_keys k, recipients r WHERE r.address = '72'`,
    );
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { ...look, stored });
    const { page } = tab;
    const see = (name: string) => seeWhole(tab, `${name}-${look.language}-${look.theme}`);
    const chats = async () =>
      (await shop.owner.get('/api/customer/stats')).body.messenger.recipients as {
        name: string;
        may_log_in: boolean | null;
        may_mute: boolean;
      }[];
    const chat = async (name: string) => (await chats()).find((one) => one.name === name);

    await tab.visit('/customer/dashboard');
    const question = page.getByRole('region', { name: t.messenger.asked.title });
    const somchai = question.getByRole('checkbox', { name: 'Somchai' });
    await somchai.waitFor();
    expect(await question.getByRole('checkbox', { name: 'Family' }).count()).toBe(0);
    expect(await somchai.isChecked()).toBe(true);
    await see('rights-question');
    await somchai.focus();
    await page.keyboard.press('Space');
    await press(question, page, t.messenger.asked.save);
    await question.waitFor({ state: 'detached' });
    expect(await chat('Somchai')).toMatchObject({ may_log_in: false, may_mute: false });
    expect(await chat('Me')).toMatchObject({ may_log_in: true });

    await tab.visit('/customer/alerts');
    // Each chat stands with whose it is, and nowhere else.
    const list = page.getByRole('region', { name: t.contacts.title });
    const row = (name: string) =>
      list.getByRole('listitem').getByRole('listitem').filter({ hasText: name });
    expect(await page.getByRole('region', { name: t.messenger.chats.title }).count()).toBe(0);
    await row('Somchai').getByText(t.messenger.rights.none, { exact: true }).waitFor();
    await row('Me').getByText(t.messenger.rights.owner, { exact: true }).waitFor();
    await row('Family').getByText(t.messenger.rights.mute, { exact: true }).waitFor();
    expect(await question.count()).toBe(0);
    expect(await list.getByRole('switch').count()).toBe(0);
    await see('rights-rows');

    await press(page, page, named(t.messenger.rights.change_name, 'Somchai'));
    const logIn = row('Somchai').getByRole('switch', { name: t.messenger.rights.log_in_label });
    const mute = row('Somchai').getByRole('switch', { name: t.messenger.rights.mute_label });
    await mute.focus();
    await page.keyboard.press('Space');
    await row('Somchai').getByText(t.messenger.rights.mute, { exact: true }).waitFor();
    expect(await chat('Somchai')).toMatchObject({ may_log_in: false, may_mute: true });
    await logIn.focus();
    await page.keyboard.press('Space');
    await row('Somchai').getByText(t.messenger.rights.log_in, { exact: true }).waitFor();
    expect(await chat('Somchai')).toMatchObject({ may_log_in: true });
    expect(await mute.getAttribute('aria-disabled')).toBe('true');
    await see('rights-switches');
    await press(page, page, named(t.messenger.rights.change_name, 'Family'));
    await row('Family').getByText(t.messenger.rights.group).waitFor();

    await logIn.focus();
    await page.keyboard.press('Space');
    await row('Somchai').getByText(t.messenger.rights.mute, { exact: true }).waitFor();

    await press(page, page, named(t.devices.action.more, 'Brother'));
    await page
      .getByRole('menuitem', { name: named(t.contacts.remove_name, 'Brother'), exact: true })
      .press('Enter');
    const removing = page.getByRole('alertdialog');
    await removing.getByText(`…${shop.keys[0]?.slice(-5)}`).waitFor();
    await see('rights-remove');
    await press(removing, page, t.contacts.remove);
    await removing.waitFor({ state: 'detached' });
    await page.getByText(named(t.messenger.seen.left, 'Somchai')).waitFor();
    await see('rights-left');
    const one = 'replace_one' in t.messenger.seen ? t.messenger.seen : null;
    const replace = one?.replace_one ?? t.messenger.seen.replace_other.replace('{{count}}', '1');
    await press(page, page, replace);
    const asking = page.getByRole('alertdialog');
    await asking.getByText(t.messenger.seen.ask_text).waitFor();
    await see('rights-replace');
    await press(asking, page, replace);
    const shown = page.getByRole('dialog', {
      name: one?.new_title_one ?? t.messenger.seen.new_title_other,
    });
    await shown.waitFor();
    const [{ code }] = home.data.read<{ code: string }>(
      'SELECT key_code AS code FROM activation_keys',
    ) as [{ code: string }];
    expect(code).not.toBe(shop.keys[0]);
    expect(await shown.getByText(code).count()).toBe(1);
    await see('rights-codes');
    await press(shown, page, t.messenger.seen.kept);
    await shown.waitFor({ state: 'detached' });
    expect(await page.getByText(named(t.messenger.seen.left, 'Somchai')).count()).toBe(0);
    const former = { ...shop.credentials };
    expect((await shop.admin.post('/api/auth/customer-login', former)).status).toBe(401);
    expect(tab.takeComplaints()).toEqual([]);
  },
);

test('the smallest house sees one line, and whom a chat let in is shown nothing to change', async () => {
  const t = en;
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const env = { FAIWATCH_PUBLIC_URL: 'https://power.example' };
  const shop = await openShop(home, { sites: ['Shop'], telegram, env });
  connect(home, [{ address: '71', name: 'Me', role: 'owner' }]);
  telegram.userSends(71, '/login', { from: { language_code: 'en' } });
  const { text } = await telegram.expectMessage({ chatId: 71, contains: '#login=' });
  const token = /#login=([\w-]{43})/.exec(text)?.[1];
  await using tab = await openTab(browser, shop.server, { language: 'en', viewport: phone });
  const { page } = tab;
  await tab.visit(`/customer#login=${token}`);
  await page.getByRole('link', { name: t.portal.nav.alerts, exact: true }).click();
  const list = page.getByRole('region', { name: t.messenger.chats.title });
  await list.getByText(t.messenger.rights.owner, { exact: true }).waitFor();
  expect(await list.getByRole('listitem').count()).toBe(1);
  expect(await page.getByRole('switch').count()).toBe(0);
  await seeWhole(tab, 'rights-smallest');

  home.data.write("UPDATE recipients SET role = 'login'");
  await page.reload();
  await page.getByText(t.messenger.rights.not_owner).waitFor();
  await list.getByText(t.messenger.rights.log_in, { exact: true }).waitFor();
  const expectNoTools = async () => {
    for (const name of [
      t.messenger.disconnect.action,
      t.messenger.rights.change,
      t.messenger.chats.add,
      t.contacts.offer,
      t.planned.add,
      ofModule.calendars.import.open,
      ofModule.calendars.feed.add,
    ]) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
  };
  await expectNoTools();
  // Nothing is folded that would be empty.
  const more = page.getByRole('heading', { name: t.portal.alerts.more, exact: true });
  expect(await more.count()).toBe(0);
  await seeWhole(tab, 'rights-guest');
  const planned = {
    note: 'Electrician',
    starts_at: '2099-04-12T02:00:00.000Z',
    ends_at: '2099-04-12T05:00:00.000Z',
  };
  expect((await shop.owner.post('/api/customer/planned-times', planned)).status).toBe(200);
  await page.reload();
  await page.getByText('Electrician').waitFor();
  await expectNoTools();

  await tab.visit('/customer/devices');
  for (const action of [t.devices.action.settings, t.devices.action.rename]) {
    expect(
      await page.getByRole('button', { name: action.replace('{{name}}', 'Shop') }).count(),
    ).toBe(0);
  }
  await press(page, page, t.devices.action.mute.replace('{{name}}', 'Shop'));
  await page.getByRole('menuitem', { name: t.portal.mute.hour, exact: true }).waitFor();
  expect(await page.getByRole('menuitem', { name: t.portal.mute.ever }).count()).toBe(0);
  expect(tab.takeComplaints()).toEqual([]);
});

async function seeWhole(tab: Tab, name: string): Promise<void> {
  expect(await tab.findAxeViolations()).toEqual([]);
  expect(await tab.overflowPx()).toBe(0);
  await tab.takePicture(name);
}
