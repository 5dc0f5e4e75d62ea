/** Announced outages in the console, driven by keyboard: by hand, from a file, and from a calendar. */
import { describe, expect, test } from 'bun:test';
import en from '../../../web/src/modules/calendars/en.json';
import th from '../../../web/src/modules/calendars/th.json';
import { FakeCalendar } from '../../fakes/calendar/fake-calendar.ts';
import { looks } from './browser.ts';
import { button, expectQuiet, expectSound, fill, heading, text } from './console-scene.ts';
import { deviceIdOf, openFleetScene, siteNameOf } from './fleet-scene.ts';
import { shareBrowser } from './walk.ts';

const ofModule = { th, en };
const browser = shareBrowser();
const sites = 8;
const dayMs = 86_400_000;

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = text(look.language);
  const { planned } = t;
  const { announcements: words, calendars } = ofModule[look.language];
  const counted = (template: Readonly<Record<string, string>>, key: string, number: number) =>
    fill(template[`${key}_${number === 1 ? 'one' : 'other'}`] ?? template[`${key}_other`] ?? '', {
      number,
    });

  test('an outage is announced, taken back, and brought in from a file and a calendar', async () => {
    const calendar = new FakeCalendar();
    await calendar.open();
    await using _calendar = { [Symbol.asyncDispose]: () => calendar.close() };
    await using scene = await openFleetScene(browser, {
      sites,
      serve: { env: { FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' } },
    });
    await using tab = await scene.open('/admin/announcements', look);
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    const items = page.getByRole('tabpanel').getByRole('listitem');
    const see = async (what: string) => {
      await expectSound(tab, what);
      const name = what.replaceAll(' ', '-');
      await tab.takePicture(`${name}-${look.language}-${look.theme}-${look.viewport.width}`);
    };
    await heading(page, words.title).waitFor();
    await page.getByText(words.none).waitFor();
    await see('nothing announced');

    await button(page, words.add).press('Enter');
    await dialog.getByLabel(planned.form.note).fill('Poles');
    await page.keyboard.press('Enter');
    await dialog.getByText(planned.form.sites_missing).waitFor();
    const search = dialog.getByRole('textbox', { name: words.sites.search });
    await search.focus();
    await page.keyboard.type(siteNameOf(3));
    const third = dialog.getByRole('checkbox', { name: siteNameOf(3) });
    await dialog.getByRole('checkbox').nth(1).waitFor({ state: 'detached' });
    await third.press('Space');
    await dialog.getByText(counted(words.sites, 'chosen', 1)).waitFor();
    await search.fill('');
    const all = button(page, counted(words.sites, 'all_matching', sites));
    await all.waitFor();
    await see('one site chosen');
    await all.press('Enter');
    await dialog.getByText(counted(words.sites, 'chosen', sites)).waitFor();
    await button(page, words.save).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await items.filter({ hasText: 'Poles' }).getByText(words.coming).waitFor();
    await see('announced');

    await items.getByRole('button').press('Enter');
    const asking = page.getByRole('alertdialog');
    await asking.getByText(planned.call_off_text).waitFor();
    await asking.getByRole('button', { name: planned.cancel, exact: true }).press('Enter');
    await page.getByText(words.none).waitFor();

    await button(page, calendars.import.open).press('Enter');
    const lines = dialog.getByLabel(calendars.import.lines, { exact: true });
    await lines.fill(
      [
        'date,from,to,sites,note',
        `2099-01-31,09:00,12:00,${deviceIdOf(2)},Transformer`,
        '2099-02-30,09:00,12:00',
        '2099-02-01,09:00,12:00,Nowhere',
      ].join('\n'),
    );
    await button(page, calendars.import.check).press('Enter');
    await dialog.getByText(t.ui.refusal.line_time).waitFor();
    await dialog.getByText(t.ui.refusal.line_site_unknown).waitFor();
    await see('file looked through');
    await button(page, counted(calendars.import, 'announce', 1)).press('Enter');
    await items.filter({ hasText: 'Transformer' }).waitFor();

    const from = Date.now() + 3 * dayMs;
    calendar.events = [{ uid: 'a', from, to: from + 3_600_000, summary: 'Substation' }];
    await button(page, calendars.import.open).press('Enter');
    await dialog.getByRole('tab', { name: calendars.import.file }).press('ArrowRight');
    const address = dialog.getByLabel(calendars.import.address);
    await address.fill(`${calendar.url}x`);
    calendar.fault = { status: 404 };
    await dialog.getByRole('checkbox').first().press('Space');
    await button(page, calendars.import.add_calendar).press('Enter');
    await dialog.getByText(fill(t.ui.refusal.calendar_answer, { n: 404 })).waitFor();
    await see('calendar refused');
    calendar.fault = null;
    await address.press('Enter');
    await items.filter({ hasText: 'Substation' }).waitFor();
    const list = page.getByRole('list', { name: calendars.list.title });
    await list.getByText(fill(calendars.list.from, { host: '127.0.0.1' })).waitFor();
    scene.home.data.write(
      "UPDATE outage_calendars SET failure = 'answers with status 503 instead of a calendar'",
    );
    await tab.visit('/admin/announcements');
    await list.getByText(fill(t.ui.refusal.calendar_answer, { n: 503 })).waitFor();
    await items.filter({ hasText: 'Substation' }).waitFor();
    await see('calendar that fails');
    await list.getByRole('button').press('Enter');
    await asking.getByRole('button', { name: calendars.list.remove, exact: true }).press('Enter');
    await items.filter({ hasText: 'Substation' }).waitFor({ state: 'detached' });
    await items.filter({ hasText: 'Transformer' }).waitFor();

    await page.getByRole('tab', { name: words.over }).press('Enter');
    await page.getByText(words.none_over).waitFor();
    tab.takeComplaints(/Failed to load resource/);
    expectQuiet(tab);
  });
});

/** The language of the page, that of the browser, and how days are written. */
const writings = [
  ['th', 'en-US', '31/01/2642', '31012642'],
  ['en', 'th-TH', '31/01/2099', '2099-1-31'],
] as const;

test.each(writings)(
  'a day and a time are written as the page writes them: %s in a browser of %s',
  async (language, locale, written, typed) => {
    const { planned, contacts, ui } = text(language);
    const { announcements: words } = ofModule[language];
    await using scene = await openFleetScene(browser, { sites: 1 });
    await using tab = await scene.open('/admin/announcements', { language, locale });
    const { page } = tab;
    await button(page, words.add).press('Enter');
    const dialog = page.getByRole('dialog');
    const [date, from, to] = [planned.form.date, contacts.form.from, contacts.form.to].map((name) =>
      dialog.getByRole('textbox', { name, exact: true }),
    );
    if (date === undefined || from === undefined || to === undefined) throw new Error('no fields');
    expect(await from.inputValue()).toBe('09:00');
    await dialog.getByRole('checkbox').first().press('Space');
    await date.fill('31/02/2099');
    await from.fill('25:00');
    await from.press('Enter');
    await dialog.getByText(planned.form.date_missing).waitFor();
    await dialog.getByText(ui.field.time_missing).waitFor();
    expect(await date.inputValue()).toBe('31/02/2099');
    await expectSound(tab, 'refused');
    await date.fill(typed);
    await from.fill('2230');
    await to.fill('6.05');
    await to.press('Tab');
    expect(await Promise.all([date, from, to].map((field) => field.inputValue()))).toEqual([
      written,
      '22:30',
      '06:05',
    ]);
    // The browser's own picker is a press away; here it is one that takes a day at once.
    await page.evaluate(() => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      HTMLInputElement.prototype.showPicker = function pick() {
        set?.call(this, '2099-03-01');
        this.dispatchEvent(new Event('input', { bubbles: true }));
      };
    });
    await dialog.getByRole('button', { name: ui.field.pick_date }).press('Enter');
    expect(await date.inputValue()).toBe(written.replace('31/01', '01/03'));
    await date.fill(typed);
    await expectSound(tab, 'typed');
    await tab.takePicture(`announce-${language}`);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await button(page, words.save).press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({
      starts_at: '2099-01-31T15:30:00.000Z',
      ends_at: '2099-01-31T23:05:00.000Z',
    });
    tab.takeComplaints(/Failed to load resource/);
    expectQuiet(tab);
  },
);
