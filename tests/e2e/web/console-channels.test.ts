/** The page where an operator sets channels up, driven by keyboard: refused, set up, tried, removed. */
import { describe, expect, test } from 'bun:test';
import { startFakePushService } from '../../fakes/push-service/fake-push-service.ts';
import { smtpLogin, startFakeSmtp } from '../../fakes/smtp/fake-smtp.ts';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { startFakeWebhook } from '../../fakes/webhook/fake-webhook.ts';
import { waitFor } from '../wait-for.ts';
import { looks } from './browser.ts';
import {
  expectQuiet,
  expectSound,
  fill,
  heading,
  openRow,
  refusal,
  text,
} from './console-scene.ts';
import { openFleetScene } from './fleet-scene.ts';
import { subscribeAs, watchWorker } from './push-scene.ts';
import { shareBrowser } from './walk.ts';

// Its headless shell shows no notifications.
const browser = shareBrowser('/usr/bin/chromium');
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

    await openRow(card, words.set_up);
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

  test('email and webhooks are set up, and the operator is told at addresses of their own', async () => {
    const smtp = await startFakeSmtp(['me@example.com']);
    const hook = await startFakeWebhook();
    try {
      await using scene = await openFleetScene(browser, {
        sites: 0,
        serve: { env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' } },
      });
      await using tab = await scene.open('/admin/channels', look);
      const { page } = tab;
      const own = page.getByRole('group', { name: words.operator.title });
      await own.getByText(words.operator.no_channel).waitFor();

      const email = page.getByRole('group', { name: words.email.name });
      await openRow(email, words.set_up);
      await email.getByLabel(words.email.host).fill('127.0.0.1');
      await email.getByLabel(words.email.port).fill(`${smtp.port}`);
      await email.getByRole('combobox', { name: words.email.security }).selectOption('none');
      await email.getByLabel(words.email.user).fill(smtpLogin.user);
      await email.getByRole('textbox', { name: words.email.password }).fill('wrong');
      await email
        .getByRole('textbox', { name: words.email.from, exact: true })
        .fill('alerts@power.example');
      await page.keyboard.press('Enter');
      await email.getByText(/SMTP: 535/).waitFor();
      await email.getByRole('textbox', { name: words.email.password }).fill(smtpLogin.pass);
      await page.keyboard.press('Enter');
      await email.getByText(words.state.working).waitFor();
      await email.getByRole('textbox', { name: words.email.address }).fill('me@example.com');
      await page.keyboard.press('Enter');
      await email.getByText(words.test.taken).waitFor();

      const webhook = page.getByRole('group', { name: words.webhook.name });
      await openRow(webhook, words.set_up);
      await webhook
        .getByRole('textbox', { name: words.webhook.signing_key })
        .fill('q83vASNFZ4mrze8BI0VniavN7wEjRWeJ');
      await page.keyboard.press('Enter');
      await webhook.getByText(words.state.working).waitFor();
      await expectSound(tab, 'set up');

      await own.getByRole('textbox', { name: words.email.address }).fill('nobody@example.com');
      await page.keyboard.press('Enter');
      await own
        .getByText(/SMTP: 550/)
        .first()
        .waitFor();
      await own.getByRole('textbox', { name: words.email.address }).fill('me@example.com');
      await page.keyboard.press('Enter');
      await own.getByRole('listitem').filter({ hasText: 'me@example.com' }).waitFor();

      await own.getByRole('combobox', { name: words.operator.channel }).selectOption('webhook');
      await own.getByLabel(t.messenger.webhook.url).fill(hook.at('/all'));
      await own.getByRole('checkbox', { name: words.operator.all_sites }).press('Space');
      await own.getByRole('button', { name: words.operator.add }).press('Enter');
      const secret = page.getByRole('alertdialog', { name: t.messenger.webhook.secret_title });
      await secret.getByText(/^whsec_/).waitFor();
      await expectSound(tab, 'a secret is shown');
      await page.keyboard.press('Escape');
      await secret.waitFor({ state: 'detached' });
      const row = own.getByRole('listitem').filter({ hasText: words.operator.hears_all });
      await row.waitFor();
      await expectSound(tab, 'two addresses');
      await tab.takePicture(`channels-operator-${look.language}-${look.theme}`);

      await row.getByRole('button', { name: words.operator.test }).press('Enter');
      await page.getByText(words.test.taken).last().waitFor();
      // The words of an earlier test may still stand there.
      await row.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await row.getByRole('button', { name: words.operator.remove }).press('Enter');
      const remove = page.getByRole('alertdialog');
      await expectSound(tab, 'asked whether to remove');
      await remove.getByRole('button', { name: words.operator.remove }).press('Enter');
      await row.waitFor({ state: 'detached' });
      tab.takeComplaints(refusal);
      expectQuiet(tab);
    } finally {
      await smtp.close();
      await hook.close();
    }
  });

  test('push is tried in the browser at hand, which is connected nowhere', async () => {
    const env = {
      FAIWATCH_LOG_LEVEL: 'error',
      FAIWATCH_PUBLIC_URL: 'https://power.example',
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
    };
    await using scene = await openFleetScene(browser, { sites: 0, serve: { env } });
    const { url } = scene.server;
    const info = await (await fetch(`${url}/api/public/info`)).json();
    const service = await startFakePushService((info as { push: string }).push);
    try {
      const own = service.subscribe();
      await using tab = await scene.open('/admin', look);
      const { page } = tab;
      await subscribeAs(page, own);
      const worker = await watchWorker(page, url);
      await tab.visit('/admin/channels');
      const card = page.getByRole('group', { name: words.webpush.name });
      await openRow(card, words.change);
      const button = card.getByRole('button', { name: words.webpush.test });
      await button.focus();
      await page.keyboard.press('Enter');
      await waitFor('the test', () => service.taken.length > 0);
      const notice = service.taken[0]?.notice;
      if (notice === undefined) throw new Error('nothing came');
      await worker.show(notice);
      await card.getByText(words.webpush.shown).waitFor();
      await expectSound(tab, 'push tried');
      await tab.takePicture(`channels-push-${look.language}-${look.theme}`);

      service.unsubscribe(own);
      await button.press('Enter');
      await card.getByText(/Push: 410/).waitFor();
      await expectSound(tab, 'push refused');
      const isSubscribed = () => page.evaluate(() => localStorage.getItem('subscribed-with'));
      expect(await isSubscribed()).toBeNull();
      expect(scene.home.data.read('SELECT * FROM recipients')).toEqual([]);
      expectQuiet(tab);
    } finally {
      await service.close();
    }
  });
});
