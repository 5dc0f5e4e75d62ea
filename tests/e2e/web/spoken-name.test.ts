/** The name of a site that its owner speaks into the microphone, by keyboard, on a phone. */
import { expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { startFakeTwilio, twilioAccount } from '../../fakes/twilio/fake-twilio.ts';
import { installBinary } from '../harness.ts';
import { zoneOfNoon } from '../zone-of-noon.ts';
import { customerEntries, everyLook, openTab, phone } from './browser.ts';
import { expectQuiet, expectSound, fill, focusedName, text, until } from './console-scene.ts';
import { openShop } from './shop.ts';
import { shareBrowser } from './walk.ts';

// Its microphone hears a beep each second. The shell has none.
const browser = shareBrowser('/usr/bin/chromium', [
  '--use-fake-device-for-media-stream',
  // What it plays goes nowhere, and leaves no folder of PulseAudio.
  '--disable-audio-output',
]);

/** What a screen reader says of a live region, in this order. */
async function listen(region: Locator): Promise<() => Promise<string[]>> {
  const said = await region.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return texts;
  });
  return () => said.jsonValue();
}

test.each(everyLook.filter(({ viewport }) => viewport === phone))(
  'a name is spoken, heard, discarded, and saved with the settings around it: %j',
  async (look) => {
    const t = text(look.language);
    const { spoken } = t.alerts;
    await using home = await installBinary();
    const twilio = await startFakeTwilio();
    home.defer(() => twilio.close());
    const account = { ...twilioAccount, api_root: twilio.url, daily_cap: '20' };
    const env = Object.fromEntries(
      Object.entries(account).map(([key, value]) => [`FAIWATCH_CALL_${key.toUpperCase()}`, value]),
    );
    const shop = await openShop(home, {
      sites: ['Pond'],
      env: { ...env, FAIWATCH_PUBLIC_URL: 'https://fai.example', FAIWATCH_TIMEZONE: zoneOfNoon() },
    });
    home.data.write(
      `INSERT INTO recipients (customer_id, channel, address, language, created_at)
       VALUES (1, 'call', '+66812345678', 'th', 0)`,
    );
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { ...look, stored });
    const { page } = tab;
    await page.context().grantPermissions(['microphone'], { origin: shop.server.url });
    const take = async (name: string) => {
      await expectSound(tab, name);
      await tab.takePicture(`spoken-name-${name}-${look.language}-${look.theme}`);
    };
    const settings = page.getByRole('dialog', { name: t.alerts.title, exact: true });
    const part = settings.getByRole('region', { name: spoken.title });
    const button = (name: string) => part.getByRole('button', { name, exact: true });
    const open = async () => {
      await page.getByRole('button', { name: t.portal.told.change, exact: true }).press('Enter');
      await part.waitFor();
      await part.scrollIntoViewIfNeeded();
    };

    // An answer that does not come is said, and asked for again.
    let isRefused = true;
    await page.route('**/spoken-name', async (route) => {
      const refused = { ok: false, error: 'Not found', code: 'NOT_FOUND' };
      if (isRefused) await route.fulfill({ status: 404, json: refused });
      else await route.continue();
    });
    await tab.visit('/customer/alerts');
    await open();
    await part.getByRole('alert').waitFor();
    await take('refused');
    isRefused = false;
    await button(t.ui.retry).press('Enter');
    await part.getByText(spoken.none).waitFor();
    expect(tab.takeComplaints(/404/)).toEqual([]);

    // The seconds are for the eye: read aloud, they would be in the recording.
    const speak = async () => {
      await button(spoken.speak).press('Enter');
      await part.getByText(fill(spoken.left, { seconds: 3 })).waitFor();
    };
    const said = await listen(part.getByRole('status'));
    await speak();
    expect(await focusedName(page)).toBe(spoken.stop);
    expect(
      await settings.getByRole('button', { name: t.alerts.save, exact: true }).isDisabled(),
    ).toBeTrue();
    await take('recording');
    await button(spoken.stop).press('Enter');
    await button(spoken.keep).waitFor();
    expect(await said()).toEqual([spoken.recording, spoken.drafted]);
    await until('focus on what keeps it', async () => (await focusedName(page)) === spoken.keep);

    // A second press ends what would never end.
    await page.evaluate(() => {
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function play(...when) {
        this.loop = true;
        start.apply(this, when);
      };
    });
    const hear = button(spoken.listen);
    await hear.press('Enter');
    expect(await hear.getAttribute('aria-pressed')).toBe('true');
    await take('heard');
    await hear.press('Enter');
    expect(await hear.getAttribute('aria-pressed')).toBe('false');
    await button(spoken.discard).press('Enter');
    await part.getByText(spoken.none).waitFor();
    await until('focus where it began', async () => (await focusedName(page)) === spoken.speak);

    // What was spoken is saved with the rest.
    await speak();
    await button(spoken.stop).press('Enter');
    await button(spoken.keep).waitFor();
    await settings.getByRole('button', { name: t.alerts.save, exact: true }).press('Enter');
    await page.getByText(t.alerts.saved).waitFor();
    await settings.waitFor({ state: 'detached' });
    expect(home.data.read('SELECT 1 FROM spoken_names')).toHaveLength(1);
    await open();
    await part.getByText(spoken.kept).waitFor();
    await take('kept');
    await button(spoken.delete).press('Enter');
    await part.getByText(spoken.none).waitFor();
    await until('focus where it began', async () => (await focusedName(page)) === spoken.speak);

    // Where calls say no names, as by a modem, none is recorded; one that is kept can still be heard and deleted.
    await speak();
    await button(spoken.stop).press('Enter');
    await button(spoken.keep).press('Enter');
    await part.getByText(spoken.kept).waitFor();
    await page.route('**/api/public/info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), call_names: false } });
    });
    await tab.visit('/customer/alerts');
    await open();
    await part.getByText(spoken.unsaid).waitFor();
    await button(spoken.listen).waitFor();
    expect(await button(spoken.again).count()).toBe(0);
    await take('unsaid');
    await button(spoken.delete).press('Enter');
    await part.waitFor({ state: 'detached' });
    await until('focus in the dialog', () =>
      settings.evaluate((element) => element.contains(document.activeElement)),
    );
    expect(home.data.read('SELECT 1 FROM spoken_names')).toEqual([]);
    expectQuiet(tab);
  },
);
