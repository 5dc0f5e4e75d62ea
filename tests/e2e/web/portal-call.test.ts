/** A phone that is to ring, driven by keyboard: called with a code, connected, and called with a test. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  callTemplate,
  startFakeCallProvider,
} from '../../fakes/call-provider/fake-call-provider.ts';
import { sipAccount, startFakeExchange } from '../../fakes/sip/fake-exchange.ts';
import { isBaresipThere } from '../../fakes/sip/with-baresip.ts';
import { startFakeTwilio, twilioAccount } from '../../fakes/twilio/fake-twilio.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { zoneOfNoon } from '../zone-of-noon.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import { expectQuiet, expectSound, fill, openRow, text } from './console-scene.ts';
import { deviceIdOf, openFleetScene, siteNameOf } from './fleet-scene.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const browser = shareBrowser();
const som = '+66812345678';
const publicUrl = 'https://fai.example';

test.each(looks)('a phone is connected by the code of a call: %j', async (look) => {
  const t = text(look.language);
  const { call: words } = t.portal;
  await using home = await installBinary();
  const twilio = await startFakeTwilio();
  try {
    const account = { ...twilioAccount, api_root: twilio.url, daily_cap: '20' };
    const env = Object.fromEntries(
      Object.entries(account).map(([key, value]) => [`FAIWATCH_CALL_${key.toUpperCase()}`, value]),
    );
    const shop = await openShop(home, {
      sites: ['Pond', 'House'],
      env: { ...env, FAIWATCH_PUBLIC_URL: publicUrl, FAIWATCH_TIMEZONE: zoneOfNoon() },
    });
    twilio.reach = (address) => address.replace(publicUrl, shop.server.url);
    twilio.phones.set(som, { does: 'answers', keys: '' });
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { ...look, stored });
    const { page } = tab;
    const settings = page.getByRole('dialog', { name: t.alerts.title, exact: true });
    await tab.visit('/customer/dashboard');
    await unfold(page, t.portal.nav.devices);
    const ofPond = fill(t.devices.action.settings, { name: 'Pond' });
    await page.getByRole('button', { name: ofPond }).press('Enter');
    await settings.getByText(t.alerts.critical_phone).waitFor();
    await expectSound(tab, 'a site that no phone could ring for');
    await tab.takePicture(`portal-critical-no-phone-${look.language}`);
    await tab.visit('/customer/alerts');
    await unfold(page, t.portal.alerts.ways);
    const section = page.getByRole('region', { name: words.title });
    // A machine says no names: which number is which site.
    await section.getByText(words.sites).waitFor();
    expect(await section.getByRole('listitem').allTextContents()).toEqual(['Pond', 'House']);

    const number = section.getByLabel(words.address);
    await number.focus();
    await page.keyboard.press('Enter');
    await section.getByText(words.wrong).waitFor();
    await page.keyboard.type('081-234-5678');
    await expectSound(tab, 'asked for a number to call');
    await tab.takePicture(`portal-call-number-${look.language}`);
    await page.keyboard.press('Enter');
    await section.getByText(fill(words.sent, { number: som })).waitFor();

    await waitFor('the code', () => twilio.calls[0]?.status === 'completed');
    const digits = twilio.calls[0]?.heard[0]?.pieces.filter((piece) => /^n\d$/.test(piece)) ?? [];
    const code = digits.map((piece) => piece.slice(1)).join('');
    await page.keyboard.type(`${(Number(code) + 1) % 1_000_000}`.padStart(6, '0'));
    await page.keyboard.press('Enter');
    await section.getByText(t.ui.refusal.code_wrong).waitFor();
    expect(tab.takeComplaints(/400/)).toEqual([]);
    await expectSound(tab, 'a wrong code of a call');
    await tab.takePicture(`portal-call-code-${look.language}`);
    await section.getByLabel(words.code).fill(code);
    await page.keyboard.press('Enter');
    await page.getByText(t.messenger.connected).waitFor();
    await page.getByText(`${t.messenger.name.call} ••••5678`).waitFor();

    await page.getByRole('button', { name: t.messenger.test.action }).press('Enter');
    await waitFor('the test', () => twilio.calls[1]?.status === 'completed');
    expect(twilio.calls[1]?.heard[0]?.pieces).toEqual(['greeting', 'test', 'press_1']);

    await page.getByRole('button', { name: t.portal.told.change, exact: true }).press('Enter');
    const isCritical = settings.getByRole('switch', { name: t.alerts.critical });
    await isCritical.press('Space');
    expect(await isCritical.getAttribute('aria-checked')).toBe('true');
    await expectSound(tab, 'critical sites');
    await tab.takePicture(`portal-critical-${look.language}`);
    await settings.getByRole('button', { name: t.alerts.save }).press('Enter');
    await page.getByText(t.alerts.saved).waitFor();
    await settings.waitFor({ state: 'detached' });
    const [ringing = ''] = t.portal.alerts.critical.split('{{names}}');
    await page.getByText(ringing.trim()).waitFor();
    await unfold(page, t.portal.alerts.more);
    await page.getByRole('button', { name: t.contacts.offer }).press('Enter');
    await unfold(page, t.contacts.preview.title);
    const [, rings = ''] = t.contacts.preview.critical.split('{{name}}');
    await page.getByText(rings.split('{{chat}}').at(-1)?.trim() ?? '').waitFor();
    await expectSound(tab, 'what would happen at a critical site');
    await tab.takePicture(`portal-critical-preview-${look.language}`);
    const saved = await shop.owner.get(`/api/settings/devices/${shop.boards[1]?.id}`);
    expect(saved.body.data).toMatchObject({ critical: true });
    expectQuiet(tab);
  } finally {
    await twilio.close();
  }
});

test.each(looks)('an operator sets calls up, and is told how a test ended: %j', async (look) => {
  const t = text(look.language);
  const { channels: words } = t;
  const twilio = await startFakeTwilio();
  try {
    await using scene = await openFleetScene(browser, {
      sites: 0,
      serve: async () => ({
        env: {
          FAIWATCH_CALL_API_ROOT: twilio.url,
          FAIWATCH_PUBLIC_URL: publicUrl,
          FAIWATCH_TIMEZONE: zoneOfNoon(),
        },
      }),
    });
    await using tab = await scene.open('/admin/channels', look);
    const { page } = tab;
    const card = page.getByRole('group', { name: words.call.name, exact: true });
    await card.getByText(words.state.off).waitFor();
    await openRow(card, words.set_up);
    const { account, token, from } = twilioAccount;
    for (const [field, value] of Object.entries({ account, token, from, daily_cap: '20' })) {
      await card
        .getByLabel(words.call[field as keyof typeof words.call], { exact: true })
        .fill(value);
    }
    await card.getByLabel(words.call.minute_price).fill('0.35');
    await card.getByText(fill(words.day_cost, { most: '7' })).waitFor();
    await expectSound(tab, 'an account for calls');
    await tab.takePicture(`console-call-${look.language}`);
    await card.locator('form').getByRole('button', { name: words.set_up }).press('Enter');
    await card.getByText(words.state.working).waitFor();
    await card.getByText(fill(words.quota_used, { used: '0', limit: '20' })).waitFor();
    twilio.phones.set(som, { does: 'busy' });
    await card.getByLabel(words.call.address).fill(som);
    await page.keyboard.press('Enter');
    await card.getByText('Call: the phone was busy').waitFor();
    expectQuiet(tab);
  } finally {
    await twilio.close();
  }
});

test.each(looks)(
  'an operator writes another provider down, whom others do not see: %j',
  async (look) => {
    const { channels: words } = text(look.language);
    const provider = await startFakeCallProvider();
    try {
      await using scene = await openFleetScene(browser, {
        sites: 0,
        serve: {
          env: {
            FAIWATCH_PUBLIC_URL: publicUrl,
            FAIWATCH_TIMEZONE: zoneOfNoon(),
            FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
          },
        },
      });
      await using tab = await scene.open('/admin/channels', look);
      const { page } = tab;
      const card = page.getByRole('group', { name: words.call.name, exact: true });
      await card.getByText(words.state.off).waitFor();
      await openRow(card, words.set_up);
      const way = card.getByLabel(words.call.way);
      const { way: ours, method: _, ...template } = callTemplate(provider.url);
      for (const other of ['twilio', 'sip', 'modem']) {
        await way.selectOption(other);
        for (const field of Object.keys(template) as (keyof typeof template)[]) {
          expect(await card.getByLabel(words.call[field]).count()).toBe(0);
        }
      }
      await way.selectOption(ours);
      for (const [field, value] of Object.entries({ ...template, daily_cap: '20' })) {
        await card.getByLabel(words.call[field as keyof typeof template]).fill(value);
      }
      await expectSound(tab, 'a provider that is written down');
      await tab.takePicture(`console-call-template-${look.language}`);
      await card.locator('form').getByRole('button', { name: words.set_up }).press('Enter');
      await card.getByText(words.state.working).waitFor();
      provider.phones.set(som, { does: 'busy' });
      await card.getByLabel(words.call.address).fill(som);
      await page.keyboard.press('Enter');
      await card.getByText('Call: the phone was busy (SUBSCRIBER_BUSY)').waitFor();
      expectQuiet(tab);
    } finally {
      await provider.close();
    }
  },
);

test.each(looks)('an operator sees how well the modem hears its network: %j', async (look) => {
  const { channels: words } = text(look.language);
  const spool = tempDir('smsd');
  for (const folder of ['outgoing', 'checked', 'sent', 'failed']) mkdirSync(join(spool, folder));
  const pidFile = join(spool, 'smsd.pid');
  writeFileSync(pidFile, `${process.pid}`);
  const hears = (steps: number) =>
    writeFileSync(join(spool, 'signal'), `GSM1: CMD: AT+CSQ: +CSQ: ${steps},99 OK\n`);
  hears(9);
  await using scene = await openFleetScene(browser, {
    sites: 0,
    serve: {
      env: {
        FAIWATCH_CALL_WAY: 'modem',
        FAIWATCH_CALL_DAILY_CAP: '20',
        FAIWATCH_CALL_SPOOL: spool,
        FAIWATCH_CALL_PID_FILE: pidFile,
      },
    },
  });
  await using tab = await scene.open('/admin/channels', look);
  const { page } = tab;
  const card = page.getByRole('group', { name: words.call.name, exact: true });
  const open = async () => {
    await card.getByText(words.state.working).waitFor();
    await openRow(card, words.change);
  };
  await open();
  await card.getByText(fill(words.signal_weak, { dbm: '-95' })).waitFor();
  await expectSound(tab, 'the signal of a modem');
  await tab.takePicture(`console-modem-signal-${look.language}`);
  hears(99);
  await page.reload();
  await open();
  await card.getByText(words.signal_none).waitFor();
  expectQuiet(tab);
});

test.each(looks)('an operator marks a site as critical, and takes that off: %j', async (look) => {
  const t = text(look.language);
  const { critical: words } = t.admin_devices;
  const twilio = await startFakeTwilio();
  try {
    const account = { ...twilioAccount, api_root: twilio.url, daily_cap: '20' };
    const env = Object.fromEntries(
      Object.entries(account).map(([key, value]) => [`FAIWATCH_CALL_${key.toUpperCase()}`, value]),
    );
    await using scene = await openFleetScene(browser, {
      sites: 4,
      serve: { env: { ...env, FAIWATCH_PUBLIC_URL: publicUrl } },
    });
    scene.home.data.write(
      `INSERT INTO recipients (customer_id, channel, address, language, created_at)
       VALUES (1, 'call', ?, 'th', 0)`,
      som,
    );
    await using tab = await scene.open(`/admin/devices/${deviceIdOf(2)}`, look);
    const { page } = tab;
    const choose = async (entry: string) => {
      const actions = fill(t.admin_devices.actions_of, { name: siteNameOf(2) });
      await page.getByRole('button', { name: actions }).press('Enter');
      await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter');
    };
    await unfold(page, t.admin_devices.fact.title);
    await page.getByText(words.is_not, { exact: true }).waitFor();
    await choose(words.open);
    await page.getByText(fill(words.done, { name: siteNameOf(2) })).waitFor();
    await page.getByText(words.is, { exact: true }).waitFor();
    await expectSound(tab, 'a critical site');
    await tab.takePicture(`console-critical-${look.language}`);
    await choose(words.end);
    await page.getByText(words.is_not, { exact: true }).waitFor();
    expectQuiet(tab);
  } finally {
    await twilio.close();
  }
});

test.skipIf(!isBaresipThere).each(looks)(
  'an operator sets an account of SIP up, and is told how a test ended: %j',
  async (look) => {
    const t = text(look.language);
    const { channels: words } = t;
    const exchange = await startFakeExchange();
    try {
      await using scene = await openFleetScene(browser, {
        sites: 0,
        serve: { env: { FAIWATCH_TIMEZONE: zoneOfNoon() } },
      });
      await using tab = await scene.open('/admin/channels', look);
      const { page } = tab;
      const card = page.getByRole('group', { name: words.call.name, exact: true });
      await card.getByText(words.state.off).waitFor();
      await openRow(card, words.set_up);
      const field = (name: keyof typeof words.call) =>
        // Where it may be left empty, its label says so.
        card.getByLabel(words.call[name]);
      await field('way').selectOption({ label: words.call.sip });
      // What is for the other way is asked of nobody.
      expect(await field('account').count()).toBe(0);
      const { user, login } = sipAccount;
      const given = { server: exchange.server, user, login, password: 'another', daily_cap: '20' };
      for (const [name, value] of Object.entries(given)) {
        await field(name as keyof typeof words.call).fill(value);
      }
      await expectSound(tab, 'an account of SIP for calls');
      await tab.takePicture(`console-call-sip-${look.language}`);
      const save = card.locator('form').getByRole('button', { name: words.set_up });
      await save.press('Enter');
      await card.getByText('Call: the account is refused: 403 Forbidden').waitFor();
      expect(tab.takeComplaints(/400/)).toEqual([]);
      await field('password').fill(sipAccount.password);
      await page.keyboard.press('Enter');
      await card.getByText(words.state.working).waitFor();
      await card.getByText(`${user}@${exchange.server}`).first().waitFor();
      exchange.usual = { does: 'ends', status: 486, reason: 'Busy Here' };
      await card.getByLabel(words.call.address).fill(som);
      await page.keyboard.press('Enter');
      await card.getByText('Call: the phone was busy (486 Busy Here)').waitFor();
      expectQuiet(tab);
    } finally {
      exchange.close();
    }
  },
);
