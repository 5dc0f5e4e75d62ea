/** A number for SMS, driven by keyboard: asked, wrongly and rightly confirmed, told, and let go. */
import { expect, test } from 'bun:test';
import { gatewaySettings, startFakeSmsGateway } from '../../fakes/sms-gateway/fake-sms-gateway.ts';
import { installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import { expectQuiet, expectSound, fill, openRow, text } from './console-scene.ts';
import { openFleetScene } from './fleet-scene.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const browser = shareBrowser();
const som = '+66812345678';

test.each(looks)('a number is connected by its code and disconnected: %j', async (look) => {
  const t = text(look.language);
  const { sms: words } = t.portal;
  await using home = await installBinary();
  const gateway = await startFakeSmsGateway();
  try {
    const settings = { ...gatewaySettings(gateway.url), daily_cap: '20' };
    const env = Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [`FAIWATCH_SMS_${key.toUpperCase()}`, value]),
    );
    const allowed = { FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' };
    const shop = await openShop(home, { sites: ['Shop'], env: { ...env, ...allowed } });
    await shop.owner.post('/api/customer/contacts', { name: 'Nok' });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { ...look, stored });
    const { page } = tab;
    await tab.visit('/customer/alerts');
    await unfold(page, t.portal.alerts.ways);
    const section = page.getByRole('region', { name: words.title });

    const number = section.getByLabel(words.address);
    await number.focus();
    await page.keyboard.press('Enter');
    await section.getByText(words.wrong).waitFor();
    await page.keyboard.type('081-234-5678');
    await section.getByLabel(words.who).waitFor();
    await expectSound(tab, 'asked for a number');
    await tab.takePicture(`portal-sms-number-${look.language}`);
    await page.keyboard.press('Enter');
    await section.getByText(fill(words.sent, { number: som })).waitFor();

    // The code can be typed at once.
    const [asked] = gateway.taken;
    const code = /\d{6}/.exec(asked?.text ?? '')?.[0] ?? '';
    await page.keyboard.type(`${(Number(code) + 1) % 1_000_000}`.padStart(6, '0'));
    await page.keyboard.press('Enter');
    await section.getByText(t.ui.refusal.code_wrong).waitFor();
    await expectSound(tab, 'a wrong code');
    expect(tab.takeComplaints(/400/)).toEqual([]);
    await tab.takePicture(`portal-sms-code-${look.language}`);
    await section.getByLabel(words.code).fill(code);
    await page.keyboard.press('Enter');
    await page.getByText(t.messenger.connected).waitFor();
    await page.getByText('SMS ••••5678').waitFor();
    await waitFor('the focus', () => number.evaluate((input) => input === document.activeElement));

    await page.getByRole('button', { name: t.messenger.test.action }).press('Enter');
    await waitFor('the test', () => gateway.taken.length === 2);
    expect(gateway.taken[1]?.to).toBe(som);

    const name = fill(t.messenger.disconnect.action_name, { label: som });
    const disconnect = page.getByRole('button', { name });
    await tab.takePicture(`portal-sms-connected-${look.language}`);
    await disconnect.press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t.messenger.disconnect.action }).press('Enter');
    await disconnect.waitFor({ state: 'detached' });
    expectQuiet(tab);
  } finally {
    await gateway.close();
  }
});

test.each(looks)('an operator sets up a provider, and is told why it refuses: %j', async (look) => {
  const t = text(look.language);
  const { channels: words } = t;
  const gateway = await startFakeSmsGateway();
  try {
    await using scene = await openFleetScene(browser, {
      sites: 0,
      serve: async () => ({ env: { FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' } }),
    });
    await using tab = await scene.open('/admin/channels', look);
    const { page } = tab;
    const card = page.getByRole('group', { name: words.sms.name });
    await card.getByText(words.state.off).waitFor();
    await openRow(card, words.set_up);
    await card.getByLabel(words.sms.way).selectOption('modem');
    await card.getByLabel(words.sms.body).waitFor({ state: 'detached' });
    await card.getByLabel(words.sms.way).selectOption('gateway');
    const { way: _, ...settings } = gatewaySettings(gateway.url);
    for (const [field, value] of Object.entries({ ...settings, daily_cap: '20' })) {
      await card.getByLabel(words.sms[field as keyof typeof settings]).fill(value);
    }
    await expectSound(tab, 'a provider');
    await tab.takePicture(`console-sms-${look.language}`);
    await card.locator('form').getByRole('button', { name: words.set_up }).press('Enter');
    await card.getByText(words.state.working).waitFor();
    await card.getByText(fill(words.quota_used, { used: '0', limit: '20' })).waitFor();
    gateway.failNext({ kind: 'status', status: 402 });
    await card.getByLabel(words.sms.address).fill(som);
    await page.keyboard.press('Enter');
    await card.getByText('SMS: 402 {"error"').waitFor();
    expectQuiet(tab);
  } finally {
    await gateway.close();
  }
});
