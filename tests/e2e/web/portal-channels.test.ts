/** Email and webhooks as customers connect them, by keyboard, and the page that links in messages lead to. */
import { describe, expect, test } from 'bun:test';
import { mailSettings, startFakeSmtp } from '../../fakes/smtp/fake-smtp.ts';
import { startFakeWebhook } from '../../fakes/webhook/fake-webhook.ts';
import { installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import { expectQuiet, expectSound, fill, refusal, text } from './console-scene.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const browser = shareBrowser();
const som = 'som@example.com';
const publicUrl = 'https://power.example';

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = text(look.language);
  const words = t.messenger.webhook;

  test('an address of email is asked, agrees on the page of its link, and is its contact’s', async () => {
    await using home = await installBinary();
    const smtp = await startFakeSmtp([som]);
    try {
      const shop = await openShop(home, {
        sites: ['Shop'],
        env: {
          ...mailSettings(smtp),
          FAIWATCH_PUBLIC_URL: publicUrl,
        },
      });
      await shop.owner.post('/api/customer/contacts', { name: 'Nong' });
      const stored = await customerEntries(shop.server, shop.credentials);
      await using tab = await openTab(browser, shop.server, { ...look, stored });
      const { page } = tab;
      await tab.visit('/customer/alerts');
      await unfold(page, t.portal.alerts.ways);
      const address = page.getByRole('textbox', { name: t.portal.email.address });
      await address.focus();
      await page.keyboard.press('Enter');
      await page.getByText(t.portal.email.wrong).waitFor();
      await page.keyboard.type(som);
      await page.getByRole('combobox', { name: t.portal.email.who }).selectOption('Nong');
      await expectSound(tab, 'typed');
      await address.focus();
      await page.keyboard.press('Enter');
      await page.getByText(fill(t.portal.email.sent_title, { address: som })).waitFor();
      await expectSound(tab, 'asked');
      await tab.takePicture(`email-asked-${look.language}-${look.theme}`);

      await waitFor('question', () => smtp.mails.length > 0);
      const [link = ''] = /https:\S+/.exec(smtp.mails[0]?.text ?? '') ?? [];
      await using reader = await openTab(browser, shop.server, look);
      await reader.visit(
        link.replace(publicUrl, '').replace('/api/message-link?ticket=', '/customer/link#'),
      );
      await reader.page.getByRole('heading', { name: t.portal.link.confirm.title }).waitFor();
      await expectSound(reader, 'the page of the link');
      await reader.takePicture(`link-${look.language}-${look.theme}`);
      await reader.page.getByRole('button', { name: t.portal.link.confirm.action }).press('Enter');
      await reader.page.getByRole('heading', { name: t.portal.link.confirm.done }).waitFor();
      await expectSound(reader, 'done');
      await reader.takePicture(`link-done-${look.language}-${look.theme}`);
      await reader.page.reload();
      await reader.page.getByRole('heading', { name: t.portal.link.gone }).waitFor();
      await expectSound(reader, 'used up');
      expectQuiet(reader, refusal);

      await page.getByRole('listitem').filter({ hasText: som }).first().waitFor();
      const owned = home.data.read<{ name: string }>(
        'SELECT k.name FROM recipients r JOIN contacts k ON k.id = r.contact_id',
      );
      expect(owned).toEqual([{ name: 'Nong' }]);
      expectQuiet(tab);
    } finally {
      await smtp.close();
    }
  });

  test('a webhook is refused in its own words, connected, and given another secret', async () => {
    await using home = await installBinary();
    const hook = await startFakeWebhook();
    try {
      const shop = await openShop(home, {
        sites: ['Shop'],
        env: {
          FAIWATCH_WEBHOOK_SIGNING_KEY: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJ',
          FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
        },
      });
      const stored = await customerEntries(shop.server, shop.credentials);
      await using tab = await openTab(browser, shop.server, { ...look, stored });
      const { page } = tab;
      await tab.visit('/customer/alerts');
      const url = page.getByLabel(words.url);
      await url.focus();
      await page.keyboard.type('nowhere');
      await page.keyboard.press('Enter');
      await page.getByText(words.url_wrong).waitFor();
      await url.fill(hook.at('/mine'));
      hook.failNext({ kind: 'status', status: 401, body: 'who are you?' });
      await page.keyboard.press('Enter');
      await page.getByText('401 who are you?').first().waitFor();
      await expectSound(tab, 'refused');
      await tab.takePicture(`webhook-refused-${look.language}-${look.theme}`);
      tab.takeComplaints(refusal);

      await url.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('alertdialog', { name: words.secret_title });
      const first = await dialog.getByText(/^whsec_/).textContent();
      await expectSound(tab, 'secret');
      await tab.takePicture(`webhook-secret-${look.language}-${look.theme}`);
      await dialog.getByRole('button', { name: words.secret_kept }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('listitem').filter({ hasText: '127.0.0.1' }).first();
      await row.waitFor();

      await row.getByRole('button', { name: words.renew }).press('Enter');
      const question = page.getByRole('alertdialog', {
        name: fill(words.renew_title, { label: '127.0.0.1' }),
      });
      await expectSound(tab, 'asked for another');
      await tab.takePicture(`webhook-renew-${look.language}-${look.theme}`);
      await question.getByRole('button', { name: words.renew }).press('Enter');
      const second = await dialog.getByText(/^whsec_/).textContent();
      expect(second).not.toBe(first);
      await dialog.getByRole('button', { name: words.secret_kept }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await tab.takePicture(`webhook-connected-${look.language}-${look.theme}`);
      expectQuiet(tab);
    } finally {
      await hook.close();
    }
  });
});
