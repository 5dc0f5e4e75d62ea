/** The configuration page against boards of the test's own. */
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { setupNetwork } from '../../fakes/console-board.ts';
import { installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, looks, openTab, phone, type Tab } from './browser.ts';
import { CabledBoard } from './cabled-board.ts';
import { type ConfigureScene, openConfigurePage, wifi, words } from './configure-scene.ts';
import { SerialRig } from './serial-rig.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

const inEach = ['th', 'en'] as const;

const browser = shareBrowser();

const progressOf = (page: Page) =>
  page.evaluate(() =>
    Number(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow') ?? -1),
  );

type Words = (typeof words)[keyof typeof words];

/** A problem is shown on the page, with hints, and in the log, in both languages. */
async function expectProblem(
  { tab: { page } }: ConfigureScene,
  say: (problem: Words['configure']['problem'], t: Words) => readonly [string, ...string[]],
): Promise<void> {
  for (const language of ['en', 'th'] as const) {
    const switchName = language === 'en' ? 'EN' : 'ไทย';
    if (language === 'en') await page.getByRole('alert').first().waitFor();
    await page.getByRole('button', { name: switchName, exact: true }).click();
    const t = words[language];
    const [title, ...hints] = say(t.configure.problem, t);
    const notice = page.getByRole('alert').filter({ hasText: title });
    await notice.waitFor();
    const said = await notice.innerText();
    for (const hint of hints) expect(said).toContain(hint);
    expect(await page.getByRole('log').innerText()).toContain(title);
  }
}

describe('the way there', () => {
  test('leads over the portal; without a phone or a key it ends at the log-in', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'], spareKeys: 1 });
    const t = words.th;
    await using stranger = await openTab(browser, shop.server);
    await stranger.visit('/customer/flash');
    await stranger.page.getByRole('heading', { name: t.login.title }).waitFor();
    for (const only of ['customerPhone', 'activationKey']) {
      await stranger.page.evaluate((name) => {
        sessionStorage.removeItem('customerPhone');
        sessionStorage.removeItem('activationKey');
        sessionStorage.setItem(name, 'x');
      }, only);
      await stranger.visit('/customer/flash');
      await stranger.page.getByRole('heading', { name: t.login.title }).waitFor();
    }

    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { stored });
    const { page } = tab;
    await SerialRig.install(page);
    await tab.visit('/customer/dashboard');
    const [boardKey = '', spareKey = ''] = shop.keys;
    const heading = page.getByRole('heading', { level: 1, name: t.configure.title });
    const told = page.getByRole('region', { name: t.configure.settings.title }).locator('dl');
    // For one more device, the key that is free.
    await unfold(page, t.portal.nav.devices);
    await page.getByRole('button', { name: t.configure.open, exact: true }).click();
    await heading.waitFor();
    expect(await told.innerText()).toContain(spareKey);
    await page.getByRole('link', { name: t.configure.back }).click();
    // For the device that is there, its own.
    await unfold(page, t.portal.nav.devices);
    await page
      .getByRole('button', { name: t.configure.open_again.replace('{{name}}', 'Shop') })
      .click();
    await heading.waitFor();
    expect(await told.innerText()).toContain(boardKey);
    expect(await told.innerText()).toContain('081-234-5678');
    // A reload keeps both, a log-out neither.
    await page.reload();
    await heading.waitFor();
    expect(await told.innerText()).toContain(boardKey);
    await page.getByRole('link', { name: t.configure.back }).click();
    await page.getByRole('button', { name: t.portal.logout }).click();
    await page.getByRole('heading', { name: t.login.title }).waitFor();
    await tab.visit('/customer/flash');
    await page.getByRole('heading', { name: t.login.title }).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('leads to the log-in once the session has ended, though not while a board is being configured', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home);
    const { tab, rig, t } = scene;
    const { page } = tab;
    const board = await CabledBoard.plug(rig, 'esp32-s2-mini');
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();
    await scene.fillWifi();
    await scene.configure();
    await waitFor('first line', () =>
      board.console.lines.some((line) => line.includes('wifi_ssid=')),
    );
    await using other = await tab.openAnother();
    await other.visit('/customer/dashboard');
    await other.page.getByRole('button', { name: t.portal.logout }).click();
    await page.getByRole('heading', { name: t.login.title }).waitFor();
    expect(board.console.stored).toMatchObject({ wifi_ssid: wifi.name });
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('works on another computer: the address names the key without holding it', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home);
    const { tab, key, shop } = scene;
    const address = tab.page.url();
    expect(address).not.toContain(key.slice(-5));
    const stored = await customerEntries(shop.server, shop.credentials);
    await using computer = await openTab(browser, shop.server, { stored });
    const { pathname, search } = new URL(address);
    await computer.visit(pathname + search);
    await computer.page.getByText(key, { exact: true }).waitFor();
    // No key of theirs: their dashboard, where they choose one.
    await using lost = await openTab(browser, shop.server, { stored });
    await lost.visit('/customer/flash?key=nobodys');
    await lost.page.waitForURL('**/customer/dashboard');
    await lost.visit('/customer/flash');
    await lost.page.waitForURL('**/customer/dashboard');
  });

  test('loads none of its files on the dashboard', async () => {
    await using home = await installBinary();
    const shop = await openShop(home);
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { stored });
    const loaded: string[] = [];
    tab.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await tab.visit('/customer/dashboard');
    await tab.page.getByText(words.th.ui.live.live, { exact: true }).waitFor();
    const isOurs = (path: string) => path.includes('/configure-page-');
    expect(loaded.filter(isOurs)).toEqual([]);
    await tab.page
      .getByRole('button', { name: words.th.configure.open, exact: true })
      .first()
      .click();
    await tab.page.getByRole('heading', { level: 1, name: words.th.configure.title }).waitFor();
    expect(loaded.filter(isOurs)).toHaveLength(1);
  });
});

describe.each(inEach)('configuring, in %s', (language) => {
  const t = words[language];

  test('a test board: restarted, sent everything, restarted again, and seen online', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig, shop, key } = scene;
    const { page } = tab;
    const board = await CabledBoard.plug(rig, 'esp32-s2-test');
    // What most people have; the test board and its commands are for who chooses it.
    expect(await page.getByLabel(t.configure.type.label).inputValue()).toBe('esp32-s2-mini');
    expect(await page.getByRole('heading', { name: t.configure.test.title }).count()).toBe(0);
    await page.getByLabel(t.configure.type.label).selectOption('esp32-s2-test');
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();
    expect(board.baudRates).toEqual([115_200]);
    // For a phone, as long as the board is not configured.
    const ownNetwork = page.getByRole('region', { name: t.serial.setup_network.title });
    await ownNetwork.getByText(setupNetwork.password).waitFor();
    expect(await ownNetwork.innerText()).toContain(setupNetwork.name);
    await ownNetwork.getByRole('button').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(setupNetwork.password);
    const configure = scene.button(t.configure.run.action);
    expect(await configure.isEnabled()).toBe(false);
    await scene.fillWifi();
    expect(await configure.isEnabled()).toBe(true);

    const seen = new Set<number>();
    await scene.configure();
    await waitFor(
      'end of the sending',
      async () => {
        seen.add(await progressOf(page));
        return seen.has(100);
      },
      20_000,
    );
    expect([...seen].every((at) => [-1, 0, 10, 30, 50, 70, 85, 90, 95, 100].includes(at))).toBe(
      true,
    );
    await page.getByText(t.configure.note.checked).waitFor();
    expect(board.restarts).toBe(2);
    expect(board.console.stored).toMatchObject({
      wifi_ssid: wifi.name,
      wifi_pass: wifi.password,
      activation_key: key,
      customer_phone: '+66812345678',
      device_type: 'esp32-s2-test',
      server_url: shop.server.url,
    });
    const log = await scene.log();
    expect(log).toContain('OK save_config Configuration saved');
    expect(log).toContain(t.configure.sign.config_saved);
    expect(log).not.toContain(wifi.password);
    expect(log).not.toContain(setupNetwork.password);
    expect(await ownNetwork.count()).toBe(0);

    // The board's next steps, with only what it was given.
    const given = board.console.stored;
    const enrolled = await fetch(`${given['server_url']}/api/device/v1/enrol`, {
      method: 'POST',
      body: JSON.stringify({
        device_id: 'fw-0000000000e1',
        activation_key: given['activation_key'],
        phone: given['customer_phone'],
        device_type: given['device_type'],
        firmware_version: '1.0.0',
      }),
    });
    const { device_token: token } = (await enrolled.json()) as { device_token: string };
    await Bun.sleep(0);
    await fetch(`${given['server_url']}/api/device/v1/heartbeat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        boot_id: 'deadbeef',
        seq: 1,
        uptime_ms: 5_000,
        reset_reason: 'software',
        power: 'UP',
        has_mains_sense: false,
      }),
    });
    await page.getByText(t.configure.arrived.title, { exact: true }).waitFor();
    expect(await scene.log()).toContain(t.configure.note.online);
    await page.getByRole('link', { name: t.configure.arrived.action }).click();
    await page.getByText('fw-0000000000e1').first().waitFor();
    expect(tab.takeComplaints()).toEqual([]);
    expect([...tab.foreignOrigins]).toEqual([]);
  });
});

describe('configuring', () => {
  const language = 'th';
  const t = words[language];

  test('the type is that of the board the key was sold with', async () => {
    await using home = await installBinary();
    const shop = await openShop(home, { sites: ['Shop'] });
    home.data.write("UPDATE activation_keys SET device_type = 't-display', device_row = NULL");
    await using scene = await openConfigurePage(browser, home, { language, shop });
    const type = scene.tab.page.getByLabel(t.configure.type.label);
    expect(await type.inputValue()).toBe('esp32-lilygo-t-display');
    await scene.tab.page.reload();
    await waitFor('type', async () => (await type.inputValue()) === 'esp32-lilygo-t-display');
  });

  test('a T-Display: its port stays, and lines that get lost are sent again', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    const board = await CabledBoard.plug(rig, 'esp32-lilygo-t-display');
    board.console.losing.push('wifi_pass=');
    board.console.garbling.push('customer_phone=');
    await page.getByLabel(t.configure.type.label).selectOption('esp32-lilygo-t-display');
    expect(await page.getByRole('heading', { name: t.configure.test.title }).count()).toBe(0);
    await scene.fillWifi();
    await scene.connect();
    await page
      .getByText(t.configure.link.silent)
      .or(page.getByText(t.configure.link.heard))
      .waitFor();
    await scene.configure();
    await page.getByText(t.configure.note.checked).waitFor();
    const sent = (start: string) =>
      board.console.lines.filter((line) => line.startsWith(start)).length;
    expect([sent('wifi_pass='), sent('customer_phone=')]).toEqual([1, 2]);
    const [repeated = ''] = t.configure.note.repeating.split('{{');
    expect((await scene.log()).split(repeated)).toHaveLength(3);
    expect(board.restarts).toBe(1);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a board that tells what it is and what Wi-Fi it hears', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    const board = await CabledBoard.plug(rig, 'esp32-s2-mini');
    const long = 'x'.repeat(32);
    board.console.networks = [
      `-48 locked ${wifi.name}`,
      '-63 open Cafe guest',
      ...[1, 2, 3, 4, 5].map((floor) => `-8${floor} locked Office ${floor}`),
      `-90 locked ${long}`,
    ];
    const type = page.getByLabel(t.configure.type.label);
    expect(await type.inputValue()).toBe('esp32-s2-mini');
    await scene.connect();
    const heard = page.getByRole('group', { name: t.configure.wifi.heard.title });
    await heard.waitFor();
    // The board tells its type, since USB cannot tell it from the test board.
    expect(await type.inputValue()).toBe('esp32-s2-mini');
    await page.getByText(t.configure.type.suggested).waitFor();
    expect(await heard.locator('[aria-pressed]').count()).toBe(6);
    await heard
      .getByRole('button', { name: t.configure.wifi.heard.all.replace('{{count}}', '8') })
      .click();
    await heard.getByRole('button', { name: long }).waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);

    const name = page.getByLabel(t.configure.wifi.name);
    const password = page.getByLabel(t.configure.wifi.password, { exact: true });
    await heard.getByRole('button', { name: 'Cafe guest' }).press('Enter');
    expect(await name.inputValue()).toBe('Cafe guest');
    expect(await password.isEnabled()).toBe(false);
    expect(await scene.button(t.configure.run.action).isEnabled()).toBe(true);
    await heard.getByRole('button', { name: wifi.name }).click();
    expect(await name.inputValue()).toBe(wifi.name);
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('name') === 'wifi-password',
    );
    await page.keyboard.type(wifi.password);

    board.console.networks = [];
    await heard.getByRole('button', { name: t.configure.wifi.heard.again }).click();
    await heard.getByText(t.configure.wifi.heard.none).waitFor();
    // The choice stays, and any name can be typed.
    expect(await name.inputValue()).toBe(wifi.name);

    // The choice holds for every board that is connected from now on.
    await type.selectOption('esp32-s2-test');
    await scene.button(t.configure.connect.reconnect).click();
    await waitFor(
      'second search',
      () => board.console.lines.filter((line) => line === 'scan_wifi').length === 3,
    );
    expect(await type.inputValue()).toBe('esp32-s2-test');
    await type.selectOption('esp32-s2-mini');
    await scene.configure();
    await page.getByText(t.configure.note.checked).waitFor();
    expect(board.console.stored).toMatchObject({ wifi_ssid: wifi.name, wifi_pass: wifi.password });
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a board with older firmware: the name is typed', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const board = await CabledBoard.plug(rig, 'esp32-lilygo-t-display');
    board.console.networks = null;
    await scene.connect();
    // Its USB bridge identifies it.
    const type = tab.page.getByLabel(t.configure.type.label);
    await waitFor('suggestion', async () => (await type.inputValue()) === 'esp32-lilygo-t-display');
    await waitFor('search', () => board.console.lines.includes('scan_wifi'));
    await scene.fillWifi();
    await scene.configure();
    await tab.page.getByText(t.configure.note.checked).waitFor();
    expect(await tab.page.getByRole('group', { name: t.configure.wifi.heard.title }).count()).toBe(
      0,
    );
    expect(board.console.stored).toMatchObject({ wifi_ssid: wifi.name });
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('the test commands, the log, and reading anew', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    const board = await CabledBoard.plug(rig, 'esp32-s2-test');
    await page.getByLabel(t.configure.type.label).selectOption('esp32-s2-test');
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();
    const said = (text: string) => waitFor(text, async () => (await scene.log()).includes(text));
    await scene.button(t.configure.test.help).click();
    await said('OK help');
    await scene.button(t.configure.test.show_config).click();
    await said('- wifi_ssid: (not set)');
    await scene.button(t.configure.test.test_response).click();
    await said('OK test_response');
    await scene.button(t.configure.test.led_test).click();
    await said(t.configure.sign.led_on);
    await said(t.configure.sign.led_off);
    // This happens only after the confirmation.
    await scene.button(t.configure.test.clear_config).click();
    await page.getByRole('button', { name: t.ui.cancel }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(board.console.lines).not.toContain('clear_config');
    await scene.button(t.configure.test.clear_config).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t.configure.test.clear.action })
      .click();
    await said('OK clear_config');

    await scene.button(t.configure.connect.read_again).click();
    await said(t.configure.note.reading_again);
    await scene.button(t.serial.log.clear).click();
    await page.getByText(t.serial.log.empty).waitFor();
    await scene.button(t.configure.connect.reconnect).click();
    await said(t.configure.note.connected);
    expect(rig.requests).toBe(1);
    await scene.button(t.configure.connect.disconnect).click();
    await page.getByText(t.configure.link.closed).waitFor();
    expect(board.baudRates).toEqual([115_200, 115_200]);

    // Texts of the page follow its language; lines of the board stay.
    const other = language === 'th' ? 'en' : 'th';
    await page.getByRole('button', { name: other === 'en' ? 'EN' : 'ไทย', exact: true }).click();
    await said(words[other].configure.note.disconnected);
    const flashing = page.getByRole('link', { name: words[other].configure.flashing.link });
    expect(await flashing.getAttribute('href')).toBe('/firmware-flash.html');
    expect(await flashing.getAttribute('target')).toBe('_blank');
    // The new window knows whose board it is.
    const [opened] = await Promise.all([page.waitForEvent('popup'), flashing.click()]);
    await opened.waitForURL('**/firmware-flash.html');
    expect(await opened.evaluate(() => sessionStorage.getItem('activationKey'))).toBe(scene.key);
    await opened.close();
    expect(tab.takeComplaints()).toEqual([]);
  });
});

describe('what can go wrong', () => {
  const language = 'th';
  const t = words[language];
  const problem = t.configure.problem;

  test('a browser that cannot use the cable: which one can, and the way without it', async () => {
    await using home = await installBinary();
    const shop = await openShop(home);
    const stored = await customerEntries(shop.server, shop.credentials);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serial');
      const share = async ({ url }: { url: string }) => void Object.assign(window, { shared: url });
      Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    });
    await tab.visit('/customer/dashboard');
    await page.getByRole('button', { name: t.configure.open, exact: true }).first().click();
    await page.getByText(t.serial.unsupported.title).waitFor();
    await page.getByRole('button', { name: t.serial.send.share }).click();
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toBe(page.url());
    const said = await page.locator('main').innerText();
    for (const name of ['Chrome', 'Edge', 'Opera', 'Firefox']) expect(said).toContain(name);
    expect(said).toContain(t.configure.other.join);
    // The address gets to the computer by mail, by the clipboard, or by the phone's share menu.
    const address = page.url();
    expect(said).toContain(address);
    const mail = page.getByRole('link', { name: t.serial.send.mail });
    expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain(address);
    await page.getByRole('button', { name: t.serial.send.copy }).click();
    await page.getByRole('button', { name: t.serial.send.copied }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    expect(said).toContain(shop.keys[0] ?? '');
    expect(await tab.findAxeViolations()).toEqual([]);
    await tab.takePicture(`configure-unsupported-${language}`);

    // Over plain HTTP browsers offer no serial port, and the page then names that reason.
    await page.addInitScript(() =>
      Object.defineProperty(window, 'isSecureContext', { value: false }),
    );
    await page.reload();
    await page.getByText(t.serial.insecure.title).waitFor();
    expect(await page.locator('main').innerText()).toContain(shop.server.url);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('connecting: no port chosen, a port in use, any other failure, nothing connected', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    await scene.button(t.configure.connect.reconnect).click();
    await expectProblem(scene, (p) => [p.not_connected.title, p.not_connected.hint]);
    await scene.button(t.configure.connect.read_again).click();
    await expectProblem(scene, (p) => [p.not_connected.title]);
    // Only the test board has its commands.
    const type = page.getByLabel(t.configure.type.label);
    await type.selectOption('esp32-s2-test');
    await scene.button(t.configure.test.help).click();
    await expectProblem(scene, (p) => [p.not_connected.title]);
    await type.selectOption('esp32-s2-mini');

    await scene.connect();
    await page.getByText(problem.no_port.hint_cable).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);

    const board = await CabledBoard.plug(rig);
    rig.refuseOpening(board.port, { name: 'NetworkError', message: 'Failed to open serial port.' });
    await scene.connect();
    await expectProblem(scene, (p) => [
      p.connect_failed.title,
      p.connect_failed.hint_busy,
      p.connect_failed.hint_boot,
      p.connect_failed.hint_again,
    ]);
    rig.refuseOpening(board.port, { name: 'UnknownError', message: 'odd' });
    await scene.button(t.configure.remedy.connect).click();
    await expectProblem(scene, (p) => [
      p.connect_failed.title,
      p.connect_failed.hint_boot,
      p.connect_failed.hint_replug,
      'odd',
    ]);
    rig.refuseOpening(board.port, null);
    await scene.button(t.configure.remedy.connect).click();
    await page.getByText(t.configure.link.heard).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('reading: a port that is read already, an error in the middle, nothing within ten seconds', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    await page.clock.install();
    const board = await CabledBoard.plug(rig);
    await rig.lockReading(true);
    await scene.connect();
    await expectProblem(scene, (p) => [p.cannot_read.title, p.cannot_read.hint]);
    await rig.lockReading(false);
    await page
      .getByRole('alert')
      .getByRole('button', { name: t.configure.connect.read_again })
      .click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    board.console.say('* hello');
    await page.getByText(t.configure.link.heard).waitFor();

    await rig.breakReading(board.port, { name: 'UnknownError', message: 'noise' });
    await expectProblem(scene, (p) => [p.read_error.title, p.read_error.hint, 'noise']);

    board.console.isSilent = true;
    await page
      .getByRole('alert')
      .getByRole('button', { name: t.configure.connect.reconnect })
      .click();
    await page.getByText(t.configure.link.silent).waitFor();
    await page.clock.fastForward(9_000);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.clock.fastForward(2_000);
    await expectProblem(scene, (p) => [p.no_data.title, p.no_data.hint_reset]);
    expect(board.console.lines).toContain('show_config');
    board.console.isSilent = false;
    board.console.say('* hello again');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('before the sending: what is missing is said at its field', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    const board = await CabledBoard.plug(rig, 'esp32-s2-mini');
    const name = page.getByLabel(t.configure.wifi.name);
    const password = page.getByLabel(t.configure.wifi.password, { exact: true });
    await scene.configure();
    await expectProblem(scene, (p) => [p.connect_first.title, p.connect_first.hint]);
    await page.getByText(t.configure.wifi.name_missing).waitFor();
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();
    // Enter in a field is the same as the button.
    await name.fill('Shop');
    await name.press('Enter');
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('name') === 'wifi-password',
    );
    await expectProblem(scene, (p) => [p.fill_wifi.title, p.fill_wifi.hint]);
    await page.getByText(t.configure.wifi.password_missing).waitFor();
    await password.fill('short');
    await scene.configure();
    await page.getByText(t.configure.wifi.password_short).waitFor();
    await name.fill('x'.repeat(33));
    await page.getByText(t.configure.wifi.name_long).waitFor();
    const server = page.getByLabel(t.configure.server.label);
    await server.fill('nowhere');
    await page.getByText(t.configure.server.wrong).waitFor();
    await server.fill('http://localhost:3000');
    await page.getByText(t.configure.server.own).waitFor();
    // None of these values was sent.
    expect(board.console.lines.filter((line) => line.includes('='))).toEqual([]);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('while sending: refused, unanswered, not stored, not sent, unplugged', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    const type = page.getByLabel(t.configure.type.label);
    const board = await CabledBoard.plug(rig, 'esp32-s2-mini');
    await scene.fillWifi();
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();

    await type.selectOption('esp32-lilygo-t-display');
    await scene.configure();
    const about = (title: string, step: string) => title.replace('{{step}}', step);
    await expectProblem(scene, (p, { configure }) => [
      about(p.refused.title, configure.step.device_type),
      p.refused.device_type,
    ]);
    expect(await progressOf(page)).toBe(85);

    await type.selectOption('esp32-s2-mini');
    board.console.losing.push(...Array<string>(3).fill('activation_key='));
    await page
      .getByRole('alert')
      .getByRole('button', { name: t.configure.remedy.configure })
      .click();
    await expectProblem(scene, (p, { configure }) => [
      about(p.no_answer.title, configure.step.activation_key),
      p.no_answer.hint_reset,
      p.hint_flash,
    ]);

    board.console.canStore = false;
    await scene.configure();
    await expectProblem(scene, (p) => [p.storage_failed.title, p.storage_failed.hint]);
    board.console.canStore = true;

    rig.refuseWriting(board.port, { name: 'UnknownError', message: 'no way' });
    await scene.configure();
    await expectProblem(scene, (p) => [p.send_failed.title, 'no way']);
    rig.refuseWriting(board.port, null);
    await page
      .getByRole('alert')
      .getByRole('button', { name: t.configure.connect.reconnect })
      .click();
    await page
      .getByText(t.configure.link.silent)
      .or(page.getByText(t.configure.link.heard))
      .waitFor();

    board.console.losing.push('customer_phone=');
    // By the board itself: in the time in which a test sees how far a run is, the run may end.
    board.unplugAt('device_type=');
    await scene.configure();
    await page
      .getByText(about(t.configure.note.repeating, t.configure.step.customer_phone))
      .waitFor();
    await expectProblem(scene, (p) => [p.port_lost.title, p.port_lost.hint_cable]);
    expect(await progressOf(page)).toBe(85);
    expect(board.console.stored).not.toHaveProperty('wifi_ssid');
    // The page also leads on, even while it looks for the port by itself.
    await board.plugAgain();
    await scene.button(t.configure.remedy.connect).press('Enter');
    // Only then does what it says of the port hold for this connection.
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page
      .getByText(t.configure.link.silent)
      .or(page.getByText(t.configure.link.heard))
      .waitFor();
    await scene.configure();
    await page.getByText(t.configure.note.checked).waitFor();
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a server that is spoken to in clear: refused by the board, and allowed on purpose', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    const board = await CabledBoard.plug(rig, 'esp32-s2-mini');
    await page.getByLabel(t.configure.type.label).selectOption('esp32-s2-mini');
    await scene.fillWifi();
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();
    const server = page.getByLabel(t.configure.server.label);
    const allow = page.getByRole('checkbox', { name: t.configure.server.allow_plain });
    expect(await allow.count()).toBe(0);
    await server.fill('http://fai.example');
    await page.getByText(t.configure.server.plain_text).waitFor();
    await scene.configure();
    await expectProblem(scene, (p) => [
      p.not_encrypted.title,
      p.not_encrypted.hint_https,
      p.not_encrypted.hint_allow,
    ]);
    expect(board.console.lines.filter((line) => line.startsWith('allow_plain'))).toEqual([]);

    await allow.click();
    // It is for that server alone.
    await server.fill('http://fai.example:3000');
    expect(await allow.getAttribute('aria-checked')).toBe('false');
    await allow.click();
    await scene.configure();
    await page.getByText(t.configure.note.checked).waitFor();
    await page.getByText(t.configure.step.allow_plain).waitFor();
    expect(board.console.lines).toContain('allow_plain=yes');
    expect(board.console.stored).toMatchObject({ server_url: 'http://fai.example:3000' });
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('after the sending: no response, not back, stored something else', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    const silent = await CabledBoard.plug(rig, 'esp32-lilygo-t-display');
    silent.console.isSilent = true;
    await page.getByLabel(t.configure.type.label).selectOption('esp32-lilygo-t-display');
    await scene.fillWifi();
    await scene.connect();
    await page.getByText(t.configure.link.silent).waitFor();
    await scene.configure();
    await waitFor('end', async () => (await progressOf(page)) === 100);
    await page.getByRole('alert').filter({ hasText: problem.no_response.title }).waitFor();
    await expectProblem(scene, (p) => [p.no_response.title, p.hint_flash]);
    const [first = ''] = silent.console.lines;
    expect(first).toStartWith('wifi_ssid=');
    expect(silent.console.lines.slice(-2)).toEqual(['help', 'show_config']);
    expect(
      await page
        .getByRole('alert')
        .getByRole('link', { name: t.configure.flashing.link })
        .getAttribute('href'),
    ).toBe('/firmware-flash.html');
    await scene.button(t.configure.connect.disconnect).click();
    await silent.unplug();

    const leaving = await CabledBoard.plug(rig, 'esp32-s2-mini', 60_000);
    await page.getByLabel(t.configure.type.label).selectOption('esp32-s2-mini');
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();
    await scene.configure();
    await page.getByText(problem.not_back.title).first().waitFor();
    expect(leaving.console.stored).toMatchObject({ wifi_ssid: wifi.name });
    await page.getByText(problem.not_back.hint_rst).waitFor();

    const forgetful = await CabledBoard.plug(rig, 'esp32-s2-mini');
    await scene.connect();
    await page.getByText(t.configure.link.heard).waitFor();
    await scene.configure();
    await waitFor('restart', () => forgetful.restarts === 1);
    await page.getByText(t.configure.note.returned).last().waitFor();
    forgetful.console.receive('wifi_ssid=other\n');
    await expectProblem(scene, (p, { configure }) => [
      p.stored_other.title.replace('{{step}}', configure.step.wifi_ssid),
      p.stored_other.hint,
    ]);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('a configured board that does not get online: why', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    await page.clock.install();
    const board = await CabledBoard.plug(rig, 'esp32-lilygo-t-display');
    await page.getByLabel(t.configure.type.label).selectOption('esp32-lilygo-t-display');
    await scene.fillWifi();
    await scene.connect();
    await scene.configure();
    await page.getByText(t.configure.note.checked).waitFor();

    board.console.say('* WiFi not connected: network not found');
    await expectProblem(scene, (p) => [
      p.wifi_failed.title,
      p.wifi_failed.not_found,
      p.wifi_failed.band,
    ]);
    board.console.say('* WiFi not connected: wrong password');
    await expectProblem(scene, (p) => [p.wifi_failed.title, p.wifi_failed.password]);
    board.console.say('* WiFi not connected: no address');
    await expectProblem(scene, (p) => [p.wifi_failed.title, p.wifi_failed.no_address]);
    for (const reason of ['connection lost', 'no answer']) {
      board.console.say('* WiFi connected: 192.168.1.7');
      await page.getByRole('alert').waitFor({ state: 'detached' });
      board.console.say(`* WiFi not connected: ${reason}`);
      await expectProblem(scene, (p) => [p.wifi_failed.title, p.wifi_failed.other]);
    }
    board.console.say('* WiFi connected: 192.168.1.7');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    board.console.say('* Server refused: KEY_IN_USE');
    await expectProblem(scene, (p) => [p.server_refused.title, p.server_refused.key_in_use]);
    for (const [code, hint] of [
      ['KEY_NOT_FOUND', 'key_not_found'],
      ['KEY_INACTIVE', 'key_inactive'],
      ['KEY_EXPIRED', 'key_expired'],
      ['KEY_PHONE_MISMATCH', 'key_phone'],
      ['CONFLICT', 'conflict'],
      ['VALIDATION', 'other'],
    ] as const) {
      board.console.say(`* Server refused: ${code}`);
      await expectProblem(scene, (p) => [p.server_refused.title, p.server_refused[hint]]);
    }
    for (const reason of ['no answer in time', 'certificate or TLS failed', 'HTTP 502']) {
      board.console.say(`* Server did not take it: ${reason}`);
      await expectProblem(scene, (p) => [p.server_unreachable.title, reason]);
    }
    board.console.say('* Server did not take it: unreachable');
    await expectProblem(scene, (p) => [
      p.server_unreachable.title,
      p.not_online.hint_server,
      'unreachable',
    ]);
    board.console.say('* Server: enrolled');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.clock.fastForward(61_000);
    await page.getByText(problem.not_online.hint_internet).waitFor();
    board.console.say('* Server: online over MQTT');
    await page.getByText(t.configure.arrived.title, { exact: true }).waitFor();
    expect(await page.getByText(problem.not_online.title, { exact: true }).count()).toBe(1);
    expect(tab.takeComplaints()).toEqual([]);
  });
});

describe.each(looks.map((look) => ({ ...look, width: look.viewport.width })))(
  '$language, $theme, $width px',
  ({ language, theme, viewport }) => {
    const t = words[language];

    test('every state passes axe and fits its window', async () => {
      await using home = await installBinary();
      await using scene = await openConfigurePage(browser, home, { language, theme, viewport });
      const { tab, rig } = scene;
      const { page } = tab;
      const look = `${language}-${theme}-${viewport.width}`;
      const expectSound = async (what: string) => {
        expect(await tab.findAxeViolations(), what).toEqual([]);
        expect(await tab.overflowPx(), what).toBe(0);
        await tab.takePicture(`configure-${what}-${look}`);
      };
      await expectSound('begin');
      await scene.configure();
      await page.getByText(t.configure.wifi.name_missing).waitFor();
      await expectSound('missing');
      const board = await CabledBoard.plug(rig, 'esp32-s2-test');
      await page.getByLabel(t.configure.type.label).selectOption('esp32-s2-test');
      board.console.networks = [
        `-48 locked ${wifi.name}`,
        '-63 open Cafe guest',
        `-74 locked ${'w'.repeat(32)}`,
        ...[1, 2, 3, 4].map((floor) => `-8${floor} locked Office ${floor}`),
      ];
      await scene.fillWifi();
      await scene.connect();
      await page.getByText(t.configure.link.heard).waitFor();
      await page.getByText(setupNetwork.password).waitFor();
      await page.getByRole('group', { name: t.configure.wifi.heard.title }).waitFor();
      await expectSound('connected');
      const server = page.getByLabel(t.configure.server.label);
      const usual = await server.inputValue();
      await server.fill('http://fai.example');
      await page.getByText(t.configure.server.plain_text).waitFor();
      await scene.configure();
      await page.getByText(t.configure.problem.not_encrypted.hint_allow).waitFor();
      await expectSound('plain');
      await server.fill(usual);
      await scene.configure();
      await waitFor('step', async () => (await progressOf(page)) >= 30);
      await expectSound('sending');
      await page.getByText(t.configure.note.checked).waitFor();
      await expectSound('checked');
      board.console.say('* WiFi not connected: wrong password');
      await page.getByText(t.configure.problem.wifi_failed.password).waitFor();
      await expectSound('problem');
      board.console.say('* Server: online over MQTT');
      await page.getByText(t.configure.arrived.title, { exact: true }).waitFor();
      await expectSound('online');
      await scene.button(t.configure.test.clear_config).click();
      await page.getByRole('alertdialog').waitFor();
      await expectSound('clear');
    });
  },
);

test('nothing overflows at 320 px, and the page ends with its content', async () => {
  await using home = await installBinary();
  await using scene = await openConfigurePage(browser, home, {
    viewport: { ...phone, width: 320 },
    language: 'en',
  });
  const { tab, rig } = scene;
  const board = await CabledBoard.plug(rig);
  await scene.connect();
  await tab.page.getByText(words.en.configure.link.heard).waitFor();
  for (let line = 0; line < 60; line++) board.console.say(`* line ${line} ${'x'.repeat(40)}`);
  await waitFor('last line', async () => (await scene.log()).includes('line 59'));
  expect(await tab.overflowPx()).toBe(0);
  const belowFooterPx = await tab.page.evaluate(
    () =>
      document.documentElement.scrollHeight -
      (document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0) -
      window.scrollY,
  );
  expect(belowFooterPx).toBeLessThanOrEqual(1);
});

describe.each(inEach)('by keyboard alone, in %s', (language) => {
  const t = words[language];

  test('from the fields over the port to the end', async () => {
    await using home = await installBinary();
    await using scene = await openConfigurePage(browser, home, { language });
    const { tab, rig } = scene;
    const { page } = tab;
    await CabledBoard.plug(rig, 'esp32-s2-test');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: t.configure.title }).waitFor();
    await tabTo(tab, t.configure.wifi.name);
    await page.keyboard.type(wifi.name);
    await tabTo(tab, t.configure.wifi.password);
    await page.keyboard.type(wifi.password);
    await tabTo(tab, t.configure.connect.connect);
    await page.keyboard.press('Enter');
    await page
      .getByText(t.configure.link.heard)
      .or(page.getByText(t.configure.link.silent))
      .waitFor();
    await tabTo(tab, t.configure.run.action);
    await page.keyboard.press('Space');
    await tabTo(tab, t.serial.log.title);
    await page.keyboard.press('Enter');
    await page.getByText(t.configure.note.checked).waitFor();
    const heading = page.getByRole('heading', { name: t.serial.log.title, exact: true });
    expect(await heading.count()).toBe(1);
    // The log scrolls by the keys.
    await page.getByRole('log').focus();
    const before = await page.getByRole('log').evaluate((log) => log.scrollTop);
    await page.keyboard.press('PageUp');
    await waitFor('scrolling', () =>
      page.getByRole('log').evaluate((log, top) => log.scrollTop < top, before),
    );
    expect(tab.takeComplaints()).toEqual([]);
  });
});

/** Presses Tab until what has that name has the focus, which must be seen. */
async function tabTo({ page }: Tab, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const labels = element instanceof HTMLInputElement ? element.labels : null;
      return {
        name: (
          element?.getAttribute('aria-label') ??
          labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        ).trim(),
        outline: element ? getComputedStyle(element).outlineStyle : 'none',
      };
    });
    if (focused.name !== name) continue;
    expect(focused.outline, `${name} shows that it has the focus`).not.toBe('none');
    return;
  }
  throw new Error(`Tab never came to ${name}`);
}
