/** The flashing page against chips of the test's own: the loader, its protocol, and a flash to look into. */
import { describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import type { FlashManifest } from '../../../src/contract/firmware/firmware.ts';
import { setupNetwork } from '../../fakes/console-board.ts';
import { makeImage, trustTestKey, writeRelease } from '../../support/firmware.ts';
import { type Home, installBinary, type Server } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { type Look, looks, openTab, type Tab } from './browser.ts';
import { openConfigurePage, words } from './configure-scene.ts';
import { RomBoard } from './rom-board.ts';
import { SerialRig } from './serial-rig.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const browser = shareBrowser();

const t = words.th;

/** A server with firmware for the small board and for the display; its own code does not compress. */
async function serveFirmware(home: Home): Promise<Server> {
  const server = await home.serve();
  trustTestKey(home.data.dir);
  for (const [board, chipId] of [
    ['s2-mini', 2],
    ['t-display', 0],
  ] as const) {
    const app = makeImage({ chipId, payload: new Uint8Array(randomBytes(40_000)) });
    await home.runForJson('firmware', 'add', writeRelease(home.dir, { board, app }));
  }
  return server;
}

interface FlashingPage extends AsyncDisposable {
  readonly tab: Tab;
  readonly rig: SerialRig;
  flash(): Promise<void>;
}

async function openFlashingPage(server: Server, look: Look = {}): Promise<FlashingPage> {
  const tab = await openTab(browser, server, look);
  const rig = await SerialRig.install(tab.page);
  await tab.visit('/firmware-flash.html');
  const { write } = words[look.language ?? 'th'].firmware;
  return {
    tab,
    rig,
    flash: () =>
      tab.page
        .getByRole('button', { name: write.action })
        .or(tab.page.getByRole('button', { name: write.again }))
        .click(),
    [Symbol.asyncDispose]: () => tab[Symbol.asyncDispose](),
  };
}

/** The board's flash holds exactly the server's files. */
async function expectFlashed(server: Server, board: string, { rom }: RomBoard): Promise<void> {
  const answer = await fetch(`${server.url}/api/public/firmware/manifest.json?board=${board}`);
  const manifest = (await answer.json()) as FlashManifest;
  const parts = manifest.builds[0]?.parts ?? [];
  expect(parts).toHaveLength(4);
  for (const { path, offset, size } of parts) {
    const bytes = new Uint8Array(await (await fetch(server.url + path)).arrayBuffer());
    expect(bytes.length).toBe(size);
    expect(Buffer.compare(rom.flash.subarray(offset, offset + size), bytes), path).toBe(0);
  }
}

/** A problem and what helps, in one language and in the other. */
async function expectProblem(
  { tab: { page } }: FlashingPage,
  say: (problem: typeof t.firmware.problem) => readonly [string, ...string[]],
): Promise<void> {
  await page.getByText(say(t.firmware.problem)[0]).first().waitFor();
  for (const [language, name] of [
    ['en', 'EN'],
    ['th', 'ไทย'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    const [title, ...hints] = say(words[language].firmware.problem);
    await page.getByText(title).first().waitFor();
    const said = await page.locator('main').innerText();
    for (const hint of hints) expect(said).toContain(hint);
  }
}

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

describe('flashing', () => {
  test('an ESP32-S2-Mini: all parts written and verified, and the board started', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    const { page } = tab;
    const board = await RomBoard.plug(rig, 'ESP32-S2');
    board.rom.flash[0x9000] = 0x42;
    // The way into the loader is always shown.
    for (const step of [t.firmware.loader.hold, t.firmware.loader.tap, t.firmware.loader.release]) {
      await page.getByText(step).waitFor();
    }
    await flashing.flash();
    await page.getByText(t.firmware.done.title).waitFor();
    expect(await page.getByText(t.firmware.part_state.verified).count()).toBe(4);
    expect(await page.getByText('ESP32-S2 · 1.1.0').count()).toBe(1);
    await expectFlashed(server, 's2-mini', board);
    // Its settings are still there.
    expect(board.rom.flash[0x9000]).toBe(0x42);
    expect(board.rom.erasures).toBe(0);
    expect(board.rom.isInLoader).toBe(false);
    // The board took its port along, and the browser does not reveal the new one.
    await page.getByText(t.firmware.done.elsewhere).waitFor();
    expect(
      await page.getByRole('link', { name: t.firmware.done.action }).getAttribute('href'),
    ).toBe('/customer');
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });

  test('goes on to the Wi-Fi of the board that was flashed, with the key that was chosen', async () => {
    await using home = await installBinary();
    const shop = await openShop(home);
    trustTestKey(home.data.dir);
    const app = makeImage({ chipId: 0, payload: new Uint8Array(randomBytes(40_000)) });
    await home.runForJson('firmware', 'add', writeRelease(home.dir, { board: 't-display', app }));
    await using scene = await openConfigurePage(browser, home, { shop });
    const { tab, rig, key } = scene;
    const { page } = tab;
    const board = await RomBoard.plug(rig, 'ESP32');
    board.console.networks = ['-55 locked Shop'];
    // Like the window that the page opens, with a copy of the session storage.
    await tab.visit('/firmware-flash.html');
    await page.getByRole('button', { name: t.firmware.write.action }).click();
    await page.getByText(t.firmware.done.title).waitFor();
    await page.getByRole('link', { name: t.firmware.done.wifi }).click();
    await page.getByRole('heading', { level: 1, name: t.configure.title }).waitFor();
    await unfold(page, t.serial.log.title);
    await page.getByText(key, { exact: true }).waitFor();
    // Nobody had to choose the port again, nor the board.
    await page.getByRole('button', { name: 'Shop' }).click();
    expect(rig.requests).toBe(1);
    expect(await page.getByLabel(t.configure.type.label).inputValue()).toBe(
      'esp32-lilygo-t-display',
    );
    await page.keyboard.type('pass=word 1');
    await scene.configure();
    await page.getByText(t.configure.note.checked).waitFor();
    expect(board.console.stored).toMatchObject({ wifi_ssid: 'Shop', activation_key: key });
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('begins with the board that is plugged in, and leaves the choice to who made one', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    const { page } = tab;
    // Of the boards without firmware, those that people buy are named; none can be chosen.
    await page.getByRole('radio').first().waitFor();
    expect(await page.getByRole('radio').count()).toBe(2);
    const lacking = fill(t.firmware.board.none, { names: t.firmware.board.c3 });
    await page.getByText(lacking, { exact: true }).waitFor();
    const isChecked = (board: string) => page.getByRole('radio', { name: board }).isChecked();
    expect(await isChecked(t.firmware.board.mini)).toBe(true);
    const board = await RomBoard.plug(rig, 'ESP32');
    await waitFor('suggestion', () => isChecked(t.firmware.board.display));
    await board.unplug();
    await waitFor('no suggestion', () => isChecked(t.firmware.board.mini));
    await page.getByRole('radio', { name: t.firmware.board.display }).check();
    await RomBoard.plug(rig, 'ESP32-S2');
    await flashing.flash();
    await page.getByText(t.firmware.problem.wrong_chip.hint).waitFor();
    expect(await isChecked(t.firmware.board.display)).toBe(true);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a T-Display: into its loader and out of it by its lines, erased first', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    const { page } = tab;
    const board = await RomBoard.plug(rig, 'ESP32');
    board.rom.flash[0x9000] = 0x42;
    await page.getByRole('radio', { name: t.firmware.board.display }).check();
    await page.getByText(t.firmware.loader.bridge).waitFor();
    await page.getByRole('checkbox', { name: t.firmware.write.erase }).click();
    await flashing.flash();
    await page.getByText(t.firmware.done.title).waitFor();
    await expectFlashed(server, 't-display', board);
    expect(board.rom.erasures).toBe(1);
    expect(board.rom.flash[0x9000]).toBe(0xff);
    expect([board.circuit.resets[0], board.circuit.resets.at(-1)]).toEqual([true, false]);
    const ownNetwork = page.getByRole('region', { name: t.serial.setup_network.title });
    await ownNetwork.getByText(setupNetwork.password).waitFor();
    expect(await ownNetwork.innerText()).toContain(setupNetwork.name);
    await unfold(page, t.serial.log.title);
    expect(await page.getByRole('log').innerText()).not.toContain(setupNetwork.password);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('shows how far it is, asks before it is left, and takes no second click', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { page } = flashing.tab;
    const board = await RomBoard.plug(flashing.rig, 'ESP32-S2');
    let isHeld = true;
    const send = board.rom.receive.bind(board.rom);
    const waiting: Uint8Array[] = [];
    let blocks = 0;
    board.rom.onBlock = () => void blocks++;
    board.rom.receive = (bytes) => {
      // In the middle of the app the board takes its time.
      if (isHeld && blocks > 10) waiting.push(bytes);
      else send(bytes);
    };
    await flashing.flash();
    await waitFor('middle', () => waiting.length > 0);
    const bar = page.getByRole('progressbar', { name: t.firmware.write.progress });
    const percent = Number(await bar.getAttribute('aria-valuenow'));
    expect(percent).toBeGreaterThan(10);
    expect(percent).toBeLessThan(90);
    await page.getByRole('progressbar', { name: t.firmware.part.app }).waitFor();
    await page.getByRole('button', { name: t.firmware.write.busy }).click({ force: true });
    expect(flashing.rig.requests).toBe(1);
    const asked = page.waitForEvent('dialog');
    await page.getByRole('heading', { level: 1 }).click();
    const leaving = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    isHeld = false;
    for (const bytes of waiting.splice(0)) send(bytes);
    await page.getByText(t.firmware.done.title).waitFor();
    await expectFlashed(server, 's2-mini', board);
  });
});

describe('what can go wrong', () => {
  test('the wrong chip: nothing is written, and the right board can be chosen', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    const { page } = tab;
    const other = await RomBoard.plug(rig, 'ESP32-S3');
    await flashing.flash();
    await expectProblem(flashing, ({ wrong_chip: wrong }) => [
      fill(wrong.title, { found: 'ESP32-S3', wanted: 'ESP32-S2' }),
      wrong.hint,
    ]);
    expect([other.rom.writes.length, other.rom.erasures, other.rom.isStub]).toEqual([0, 0, false]);
    await other.unplug();

    const display = await RomBoard.plug(rig, 'ESP32');
    for (const board of [t.firmware.board.display, t.firmware.board.mini]) {
      await page.getByRole('radio', { name: board }).check();
    }
    await flashing.flash();
    await expectProblem(flashing, ({ wrong_chip: wrong }) => [
      fill(wrong.title, { found: 'ESP32', wanted: 'ESP32-S2' }),
    ]);
    expect(display.rom.writes).toEqual([]);
    await page.getByRole('radio', { name: t.firmware.board.display }).check();
    await flashing.flash();
    await page.getByText(t.firmware.done.title).waitFor();
    await expectFlashed(server, 't-display', display);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a broken image: nothing is written; a failed download can be tried again', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    const { page } = tab;
    const board = await RomBoard.plug(rig, 'ESP32-S2');
    await page.route('**/app.bin', async (route) => {
      const answer = await route.fetch();
      const body = await answer.body();
      body[1_000] = (body[1_000] ?? 0) ^ 1;
      await route.fulfill({ response: answer, body });
    });
    await flashing.flash();
    await expectProblem(flashing, ({ broken_image: broken }) => [
      broken.title.split('{{')[0] ?? '',
      broken.hint,
    ]);
    expect(board.rom.commands).toEqual([]);

    await page.unroute('**/app.bin');
    await page.route('**/bootloader.bin', (route) => route.abort());
    await flashing.flash();
    await expectProblem(flashing, ({ fetch_failed: failed }) => [failed.title, failed.hint]);
    await page.unroute('**/bootloader.bin');

    // The firmware was withdrawn after the page had loaded.
    await home.runForJson('firmware', 'rollout', '1.1.0', '--board', 's2-mini', '--pause');
    await flashing.flash();
    await expectProblem(flashing, ({ no_firmware: none }) => [none.title, none.hint]);
    await home.runForJson('firmware', 'rollout', '1.1.0', '--board', 's2-mini', '--resume');

    await flashing.flash();
    await page.getByText(t.firmware.done.title).waitFor();
    await expectFlashed(server, 's2-mini', board);
    expect(tab.takeComplaints(/ERR_FAILED|404/)).toEqual([]);
  });

  test('a flash that does not keep what is written to it', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const board = await RomBoard.plug(flashing.rig, 'ESP32-S2');
    board.rom.badBytes.add(0x8_010);
    await flashing.flash();
    await expectProblem(flashing, ({ verify_failed: failed, half_written: half }) => [
      failed.title.split('{{')[0] ?? '',
      failed.hint,
      half,
    ]);
    const { page } = flashing.tab;
    expect(await page.getByText(t.firmware.part_state.verified).count()).toBe(1);
    expect(await page.getByText(t.firmware.part_state.failed).count()).toBe(1);
  });

  test('a port that does not open, a flash that is not erased or not written', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    const { page } = tab;
    const board = await RomBoard.plug(rig, 'ESP32');
    await page.getByRole('radio', { name: t.firmware.board.display }).check();
    rig.refuseOpening(board.port, { name: 'UnknownError', message: 'odd' });
    await flashing.flash();
    await expectProblem(flashing, ({ connect_failed: failed, port_busy: busy }) => [
      failed.title,
      busy.hint_replug,
      'odd',
    ]);
    rig.refuseOpening(board.port, null);

    board.rom.refusing.add('write');
    await flashing.flash();
    await expectProblem(flashing, ({ write_failed: failed, no_loader: loader }) => [
      failed.title.split('{{')[0] ?? '',
      failed.hint,
      loader.hint_buttons,
    ]);
    board.rom.refusing.add('erase');
    await page.getByRole('checkbox', { name: t.firmware.write.erase }).click();
    await flashing.flash();
    await expectProblem(flashing, ({ erase_failed: failed, no_loader: loader }) => [
      failed.title,
      loader.hint_buttons,
    ]);
    expect(board.rom.writes).toEqual([]);

    board.rom.refusing.clear();
    await flashing.flash();
    await page.getByText(t.firmware.done.title).waitFor();
    await expectFlashed(server, 't-display', board);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('unplugged in the middle: said at once, and flashed to the end after that', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    const board = await RomBoard.plug(rig, 'ESP32-S2');
    board.rom.onBlock = (count) => {
      if (count === 12) void board.unplug();
    };
    await flashing.flash();
    await expectProblem(flashing, ({ unplugged, half_written: half }) => [
      unplugged.title,
      unplugged.hint_cable,
      unplugged.hint_again,
      half,
    ]);
    board.rom.onBlock = undefined;
    await board.plugAgain();
    await flashing.flash();
    await tab.page.getByText(t.firmware.done.title).waitFor();
    await expectFlashed(server, 's2-mini', board);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('no port, a port in use, and a board that is not in its loader', async () => {
    await using home = await installBinary();
    const server = await serveFirmware(home);
    await using flashing = await openFlashingPage(server);
    const { tab, rig } = flashing;
    await flashing.flash();
    await expectProblem(flashing, ({ no_port: none }) => [
      none.title,
      none.hint_buttons,
      none.hint_cable,
      none.hint_driver,
    ]);
    const board = await RomBoard.plug(rig, 'ESP32-S2');
    rig.refuseOpening(board.port, { name: 'NetworkError', message: 'Failed to open serial port.' });
    await flashing.flash();
    await expectProblem(flashing, ({ port_busy: busy }) => [busy.title, busy.hint_close]);
    rig.refuseOpening(board.port, null);

    board.rom.reset(false);
    await flashing.flash();
    await expectProblem(flashing, ({ no_loader: none }) => [
      none.title,
      none.hint_buttons,
      none.hint_port,
    ]);
    await board.enterLoader();
    await flashing.flash();
    await tab.page.getByText(t.firmware.done.title).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  });

  test.each(['th', 'en'] as const)(
    'a server without firmware, or that cannot be reached, and a browser that cannot: %s',
    async (language) => {
      await using home = await installBinary();
      const server = await home.serve();
      const { firmware, serial, ui } = words[language];
      await using flashing = await openFlashingPage(server, { language });
      const { tab } = flashing;
      const { page } = tab;
      await page.getByText(firmware.offers.none, { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: firmware.write.action }).count()).toBe(0);
      expect(await tab.findAxeViolations()).toEqual([]);

      await page.route('**/api/public/info', (route) => route.abort());
      await page.reload();
      await page.getByText(firmware.offers.failed).waitFor();
      await page.unroute('**/api/public/info');
      await page.getByRole('button', { name: ui.retry }).click();
      await page.getByText(firmware.offers.none, { exact: true }).waitFor();
      expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);

      await using plain = await openTab(browser, server, { language });
      await plain.page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serial'));
      await plain.visit('/firmware-flash.html');
      await plain.page.getByText(serial.unsupported.title).waitFor();
      expect(await plain.page.locator('main').innerText()).toContain('Firefox');
    },
    60_000,
  );
});

describe.each(looks.map((look) => ({ ...look, width: look.viewport.width })))(
  '$language, $theme, $width px',
  (look) => {
    const { firmware } = words[look.language];

    test('every state passes axe and fits its window', async () => {
      await using home = await installBinary();
      const server = await serveFirmware(home);
      await using flashing = await openFlashingPage(server, look);
      const { tab, rig } = flashing;
      const { page } = tab;
      const expectSound = async (what: string) => {
        expect(await tab.findAxeViolations(), what).toEqual([]);
        expect(await tab.overflowPx(), what).toBe(0);
        await tab.takePicture(`firmware-${what}-${look.language}-${look.theme}-${look.width}`);
      };
      await page.getByText(firmware.loader.hold).waitFor();
      await expectSound('begin');
      const board = await RomBoard.plug(rig, 'ESP32-S2');
      board.rom.onBlock = (count) => {
        if (count === 12) void board.unplug();
      };
      await flashing.flash();
      await page.getByText(firmware.problem.unplugged.title).waitFor();
      await expectSound('unplugged');
      board.rom.onBlock = undefined;
      await board.plugAgain();
      await flashing.flash();
      await page.getByText(firmware.done.elsewhere).waitFor();
      await expectSound('done');
      const display = await RomBoard.plug(rig, 'ESP32');
      await page.getByRole('radio', { name: firmware.board.display }).check();
      await flashing.flash();
      await page.getByText(setupNetwork.password).waitFor();
      await expectSound('told');
      await display.unplug();
      expect(tab.takeComplaints()).toEqual([]);
    });
  },
);

test('by keyboard alone', async () => {
  await using home = await installBinary();
  const server = await serveFirmware(home);
  await using flashing = await openFlashingPage(server);
  const { page } = flashing.tab;
  const board = await RomBoard.plug(flashing.rig, 'ESP32');
  await page.getByRole('radio', { name: t.firmware.board.mini }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: t.firmware.board.display }).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(
    await page.getByRole('checkbox', { name: t.firmware.write.erase }).getAttribute('aria-checked'),
  ).toBe('true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(t.firmware.done.title).waitFor();
  expect(board.rom.erasures).toBe(1);
});
