/** Who is told, and when, on the portal: by keyboard, on a phone, in both languages. */
import { expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import calendarsEn from '../../../web/src/modules/calendars/en.json';
import calendarsTh from '../../../web/src/modules/calendars/th.json';
import { installBinary } from '../harness.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const words = { th, en };
const ofModule = { th: calendarsTh, en: calendarsEn };
const browser = shareBrowser();

test.each(looks)('contacts are set, previewed and removed: %j', async (look) => {
  const t = words[look.language];
  const { calendars } = ofModule[look.language];
  const named = (text: string) => text.replace('{{name}}', 'Brother');
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const shop = await openShop(home, { sites: ['Shop', 'Farm'], telegram });
  home.data.write(
    `INSERT INTO recipients (customer_id, channel, address, name, language, created_at)
     VALUES (1, 'telegram', '71', 'Me', 'en', ?)`,
    Date.now(),
  );
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { ...look, stored });
  const { page } = tab;
  const see = async (name: string) => {
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(await tab.overflowPx()).toBe(0);
    await tab.takePicture(`contacts-${name}-${look.language}-${look.theme}-${look.viewport.width}`);
  };
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
  };
  await tab.visit('/customer/alerts');
  await unfold(page, t.portal.alerts.more);
  const title = page.getByRole('heading', { name: t.contacts.title });
  const offer = page.getByRole('button', { name: t.contacts.offer });
  await offer.waitFor();
  expect(await title.count()).toBe(0);
  await press(t.contacts.offer);
  await title.waitFor();

  await press(t.contacts.add);
  const adding = page.getByRole('dialog', { name: t.contacts.add_title });
  await adding.getByRole('textbox').fill('Brother');
  await page.keyboard.press('Enter');
  // A link that makes the chat the brother's.
  const connecting = page.getByRole('dialog', { name: named(t.contacts.connect_name) });
  const open = connecting.getByRole('link', { name: t.messenger.connect.open });
  const link = new URL((await open.getAttribute('href')) ?? '');
  await see('connect');
  telegram.userSends(72, `/start ${link.searchParams.get('start')}`);
  await connecting.waitFor({ state: 'detached' });

  await press(named(t.contacts.edit_name));
  const form = page.getByRole('dialog', { name: named(t.contacts.edit_title) });
  await form.getByRole('combobox', { name: t.contacts.form.after }).selectOption('10');
  const quiet = form.getByRole('switch', { name: t.contacts.form.quiet });
  await quiet.focus();
  await page.keyboard.press('Space');
  await form.getByLabel(t.contacts.form.to, { exact: true }).fill('06:30');
  const losses = form.getByRole('checkbox', { name: t.contacts.form.alert });
  await losses.focus();
  await page.keyboard.press('Space');
  await see('form');
  await form.getByRole('button', { name: t.contacts.form.save, exact: true }).focus();
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });

  await page.getByText('22:00–06:30').waitFor();
  const { body } = await shop.owner.get('/api/customer/contacts');
  expect(body.data).toMatchObject([
    { id: 'own', recipients: [{ name: 'Me' }] },
    {
      name: 'Brother',
      after_minutes: 10,
      quiet: { from: '22:00', to: '06:30', wakes: [] },
      recipients: [{ channel: 'telegram' }],
    },
  ]);
  await unfold(page, t.contacts.preview.title);
  const told = page.getByRole('status').getByRole('listitem');
  await told.getByText('06:30').waitFor();
  expect(await told.count()).toBe(2);
  // The sentence at the top names who is told first, and who only later.
  await page.getByText(t.portal.alerts.later.replace('{{names}}', 'Brother')).waitFor();
  await see('cards');

  await unfold(page, t.planned.title);
  await press(t.planned.add);
  const planning = page.getByRole('dialog', { name: t.planned.form.title });
  await planning.getByRole('checkbox', { name: t.planned.weekly }).focus();
  await page.keyboard.press('Space');
  await see('plan');
  await planning.getByRole('button', { name: t.planned.form.save, exact: true }).focus();
  await page.keyboard.press('Enter');
  await planning.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: t.planned.title }).waitFor();
  const [planned] = (await shop.owner.get('/api/customer/planned-times')).body.data;
  expect(planned).toMatchObject({ kind: 'maintenance', is_weekly: true, sites: null });
  await see('planned');

  await press(calendars.import.open);
  const importing = page.getByRole('dialog', { name: calendars.import.title });
  await importing
    .getByLabel(calendars.import.lines, { exact: true })
    .fill('from,to,sites\n31/01/2642 09:00,12:00,farm\n2099-02-01 09:00,12:00,Barn');
  await press(calendars.import.check);
  await importing.getByText(t.ui.refusal.line_site_unknown).waitFor();
  await see('import');
  await importing.getByRole('button').last().focus();
  await page.keyboard.press('Enter');
  await importing.waitFor({ state: 'detached' });
  const [, fromFile] = (await shop.owner.get('/api/customer/planned-times')).body.data;
  expect(fromFile).toMatchObject({
    ...{ kind: 'announced', starts_at: '2099-01-31T02:00:00.000Z' },
    sites: [{ site_name: 'Farm' }],
  });

  await press(calendars.feed.add);
  const feed = page.getByRole('dialog', { name: calendars.feed.title });
  const address = feed.getByText('/api/calendars/');
  await press(calendars.feed.open);
  await address.waitFor();
  await see('calendar');
  const former = (await address.textContent()) ?? '';
  expect(await (await fetch(former)).text()).toContain('BEGIN:VEVENT');
  await press(calendars.feed.renew);
  const renewing = page.getByRole('alertdialog', { name: calendars.feed.renew_title });
  await renewing.getByRole('button', { name: calendars.feed.renew, exact: true }).focus();
  await page.keyboard.press('Enter');
  await renewing.waitFor({ state: 'detached' });
  await address.and(page.getByText(former)).waitFor({ state: 'detached' });
  expect((await fetch(former)).status).toBe(404);
  expect((await fetch((await address.textContent()) ?? '')).status).toBe(200);
  await page.keyboard.press('Escape');
  await feed.waitFor({ state: 'detached' });

  await press(t.devices.action.more.replace('{{name}}', 'Brother'));
  await page.getByRole('menuitem', { name: named(t.contacts.remove_name), exact: true }).click();
  const asking = page.getByRole('alertdialog');
  await asking.getByRole('button', { name: t.contacts.remove, exact: true }).click();
  await page.getByText(named(t.contacts.removed)).first().waitFor();
  expect((await shop.owner.get('/api/customer/contacts')).body.data).toHaveLength(1);
  expect(tab.takeComplaints()).toEqual([]);
});
