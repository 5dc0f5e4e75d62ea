/** The page where an operator sets channels up, driven by keyboard: refused, set up, tried, removed. */
import { describe, expect, test } from 'bun:test';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { looks } from './browser.ts';
import { expectQuiet, expectSound, fill, heading, refusal, text } from './console-scene.ts';
import { openFleetScene } from './fleet-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
const ownChat = 7_001_001;

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = text(look.language);
  const { channels: words } = t;

  test('a channel is set up, tried, refused in its own words, and removed', async () => {
    let telegram: FakeTelegram | undefined;
    await using scene = await openFleetScene(browser, {
      sites: 0,
      serve: async (home) => {
        telegram = await home.startTelegram({ chats: [ownChat] });
        const env = { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot };
        return { env };
      },
    });
    await using tab = await scene.open('/admin/channels', look);
    const { page } = tab;
    const card = page.getByRole('group', { name: words.telegram.name });
    await heading(page, words.title).waitFor();
    await card.getByText(words.state.off).waitFor();
    await expectSound(tab, 'not set up');

    const token = card.getByLabel(words.telegram.token);
    await token.focus();
    await page.keyboard.press('Enter');
    await card.getByText(t.ui.finding.required).waitFor();
    await page.keyboard.type(`999999:${'x'.repeat(35)}`);
    await page.keyboard.press('Enter');
    await card.getByText('Telegram: 401 Unauthorized').waitFor();
    await expectSound(tab, 'refused');
    await token.fill(telegram?.token ?? '');
    await page.keyboard.press('Enter');
    await card.getByText(words.state.working).waitFor();
    await card.getByText(`@${telegram?.bot.username}`).waitFor();
    expect(await token.inputValue()).toBe('');

    const address = card.getByLabel(words.telegram.address);
    await address.fill(String(ownChat));
    await page.keyboard.press('Enter');
    await card.getByText(words.test.taken).waitFor();
    await address.fill('12');
    await page.keyboard.press('Enter');
    await card.getByText('Telegram: 400 Bad Request: chat not found').waitFor();
    await expectSound(tab, 'set up and tried');

    const remove = fill(words.remove.action, { channel: words.telegram.name });
    await card.getByRole('button', { name: remove }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await expectSound(tab, 'asked whether to remove');
    await page.getByRole('alertdialog').getByRole('button', { name: remove }).press('Enter');
    await card.getByText(words.state.off).waitFor();
    tab.takeComplaints(refusal);
    expectQuiet(tab);
  });
});
