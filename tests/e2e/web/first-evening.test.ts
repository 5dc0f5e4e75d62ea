/** The first evening: from an empty server to an alert on the operator's own phone, by pressing alone. */
import { expect, test } from 'bun:test';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { languages } from './browser.ts';
import { button, expectQuiet, expectSound, text, until } from './console-scene.ts';
import { openFleetScene } from './fleet-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
const chatId = 7_001_001;

test.each(languages)(
  'set-up opens by itself and leads to an alert of a simulated board, which leaves nothing behind: %s',
  async (language) => {
    const t = text(language);
    const words = t.setup.first_alert;
    let telegram: FakeTelegram | undefined;
    await using scene = await openFleetScene(browser, {
      sites: 0,
      serve: async (home) => {
        telegram = await home.startTelegram({ chats: 'any' });
        const env = { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot };
        return { env };
      },
    });
    if (telegram === undefined) throw new Error('there is no messenger');
    await using tab = await scene.open('/admin/dashboard', { language });
    const { page } = tab;
    await page.getByLabel(t.setup.messenger.token).fill(telegram.token);
    await page.keyboard.press('Enter');

    // The next step opens by itself: the chat is connected by a link, never by its number.
    const link = page.getByRole('link', { name: t.messenger.connect.open });
    await link.waitFor();
    await expectSound(tab, 'one’s own chat');
    await tab.takePicture(`first-evening-chat-${language}`);
    const start = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start');
    telegram.userSends(chatId, `/start ${start}`, { from: { language_code: language } });
    const cut = button(page, words.cut);
    await cut.waitFor();
    const recipients = scene.home.data.read(
      'SELECT channel, address, is_for_all_sites FROM operator_recipients',
    );
    expect(recipients).toEqual([
      { channel: 'telegram', address: String(chatId), is_for_all_sites: 0 },
    ]);

    await cut.click();
    const mark = language === 'th' ? 'จำลอง' : 'SIMULATED';
    await telegram.expectMessage({ chatId, contains: mark }, 10_000);
    await page.getByText(words.look, { exact: true }).waitFor();
    await expectSound(tab, 'the cut');
    await tab.takePicture(`first-evening-cut-${language}`);
    await button(page, words.restore).click();
    await page.getByText(words.done).waitFor();
    await until('the end', async () => (await cut.count()) === 0);
    const told = telegram.sent.filter(({ text: said }) => said.includes(mark));
    expect(told.map(({ chatId: to }) => to)).toEqual([chatId, chatId]);

    // Of no list of boards, report or public figure, and gone: the two messages are what is left.
    const sent = scene.home.data.read('SELECT kind, status, customer_id FROM notifications');
    const message = { kind: 'test', status: 'sent', customer_id: null };
    expect(sent).toEqual([message, message]);
    for (const table of ['devices', 'outages', 'events', 'customers']) {
      expect([table, scene.home.data.read(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    }
    const status = await fetch(`${scene.server.url}/api/status`);
    expect(await status.text()).not.toContain('imulated');
    expectQuiet(tab);
  },
);
