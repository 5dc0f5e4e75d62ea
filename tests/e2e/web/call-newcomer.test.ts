/**
 * Whoever follows docs/channels/call.md and its pages for the first time, by keyboard: an account of SIP in the
 * console, a phone in the portal, a name spoken into the microphone, and a loss for which the phone rings.
 */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeMuLaw } from '../../../src/domain/wav.ts';
import { Voice } from '../../../src/notify/channels/call/voice.ts';
import { type FakeExchange, sipAccount, startFakeExchange } from '../../fakes/sip/fake-exchange.ts';
import { makeRecogniser } from '../../fakes/sip/recognise-stream.ts';
import { isBaresipThere } from '../../fakes/sip/with-baresip.ts';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { zoneOfNoon } from '../zone-of-noon.ts';
import { adminEntries, customerEntries, looks, openTab, type Tab } from './browser.ts';
import { expectQuiet, expectSound, fill, openRow, text } from './console-scene.ts';
import { openShop, operator } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

// Its microphone hears a beep each second. The shell has none that a test could refuse; the whole Chromium does.
const browser = shareBrowser('/usr/bin/chromium', [
  '--use-fake-device-for-media-stream',
  // What it plays goes nowhere, and leaves no folder of PulseAudio.
  '--disable-audio-output',
]);
const som = '+66812345678';
const voice = new Voice(null);
const recogniseVoice = makeRecogniser(voice);

/** What the phone that was called last has heard so far. */
function heardBy(exchange: FakeExchange, recognise = recogniseVoice): string[] {
  const sound = exchange.calls.at(-1)?.sound?.heard() ?? new Int16Array();
  return recognise(sound).map(({ piece }) => piece);
}

/** Presses a key as a person does: once it was said what for, however late the sound came on a busy machine. */
async function pressOnceHeard(
  exchange: FakeExchange,
  piece: string,
  recognise = recogniseVoice,
): Promise<void> {
  await waitFor(piece, () => heardBy(exchange, recognise).includes(piece), 60_000);
  await exchange.calls.at(-1)?.sound?.press('1');
}

async function setUpCalls(tab: Tab, exchange: FakeExchange, words: ReturnType<typeof text>) {
  const { page } = tab;
  const { channels } = words;
  await tab.visit('/admin/channels');
  const card = page.getByRole('group', { name: channels.call.name, exact: true });
  await card.getByText(channels.state.off).waitFor();
  await openRow(card, channels.set_up);
  const field = (name: keyof typeof channels.call) => card.getByLabel(channels.call[name]);
  await field('way').selectOption({ label: channels.call.sip });
  const { user, login, password } = sipAccount;
  const given = { server: exchange.server, user, login, password, daily_cap: '20' };
  for (const [name, value] of Object.entries(given)) {
    await field(name as keyof typeof channels.call).fill(value);
  }
  await page.keyboard.press('Enter');
  await card.getByText(channels.state.working).waitFor();
  exchange.usual = { does: 'answers', keys: '' };
  await card.getByLabel(channels.call.address).fill(som);
  await page.keyboard.press('Enter');
  await pressOnceHeard(exchange, 'test');
  await waitFor('its end', () => exchange.calls[0]?.state === 'ended', 30_000);
}

async function connectPhone(tab: Tab, exchange: FakeExchange, words: ReturnType<typeof text>) {
  const { page } = tab;
  const { call } = words.portal;
  await tab.visit('/customer/alerts');
  await unfold(page, words.portal.alerts.ways);
  const section = page.getByRole('region', { name: call.title });
  await section.getByLabel(call.address).fill('081-234-5678');
  await page.keyboard.press('Enter');
  await section.getByText(fill(call.sent, { number: som })).waitFor();
  const digits = () => heardBy(exchange).filter((piece) => /^n\d$/.test(piece));
  await waitFor('the code', () => exchange.calls.length === 2 && digits().length >= 6, 30_000);
  const code = digits()
    .slice(0, 6)
    .map((piece) => piece.slice(1))
    .join('');
  await section.getByLabel(call.code).fill(code);
  await page.keyboard.press('Enter');
  await page.getByText(words.messenger.connected).waitFor();
  for (const ringing of exchange.calls) exchange.hangUp(ringing);
}

test.skipIf(!isBaresipThere).each(looks)(
  'from the page to a phone that rings and says the name that was spoken: %j',
  async (look) => {
    const t = text(look.language);
    const { spoken } = t.alerts;
    await using home = await installBinary();
    const exchange = await startFakeExchange();
    home.defer(() => exchange.close());
    const shop = await openShop(home, {
      sites: ['Pond'],
      env: {
        FAIWATCH_TIMEZONE: zoneOfNoon(),
        // Where tests run beside each other, Bun would kill what the server started, before it has hung up.
        BUN_FEATURE_FLAG_NO_ORPHANS: '0',
      },
    });
    const { server, boards, owner } = shop;
    const [board] = boards;
    if (board === undefined) throw new Error('one board expected');
    {
      const stored = await adminEntries(server, operator);
      await using tab = await openTab(browser, server, { ...look, stored });
      await setUpCalls(tab, exchange, t);
      expectQuiet(tab);
    }
    const stored = await customerEntries(server, shop.credentials);
    await using tab = await openTab(browser, server, { ...look, stored });
    const { page } = tab;
    await connectPhone(tab, exchange, t);

    await page.getByRole('button', { name: t.portal.told.change, exact: true }).press('Enter');
    const settings = page.getByRole('dialog', { name: t.alerts.title, exact: true });
    const part = settings.getByRole('region', { name: spoken.title });
    await settings.getByText('Pond', { exact: true }).waitFor();
    await part.getByText(spoken.none).waitFor();
    await part.scrollIntoViewIfNeeded();
    await expectSound(tab, 'a site without a spoken name');
    await tab.takePicture(`portal-spoken-none-${look.language}-${look.theme}`);
    // Nobody has allowed it.
    const speak = part.getByRole('button', { name: spoken.speak, exact: true });
    await speak.press('Enter');
    await part.getByText(spoken.not_allowed).waitFor();
    await expectSound(tab, 'a microphone that is not allowed');
    await tab.takePicture(`portal-spoken-refused-${look.language}-${look.theme}`);
    await page.context().grantPermissions(['microphone'], { origin: server.url });
    await speak.press('Enter');
    const done = part.getByRole('button', { name: spoken.stop, exact: true });
    await done.waitFor();
    const [speakNow = ''] = spoken.recording.split('{{seconds}}');
    await part.getByText(speakNow.trim()).waitFor();
    await expectSound(tab, 'a name that is being spoken');
    await tab.takePicture(`portal-spoken-recording-${look.language}-${look.theme}`);
    // Whoever forgets it is stopped after five seconds.
    const keep = part.getByRole('button', { name: spoken.keep, exact: true });
    await keep.waitFor();
    expect(await keep.evaluate((button) => button === document.activeElement)).toBeTrue();
    await part.getByRole('button', { name: spoken.listen, exact: true }).press('Enter');
    await expectSound(tab, 'a name that was spoken');
    await tab.takePicture(`portal-spoken-drafted-${look.language}-${look.theme}`);
    await keep.press('Enter');
    await part.getByText(spoken.kept).waitFor();
    await expectSound(tab, 'a name that is kept');
    await settings.getByRole('switch', { name: t.alerts.critical }).press('Space');
    await settings.getByRole('switch', { name: t.alerts.call_recovery }).press('Space');
    await part.scrollIntoViewIfNeeded();
    await tab.takePicture(`portal-spoken-kept-${look.language}-${look.theme}`);
    await settings.getByRole('button', { name: t.alerts.save }).press('Enter');
    await settings.waitFor({ state: 'detached' });
    const saved = await owner.get(`/api/settings/devices/${board.id}`);
    expect(saved.body.data).toMatchObject({ critical: true, callOnRecovery: true });

    await owner.put(`/api/settings/devices/${board.id}`, { downtimeThreshold: 5 });
    const [row] = home.data.read<{ sound: Uint8Array }>('SELECT sound FROM spoken_names');
    const name = decodeMuLaw(row?.sound ?? new Uint8Array());
    expect(name.length).toBeGreaterThan(1_000);
    const device = new HttpDevice(server.url, board);
    await device.beats();
    await device.losesMains();
    const recognise = makeRecogniser(voice, [name]);
    await pressOnceHeard(exchange, 'name', recognise);
    const said = heardBy(exchange, recognise).slice(0, 4);
    expect(said).toEqual(['greeting', 'mains_lost', 'at', 'name']);
    const by = () =>
      home.data.read<{ by: string | null }>('SELECT acknowledged_by AS by FROM outages')[0]?.by;
    await waitFor('the acknowledgement', () => by() === '+66******678', 30_000);
    expect(exchange.complaints).toEqual([]);

    // What was kept can be taken back.
    await page.getByRole('button', { name: t.portal.told.change, exact: true }).press('Enter');
    await part.getByText(spoken.kept).waitFor();
    await part.getByRole('button', { name: spoken.delete, exact: true }).press('Enter');
    await part.getByText(spoken.none).waitFor();
    expect(home.data.read('SELECT 1 FROM spoken_names')).toEqual([]);
    expectQuiet(tab);
    await waitFor('end of all calls', () => !existsSync(join(home.data.dir, 'call')), 60_000);
  },
);
